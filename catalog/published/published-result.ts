/** A model that published results name and the catalog of sized models does not hold. */
export interface PublishedModel {
  readonly model_code: string;
  readonly model_name: string;
  readonly hf_id: string;
  readonly family_name: string;
  readonly modality_code: 'llm' | 'asr';
  readonly total_params_b: number;
  readonly source: string;
}

/** Models of the published results beyond `AI_MODELS`. */
export const PUBLISHED_MODELS: readonly PublishedModel[] = [
  {
    model_code: 'whisper-large-v3',
    model_name: 'Whisper-Large-v3',
    hf_id: 'openai/whisper-large-v3',
    family_name: 'Whisper',
    modality_code: 'asr',
    total_params_b: 1.55,
    source: 'MLPerf Inference v5.1 benchmark whisper; size from its model card (1,550 M)',
  },
];

/** Where published rows come from; the key is `source_key` of a row. */
export const PUBLISHED_SOURCES = {
  'mlperf-v5.1': {
    title: 'MLPerf Inference v5.1, closed division',
    url: 'https://github.com/mlcommons/inference_results_v5.1',
    license_note:
      'MLPerf is a trademark of MLCommons. Figures are quoted from the public results with their path.',
  },
  'aiconfigurator-095f58a5': {
    title:
      'NVIDIA aiconfigurator silicon_sample.csv at commit 095f58a5, mostly InferenceX (SemiAnalysis) measurements',
    url: 'https://github.com/ai-dynamo/aiconfigurator',
    license_note: 'Apache-2.0. A selection of rows, decoded and with duplicates removed.',
  },
} as const;
export type PublishedSourceKey = keyof typeof PUBLISHED_SOURCES;

/**
 * One published figure. Null where the source says nothing: nothing is filled in. Milliseconds and tokens.
 * `statistic` names what `ttft_ms`, `tpot_ms` are: `unspecified` when the source does not say mean or median,
 * null for rows that state percentiles instead.
 */
export interface PublishedResult {
  readonly source_key: PublishedSourceKey;
  /** Stable and unique within its source: the path of the log, or what identifies the point. */
  readonly external_id: string;
  readonly citation: string;
  readonly source_url: string;
  readonly license_note: string;
  readonly model_code: string;
  /** Benchmark name as published (`llama2-70b-99.9` carries the accuracy target); null for serving points. */
  readonly benchmark: string | null;
  readonly scenario: string | null;
  readonly mode: 'aggregated';
  /** Slug of the GPU catalog, null when the accelerator is not in it, is mixed, or there is none. */
  readonly gpu_model: string | null;
  readonly accelerator: string | null;
  /** Accelerators of the whole system; null for CPU-only systems. */
  readonly gpu_count: number | null;
  readonly nodes: number | null;
  readonly host_cpu: string | null;
  /** Null where the text names software outside the framework catalog. */
  readonly framework_code: 'vllm' | 'sglang' | 'trt-llm' | null;
  readonly framework_version: string | null;
  readonly framework_text: string;
  readonly quantization_code: string | null;
  /** Precision as published. */
  readonly precision: string | null;
  readonly tp: number | null;
  readonly dp_attention: number | null;
  readonly ep: number | null;
  readonly isl: number | null;
  readonly osl: number | null;
  readonly concurrency: number | null;
  readonly tokens_per_sec: number | null;
  /** True when `tokens_per_sec` is computed from the published latencies, false when it is published. */
  readonly throughput_is_derived: boolean;
  readonly requests_per_sec: number | null;
  readonly tokens_per_sec_per_gpu: number | null;
  readonly statistic: 'unspecified' | null;
  readonly ttft_ms: number | null;
  readonly tpot_ms: number | null;
  readonly ttft_p50_ms: number | null;
  readonly ttft_p99_ms: number | null;
  readonly tpot_p50_ms: number | null;
  readonly tpot_p99_ms: number | null;
  readonly e2e_p50_ms: number | null;
  readonly e2e_p99_ms: number | null;
  readonly submitter: string;
  readonly system_name: string | null;
  readonly availability: string | null;
  /** Day of the measurement, `YYYY-MM-DD`. */
  readonly measured_on: string | null;
}
