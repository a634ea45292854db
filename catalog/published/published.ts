import { readFileSync } from 'node:fs';
import { findQuantization } from '#catalog/quantizations/index.ts';
import { parseCsvTable } from './csv-table.ts';
import { PUBLISHED_SOURCES, type PublishedResult } from './published-result.ts';

const MLPERF_COLUMNS = [
  'division',
  'availability',
  'submitter',
  'system_name',
  'accelerator',
  'gpu_model',
  'gpu_count',
  'nodes',
  'host_cpu',
  'framework_text',
  'framework_code',
  'framework_version',
  'benchmark',
  'model_code',
  'scenario',
  'tokens_per_sec',
  'samples_per_sec',
  'ttft_p50_ms',
  'ttft_p99_ms',
  'tpot_p50_ms',
  'tpot_p99_ms',
  'e2e_p50_ms',
  'e2e_p99_ms',
  'path',
] as const;

const SERVING_COLUMNS = [
  'model_code',
  'gpu_model',
  'gpu_count',
  'framework_code',
  'framework_version',
  'precision',
  'gemm_quant',
  'moe_quant',
  'tp',
  'dp_attention',
  'ep',
  'isl',
  'osl',
  'concurrency',
  'ttft_ms',
  'tpot_ms',
  'measured_on',
  'origin',
] as const;

const text = (cell: string): string | null => (cell === '' ? null : cell);
const number = (cell: string): number | null => (cell === '' ? null : Number(cell));
const framework = (cell: string): PublishedResult['framework_code'] =>
  cell === 'vllm' || cell === 'sglang' || cell === 'trt-llm' ? cell : null;

function fromMlperf(row: Record<(typeof MLPERF_COLUMNS)[number], string>): PublishedResult {
  const source = PUBLISHED_SOURCES['mlperf-v5.1'];
  const tokens = number(row.tokens_per_sec);
  const gpus = number(row.gpu_count);
  return {
    source_key: 'mlperf-v5.1',
    external_id: row.path,
    citation: `${source.title}, ${row.submitter}, ${row.system_name}, ${row.benchmark} ${row.scenario}; ${row.path}`,
    source_url: `${source.url}/tree/main/${row.path.replace('mlcommons/inference_results_v5.1/', '')}`,
    license_note: source.license_note,
    model_code: row.model_code,
    benchmark: row.benchmark,
    scenario: row.scenario,
    mode: 'aggregated',
    gpu_model: text(row.gpu_model),
    accelerator: text(row.accelerator),
    gpu_count: gpus,
    nodes: number(row.nodes),
    host_cpu: text(row.host_cpu),
    framework_code: framework(row.framework_code),
    framework_version: text(row.framework_version),
    framework_text: row.framework_text,
    quantization_code: null,
    precision: null,
    tp: null,
    dp_attention: null,
    ep: null,
    isl: null,
    osl: null,
    concurrency: null,
    tokens_per_sec: tokens,
    throughput_is_derived: false,
    requests_per_sec: number(row.samples_per_sec),
    tokens_per_sec_per_gpu: tokens === null || gpus === null ? null : tokens / gpus,
    statistic: null,
    ttft_ms: null,
    tpot_ms: null,
    ttft_p50_ms: number(row.ttft_p50_ms),
    ttft_p99_ms: number(row.ttft_p99_ms),
    tpot_p50_ms: number(row.tpot_p50_ms),
    tpot_p99_ms: number(row.tpot_p99_ms),
    e2e_p50_ms: number(row.e2e_p50_ms),
    e2e_p99_ms: number(row.e2e_p99_ms),
    submitter: row.submitter,
    system_name: row.system_name,
    availability: row.availability,
    measured_on: null,
  };
}

/**
 * Output tokens a second of a closed loop from its latencies, by Little's law: `concurrency` requests are always
 * in flight and each lasts `ttft + (osl - 1) x tpot` ms. Lengths are nominal (the client drew 0.8 to 1.0 of them).
 */
export function closedLoopTokensPerSec(
  concurrency: number,
  osl: number,
  ttftMs: number,
  tpotMs: number,
): number {
  return (concurrency * osl * 1000) / (ttftMs + (osl - 1) * tpotMs);
}

function fromServingPoint(row: Record<(typeof SERVING_COLUMNS)[number], string>): PublishedResult {
  const source = PUBLISHED_SOURCES['aiconfigurator-095f58a5'];
  const gpus = Number(row.gpu_count);
  const concurrency = Number(row.concurrency);
  const osl = Number(row.osl);
  const ttft = Number(row.ttft_ms);
  const tpot = Number(row.tpot_ms);
  const tokens = closedLoopTokensPerSec(concurrency, osl, ttft, tpot);
  return {
    source_key: 'aiconfigurator-095f58a5',
    external_id: [
      row.model_code,
      row.gpu_model,
      row.gpu_count,
      row.framework_code,
      row.framework_version,
      row.precision,
      row.gemm_quant,
      row.moe_quant,
      `tp${row.tp}`,
      `dp${row.dp_attention}`,
      `ep${row.ep}`,
      row.isl,
      row.osl,
      `c${row.concurrency}`,
      row.origin,
    ].join('/'),
    citation: `${source.title}; ${row.origin}`,
    source_url: source.url,
    license_note: source.license_note,
    model_code: row.model_code,
    benchmark: null,
    scenario: null,
    mode: 'aggregated',
    gpu_model: row.gpu_model,
    accelerator: null,
    gpu_count: gpus,
    nodes: null,
    host_cpu: null,
    framework_code: framework(row.framework_code),
    framework_version: text(row.framework_version),
    framework_text: `${row.framework_code} ${row.framework_version}`,
    quantization_code: findQuantization(row.precision)?.quantization_code ?? null,
    precision: row.precision,
    tp: number(row.tp),
    dp_attention: number(row.dp_attention),
    ep: number(row.ep),
    isl: Number(row.isl),
    osl,
    concurrency,
    tokens_per_sec: tokens,
    throughput_is_derived: true,
    requests_per_sec: null,
    tokens_per_sec_per_gpu: tokens / gpus,
    statistic: 'unspecified',
    ttft_ms: ttft,
    tpot_ms: tpot,
    ttft_p50_ms: null,
    ttft_p99_ms: null,
    tpot_p50_ms: null,
    tpot_p99_ms: null,
    e2e_p50_ms: null,
    e2e_p99_ms: null,
    submitter: row.origin.startsWith('InferenceX') ? 'InferenceX (SemiAnalysis)' : 'NVIDIA',
    system_name: null,
    availability: null,
    measured_on: text(row.measured_on),
  };
}

/**
 * Every published row, MLPerf first. `folder` holds the two CSV files; a bundled program passes the folder they
 * were copied to. Throws when a file is missing or its header is not the one expected.
 */
export function readPublishedResults(folder: URL = new URL('./', import.meta.url)): PublishedResult[] {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  return [
    ...parseCsvTable(read('mlperf-v5.1.csv'), MLPERF_COLUMNS).map(fromMlperf),
    ...parseCsvTable(read('serving-points.csv'), SERVING_COLUMNS).map(fromServingPoint),
  ];
}
