import { describe, expect, it } from 'vitest';
import type { JobAttempt } from '#contract/views/v-job-attempts.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { runJob } from '../run-job-fixture.ts';
import { runChanges } from './run-changes.ts';
import { hasLaunches, jobsNote, launchesNote } from './run-notes.ts';
import { compareRuns, type RunComparison } from './run-pairs.ts';

const job = (more: Partial<RunJobWithParams>) => runJob({ ttft_mean_ms: 50, ttft_p50_ms: 40, ...more });
const pairsOf = ({ deployments }: RunComparison) => deployments.flatMap(({ pairs }) => pairs);
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
    expect(pairsOf(comparison).map(({ concurrency }) => concurrency)).toEqual([8, 16]);
    expect([comparison.onlyOwn, comparison.onlyBase]).toEqual([1, 1]);
  });

  it('says how far, which way by the metric, and that single jobs have no interval', () => {
    const pairs = pairsOf(
      compareRuns(
        [job({ tokens_per_sec: 120, ttft_p50_ms: 50 })],
        [job({ tokens_per_sec: 100, ttft_p50_ms: 40 })],
      ),
    );
    const of = (metric: 'tokens_per_sec' | 'ttft_p50_ms') => pairs[0]?.cells.get(metric)?.difference;
    expect(of('tokens_per_sec')).toEqual({ relative: 0.2, direction: 'better', evidence: 'unknown' });
    expect(of('ttft_p50_ms')).toEqual({ relative: 0.25, direction: 'worse', evidence: 'unknown' });
  });

  it('takes the mean of sound repeats with its 95 % t-interval', () => {
    const pairs = pairsOf(
      compareRuns(
        [118, 120, 122].map((tokens) => job({ tokens_per_sec: tokens })),
        [
          ...[99, 100, 101].map((tokens) => job({ tokens_per_sec: tokens })),
          // Neither counts.
          job({ tokens_per_sec: 900, is_valid: false }),
          job({ tokens_per_sec: null, status_code: 'failed' }),
        ],
      ),
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
    const pairs = pairsOf(compareRuns([job({ tokens_per_sec: 0 })], [job({ tokens_per_sec: 100 })]));
    expect(pairs[0]?.cells.get('tokens_per_sec')?.difference?.relative).toBe(-1);
    const missing = pairsOf(
      compareRuns(
        [job({ tokens_per_sec: null }), job({ concurrency: 16 })],
        [job({ tokens_per_sec: 100 }), job({ concurrency: 16 })],
      ),
    );
    expect(missing[0]?.cells.get('tokens_per_sec')).toMatchObject({ figure: null, difference: null });
  });
});

describe('which deployment is set against which', () => {
  const bf16 = { quantization_code: 'bf16' };
  const figuresOf = (comparison: RunComparison) =>
    comparison.deployments.map(({ name, likeness, pairs }) => [
      name,
      likeness.isLike,
      ...pairs.map(({ cells }) => {
        const cell = cells.get('tokens_per_sec');
        return [cell?.figure?.value, cell?.base?.value];
      }),
    ]);

  it('never takes a mean over precisions, GPUs, models, tools or workload options', () => {
    for (const other of [
      bf16,
      { gpu_model: 'b200', gpu_name: 'B200' },
      { gpu_count: 2 },
      { model_code: 'other' },
      { tool_code: 'bench-vlm' as const },
      { server_hostname: 'gpu-2' },
      { options: { range: { mode: 'fraction', value: 0.5 } } },
    ]) {
      const run = (tokens: number) => [
        job({ tokens_per_sec: tokens }),
        job({ tokens_per_sec: 10 * tokens, ...other }),
      ];
      const comparison = compareRuns(run(110), run(100));
      expect(figuresOf(comparison).map(([, ...rest]) => rest)).toEqual([
        [true, [110, 100]],
        [true, [1100, 1000]],
      ]);
      expect([comparison.onlyOwn, comparison.onlyBase]).toEqual([0, 0]);
    }
    // Repeats are told apart by neither seed nor number of requests.
    const repeats = [1, 2, 3].map((seed) => job({ tokens_per_sec: 99 + seed, options: { seed } }));
    expect(figuresOf(compareRuns(repeats, [job({})]))).toEqual([['', true, [101, 100]]]);
  });

  it('sets one precision against another, says so, and lets that be the comparison', () => {
    const [only, second] = compareRuns([job({ tokens_per_sec: 180 })], [job(bf16)]).deployments;
    expect(second).toBeUndefined();
    expect(only?.likeness).toMatchObject({ isLike: true });
    expect(only?.likeness.compared.map(({ key, values }) => [key, values])).toEqual([
      ['precision', ['fp8', 'bf16']],
    ]);
  });

  it('is unlike where a condition or more than one choice differs', () => {
    const reasons = (other: Partial<RunJobWithParams>) =>
      compareRuns([job({})], [job(other)]).deployments[0]?.likeness.reasons.join();
    expect(reasons({ tool_code: 'bench-vlm' })).toBe('load generators differ (bench-llm and bench-vlm)');
    expect(reasons({ options: { ignore_eos: false } })).toBe(
      'workload options are stated for some (ignore eos false) and not for 1 of them',
    );
    expect(reasons({ statistic: 'unspecified' })).toBe(
      'statistics of latencies differ (as named and unspecified)',
    );
    expect(reasons({ model_code: 'other' })).toBe('models differ (m and other)');
    expect(reasons({ gpu_name: 'B200', gpu_model: 'b200', framework_version: '0.12.0' })).toBe(
      'more than one thing differs, so no difference has one cause: GPU models differ (H200 and B200); frameworks or their versions differ (vllm 0.11.0 and vllm 0.12.0)',
    );
    // Neither is another workload.
    expect(reasons({ options: { num_requests: 200, seed: 2 } })).toBe('');
    expect(reasons({ options: { tp: 2 }, config_code: null })).toContain('parallel layouts');
  });

  it('is unlike where the windows of one load are far apart, or the sources differ', () => {
    const reasons = (own: RunJobWithParams[], base: RunJobWithParams[]) =>
      compareRuns(own, base).deployments[0]?.likeness.reasons;
    expect(reasons([job({ duration_s: 60 })], [job({ duration_s: 20 })])).toEqual([
      'measured windows differ (60 s and 20 s)',
    ]);
    expect(reasons([job({ duration_s: 60 })], [job({ duration_s: 30 })])).toEqual([]);
    // More load takes another time: only windows of the same are set against each other.
    const sweep = [job({ duration_s: 60 }), job({ concurrency: 64, duration_s: 20 })];
    expect(reasons(sweep, sweep)).toEqual([]);
    expect(reasons([job({ duration_s: null })], [job({ duration_s: 20 })])).toEqual([]);
    const cited = (citation: string, more = {}) => job({ provenance: 'published', citation, ...more });
    expect(reasons([cited('A 1')], [cited('B 2')])).toEqual(['sources differ (A 1 and B 2)']);
    // Of a load that only one of them has, the source says nothing of those they share.
    expect(reasons([cited('A 1'), cited('A 2', { concurrency: 16 })], [cited('A 1')])).toEqual([]);
  });

  it('says where figures come from unless all are measured', () => {
    const provenancesOf = (own: RunJobWithParams[], base: RunJobWithParams[]) =>
      compareRuns(own, base).deployments.map(({ provenances }) => provenances);
    const simulated = { provenance: 'simulated' } as const;
    expect(provenancesOf([job({})], [job({})])).toEqual([[]]);
    expect(provenancesOf([job(simulated)], [job({})])).toEqual([['simulated', 'measured']]);
    expect(provenancesOf([job(simulated), job(bf16)], [job(simulated), job(bf16)])).toEqual([
      ['simulated'],
      ['measured'],
    ]);
  });

  it('names no deployment without a load in common', () => {
    const comparison = compareRuns(
      [job({ concurrency: 64, ...bf16 }), job({ gpu_count: 2 }), job({})],
      [job({ concurrency: 8, ...bf16 }), job({})],
    );
    // With one left there is nothing to tell it apart from.
    expect(figuresOf(comparison)).toEqual([['', true, [100, 100]]]);
    expect(comparison).toMatchObject({ metrics: ['tokens_per_sec', 'ttft_p50_ms'], onlyOwn: 2, onlyBase: 1 });
  });

  it('finds the nearest of several, and takes none where two are as near', () => {
    const next = { framework_version: '0.12.0' };
    expect(
      figuresOf(
        compareRuns(
          [job({ ...next, tokens_per_sec: 120 }), job({ ...next, ...bf16, tokens_per_sec: 60 })],
          [job({ ...bf16, tokens_per_sec: 50 }), job({ tokens_per_sec: 100 })],
        ),
      ),
    ).toEqual([
      ['fp8', true, [120, 100]],
      ['bf16', true, [60, 50]],
    ]);
    const between = compareRuns([job({})], [job(bf16), job({ quantization_code: 'fp4' })]);
    expect(between).toMatchObject({ deployments: [], onlyOwn: 1, onlyBase: 2 });
    // Another precision is nearer than another model; the same deployment is nearest of all.
    const { deployments } = compareRuns([job({})], [job({ model_code: 'other' }), job(bf16)]);
    expect(deployments.map(({ likeness }) => likeness.isLike)).toEqual([true]);
    const same = compareRuns([job({ tokens_per_sec: 120 })], [job(bf16), job({})]);
    expect(figuresOf(same)).toEqual([['', true, [120, 100]]]);
    expect(same).toMatchObject({ onlyOwn: 0, onlyBase: 1 });
  });
});

describe('what was read', () => {
  const launched = (id: number, launch: Record<string, unknown> | null = { image: 'x' }) => ({
    ...attempt(launch),
    job_id: id,
  });
  const side = (completed: number, attempts: readonly JobAttempt[] | null, hasFailed = false) => ({
    completed,
    attempts,
    hasFailed,
  });
  const whole = side(2, [launched(1), launched(2)]);

  it('says of launches what was not compared, and calls them the same only where both have some', () => {
    expect([launchesNote(whole, whole), hasLaunches(whole, whole)]).toEqual([null, true]);
    const pending = side(2, null);
    expect([launchesNote(whole, pending), hasLaunches(whole, pending)]).toEqual([
      'What was launched is still being read.',
      false,
    ]);
    expect(launchesNote(side(2, null, true), whole)).toBe(
      'Launches are not compared: they could not be read.',
    );
    const none = side(2, [launched(1, null)]);
    expect([launchesNote(whole, none), hasLaunches(whole, none)]).toEqual([
      'Launches are not compared: none is stored of the baseline, as of published figures and running endpoints.',
      false,
    ]);
    const many = side(
      120,
      Array.from({ length: 50 }, (_, at) => launched(at)),
    );
    expect([launchesNote(many, whole), hasLaunches(many, whole)]).toEqual([
      'Launches are compared in part: 50 of 120 completed jobs of this run; the first 50 are read.',
      true,
    ]);
  });

  it('says which jobs of a big run are compared', () => {
    expect(jobsNote({ read: 12, total: 12 }, { read: 8, total: 8 })).toBeNull();
    expect(jobsNote({ read: 0, total: 12 }, { read: 8, total: 8 })).toBeNull();
    expect(jobsNote({ read: 1000, total: 2400 }, { read: 8, total: 8 })).toBe(
      'Compared in part: the first 1,000 of 2,400 jobs of this run.',
    );
    expect(jobsNote({ read: 1000, total: 2400 }, { read: 1000, total: 1001 })).toBe(
      'Compared in part: the first 1,000 of 2,400 jobs of this run and the first 1,000 of 1,001 jobs of the baseline.',
    );
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
