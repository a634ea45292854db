import { describe, expect, it } from 'vitest';
import { jobFigures } from './job-figures.ts';
import type { JobResult } from './jobs-queries.ts';

const EMPTY = Object.fromEntries(
  [
    'tokens_per_sec',
    'tokens_per_sec_per_gpu',
    'requests_per_sec',
    'success_rate',
    'num_requests',
    'num_failed',
  ].map((key) => [key, null]),
);
/** Only what the figures read; the rest of a row does not matter to them. */
const result = (more: Partial<JobResult>): JobResult =>
  ({ ...EMPTY, provenance: 'measured', statistic: 'as named', ...more }) as unknown as JobResult;
const lines = (row: JobResult) =>
  jobFigures(row).map(({ label, value, detail }) => `${label}: ${value} ${detail}`.trim());

describe('jobFigures', () => {
  it('prints by the registry, p90 and p99 beside p50, and n beside the success rate', () => {
    expect(
      lines(
        result({
          tokens_per_sec: 7180.4,
          tokens_per_sec_per_gpu: 897.55,
          ttft_p50_ms: 81.26,
          ttft_p90_ms: 150.04,
          ttft_p99_ms: 212.3,
          tpot_p50_ms: 12.345,
          success_rate: 0.995,
          num_requests: 200,
          num_failed: 1,
        }),
      ),
    ).toEqual([
      'Output throughput: 7,180 tokens/s',
      'Output throughput per GPU: 898 tokens/s/GPU',
      'TTFT p50: 81.3 ms · p90 150 · p99 212',
      'TPOT p50: 12.3 ms',
      'Success rate: 99.50 % · n = 200, 1 failed',
    ]);
  });

  it('shows what a run could not tell as "—", never as 0', () => {
    expect(lines(result({}))).toContain('Output throughput: — tokens/s');
    expect(lines(result({}))).toContain('TTFT p50: — ms');
  });

  it('leaves out what a source does not give, and calls no unnamed statistic a mean', () => {
    expect(
      lines(
        result({
          provenance: 'published',
          statistic: 'unspecified',
          tokens_per_sec_per_gpu: 1630,
          ttft_mean_ms: 404,
          tpot_mean_ms: 33.44,
        }),
      ),
    ).toEqual([
      'Output throughput per GPU: 1,630 tokens/s/GPU',
      'TTFT, statistic not given: 404 ms',
      'TPOT, statistic not given: 33.4 ms',
    ]);
  });

  it('keeps full precision for hovering', () => {
    expect(jobFigures(result({ tokens_per_sec: 7180.4321 }))[0]?.title).toBe('7180.4321 tokens/s');
  });
});
