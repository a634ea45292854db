import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grouped } from '#lib/grouped.ts';
import { toTelemetryPanels, type TelemetrySample } from '#src/components/chart/telemetry-series.ts';

const BUCKETS = 50;
const START = 1_795_000_000_000;

/** Two GPUs sampled at their own uneven times; a null is a sample that gave no value. */
const traces = fc.array(
  fc.record({
    step: fc.integer({ min: 1, max: 40 }),
    gpu: fc.integer({ min: 0, max: 1 }),
    power: fc.option(fc.integer({ min: 0, max: 900 }), { nil: null, freq: 15 }),
  }),
  { minLength: 1, maxLength: 1500 },
);

function samplesOf(trace: readonly { step: number; gpu: number; power: number | null }[]): TelemetrySample[] {
  let at_unix_ms = START;
  return trace.map(({ step, gpu, power }) => {
    at_unix_ms += step;
    return { at_unix_ms, gpu_index: gpu, power_w: power };
  });
}

const panelsOf = (samples: readonly TelemetrySample[]) =>
  toTelemetryPanels({ title: 'T', samples, metrics: ['power_w'], window: null }, BUCKETS);

describe('thinning of telemetry', () => {
  it('keeps the least and the most of each bucket of each GPU, and shows nothing that was not sampled', () => {
    fc.assert(
      fc.property(traces, (trace) => {
        const { shown, full } = panelsOf(samplesOf(trace));
        const whole = full[0]?.series ?? [];
        (shown[0]?.series ?? []).forEach(({ id, points }, index) => {
          const all = whole[index]?.points ?? [];
          expect(whole[index]?.id).toBe(id);
          const known = new Set(all.map(({ x, y }) => `${x} ${String(y)}`));
          expect(points.every(({ x, y }) => known.has(`${x} ${String(y)}`))).toBe(true);
          const [first, last] = [all[0]?.x ?? 0, all.at(-1)?.x ?? 0];
          for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
            const [from, to] = [bucket, bucket + 1].map((edge) => first + ((last - first) * edge) / BUCKETS);
            const isLast = bucket === BUCKETS - 1;
            const extremes = (list: typeof all): number[] => {
              const ys = list.flatMap(({ x, y }) =>
                y !== null && x >= (from ?? 0) && (isLast || x < (to ?? 0)) ? [y] : [],
              );
              return ys.length === 0 ? [] : [Math.min(...ys), Math.max(...ys)];
            };
            expect(extremes(points)).toEqual(extremes(all));
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it('says how many of how many it shows, and shows a spike of one sample in 36,000 of each of 8 GPUs', () => {
    const samples = Array.from({ length: 8 * 36_000 }, (_, index): TelemetrySample & { power_w: number } => ({
      at_unix_ms: START + Math.floor(index / 8) * 100,
      gpu_index: index % 8,
      power_w: Math.floor(index / 8) === 20_000 + (index % 8) ? 60 : 640 + (index % 5),
    }));
    const { shown, full } = toTelemetryPanels(
      { title: 'T', samples, metrics: ['power_w'], window: null },
      300,
    );
    const series = shown[0]?.series ?? [];
    expect(series.map(({ points }) => points.filter(({ y }) => y === 60).map(({ x }) => x))).toEqual(
      Array.from({ length: 8 }, (_, gpu) => [2000 + gpu / 10]),
    );
    const drawn = series.reduce((sum, { points }) => sum + points.length, 0);
    expect(drawn).toBeLessThan(8 * 602 + 1);
    expect(shown[0]?.notes).toEqual([
      `showing ${grouped(drawn)} of 288,000 samples (min/max per bucket); the CSV has all`,
    ]);
    expect(full[0]?.series[7]?.points).toHaveLength(36_000);
  });

  it('puts samples that came unordered in order', () => {
    const { shown } = panelsOf(
      [3, 1, 2].map((at) => ({ at_unix_ms: START + at * 1000, gpu_index: 0, power_w: at })),
    );
    expect(shown[0]?.series[0]?.points.map(({ x, y }) => [x, y])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });
});
