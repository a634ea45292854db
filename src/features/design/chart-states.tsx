import type { ChartState } from '#src/components/chart/chart-state.tsx';
import { LineChartPanel } from '#src/components/chart/line-chart-panel.tsx';
import type { MetricSeries } from '#src/components/chart/metric-series.ts';
import { ScatterPanel } from '#src/components/chart/scatter-panel.tsx';

const LOADS = [1, 2, 4, 8, 16, 32, 64, 128];
const series = (
  id: string,
  architecture: string,
  vendor: string,
  rate: number,
  odd: Readonly<Record<number, number | null>> = {},
): MetricSeries => ({
  id,
  name: id,
  architecture,
  vendor,
  rows: LOADS.map((concurrency) => {
    const tokens =
      odd[concurrency] === undefined ? (rate * concurrency) / (1 + concurrency / 40) : odd[concurrency];
    return {
      concurrency,
      tokens_per_sec: tokens,
      tokens_per_sec_per_user: tokens === null ? null : tokens / concurrency,
      lower: tokens === null ? null : tokens * 0.94,
      upper: tokens === null ? null : tokens * 1.06,
    };
  }),
});
/** One gap, and one zero, which a log axis cannot show. */
const SERIES = [
  series('H200 vLLM FP8', 'hopper', 'nvidia', 88),
  series('B200 TensorRT-LLM FP4', 'blackwell', 'nvidia', 140, { 16: null }),
  series('MI300X vLLM FP8', 'cdna3', 'amd', 74, { 1: 0 }),
];
const INTERVAL = { lower: 'lower', upper: 'upper' };
const labelOf = (row: object): string =>
  'concurrency' in row ? `concurrency ${String(row.concurrency)}` : '';
const STATES: readonly { name: string; state: ChartState }[] = [
  { name: 'loading', state: { kind: 'loading' } },
  { name: 'empty', state: { kind: 'empty', message: 'No values yet.' } },
  { name: 'filtered empty', state: { kind: 'filtered-empty', onClear: () => undefined } },
  {
    name: 'failed',
    state: {
      kind: 'error',
      message: 'Results could not be read.',
      hint: 'Try again in a moment.',
      requestId: 'design-0',
      onRetry: () => undefined,
    },
  },
];

/** Charts: lines with intervals and a gap, a log axis with what it cannot show, a scatter with fronts; and without data. */
export function ChartStates({ look }: { look: string }) {
  return (
    <>
      <LineChartPanel
        title={`Throughput, ${look}`}
        metric="tokens_per_sec"
        series={SERIES}
        interval={INTERVAL}
      />
      <LineChartPanel
        title={`On a log axis, ${look}`}
        metric="tokens_per_sec"
        series={SERIES}
        scale="log10"
      />
      <ScatterPanel
        title={`Against the user’s speed, ${look}`}
        x="tokens_per_sec_per_user"
        y="tokens_per_sec"
        series={SERIES}
        labelOf={labelOf}
      />
      {STATES.map(({ name, state }) => (
        <LineChartPanel
          key={name}
          title={`Chart, ${name}, ${look}`}
          metric="tokens_per_sec"
          series={SERIES}
          state={state}
          plotHeight={120}
        />
      ))}
    </>
  );
}
