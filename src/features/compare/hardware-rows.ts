import { METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import type { HardwareUtilizationRow } from '#contract/views/v-hardware-utilization.ts';
import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import { seriesStyles } from '#lib/charts/series-style.ts';
import { comparability, type Comparability } from '#lib/compare/comparability.ts';
import { grouped } from '#lib/grouped.ts';
import { metricAxis } from '#src/components/chart/metric-axis.ts';
import { comparedTraits, gpuText } from './compare-sets.ts';
import { estimateTraits, TRAITS } from '#src/components/results/traits.ts';

export const HARDWARE_METRICS = [
  'tokens_per_sec_per_gpu',
  'mfu_pct',
  'gpu_util_avg_pct',
  'power_total_avg_w',
  'tokens_per_sec_per_watt',
  'joules_per_token',
  'memory_used_max_gb',
  'temperature_max_c',
  'kv_cache_avg_pct',
] as const satisfies readonly MetricKey[];

/** One deployment of each kind of hardware: that with most output per GPU. Most first; without a figure last. */
export function bestOfHardware(rows: readonly HardwareUtilizationRow[]): HardwareUtilizationRow[] {
  const best = new Map<string, HardwareUtilizationRow>();
  const worth = (row: HardwareUtilizationRow): number =>
    metricValue(row, 'tokens_per_sec_per_gpu') ?? -Infinity;
  for (const row of rows) {
    const id = gpuText(row);
    const before = best.get(id);
    if (before === undefined || worth(row) > worth(before)) best.set(id, row);
  }
  return [...best.values()].sort((a, b) => worth(b) - worth(a) || gpuText(a).localeCompare(gpuText(b)));
}

/** Whether bars say something of the hardware alone. Config and load are those that are best for it, so they may differ. */
export const hardwareComparability = (best: readonly HardwareUtilizationRow[]): Comparability =>
  comparability(best.map(estimateTraits), TRAITS, [...comparedTraits('hardware'), 'config', 'concurrency']);

const MOST_BARS = 12;

/** Bars of one metric, one for each kind of hardware; those without the figure are named and not drawn. */
export function toHardwareSpec(
  title: string,
  best: readonly HardwareUtilizationRow[],
  metric: MetricKey,
): ChartSpec {
  const valued = best.filter((row) => metricValue(row, metric) !== null);
  const shown = valued.slice(0, MOST_BARS);
  const style = seriesStyles([{ id: 'hardware' }]).get('hardware');
  // The number of GPUs is said once where it is the same for all.
  const isOneCount = new Set(shown.map((row) => row.gpu_count)).size === 1;
  const nameOf = (row: HardwareUtilizationRow): string =>
    shortName(gpuText(isOneCount ? { ...row, gpu_count: null } : row));
  const without = best.length - valued.length;
  return {
    title,
    kind: 'bar',
    x: {
      key: 'hardware',
      label: isOneCount && shown[0]?.gpu_count != null ? `GPUs, ${shown[0].gpu_count} of each` : 'GPUs',
      unit: '',
      scale: 'category',
      categories: shown.map(nameOf),
    },
    y: metricAxis(metric, 'linear'),
    series:
      style === undefined
        ? []
        : [
            {
              id: 'hardware',
              name: METRICS[metric].label,
              style,
              points: shown.map((row, x) => ({
                x,
                y: metricValue(row, metric),
                label: `${gpuText(row)}, concurrency ${row.concurrency === null ? 'not stated' : grouped(row.concurrency)}, n = ${row.n}`,
              })),
            },
          ],
    notes: [
      ...(valued.length > shown.length ? [`the first ${shown.length} of ${valued.length}`] : []),
      ...(without > 0 ? [`${without} without a figure left out`] : []),
    ],
  };
}

/** Makers' names are left out: the ticks have no room. */
const shortName = (text: string): string =>
  text.replace(/NVIDIA |AMD Instinct |AMD |Intel |Google /, '').replace(/ (SXM|PCIe|OAM)\b/, '');
