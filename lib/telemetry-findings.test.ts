import { describe, expect, it } from 'vitest';
import { telemetryFindings, type EngineSample, type GpuSample } from './telemetry-findings.ts';

const WINDOW = { from: 0, to: 100 };

function gpu(index: number, change: (at: number) => Partial<GpuSample> = () => ({})): GpuSample[] {
  return Array.from({ length: 131 }, (_, i): GpuSample => {
    const at = i - 20;
    return {
      at,
      gpu: index,
      utilPct: 95,
      powerW: 500,
      powerLimitW: 700,
      temperatureC: 65,
      clockMhz: 1_980,
      memoryUsedGb: 70,
      memoryTotalGb: 80,
      ...change(at),
    };
  });
}

const kinds = (gpus: readonly GpuSample[], engine: readonly EngineSample[] = []) =>
  telemetryFindings(gpus, engine, WINDOW).map(({ kind }) => kind);

describe('telemetryFindings', () => {
  it('finds nothing in an even, unthrottled run', () => {
    expect(kinds([...gpu(0), ...gpu(1)])).toEqual([]);
  });

  it('finds a throttled clock, where and by how much', () => {
    const [finding, ...others] = telemetryFindings(
      gpu(3, (at) => (at >= 40 && at <= 60 ? { clockMhz: 1_188, temperatureC: 88 } : {})),
      [],
      WINDOW,
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ kind: 'throttling', severity: 'warn', from: 40, to: 60 });
    expect(finding?.text).toBe('GPU 3 ran at 1,188 MHz for 20 s, 40 % below its usual 1,980 MHz, at 88 °C.');
  });

  it('takes a slow clock of an idle GPU, a moment, and what lies outside the window for nothing', () => {
    expect(kinds(gpu(0, (at) => (at >= 40 && at <= 60 ? { clockMhz: 345, utilPct: 0 } : {})))).toEqual([]);
    expect(kinds(gpu(0, (at) => (at === 50 ? { clockMhz: 345 } : {})))).toEqual([]);
    expect(kinds(gpu(0, (at) => (at < 0 || at > 100 ? { clockMhz: 345 } : {})))).toEqual([]);
  });

  it('finds an idle GPU, and calls milder differences an imbalance', () => {
    expect(kinds([...gpu(0), ...gpu(1, () => ({ utilPct: 1, clockMhz: null }))])).toEqual(['idle_gpu']);
    expect(kinds([...gpu(0), ...gpu(1, () => ({ utilPct: 70 }))])).toEqual(['imbalance']);
    expect(kinds([...gpu(0), ...gpu(1, () => ({ utilPct: 85 }))])).toEqual([]);
  });

  it('does not take a missing value for zero', () => {
    expect(kinds([...gpu(0), ...gpu(1, () => ({ utilPct: null }))])).toEqual([]);
    expect(kinds(gpu(0, () => ({ powerLimitW: null, memoryTotalGb: null, clockMhz: null })))).toEqual([]);
  });

  it('finds power at its limit, full memory, a silence', () => {
    expect(kinds(gpu(0, (at) => (at > 30 && at < 50 ? { powerW: 699 } : {})))).toEqual(['power_limit']);
    expect(kinds(gpu(0, () => ({ memoryUsedGb: 79 })))).toEqual(['memory_full']);
    const silent = gpu(0).filter(({ at }) => at <= 50 || at >= 57);
    expect(telemetryFindings(silent, [], WINDOW)).toMatchObject([{ kind: 'gap', from: 50, to: 57 }]);
  });

  it('tells a silence of several GPUs once', () => {
    const silent = (gpus: GpuSample[]) => gpus.filter(({ at }) => at <= 50 || at >= 57);
    const [finding, ...others] = telemetryFindings(
      [...silent(gpu(0)), ...silent(gpu(1)).map((one) => ({ ...one, at: one.at + 0.2 })), ...gpu(2)],
      [],
      WINDOW,
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ kind: 'gap', from: 50, to: 57.2 });
    expect(finding?.text).toMatch(/^GPU 0, 1 have no sample for 7\.2 s/);
  });

  it('finds a queue that grows, not one that stands', () => {
    const queue = (waiting: (at: number) => number) =>
      Array.from({ length: 101 }, (_, at): EngineSample => ({ at, waiting: waiting(at) }));
    expect(
      kinds(
        [],
        queue((at) => at),
      ),
    ).toEqual(['queue_growth']);
    expect(
      kinds(
        [],
        queue(() => 12),
      ),
    ).toEqual([]);
    expect(
      kinds(
        [],
        queue((at) => (at > 90 ? 1 : 0)),
      ),
    ).toEqual([]);
  });

  it('puts warnings before notes', () => {
    const samples = gpu(0, (at) => ({
      memoryUsedGb: 79,
      ...(at >= 40 && at <= 60 && { clockMhz: 1_000 }),
    }));
    expect(kinds(samples)).toEqual(['throttling', 'memory_full']);
  });
});
