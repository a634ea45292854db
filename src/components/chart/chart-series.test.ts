import { describe, expect, it } from 'vitest';
import { layoutChart } from '#lib/charts/chart-spec.ts';
import { chartTable } from '#lib/charts/chart-table.ts';
import { describePoint } from '#lib/charts/describe-chart.ts';
import { chartFileName, chartSvg } from './export-chart.ts';
import { formatAxisValue, metricAxis } from './metric-axis.ts';
import { groupSeries, toLineSpec, toPoints } from './metric-series.ts';
import { toPercentileSpec } from './percentile-series.ts';
import { readingsAt } from './readings.ts';
import { toScatterSpec } from './scatter-series.ts';
import { toTelemetryPanels, type TelemetrySample } from './telemetry-series.ts';

function must<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('nothing there');
  return value;
}

const NONE = new Set<string>();
const rows = [
  {
    server: 'h200',
    concurrency: 64,
    tokens_per_sec: 3214.4,
    tokens_per_sec_per_user: 50,
    low: 3100,
    high: 3330,
  },
  { server: 'h200', concurrency: 1, tokens_per_sec: 98, tokens_per_sec_per_user: 98 },
  { server: 'h200', concurrency: 8, tokens_per_sec: null, tokens_per_sec_per_user: 90 },
  { server: 'mi300x', concurrency: 64, tokens_per_sec: 0, tokens_per_sec_per_user: 40 },
  { server: 'mi300x', concurrency: null, tokens_per_sec: 7, tokens_per_sec_per_user: null },
];
const series = groupSeries(rows, ({ server }) => ({
  id: server,
  name: `${server} · vllm`,
  vendor: server === 'h200' ? 'nvidia' : 'amd',
}));

describe('line over concurrency', () => {
  const spec = toLineSpec({ title: 'Throughput', metric: 'tokens_per_sec', series });
  it('sorts by x, keeps a missing value as null and a measured zero as zero', () => {
    expect(spec.series.map(({ points }) => points.map(({ x, y }) => [x, y]))).toEqual([
      [
        [1, 98],
        [8, null],
        [64, 3214.4],
      ],
      [[64, 0]],
    ]);
  });
  it('says which rows had no place', () => {
    expect(spec.notes).toEqual(['1 row without concurrency left out']);
  });
  it('takes labels, units and the number format from the registry', () => {
    const [h200] = spec.series;
    expect(spec.y.label).toBe('Output (tokens/s)');
    expect(describePoint(spec, must(h200), must(h200?.points[2]), formatAxisValue)).toBe(
      'h200 · vllm, concurrency 64: 3,214 tokens/s',
    );
  });
  it('is linear while a zero is among the values, log where 20 times are spanned', () => {
    expect(layoutChart(spec, NONE).y.scale).toBe('linear');
    expect(layoutChart(spec, new Set(['mi300x'])).y.scale).toBe('log10');
  });
  it('reads intervals from the columns named', () => {
    expect(
      toPoints(rows.slice(0, 1), 'concurrency', 'tokens_per_sec', { lower: 'low', upper: 'high' }),
    ).toEqual([{ x: 64, y: 3214.4, label: 'concurrency 64', lo: 3100, hi: 3330 }]);
  });
  it('reads all series at one x in a tooltip, each with its own number', () => {
    expect(
      readingsAt(spec, spec.series, 0, 2).map(({ series: entry, point, isFocused }) => [
        entry.id,
        point.y,
        isFocused,
      ]),
    ).toEqual([
      ['h200', 3214.4, true],
      ['mi300x', 0, false],
    ]);
    expect(readingsAt(spec, spec.series, 0, 0).map(({ series: entry }) => entry.id)).toEqual(['h200']);
  });
  it('prints the same text in table and export as on screen', () => {
    const table = chartTable([spec], NONE);
    expect(formatAxisValue(must(table.columns[1]?.axis), 3214.4)).toBe('3,214');
    expect(table.rows.at(-1)?.map(({ value }) => value)).toEqual([64, 3214.4, 0]);
    expect(chartSvg([spec], NONE)).toContain('Output (tokens/s)');
  });
});

describe('percentiles', () => {
  const row = {
    ttft_mean_ms: 231,
    ttft_p50_ms: 182,
    ttft_p90_ms: 402,
    ttft_p95_ms: 489,
    ttft_p99_ms: null,
    e2e_p50_ms: 7600,
  };
  it('shows a p99 of fewer than 100 samples as missing with its reason', () => {
    const spec = toPercentileSpec('Latency', row, 80);
    const [ttft] = spec.series;
    expect(spec.series.map(({ name }) => name)).toEqual(['TTFT', 'E2E']);
    expect(describePoint(spec, must(ttft), must(ttft?.points[4]), formatAxisValue)).toBe(
      'TTFT, p99: — (n < 100)',
    );
    expect(spec.notes).toEqual(['p99: — (n < 100)']);
    expect(spec.x.categories).toEqual(['mean', 'p50', 'p90', 'p95', 'p99 —']);
  });
  it('gives no such reason where there were enough samples', () => {
    expect(toPercentileSpec('Latency', row, 4000).notes).toEqual([]);
  });
  it('draws no line from the mean', () => {
    expect(toPercentileSpec('Latency', row, 80).series[0]?.points.map(({ lineEnds }) => lineEnds)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
  it('is on a log axis where the percentiles span 20 times', () => {
    expect(layoutChart(toPercentileSpec('Latency', row, 80), NONE).y.scale).toBe('log10');
    expect(layoutChart(toPercentileSpec('Latency', row, 80), new Set(['e2e'])).y.scale).toBe('linear');
  });
});

describe('telemetry', () => {
  const samples = Array.from({ length: 2000 }, (_, index): TelemetrySample & Record<string, unknown> => ({
    at_unix_ms: 1_000_000 + index * 1000 + (index >= 1500 ? 60_000 : 0),
    gpu_index: 0,
    power_w: index === 777 ? 712 : 500,
  }));
  const input = {
    title: 'Telemetry',
    samples,
    metrics: ['gpu_util_pct', 'power_w'] as const,
    window: { from: 1_100_000, to: 1_900_000 },
  };
  const { shown, full } = toTelemetryPanels(input, 100);
  it('keeps a spike, counts time from the window and says what it thinned', () => {
    const [power] = shown;
    expect(shown.map(({ y }) => y.key)).toEqual(['power_w']);
    expect(power?.series[0]?.points).toContainEqual({ x: 677, y: 712, label: '11:17' });
    expect(power?.bands).toEqual([{ from: 0, to: 800, label: 'measured window' }]);
    expect(power?.notes).toEqual([
      `showing ${power?.series[0]?.points.length ?? 0} of 2,000 samples (min/max per bucket); the CSV has all`,
    ]);
    expect(full[0]?.series[0]?.points).toHaveLength(2000);
  });
  it('draws no line across a silence', () => {
    const points = shown[0]?.series[0]?.points ?? [];
    const last = points.filter(({ x }) => x <= 1399).at(-1);
    expect(last?.lineEnds).toBe(true);
    expect(points.filter(({ lineEnds }) => lineEnds === true)).toHaveLength(1);
  });
  it('has one series a GPU, in order, and the engine apart', () => {
    const mixed = [1, 0, null].map((gpu_index) => ({
      at_unix_ms: 0,
      gpu_index,
      ...(gpu_index === null ? { engine_running: 3 } : { power_w: 90 }),
    }));
    const panels = toTelemetryPanels(
      { ...input, samples: mixed, metrics: ['power_w', 'engine_running'], window: null },
      100,
    ).shown;
    expect(panels.map((panel) => panel.series.map(({ name }) => name))).toEqual([
      ['GPU 0', 'GPU 1'],
      ['Engine'],
    ]);
  });
});

describe('scatter', () => {
  const input = {
    title: 'Trade-off',
    x: 'tokens_per_sec_per_user',
    y: 'tokens_per_sec',
    series,
    labelOf: () => 'point',
  } as const;
  it('fades dominated points and counts them, or hides them with the count', () => {
    const dominated = groupSeries(
      [...rows, { server: 'h200', concurrency: 4, tokens_per_sec: 50, tokens_per_sec_per_user: 60 }],
      ({ server }) => ({ id: server, name: server }),
    );
    expect(toScatterSpec({ ...input, series: dominated }).notes).toEqual([
      '1 dominated faded',
      '2 without both values left out',
    ]);
    const hiding = toScatterSpec({ ...input, series: dominated, hidesDominated: true });
    expect(hiding.notes).toEqual(['1 dominated hidden', '2 without both values left out']);
    expect(hiding.series[0]?.points).toHaveLength(2);
  });
  it('has the interval of each point, among many points of the front alone', () => {
    const at = (index: number) => ({ tokens_per_sec: 50 - index, tokens_per_sec_per_user: 60 - index });
    const spec = (count: number) =>
      toScatterSpec({
        ...input,
        series: [{ id: 'a', name: 'a', rows: Array.from({ length: count }, (_, index) => at(index)) }],
        intervalOf: (row) => {
          const { tokens_per_sec: y } = row as { tokens_per_sec: number };
          return y === 49 ? null : { lower: y - 2, upper: y + 2 };
        },
      });
    const ends = (count: number) =>
      spec(count).series[0]?.points.flatMap(({ y, lo, hi }) => (lo == null ? [] : [[y, lo, hi]]));
    expect(ends(3)).toEqual([
      [48, 46, 50],
      [50, 48, 52],
    ]);
    expect(ends(2_000)).toEqual([[50, 48, 52]]);
    expect(spec(2_000).notes).toContain('intervals of the fronts alone, among so many points');
  });
  it('has no front where a metric has no better direction', () => {
    expect(toScatterSpec({ ...input, x: 'concurrency' }).joinFront).toBe(false);
  });
});

it('names axes and files', () => {
  expect(metricAxis('success_rate').label).toBe('Success (%)');
  expect(formatAxisValue(metricAxis('success_rate'), 0.998)).toBe('99.80');
  expect(chartFileName('TTFT p99 ≤ 500 ms, over/under', 'csv')).toBe('ttft-p99-500-ms-over-under.csv');
  expect(chartFileName('—', 'png')).toBe('chart.png');
});
