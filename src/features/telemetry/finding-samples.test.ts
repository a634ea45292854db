import { describe, expect, it } from 'vitest';
import type { TelemetryDevice, TelemetrySeries } from '#contract/rpc/telemetry.ts';
import { aroundFinding, findingsOf } from './finding-samples.ts';

const ORIGIN = Date.parse('2026-11-20T12:00:00Z');
const all = (count: number, value: number) => Array.from({ length: count }, () => value);

/** A GPU busy at 500 of 700 W in 100 buckets of `bucketMs`. */
function gpu(
  bucketMs: number,
  change: Partial<TelemetryDevice> = {},
  clock = all(100, 1980),
): TelemetryDevice {
  const isThinned = bucketMs > 1000;
  const of = (mean: number[], max = mean) =>
    isThinned
      ? { mean, min: mean, max, min_at_ms: mean, max_at_ms: mean }
      : { mean, min: null, max: null, min_at_ms: null, max_at_ms: null };
  return {
    source: 'gpu',
    gpu_index: 0,
    gpu_uuid: null,
    samples: (100 * bucketMs) / 1000,
    is_thinned: isThinned,
    power_limit_w: 700,
    memory_total_gb: 80,
    max_gap_s: 1,
    max_gap_at_ms: 0,
    at_ms: Array.from({ length: 100 }, (_, bucket) => bucket * bucketMs),
    counts: all(100, bucketMs / 1000),
    metrics: {
      gpu_util_pct: of(all(100, 95)),
      power_w: of(all(100, 500)),
      memory_used_gb: of(all(100, 70)),
      temperature_c: of(all(100, 65)),
      sm_clock_mhz: of(clock),
    },
    ...change,
  };
}
const series = (...devices: TelemetryDevice[]): TelemetrySeries => ({
  job_id: 1,
  attempt: 1,
  buckets_most: 2000,
  origin_at: '2026-11-20T12:00:00+00:00',
  sample_count: 0,
  bucket_count: 0,
  devices,
});
const windowOf = (seconds: number) => ({ from: ORIGIN, to: ORIGIN + seconds * 1000 });
/** Slow in the buckets 40 to 44. */
const slow = all(100, 1980).map((clock, bucket) => (bucket >= 40 && bucket < 45 ? 1188 : clock));

describe('findings of a job', () => {
  it('are those of every sample where none was left out', () => {
    expect(findingsOf(series(gpu(1000)), windowOf(100))).toEqual({ findings: [], spacingS: 0 });
    // Five samples, a second apart, are four seconds: too short to report.
    expect(findingsOf(series(gpu(1000, {}, slow)), windowOf(100))?.findings).toEqual([]);
  });

  it('see a state that lasts in buckets, which are longer than a silence may be', () => {
    const found = findingsOf(series(gpu(18_000, {}, slow)), windowOf(1800));
    expect(found?.spacingS).toBe(18);
    expect(found?.findings).toMatchObject([{ kind: 'throttling', from: 720, to: 810 }]);
    expect(found?.findings[0]?.text).toContain('1,188 MHz for 90 s');
  });

  it('take silences from the server where buckets hide them, and no bucket for one', () => {
    expect(findingsOf(series(gpu(18_000)), windowOf(1800))?.findings).toEqual([]);
    const silent = gpu(18_000, { max_gap_s: 7.5, max_gap_at_ms: 900_000 });
    expect(findingsOf(series(silent), windowOf(1800))?.findings).toMatchObject([
      { kind: 'gap', from: 900, to: 907.5 },
    ]);
  });

  it('see memory that was full once within a bucket', () => {
    const full = gpu(18_000);
    const memory = full.metrics['memory_used_gb'];
    if (memory !== undefined) memory.max = all(100, 70).map((gb, bucket) => (bucket === 7 ? 79.5 : gb));
    expect(findingsOf(series(full), windowOf(1800))?.findings).toMatchObject([
      { kind: 'memory_full', from: 126 },
    ]);
  });

  it('are shown with as much again around them', () => {
    expect(aroundFinding({ from: 100, to: 200 })).toMatchObject({ key: 'elapsed_s', from: 50, to: 250 });
    expect(aroundFinding({ from: 100, to: 100 })).toMatchObject({ from: 85, to: 115 });
  });

  it('are none to speak of without samples of GPUs', () => {
    expect(findingsOf(series(gpu(1000, { source: 'host', gpu_index: null })), windowOf(100))).toBeNull();
  });
});
