import { describe, expect, it } from 'vitest';
import type { Estimate } from '#src/components/results/deployments.ts';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { measured } from './board-measures.ts';
import { boardRows, missText, rankText, type ServiceLevel } from './board-rows.ts';

const NO_LIMITS: ServiceLevel = { stat: 'p99', ttft: null, tpot: null, e2e: null, user: null };

/** A deployment of eight GPUs; throughput with its 95 % interval. */
function on(
  gpu: string,
  conc: number,
  tps: number,
  spread: number | null,
  change: Partial<Estimate> = {},
): Estimate {
  return estimateOf({
    gpu_name: gpu,
    gpu_model: gpu.toLowerCase(),
    concurrency: conc,
    tokens_per_sec: tps,
    tokens_per_sec_per_gpu: tps / 8,
    confidence_interval_lower: spread === null ? null : tps - spread,
    confidence_interval_upper: spread === null ? null : tps + spread,
    n: spread === null ? 1 : 3,
    ttft_p99_ms: conc * 10,
    ...change,
  });
}

const ROWS = [
  on('B200', 64, 40_000, 2_000),
  on('B200', 128, 57_440, 2_480),
  on('H200', 128, 53_360, 2_720),
  on('H100', 128, 13_040, 280),
  on('L40S', 128, 9_000, null),
];

describe('boardRows', () => {
  it('ranks each deployment at its best load, tied where intervals overlap', () => {
    const board = boardRows(ROWS, 'tokens_per_sec_per_gpu', NO_LIMITS);
    expect(
      board.map(({ estimate, rank }) => [estimate.gpu_name, estimate.concurrency, rank && rankText(rank)]),
    ).toEqual([
      ['B200', 128, '1 to 2'],
      ['H200', 128, '1 to 2'],
      ['H100', 128, '3'],
      ['L40S', 128, '4'],
    ]);
    expect(board.map(({ provisional }) => provisional !== null)).toEqual([false, false, false, true]);
  });

  it('takes the best load that keeps the service level, and says by how much the others miss it', () => {
    const board = boardRows(ROWS, 'tokens_per_sec_per_gpu', { ...NO_LIMITS, ttft: 1_000 });
    expect(
      board.map(({ estimate, rank, misses }) => [estimate.gpu_name, rank?.best ?? null, missText(misses)]),
    ).toEqual([
      ['B200', 1, ''],
      ['H200', null, 'misses TTFT p99 by 280 ms'],
      ['H100', null, 'misses TTFT p99 by 280 ms'],
      ['L40S', null, 'misses TTFT p99 by 280 ms'],
    ]);
    expect(board[0]?.estimate.concurrency).toBe(64);
  });

  it('never ranks what has no figure, and never takes it for zero', () => {
    const rows = [on('B200', 64, 40_000, 2_000), on('H200', 64, 1, 0, { ttft_p99_ms: null })];
    expect(boardRows(rows, 'ttft_p99_ms', NO_LIMITS).map(({ rank }) => rank)).toEqual([
      { best: 1, worst: 1 },
      null,
    ]);
    expect(missText(boardRows(rows, 'tokens_per_sec', { ...NO_LIMITS, ttft: 5_000 })[1]?.misses ?? [])).toBe(
      'has no TTFT p99',
    );
  });

  it('ranks a cost without an upper end as one that may hold every place below', () => {
    const rows = [
      on('B200', 64, 40_000, 40_000, { usd_per_million_tokens: 0.4 }),
      on('H200', 64, 30_000, null, { usd_per_million_tokens: 0.5 }),
      on('L40S', 64, 30_000, null, { usd_per_million_tokens: 0.1 }),
    ];
    expect(boardRows(rows, 'usd_per_million_tokens', NO_LIMITS).map(({ rank }) => rank)).toEqual([
      { best: 1, worst: 1 },
      { best: 2, worst: 3 },
      { best: 2, worst: 3 },
    ]);
  });

  it('ranks money by dollars and tokens by the dollar alike', () => {
    const rows = [
      on('B200', 64, 40_000, null, { usd_per_million_tokens: 0.5 }),
      on('H200', 64, 30_000, null, { usd_per_million_tokens: 0.25 }),
    ];
    const first = (measure: 'usd_per_million_tokens' | 'tokens_per_usd') =>
      boardRows(rows, measure, NO_LIMITS)[0]?.estimate.gpu_name;
    expect(first('usd_per_million_tokens')).toBe('H200');
    expect(first('tokens_per_usd')).toBe('H200');
  });
});

describe('measured', () => {
  it('carries the interval of throughput into the unit of the measure', () => {
    const row = on('B200', 64, 40_000, 2_000, { usd_per_million_tokens: 0.5 });
    expect(measured(row, 'tokens_per_sec_per_gpu')).toEqual({ value: 5_000, lower: 4_750, upper: 5_250 });
    const money = measured(row, 'usd_per_million_tokens');
    expect(money?.lower).toBeCloseTo(0.5 / 1.05, 10);
    expect(money?.upper).toBeCloseTo(0.5 / 0.95, 10);
    expect(measured(row, 'tokens_per_usd')?.value).toBe(2_000_000);
    expect(measured(row, 'ttft_p99_ms')).toEqual({ value: 640, lower: null, upper: null });
    const wide = on('B200', 64, 40_000, 40_000, { usd_per_million_tokens: 0.5 });
    expect(measured(wide, 'tokens_per_usd')).toEqual({ value: 2_000_000, lower: 0, upper: 4_000_000 });
    expect(measured(wide, 'usd_per_million_tokens')).toEqual({ value: 0.5, lower: 0.25, upper: null });
  });
});
