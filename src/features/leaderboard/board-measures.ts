import { METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import type { Figure } from '#lib/compare/difference.ts';
import type { Estimate } from '#src/components/results/deployments.ts';
import { scaledFigure } from '#src/components/results/scaled-figure.ts';
import { counted } from '#src/components/ui/counted.ts';
import type { Measure } from './measures.ts';

/** Output throughput over what it takes: the measures, each with what it is divided by in a word. */
export const NORMALISED = [
  ['tokens_per_sec_per_gpu', 'GPU'],
  ['tokens_per_sec_per_node', 'node'],
  ['tokens_per_usd', '$'],
  ['tokens_per_sec_per_watt', 'W'],
  ['tokens_per_sec', 'deployment'],
] as const satisfies readonly (readonly [Measure, string])[];

/** An estimate with its throughput per node; null where nobody knows how many GPUs a server of that kind has. */
export type BoardEstimate = Estimate & { readonly tokens_per_sec_per_node: number | null };

/** Estimates with their throughput per node, by the GPUs that a full server of each kind has. */
export function withNodes(
  rows: readonly Estimate[],
  gpusPerNode: ReadonlyMap<string, number>,
): BoardEstimate[] {
  return rows.map((row) => {
    const size = row.gpu_model === null ? undefined : gpusPerNode.get(row.gpu_model);
    const perGpu = metricValue(row, 'tokens_per_sec_per_gpu');
    return { ...row, tokens_per_sec_per_node: size === undefined || perGpu === null ? null : perGpu * size };
  });
}

const WRITTEN = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** What the throughput of an estimate was divided by for a measure: "8 GPUs", "1 node of 8", "$32 an hour", "5,600 W"; null where nothing was, or it is not known. */
export function denominatorText(
  row: Estimate,
  measure: Measure,
  gpusPerNode: ReadonlyMap<string, number>,
): string | null {
  const { gpu_count: gpus, gpu_model: gpu } = row;
  const value = measureValue(row, measure);
  if (value === null || value <= 0) return null;
  switch (measure) {
    case 'tokens_per_sec_per_gpu':
      return gpus === null ? null : counted(gpus, 'GPU');
    case 'tokens_per_sec_per_node': {
      const size = gpu === null ? undefined : gpusPerNode.get(gpu);
      if (gpus === null || size === undefined) return null;
      return `${WRITTEN.format(gpus / size)} ${gpus === size ? 'node' : 'nodes'} of ${size}`;
    }
    case 'tokens_per_usd':
      return `$${WRITTEN.format((row.tokens_per_sec * 3_600) / value)} an hour`;
    case 'tokens_per_sec_per_watt':
      return `${WRITTEN.format(row.tokens_per_sec / value)} W`;
    default:
      return null;
  }
}

/** Tokens of a dollar, and of a joule: what the other way round is stored. */
const INVERSES = {
  tokens_per_usd: { of: 'usd_per_million_tokens', times: 1e6 },
  tokens_per_sec_per_watt: { of: 'joules_per_token', times: 1 },
} as const satisfies Partial<Record<Measure, { of: MetricKey; times: number }>>;

/** The figure of an estimate; null where it has none. Energy and money are turned round where asked by the token. */
export function measureValue(row: Estimate, measure: Measure): number | null {
  if (measure === 'tokens_per_usd' || measure === 'tokens_per_sec_per_watt') {
    const { of, times } = INVERSES[measure];
    const value = metricValue(row, of);
    return value === null || value <= 0 ? null : times / value;
  }
  return metricValue(row, measure);
}

/** Measures that follow output throughput, and whether as it does (1) or the other way round (−1): its interval is theirs. */
const FOLLOWS: Readonly<Partial<Record<Measure, 1 | -1>>> = {
  tokens_per_sec_per_gpu: 1,
  tokens_per_sec_per_node: 1,
  tokens_per_sec: 1,
  tokens_per_usd: 1,
  usd_per_million_tokens: -1,
};

/** The figure with its interval: that of output throughput, in the measure's own unit, where the measure follows it. */
export function measured(row: Estimate, measure: Measure): Figure | null {
  return scaledFigure(measureValue(row, measure), FOLLOWS[measure], row);
}

/** Which way a measure is better. */
export function betterOf(measure: Measure): 'higher' | 'lower' {
  return METRICS[measure].better === 'lower' ? 'lower' : 'higher';
}
