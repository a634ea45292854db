import { describe, expect, it } from 'vitest';
import { readPublishedResults } from '#catalog/published/published.ts';
import { latencyPercentiles, P99_OVER_P50 } from './percentiles.ts';

/** Distinct Server and Interactive LLM runs: the same log filed under two accuracy targets has the same four figures. */
function distinctRuns() {
  const runs = new Map<string, { ttft: number; tpot: number }>();
  for (const row of readPublishedResults()) {
    if (row.scenario !== 'Server' && row.scenario !== 'Interactive') continue;
    const { ttft_p50_ms, ttft_p99_ms, tpot_p50_ms, tpot_p99_ms } = row;
    if (row.model_code === 'deepseek-r1') continue;
    if (ttft_p50_ms === null || ttft_p99_ms === null || tpot_p50_ms === null || tpot_p99_ms === null)
      continue;
    const key = [ttft_p50_ms, ttft_p99_ms, tpot_p50_ms, tpot_p99_ms].join('/');
    runs.set(key, { ttft: ttft_p99_ms / ttft_p50_ms, tpot: tpot_p99_ms / tpot_p50_ms });
  }
  return [...runs.values()];
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle - 0.5)] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

describe('P99_OVER_P50', () => {
  const runs = distinctRuns();

  it('is the median of 162 distinct published runs', () => {
    expect(runs).toHaveLength(162);
    expect(P99_OVER_P50.ttft).toBeCloseTo(median(runs.map(({ ttft }) => ttft)), 2);
    expect(P99_OVER_P50.tpot).toBeCloseTo(median(runs.map(({ tpot }) => tpot)), 2);
  });
});

describe('latencyPercentiles', () => {
  it('adds the tails of start and stream for a fixed answer: 100 ms, 20 ms, 101 tokens', () => {
    const times = latencyPercentiles(100, 20, 101);
    expect(times.e2eP50Ms).toBe(2100);
    expect(times.ttftP99Ms).toBeCloseTo(262, 9);
    expect(times.tpotP99Ms).toBeCloseTo(23.8, 9);
    expect(times.e2eP99Ms).toBeCloseTo(262 + 2380, 9);
  });

  it('is the start alone for one token', () => {
    expect(latencyPercentiles(100, 20, 1).e2eP99Ms).toBeCloseTo(262, 9);
  });
});
