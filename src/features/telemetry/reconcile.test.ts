import { describe, expect, it } from 'vitest';
import type { TelemetryDevice, TelemetrySeries } from '#contract/rpc/telemetry.ts';
import { meanPowerW, reconcile } from './reconcile.ts';

const gpu = (
  index: number,
  points: readonly (readonly [second: number, power: number | null, count?: number])[],
) =>
  ({
    source: 'gpu',
    gpu_index: index,
    gpu_uuid: null,
    samples: points.length,
    is_thinned: false,
    power_limit_w: null,
    memory_total_gb: null,
    max_gap_s: null,
    max_gap_at_ms: null,
    at_ms: points.map(([second]) => second * 1000),
    counts: points.map(([, , count = 1]) => count),
    metrics: {
      power_w: {
        mean: points.map(([, power]) => power),
        min: null,
        max: null,
        min_at_ms: null,
        max_at_ms: null,
      },
    },
  }) satisfies TelemetryDevice;
const series = (...devices: TelemetryDevice[]): TelemetrySeries => ({
  job_id: 1,
  attempt: 1,
  buckets_most: 600,
  origin_at: '1970-01-01T00:00:00+00:00',
  sample_count: 0,
  bucket_count: 0,
  devices,
});

describe('meanPowerW', () => {
  const read = series(
    gpu(0, [
      [0, 9_999],
      [10, 400],
      [11, 600],
      [12, null],
    ]),
    gpu(1, [
      [10, 300],
      [30, 9_999],
    ]),
  );

  it('adds the means of the GPUs inside the window, gaps and what lies outside left out', () => {
    expect(meanPowerW(read, { from: 10_000, to: 20_000 })).toBe(800);
    expect(meanPowerW(read, { from: 40_000, to: 50_000 })).toBeNull();
  });

  it('counts a bucket as often as it has samples', () => {
    const thinned = series(
      gpu(0, [
        [0, 100, 3],
        [3, 500, 1],
      ]),
    );
    expect(meanPowerW(thinned, { from: 0, to: 9_000 })).toBe(200);
  });
});

describe('reconcile', () => {
  it('says whether trace and figure tell the same', () => {
    expect(reconcile(101, 100)).toEqual({ trace: 101, published: 100, difference: 0.01, agrees: true });
    expect(reconcile(90, 100)).toMatchObject({ difference: -0.1, agrees: false });
    expect(reconcile(null, 100)).toEqual({ trace: null, published: 100, difference: null, agrees: null });
  });
});
