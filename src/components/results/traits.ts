import type { BenchmarkResult } from '#contract/views/v-benchmark-results.ts';
import type { CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import type { TraitSpec, Traits } from '#lib/compare/comparability.ts';
import { grouped } from '#lib/grouped.ts';
import type { EstimateOutline } from '#src/api/estimate-queries.ts';

/** What results may differ in. A framework and its version are one choice: another framework always has another version. */
export const TRAITS: readonly TraitSpec[] = [
  { key: 'provenance', plural: 'provenances', kind: 'condition' },
  { key: 'tool', plural: 'load generators', kind: 'condition' },
  { key: 'input', plural: 'input lengths', kind: 'condition' },
  { key: 'output', plural: 'output lengths', kind: 'condition' },
  { key: 'named_shape', plural: 'workloads', kind: 'condition' },
  { key: 'statistic', plural: 'statistics of latencies', kind: 'condition' },
  { key: 'window', plural: 'measured windows', kind: 'condition' },
  { key: 'options', plural: 'workload options', kind: 'condition' },
  { key: 'source', plural: 'sources', kind: 'condition' },
  { key: 'model', plural: 'models', kind: 'choice' },
  { key: 'gpu', plural: 'GPU models', kind: 'choice' },
  { key: 'gpu_count', plural: 'GPU counts', kind: 'choice' },
  { key: 'framework', plural: 'frameworks or their versions', kind: 'choice' },
  { key: 'precision', plural: 'precisions', kind: 'choice', isNeeded: true },
  { key: 'layout', plural: 'parallel layouts', kind: 'choice' },
  { key: 'config', plural: 'server configs', kind: 'choice' },
  { key: 'concurrency', plural: 'concurrencies', kind: 'choice' },
];

type Identified = { readonly tool_code?: BenchmarkResult['tool_code'] } & Pick<
  BenchmarkResult,
  | 'provenance'
  | 'input_sequence_length'
  | 'output_sequence_length'
  | 'model_code'
  | 'gpu_model'
  | 'gpu_name'
  | 'gpu_count'
  | 'framework_code'
  | 'framework_version'
  | 'quantization_code'
  | 'server_hostname'
  | 'config_code'
  | 'concurrency'
  | 'citation'
>;

type Options = CapacityEstimateRow['workload_options'];

/** Options that say how the deployment is laid out, and how they are called. */
const LAYOUT = {
  tp: 'TP',
  ep: 'EP',
  dp: 'DP',
  pp: 'PP',
  dp_attention: 'DPA',
  nodes: 'nodes',
} as const;
/** Options that repeat what has its own column. */
const REPEATED = ['framework', 'precision', 'submitter'];

/** "TP 8, EP 1"; null where none is stated. */
export function layoutText(options: Options): string | null {
  const parts = Object.entries(LAYOUT).flatMap(([key, name]) => {
    const value = options[key];
    return typeof value === 'number' || typeof value === 'string' ? [`${name} ${value}`] : [];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

/** Options of the workload itself: those that are stated and are neither layout nor repeated; null where there are none. */
export function optionsText(options: Options): string | null {
  const parts = Object.entries(options)
    .filter(([key, value]) => value !== null && !(key in LAYOUT) && !REPEATED.includes(key))
    .map(
      ([key, value]) =>
        `${key.replaceAll('_', ' ')} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .sort();
  return parts.length === 0 ? null : parts.join(', ');
}

/** "vllm 0.11.0"; null where no framework is stated. */
export function frameworkText(row: Pick<Identified, 'framework_code' | 'framework_version'>): string | null {
  return row.framework_code === null
    ? null
    : [row.framework_code, row.framework_version].filter((part) => part !== null).join(' ');
}

/** Traits that any row with an identity has. */
export function identityTraits(row: Identified): Record<string, string | number | null> {
  return {
    provenance: row.provenance,
    tool: row.tool_code ?? null,
    input: row.input_sequence_length,
    output: row.output_sequence_length,
    source: row.citation,
    model: row.model_code,
    gpu: row.gpu_name ?? row.gpu_model,
    gpu_count: row.gpu_count,
    framework: frameworkText(row),
    precision: row.quantization_code,
    config: [row.server_hostname, row.config_code].filter((part) => part !== null).join(' / ') || null,
    concurrency: row.concurrency,
  };
}

/** Traits of a capacity estimate. */
export function estimateTraits(
  row: Identified & Pick<EstimateOutline, 'workload_shape' | 'workload_options'>,
): Traits {
  const hasLengths = row.input_sequence_length !== null || row.output_sequence_length !== null;
  return {
    ...identityTraits(row),
    named_shape: hasLengths ? null : row.workload_shape,
    layout: layoutText(row.workload_options),
    options: optionsText(row.workload_options),
  };
}

/** Windows this many times apart are not like each other. */
const MOST_WINDOW_RATIO = 2;

/** Whether measured windows, seconds, are too far apart to be like each other. */
export function areUneven(windows: readonly (number | null)[]): boolean {
  const known = windows.flatMap((s) => (s === null || s <= 0 ? [] : [s]));
  return known.length > 1 && Math.max(...known) > MOST_WINDOW_RATIO * Math.min(...known);
}

/** "60 s". */
export const windowText = (seconds: number): string => `${grouped(Math.round(seconds))} s`;

/** Traits of single results, with those of their estimates where known. */
export function resultTraits(
  rows: readonly BenchmarkResult[],
  estimateOf: (row: BenchmarkResult) => CapacityEstimateRow | null,
): Traits[] {
  const isUneven = areUneven(rows.map(({ duration_s: s }) => s));
  return rows.map((row) => {
    const estimate = estimateOf(row);
    return {
      ...identityTraits(row),
      ...(estimate !== null && {
        named_shape: estimateTraits(estimate)['named_shape'] ?? null,
        layout: layoutText(estimate.workload_options),
        options: optionsText(estimate.workload_options),
      }),
      statistic: row.statistic,
      window: isUneven && row.duration_s !== null ? windowText(row.duration_s) : null,
    };
  });
}
