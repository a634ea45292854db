import { latencyKey, METRICS, metricValue, type LatencyKind, type Percentile } from '#contract/metrics.ts';
import type { ChartPoint, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import type { SeriesStyle } from '#lib/charts/series-style.ts';
import { counted } from '#src/components/ui/counted.ts';
import { metricAxis } from './metric-axis.ts';

const PERCENTILES: readonly Percentile[] = ['mean', 'p50', 'p90', 'p95', 'p99'];
const KINDS: readonly LatencyKind[] = ['ttft', 'tpot', 'itl', 'e2e'];
/** Latencies of one job are no hardware, so their hues keep out of the vendors' reds, greens and ambers. */
const STYLES: Readonly<Record<LatencyKind, SeriesStyle>> = {
  ttft: { hue: 255, lightness: 0, chroma: 0, marker: 'circle', dash: [] },
  tpot: { hue: 195, lightness: 0, chroma: -0.03, marker: 'square', dash: [6, 3] },
  itl: { hue: 310, lightness: 0, chroma: 0, marker: 'triangle', dash: [2, 3] },
  e2e: { hue: 350, lightness: -0.04, chroma: 0, marker: 'diamond', dash: [] },
};
/** Fewer samples than this have no p99: it would be the maximum under another name. */
const P99_SAMPLES = 100;

/** The spec of one job's latency percentiles: TTFT, TPOT, ITL and E2E over mean, p50, p90, p95 and p99. */
export function toPercentileSpec(title: string, row: object, sampleCount: number | null): ChartSpec {
  const isTooFew = sampleCount !== null && sampleCount < P99_SAMPLES;
  const series = KINDS.map((kind): ChartSeries => {
    const points = PERCENTILES.map((percentile, x): ChartPoint => {
      const y = metricValue(row, latencyKey(kind, percentile));
      const note = y === null && percentile === 'p99' && isTooFew ? `n < ${P99_SAMPLES}` : undefined;
      // The mean is no percentile: no line leads from it.
      return { x, y, label: percentile, note, lineEnds: percentile === 'mean' };
    });
    const [short = kind] = METRICS[latencyKey(kind, 'p50')].short.split(' ');
    return { id: kind, name: short, style: STYLES[kind], points };
  });
  const measured = series.filter(({ points }) => points.some(({ y }) => y !== null));
  const hasNoP99 = measured.some(({ points }) => points.some(({ note }) => note !== undefined));
  return {
    title,
    subtitle: sampleCount === null ? undefined : `n = ${counted(sampleCount, 'request')}`,
    kind: 'line',
    x: {
      key: 'percentile',
      label: 'Statistic',
      unit: '',
      scale: 'category',
      categories: PERCENTILES.map((name) => (hasNoP99 && name === 'p99' ? 'p99 —' : name)),
    },
    y: { ...metricAxis('ttft_p50_ms'), label: 'Latency (ms)' },
    series: measured,
    notes: hasNoP99 ? [`p99: — (n < ${P99_SAMPLES})`] : [],
  };
}
