import { describe, expect, it } from 'vitest';
import type { BenchLlmOutput } from '#contract/views/v-bench-llm-outputs.ts';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import type { Estimate } from '#src/components/results/deployments.ts';
import {
  estimatesAt,
  movementsOf,
  movementText,
  movementWords,
  sinceTime,
  straddling,
} from './board-history.ts';
import { boardRows, type ServiceLevel } from './board-rows.ts';

const NO_LIMITS: ServiceLevel = { stat: 'p99', ttft: null, tpot: null, e2e: null, user: null };
const TIME = Date.parse('2026-11-10T00:00:00Z');

const on = (gpu: string, from: string, to: string, tps: number, change: Partial<Estimate> = {}) =>
  estimateOf({
    gpu_name: gpu,
    gpu_model: gpu.toLowerCase(),
    first_created_at: `${from}T10:00:00Z`,
    created_at: `${to}T10:00:00Z`,
    tokens_per_sec: tps,
    tokens_per_sec_per_gpu: tps / 8,
    ...change,
  });
const result = (jobId: number, day: string, tps: number, change: Partial<BenchLlmOutput> = {}) =>
  ({
    job_id: jobId,
    created_at: `${day}T10:00:00Z`,
    is_valid: true,
    tokens_per_sec: tps,
    tokens_per_sec_per_gpu: tps / 8,
    ttft_p99_ms: tps / 10,
    ...change,
  }) as BenchLlmOutput;

describe('sinceTime', () => {
  it('takes days that were, and nothing else', () => {
    expect(sinceTime('2026-11-10', TIME + 1)).toBe(TIME);
    for (const day of ['2026-11-11', '2026-13-01', '10.11.2026', '', '2026-11-10T00:00'])
      expect(sinceTime(day, TIME + 1)).toBeNull();
  });
});

describe('estimatesAt', () => {
  const both = on('B200', '2026-11-01', '2026-11-20', 4_000, {
    job_ids: [3, 2, 1],
    n: 3,
    usd_per_million_tokens: 0.5,
  });
  const old = on('H200', '2026-11-01', '2026-11-02', 3_000);
  const late = on('H100', '2026-11-15', '2026-11-16', 2_000);

  it('asks only for results of estimates with repeats on both sides', () => {
    expect(straddling([both, old, late], TIME).map(({ gpu_name }) => gpu_name)).toEqual(['B200']);
  });

  it('takes published estimates as they stand: the date of an import is no history', () => {
    const published = { ...late, provenance: 'published' as const };
    expect(estimatesAt([published], [], TIME)).toEqual([published]);
    expect(straddling([{ ...both, provenance: 'published' }], TIME)).toEqual([]);
  });

  it('leaves out what came later, and stands on the earlier sound repeats alone', () => {
    const results = [
      result(1, '2026-11-01', 2_000),
      result(2, '2026-11-05', 3_000),
      result(3, '2026-11-20', 7_000),
      result(4, '2026-11-05', 9_000, { is_valid: false }),
    ];
    const [b200, h200, ...more] = estimatesAt([{ ...both, job_ids: [4, 3, 2, 1] }, old, late], results, TIME);
    expect(more).toEqual([]);
    expect(h200).toBe(old);
    expect(b200).toMatchObject({
      n: 2,
      tokens_per_sec: 2_500,
      tokens_per_sec_per_gpu: 312.5,
      ttft_p99_ms: 250,
    });
    // Two samples 1,000 apart: standard error 500, times 12.706205 is more than the mean.
    expect(b200?.confidence_interval_lower).toBe(0);
    expect(b200?.confidence_interval_upper).toBeCloseTo(2_500 + 6_353.1025, 3);
    expect(b200?.usd_per_million_tokens).toBeCloseTo(0.8, 12);
    // Of what no repeat says, nothing is known.
    expect(b200?.tpot_p99_ms).toBeNull();
  });
});

describe('movementsOf', () => {
  const boardOf = (rows: Estimate[], level = NO_LIMITS) => boardRows(rows, 'tokens_per_sec_per_gpu', level);
  const [day, from] = ['2026-11-01', '2026-11-01'] as const;

  it('counts places from the earlier board, and calls new what was not on it', () => {
    const then = boardOf([
      on('B200', from, day, 3_000),
      on('H200', from, day, 4_000),
      on('H100', from, day, 1_000),
    ]);
    const now = boardOf([
      on('B200', from, day, 5_000),
      on('H200', from, day, 4_000),
      on('H100', from, day, 1_000),
      on('MI355X', from, day, 4_500),
    ]);
    const moved = movementsOf(now, then, 'tokens_per_sec_per_gpu');
    expect(
      now.map(({ deployment, estimate }) => {
        const movement = moved.get(deployment.id);
        return [
          estimate.gpu_name,
          movement && movementText(movement),
          movement && movementWords(movement, day),
        ];
      }),
    ).toEqual([
      ['B200', '▲ 1', 'up 1 place: ranked 2 on 2026-11-01'],
      ['MI355X', 'new', 'not measured before 2026-11-01'],
      ['H200', '▼ 2', 'down 2 places: ranked 1 on 2026-11-01'],
      ['H100', '▼ 1', 'down 1 place: ranked 3 on 2026-11-01'],
    ]);
    expect(moved.get(now[0]?.deployment.id ?? '')?.difference?.relative).toBeCloseTo(2 / 3, 12);
  });

  it('says what came into the ranking and what fell out of it', () => {
    const limit = { ...NO_LIMITS, ttft: 100 };
    const then = boardOf(
      [on('A', from, day, 2_000, { ttft_p99_ms: 50 }), on('B', from, day, 1_000, { ttft_p99_ms: 150 })],
      limit,
    );
    const now = boardOf(
      [on('A', from, day, 2_000, { ttft_p99_ms: 150 }), on('B', from, day, 1_000, { ttft_p99_ms: 50 })],
      limit,
    );
    const moved = movementsOf(now, then, 'tokens_per_sec_per_gpu');
    expect(
      now.map(({ deployment, estimate }) => [estimate.gpu_name, moved.get(deployment.id)?.kind]),
    ).toEqual([
      ['B', 'entered'],
      ['A', 'left'],
    ]);
  });
});
