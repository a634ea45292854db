import { describe, expect, it } from 'vitest';
import type { JobAttempt } from '#contract/views/v-job-attempts.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { runJob } from '../run-job-fixture.ts';
import { runChanges } from './run-changes.ts';
import { compareRuns } from './run-pairs.ts';

const job = (more: Partial<RunJobWithParams>) => runJob({ ttft_mean_ms: 50, ttft_p50_ms: 40, ...more });
const attempt = (launch: Record<string, unknown> | null): JobAttempt => ({
  job_id: 1,
  attempt: 1,
  org_id: '00000000-0000-4000-8000-000000000002',
  worker_id: null,
  hostname: null,
  phase_code: 'finished',
  outcome: 'completed',
  error_code: null,
  error_message: null,
  exit_code: 0,
  signal: null,
  launch,
  started_at: '2026-11-27T10:00:00Z',
  ended_at: null,
});

describe('a run against its baseline', () => {
  it('pairs like loads, whatever their order, and counts those that only one side has', () => {
    const comparison = compareRuns(
      [job({ concurrency: 16 }), job({ concurrency: 8 }), job({ concurrency: 64 })],
      [
        job({ concurrency: 8 }),
        job({ concurrency: 16 }),
        job({ concurrency: 8, output_sequence_length: 128 }),
      ],
    );
    expect(comparison.pairs.map(({ concurrency }) => concurrency)).toEqual([8, 16]);
    expect([comparison.onlyOwn, comparison.onlyBase]).toEqual([1, 1]);
  });

  it('says how far, which way by the metric, and that single jobs have no interval', () => {
    const { pairs } = compareRuns(
      [job({ tokens_per_sec: 120, ttft_p50_ms: 50 })],
      [job({ tokens_per_sec: 100, ttft_p50_ms: 40 })],
    );
    const of = (metric: 'tokens_per_sec' | 'ttft_p50_ms') => pairs[0]?.cells.get(metric)?.difference;
    expect(of('tokens_per_sec')).toEqual({ relative: 0.2, direction: 'better', evidence: 'unknown' });
    expect(of('ttft_p50_ms')).toEqual({ relative: 0.25, direction: 'worse', evidence: 'unknown' });
  });

  it('takes the mean of sound repeats with its 95 % t-interval', () => {
    const { pairs } = compareRuns(
      [118, 120, 122].map((tokens) => job({ tokens_per_sec: tokens })),
      [
        ...[99, 100, 101].map((tokens) => job({ tokens_per_sec: tokens })),
        // Neither counts.
        job({ tokens_per_sec: 900, is_valid: false }),
        job({ tokens_per_sec: null, status_code: 'failed' }),
      ],
    );
    const cell = pairs[0]?.cells.get('tokens_per_sec');
    expect(cell?.base?.value).toBe(100);
    // t(0.975, 2) = 4.302653, standard error 1/√3.
    expect(cell?.base?.lower).toBeCloseTo(100 - 4.302653 / Math.sqrt(3), 6);
    expect(cell?.difference).toEqual({ relative: 0.2, direction: 'better', evidence: 'clear' });
  });

  it('compares medians where there are any, and nothing that one side lacks', () => {
    const { metrics } = compareRuns([job({ ttft_p99_ms: 90 })], [job({})]);
    expect(metrics).toEqual(['tokens_per_sec', 'ttft_p50_ms']);
    // Per GPU only where the two have not as many of them.
    expect(compareRuns([job({ gpu_count: 2 })], [job({})]).metrics).toContain('tokens_per_sec_per_gpu');
    expect(compareRuns([job({ ttft_p50_ms: null })], [job({ ttft_p50_ms: null })]).metrics).toContain(
      'ttft_mean_ms',
    );
  });

  it('a figure of 0 and a missing one are two things', () => {
    const { pairs } = compareRuns([job({ tokens_per_sec: 0 })], [job({ tokens_per_sec: 100 })]);
    expect(pairs[0]?.cells.get('tokens_per_sec')?.difference?.relative).toBe(-1);
    const missing = compareRuns(
      [job({ tokens_per_sec: null }), job({ concurrency: 16 })],
      [job({ tokens_per_sec: 100 }), job({ concurrency: 16 })],
    );
    expect(missing.pairs[0]?.cells.get('tokens_per_sec')).toMatchObject({ figure: null, difference: null });
  });
});

describe('what differs', () => {
  it('names facts, options and launch flags that are not the same, and nothing else', () => {
    const changes = runChanges(
      {
        jobs: [job({ framework_version: '0.12.0', options: { seed: 1, num_requests: 100 } })],
        attempts: [
          attempt({ image: 'vllm:0.12.0', argv: ['serve', '--enable-chunked-prefill'], port: 4000 }),
        ],
      },
      {
        jobs: [job({ options: { seed: 1, num_requests: 200 } })],
        attempts: [attempt({ image: 'vllm:0.11.0', argv: ['serve'], port: 4001 })],
      },
    );
    expect(changes.map(({ label, own, base }) => [label, own, base])).toEqual([
      ['Version', '0.12.0', '0.11.0'],
      ['option num_requests', '100', '200'],
      ['launch argv', 'serve --enable-chunked-prefill', 'serve'],
      ['launch image', 'vllm:0.12.0', 'vllm:0.11.0'],
    ]);
  });

  it('says "—" for a key that one side lacks, and counts many values', () => {
    const changes = runChanges(
      { jobs: ['a', 'b', 'c', 'd', 'e', 'f'].map((host) => job({ server_hostname: host })), attempts: [] },
      { jobs: [job({ server_hostname: null, options: { warmup: 4 } })], attempts: [attempt({ kind: 'x' })] },
    );
    expect(changes.map(({ label, own, base }) => [label, own, base])).toEqual([
      ['Server', 'a, b, c, d and 2 more', '—'],
      ['option warmup', '—', '4'],
    ]);
  });

  it('the same jobs in another order do not differ', () => {
    const [one, other] = [job({ gpu_count: 1 }), job({ gpu_count: 2 })];
    expect(runChanges({ jobs: [one, other], attempts: [] }, { jobs: [other, one], attempts: [] })).toEqual(
      [],
    );
  });
});
