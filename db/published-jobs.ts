import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { PUBLISHED_MODELS, type PublishedResult } from '#catalog/published/published-result.ts';
import { grouped } from '#lib/grouped.ts';

/** A published figure as the job and result rows it becomes. Milliseconds, tokens, tokens/s; null where the source is silent. */
export interface PublishedJob {
  readonly project_name: string;
  readonly project_description: string;
  readonly run_name: string;
  readonly job_name: string;
  readonly tool_code: 'bench-llm' | 'bench-asr';
  readonly framework_code: string | null;
  readonly framework_version: string | null;
  readonly model_code: string;
  readonly quantization_code: string | null;
  readonly system_name: string | null;
  readonly gpu_model: string | null;
  readonly accelerator: string | null;
  readonly gpu_count: number | null;
  readonly concurrency: number | null;
  readonly isl: number | null;
  readonly osl: number | null;
  readonly options: Readonly<Record<string, string | number | boolean | null>>;
  readonly measured_on: string | null;
  readonly statistic: string;
  readonly tokens_per_sec: number | null;
  readonly requests_per_sec: number | null;
  readonly tokens_per_sec_per_gpu: number | null;
  /** What a source gives without naming the statistic stands here, with `statistic` "unspecified". */
  readonly ttft_mean_ms: number | null;
  readonly tpot_mean_ms: number | null;
  readonly ttft_p50_ms: number | null;
  readonly ttft_p99_ms: number | null;
  readonly tpot_p50_ms: number | null;
  readonly tpot_p99_ms: number | null;
  readonly e2e_p50_ms: number | null;
  readonly e2e_p99_ms: number | null;
  readonly source_key: string;
  readonly citation: string;
  readonly source_url: string;
}

const MLPERF = {
  project_name: 'MLPerf Inference v5.1 (published)',
  project_description:
    'Closed division results of MLPerf Inference v5.1, LLM and Whisper, as MLCommons published them. MLPerf is a trademark of MLCommons.',
};
const SERVING = {
  project_name: 'Serving points (published)',
  project_description:
    'Concurrency curves from NVIDIA aiconfigurator, mostly InferenceX measurements. The source does not say whether TTFT and TPOT are means or medians.',
};

const modelNames = new Map(
  [...AI_MODELS, ...PUBLISHED_MODELS].map((model) => [model.model_code, model.model_name]),
);
const gpuNames = new Map(GPUS.map((gpu) => [gpu.gpu_model, gpu.gpu_display_name]));

/** Turns published figures into jobs: one run for each MLPerf benchmark and scenario, one for each model and shape of the serving points. */
export function toPublishedJobs(results: readonly PublishedResult[]): PublishedJob[] {
  const taken = new Map<string, number>();
  return results.map((result) => {
    const whole = toJob(result);
    const job = { ...whole, job_name: shorten(whole.job_name, 190) };
    // Two submissions may share every name; the later one gets a number, so that none is dropped.
    const key = `${job.project_name}\n${job.run_name}\n${job.job_name.toLowerCase()}`;
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    return count === 1 ? job : { ...job, job_name: `${job.job_name} (${count})` };
  });
}

function toJob(result: PublishedResult): PublishedJob {
  const isMlperf = result.benchmark !== null;
  const model = modelNames.get(result.model_code) ?? result.model_code;
  const gpu =
    result.gpu_model === null ? result.accelerator : (gpuNames.get(result.gpu_model) ?? result.gpu_model);
  const devices = `${result.gpu_count === null ? '' : `${result.gpu_count} x `}${gpu ?? result.host_cpu ?? 'unnamed hardware'}`;
  const shape = `${grouped(result.isl ?? 0)} in / ${grouped(result.osl ?? 0)} out`;
  return {
    ...(isMlperf ? MLPERF : SERVING),
    run_name: isMlperf ? `${result.benchmark}, ${result.scenario ?? 'no scenario'}` : `${model}, ${shape}`,
    job_name: isMlperf
      ? `${result.submitter}: ${devices}, ${result.system_name ?? 'unnamed system'}`
      : `c${result.concurrency ?? '?'}, TP${result.tp ?? '?'}, ${result.precision ?? 'precision not given'}, ${result.framework_text}, ${devices}`,
    tool_code: result.model_code.startsWith('whisper') ? 'bench-asr' : 'bench-llm',
    framework_code: result.framework_code,
    framework_version: result.framework_version ?? result.framework_text,
    model_code: result.model_code,
    quantization_code: result.quantization_code,
    system_name: result.system_name,
    gpu_model: result.gpu_model,
    accelerator: result.accelerator ?? result.host_cpu,
    gpu_count: result.gpu_count,
    concurrency: result.concurrency,
    isl: result.isl,
    osl: result.osl,
    options: {
      submitter: result.submitter,
      scenario: result.scenario,
      benchmark: result.benchmark,
      availability: result.availability,
      nodes: result.nodes,
      tp: result.tp,
      dp_attention: result.dp_attention,
      ep: result.ep,
      precision: result.precision,
      throughput_is_derived: result.throughput_is_derived,
      framework: result.framework_text,
    },
    measured_on: result.measured_on,
    statistic: result.statistic ?? 'as named',
    tokens_per_sec: result.tokens_per_sec,
    requests_per_sec: result.requests_per_sec,
    tokens_per_sec_per_gpu: result.tokens_per_sec_per_gpu,
    ttft_mean_ms: result.ttft_ms,
    tpot_mean_ms: result.tpot_ms,
    ttft_p50_ms: result.ttft_p50_ms,
    ttft_p99_ms: result.ttft_p99_ms,
    tpot_p50_ms: result.tpot_p50_ms,
    tpot_p99_ms: result.tpot_p99_ms,
    e2e_p50_ms: result.e2e_p50_ms,
    e2e_p99_ms: result.e2e_p99_ms,
    source_key: `${result.source_key}:${result.external_id}`,
    citation: `${result.citation} ${result.license_note}`,
    source_url: result.source_url,
  };
}

/** Systems with several accelerators have names longer than the database takes; the whole name stays in the citation. */
function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
