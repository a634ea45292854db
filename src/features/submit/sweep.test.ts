import { describe, expect, it } from 'vitest';
import { leftOut, plannedJobs, readShapes } from './sweep.ts';
import { secondsHeld, sweepEstimate } from './sweep-estimate.ts';

const PLAN = {
  concurrencies: [1, 8],
  shapes: [
    { isl: 1024, osl: 1024 },
    { isl: 8192, osl: 1024 },
  ],
  repeats: 1,
  skipped: new Set<string>(),
  typedName: '',
  modelCode: 'llama-3.1-8b',
  quantizationCode: 'fp8',
  audio: '',
};

describe('readShapes', () => {
  it('reads pairs of lengths, each once, and says what is no pair', () => {
    expect(readShapes('8192/1024, 1024/8192; 8192/1024')).toEqual([
      { isl: 8192, osl: 1024 },
      { isl: 1024, osl: 8192 },
    ]);
    expect(readShapes('isl128-osl64')).toEqual([{ isl: 128, osl: 64 }]);
    expect(readShapes('')).toEqual([]);
    expect(readShapes('1k/1k')).toBe(
      '"1k/1k" is no pair of lengths; write input and output such as 8192/1024.',
    );
    expect(readShapes('0/5')).toContain('no pair');
    expect(readShapes(Array.from({ length: 13 }, (_, i) => `${i + 1}/1`).join(' '))).toBe(
      'At most 12 pairs of lengths.',
    );
  });
});

describe('plannedJobs', () => {
  it('crosses shapes and concurrencies, without the cells switched off', () => {
    const jobs = plannedJobs({ ...PLAN, skipped: new Set(['c8-isl8192-osl1024']) });
    expect(jobs.map(({ name }) => name)).toEqual([
      'llama-3.1-8b-fp8-c1-isl1024-osl1024',
      'llama-3.1-8b-fp8-c8-isl1024-osl1024',
      'llama-3.1-8b-fp8-c1-isl8192-osl1024',
    ]);
  });

  it('leaves out single repeats, and whole cells where none is left', () => {
    const plan = { ...PLAN, repeats: 3 };
    const all = plannedJobs(plan);
    const there = new Set(all.slice(0, 4).map(({ name }) => name));
    const skip = leftOut(all, 'c64-isl1-osl1', ({ name }) => there.has(name));
    expect(skip).toBe('c64-isl1-osl1 c1-isl1024-osl1024 c8-isl1024-osl1024-r1');
    const left = plannedJobs({ ...plan, skipped: new Set(skip.split(' ')) });
    expect(left.map(({ name }) => name)).toEqual(all.slice(4).map(({ name }) => name));
    // The last repeats of a cell go after its first: then all of it is out.
    const more = leftOut(left, skip, ({ concurrency, isl }) => concurrency === 8 && isl === 1024);
    expect(plannedJobs({ ...plan, skipped: new Set(more.split(' ')) })).toHaveLength(6);
  });

  it('leaves out no repeat where each load is measured once', () => {
    const skipped = new Set(['c1-isl1024-osl1024-r1']);
    expect(plannedJobs({ ...PLAN, repeats: 2, skipped })).toHaveLength(7);
    expect(plannedJobs({ ...PLAN, skipped })).toHaveLength(4);
  });

  it('tells repeats apart, and all names from one another, typed or suggested', () => {
    for (const typedName of ['', 'night']) {
      const names = plannedJobs({ ...PLAN, repeats: 3, typedName }).map(({ name }) => name);
      expect(names).toHaveLength(12);
      expect(new Set(names).size).toBe(12);
    }
    expect(plannedJobs({ ...PLAN, repeats: 2, typedName: 'night' })[1]?.name).toBe(
      'night-c1-isl1024-osl1024-r2',
    );
    const [only] = plannedJobs({
      ...PLAN,
      concurrencies: [8],
      shapes: [{ isl: 1, osl: 2 }],
      typedName: 'one',
    });
    expect(only?.name).toBe('one');
    expect(plannedJobs({ ...PLAN, modelCode: '' })[0]?.name).toBe('');
  });
});

describe('sweepEstimate', () => {
  it('multiplies the median of earlier jobs', () => {
    expect(sweepEstimate(40, 18, [100, 300, 200], 8, 2)).toEqual({
      seconds: 8_000,
      sendingSeconds: 120,
      gpuHours: (8_000 * 8) / 3600,
      usd: (8_000 * 8 * 2) / 3600,
      basis: 'median of 3 earlier jobs on this config, from launch to upload',
    });
  });

  it('counts all that a job held its server, the launch too', () => {
    const started_at = '2026-06-01T10:00:00+00:00';
    expect(secondsHeld({ started_at, finished_at: '2026-06-01T10:10:30.5+00:00' })).toEqual([630.5]);
    expect(secondsHeld({ started_at: null, finished_at: started_at })).toEqual([]);
    expect(secondsHeld({ started_at, finished_at: null })).toEqual([]);
  });

  it('guesses nothing', () => {
    expect(sweepEstimate(4, 18, [], 8, 2)).toEqual({
      seconds: null,
      sendingSeconds: 0,
      gpuHours: null,
      usd: null,
      basis: null,
    });
    expect(sweepEstimate(4, 18, [60], 8, null).usd).toBeNull();
  });
});
