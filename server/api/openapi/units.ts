import { METRICS } from '#contract/metrics.ts';

/** Endings of column names and what they are measured in. */
const ENDINGS: readonly (readonly [ending: string, unit: string])[] = [
  ['_ms', 'ms'],
  ['_mhz', 'MHz'],
  ['_mb', 'MB'],
  ['_gb', 'GB'],
  ['_gbps', 'GB/s'],
  ['_pct', '%'],
  ['_bytes', 'bytes'],
  ['_seconds', 's'],
  ['_usd', 'USD'],
  ['_params_b', 'billion parameters'],
  ['_sequence_length', 'tokens'],
  ['_tokens', 'tokens'],
  ['_w', 'W'],
  ['_c', '°C'],
  ['_s', 's'],
];

/** What the numbers of a column are measured in; null when it has no unit. */
export function unitOf(column: string): string | null {
  const metric = (METRICS as Readonly<Record<string, { readonly unit: string; readonly percent?: true }>>)[
    column
  ];
  if (metric !== undefined) return metric.percent === true ? 'fraction 0 to 1' : metric.unit || null;
  return ENDINGS.find(([ending]) => column.endsWith(ending))?.[1] ?? null;
}
