import { describe, expect, it } from 'vitest';
import type { TelemetryDevice, TelemetrySeries } from '#contract/rpc/telemetry.ts';
import { bucketSamples, measuredWindow, samplesWithin, withFiner } from './telemetry-buckets.ts';
import { toTelemetryPanels } from './telemetry-series.ts';
import { zoomedStretch } from './use-telemetry.ts';

const ORIGIN = Date.parse('2026-11-20T12:00:00Z');

const device = (change: Partial<TelemetryDevice>): TelemetryDevice => ({
  source: 'gpu',
  gpu_index: 0,
  gpu_uuid: null,
  samples: 2,
  is_thinned: false,
  power_limit_w: null,
  memory_total_gb: null,
  max_gap_s: null,
  max_gap_at_ms: null,
  at_ms: [0, 1000],
  counts: [1, 1],
  metrics: {},
  ...change,
});
const series = (...devices: TelemetryDevice[]): TelemetrySeries => ({
  job_id: 1,
  attempt: 1,
  buckets_most: 600,
  origin_at: '2026-11-20T12:00:00+00:00',
  sample_count: 0,
  bucket_count: 0,
  devices,
});
const exact = (mean: (number | null)[]) => ({ mean, min: null, max: null, min_at_ms: null, max_at_ms: null });

/** Ten buckets of 10 s with a spike in the sixth and, in the eighth, no value at all. */
const thinned = series(
  device({
    samples: 100,
    is_thinned: true,
    at_ms: Array.from({ length: 10 }, (_, bucket) => bucket * 10_000),
    counts: Array.from({ length: 10 }, () => 10),
    metrics: {
      power_w: {
        mean: [104.5, 104.5, 104.5, 104.5, 104.5, 163.8, 104.5, null, 104.5, 104.5],
        min: [100, 100, 100, 100, 100, 100, 100, null, 100, 100],
        max: [109, 109, 109, 109, 109, 700, 109, null, 109, 109],
        // High before low here and there, and once both at a bucket's end and the next at its start.
        min_at_ms: [0, 19_000, 20_000, 39_000, 40_000, 50_000, 60_000, null, 80_000, 99_000],
        max_at_ms: [9_000, 10_000, 29_000, 30_000, 49_000, 57_000, 69_000, null, 89_000, 90_000],
      },
    },
  }),
);

describe('samples of a series', () => {
  it('are every sample where buckets hold one, of all metrics of the device at once', () => {
    const { samples, valueCount } = bucketSamples(
      series(
        device({ metrics: { power_w: exact([300, 310]), gpu_util_pct: exact([90, null]) } }),
        device({ source: 'engine', gpu_index: null, metrics: { engine_waiting: exact([0, 4]) } }),
        device({
          source: 'host',
          gpu_index: null,
          at_ms: [500],
          samples: 1,
          metrics: { cpu_pct: exact([7]) },
        }),
      ),
    );
    expect(samples).toEqual([
      { at_unix_ms: ORIGIN, gpu_index: 0, power_w: 300, gpu_util_pct: 90 },
      { at_unix_ms: ORIGIN + 1000, gpu_index: 0, power_w: 310, gpu_util_pct: null },
      { at_unix_ms: ORIGIN, gpu_index: null, device: 'Engine', engine_waiting: 0 },
      { at_unix_ms: ORIGIN + 1000, gpu_index: null, device: 'Engine', engine_waiting: 4 },
      { at_unix_ms: ORIGIN + 500, gpu_index: null, device: 'Host', cpu_pct: 7 },
    ]);
    expect(valueCount).toBe(7);
  });

  it('are drawn under the name of their device, and nothing for what a device does not sample', () => {
    const { samples } = bucketSamples(
      series(
        device({ metrics: { power_w: exact([400, 401]), gpu_util_pct: exact([97, 98]) } }),
        device({ gpu_index: 1, metrics: { power_w: exact([410, 411]) } }),
        device({ source: 'engine', gpu_index: null, metrics: { engine_running: exact([8, 9]) } }),
        device({ source: 'host', gpu_index: null, metrics: { cpu_pct: exact([31, 32]) } }),
      ),
    );
    const metrics = ['power_w', 'gpu_util_pct', 'engine_running', 'cpu_pct'] as const;
    const { shown } = toTelemetryPanels({ title: 'T', samples, metrics, window: null }, 100);
    expect(shown.map((panel) => [panel.y.key, panel.series.map(({ name }) => name)])).toEqual([
      ['power_w', ['GPU 0', 'GPU 1']],
      ['gpu_util_pct', ['GPU 0']],
      ['engine_running', ['Engine']],
      ['cpu_pct', ['Host']],
    ]);
  });

  it('are the extremes of each bucket at their moments, in order of time, gaps kept', () => {
    const { samples, valueCount } = bucketSamples(thinned);
    expect(valueCount).toBe(100);
    expect(samples).toHaveLength(19);
    const times = samples.map(({ at_unix_ms: at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(samples).toContainEqual({
      at_unix_ms: ORIGIN + 57_000,
      gpu_index: 0,
      spacing_s: 10,
      power_w: 700,
    });
    expect(samples).toContainEqual({
      at_unix_ms: ORIGIN + 70_000,
      gpu_index: 0,
      spacing_s: 10,
      power_w: null,
    });
  });

  it('are drawn with the spike, without silences that are none, and with how many there are', () => {
    const { samples, valueCount } = bucketSamples(thinned);
    const { shown } = toTelemetryPanels(
      { title: 'T', samples, valueCount, metrics: ['power_w'], window: null },
      300,
    );
    const points = shown[0]?.series[0]?.points ?? [];
    expect(Math.max(...points.map(({ y }) => y ?? 0))).toBe(700);
    expect(points.filter(({ lineEnds }) => lineEnds === true)).toEqual([]);
    expect(shown[0]?.notes).toEqual([
      'showing 19 of 100 samples (min/max per bucket); the CSV has the extremes that were read',
    ]);
  });

  it('take a finer read in the place of the coarse one', () => {
    const range = { from: ORIGIN + 50_000, to: ORIGIN + 59_000 };
    const fine = bucketSamples(
      series(device({ at_ms: [56_000, 57_000, 58_000], metrics: { power_w: exact([106, 700, 108]) } })),
    );
    const both = withFiner(bucketSamples(thinned), fine, range);
    expect(
      samplesWithin(both, range).samples.map((sample) => (sample as { power_w?: number }).power_w),
    ).toEqual([106, 700, 108]);
    expect(both.samples).toHaveLength(19 - 2 + 3);
    expect(both.valueCount).toBe(100);
  });
});

describe('thinning in the browser', () => {
  it('gives the stretch that is looked at as many buckets as the whole', () => {
    const samples = Array.from({ length: 10_000 }, (_, second) => ({
      at_unix_ms: ORIGIN + second * 1000,
      gpu_index: 0,
      power_w: second % 7,
    }));
    const drawn = (focus?: { from: number; to: number }) =>
      toTelemetryPanels({ title: 'T', samples, metrics: ['power_w'], window: null, focus }, 50).shown[0]
        ?.series[0]?.points ?? [];
    const within = (points: readonly { x: number }[]) => points.filter(({ x }) => x >= 5000 && x < 5090);
    expect(within(drawn()).length).toBeLessThan(4);
    const looked = drawn({ from: 5000, to: 5090 });
    expect(within(looked)).toHaveLength(90);
    expect(looked.length).toBeLessThan(90 + 2 * 4 * 50);
    expect(looked.map(({ x }) => x)).toEqual(looked.map(({ x }) => x).sort((a, b) => a - b));
  });
});

describe('the stretch that is looked at', () => {
  const zoom = [{ axis: 'x', key: 'elapsed_s', from: 10, to: 20.5 }] as const;

  it('is counted from the window, or from the first sample', () => {
    const window = { from: ORIGIN + 5000, to: ORIGIN + 60_000 };
    expect(zoomedStretch(zoom, window, thinned)).toEqual({ from: ORIGIN + 15_000, to: ORIGIN + 25_500 });
    expect(zoomedStretch(zoom, null, thinned)).toEqual({ from: ORIGIN + 10_000, to: ORIGIN + 20_500 });
    expect(zoomedStretch([], window, thinned)).toBeNull();
    expect(zoomedStretch(zoom, null, undefined)).toBeNull();
  });
});

describe('measuredWindow', () => {
  it('is null unless both ends are known', () => {
    expect(measuredWindow({ measured_from: '2026-11-27T10:00:00Z', measured_to: null })).toBeNull();
    expect(measuredWindow(undefined)).toBeNull();
    expect(
      measuredWindow({ measured_from: '2026-11-27T10:00:00Z', measured_to: '2026-11-27T10:01:00Z' }),
    ).toEqual({ from: Date.UTC(2026, 10, 27, 10), to: Date.UTC(2026, 10, 27, 10, 1) });
  });
});
