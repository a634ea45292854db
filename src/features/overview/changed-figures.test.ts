import { describe, expect, it } from 'vitest';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import type { Estimate } from '#src/components/results/deployments.ts';
import { fallenSince } from './changed-figures.ts';

const SINCE = Date.parse('2026-11-20T00:00:00Z');
const at = (jobId: number, day: string, value: number, half: number | null, change: Partial<Estimate> = {}) =>
  estimateOf({
    job_id: jobId,
    created_at: `2026-11-${day}T10:00:00Z`,
    tokens_per_sec: value,
    confidence_interval_lower: half === null ? null : value - half,
    confidence_interval_upper: half === null ? null : value + half,
    ...change,
  });

describe('fallenSince', () => {
  it('tells of a clear fall against the estimate before, whatever version it was', () => {
    const rows = [
      at(1, '01', 2_000, 20),
      at(2, '10', 1_000, 20, { framework_version: '0.10.2' }),
      at(3, '25', 900, 20, { framework_version: '0.11.0' }),
    ];
    const [fall, ...more] = fallenSince(rows, SINCE);
    expect(more).toEqual([]);
    expect([fall?.before.job_id, fall?.now.job_id]).toEqual([2, 3]);
    expect(fall?.difference.relative).toBeCloseTo(-0.1, 12);
  });

  it('says nothing of a rise, of overlap, without intervals, or of what is old', () => {
    expect(fallenSince([at(1, '10', 1_000, 20), at(2, '25', 1_100, 20)], SINCE)).toEqual([]);
    expect(fallenSince([at(1, '10', 1_000, 60), at(2, '25', 900, 60)], SINCE)).toEqual([]);
    expect(fallenSince([at(1, '10', 1_000, null), at(2, '25', 100, null)], SINCE)).toEqual([]);
    expect(fallenSince([at(1, '10', 1_000, 20), at(2, '12', 900, 20)], SINCE)).toEqual([]);
  });

  it('keeps loads and servers apart, and shows the worst load of each deployment, largest fall first', () => {
    const rows = [
      at(1, '10', 1_000, 20, { concurrency: 8 }),
      at(2, '25', 900, 20, { concurrency: 8 }),
      at(3, '10', 4_000, 20, { concurrency: 64 }),
      at(4, '25', 3_000, 20, { concurrency: 64 }),
      at(5, '10', 1_000, 20, { concurrency: 8, server_hostname: 'b' }),
      at(6, '25', 500, 20, { concurrency: 8, server_hostname: 'b' }),
    ];
    expect(fallenSince(rows, SINCE).map(({ now }) => now.job_id)).toEqual([6, 4]);
  });
});
