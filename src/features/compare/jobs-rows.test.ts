import { describe, expect, it } from 'vitest';
import { vBenchmarkResults, type BenchmarkResult } from '#contract/views/v-benchmark-results.ts';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { jobTable } from './jobs-rows.ts';

const EMPTY = Object.fromEntries(Object.keys(vBenchmarkResults.row.shape).map((key) => [key, null]));

/** A result for tests: everything null or ordinary but what is given. */
const resultOf = (change: Partial<BenchmarkResult>): BenchmarkResult => ({
  ...(EMPTY as unknown as BenchmarkResult),
  job_id: 1,
  job_name: 'Job',
  provenance: 'measured',
  tool_code: 'bench-llm',
  model_code: 'llama-3.1-70b',
  quantization_code: 'fp8',
  input_sequence_length: 1024,
  output_sequence_length: 1024,
  statistic: 'as named',
  is_valid: true,
  invalid_reasons: [],
  ...change,
});

const estimate = (job: number, mean: number, half: number) =>
  estimateOf({
    job_id: job,
    job_ids: [job],
    n: 3,
    tokens_per_sec: mean,
    confidence_interval_lower: mean - half,
    confidence_interval_upper: mean + half,
  });

describe('jobTable', () => {
  const jobs = [
    resultOf({ job_id: 1, gpu_model: 'h100', tokens_per_sec: 100, ttft_p50_ms: 40, duration_s: 60 }),
    resultOf({ job_id: 2, gpu_model: 'b200', tokens_per_sec: 150, ttft_p50_ms: 44, duration_s: 70 }),
    resultOf({ job_id: 3, gpu_model: 'b200', tokens_per_sec: 104, input_sequence_length: 8192 }),
  ];
  const estimates = [estimate(1, 100, 5), estimate(2, 150, 5), estimate(3, 104, 5)];

  it('gives share, direction and evidence against the baseline', () => {
    const { lines } = jobTable(jobs.slice(0, 2), estimates, 0);
    const line = (key: string) => lines.find((one) => one.key === key);
    expect(line('tokens_per_sec')?.cells.map(({ text, difference }) => [text, difference])).toEqual([
      ['100', null],
      ['150', { relative: 0.5, direction: 'better', evidence: 'clear' }],
    ]);
    expect(line('ttft_p50_ms')?.cells[1]?.difference).toMatchObject({
      direction: 'worse',
      evidence: 'unknown',
    });
    expect(line('gpu')?.differs).toBe(true);
    expect(line('model')?.differs).toBe(false);
    // No result has it: not a line of dashes.
    expect(line('e2e_p99_ms')).toBeUndefined();
  });

  it('says what is known to be wrong with a result, in a line that is there only then', () => {
    expect(jobTable(jobs, estimates, 0).lines[0]?.key).not.toBe('issues');
    const issue = {
      known_issue_id: '00000000-0000-4000-8000-000000000009',
      org_id: '00000000-0000-4000-8000-000000000001',
      job_id: 2,
      issue_text: 'Throttled',
      issue_url: null,
      created_by_name: null,
      created_at: '2026-11-27T10:00:00Z',
    };
    const [line] = jobTable(jobs, estimates, 0, new Map([[2, [issue]]])).lines;
    expect(line).toMatchObject({ key: 'issues', differs: true });
    expect(line?.cells.map(({ text }) => text)).toEqual(['—', 'Throttled', '—']);
  });

  it('compares the means of repeats, as where they were selected, and says so', () => {
    const mean = { ...estimate(2, 120, 5), job_ids: [2, 8, 9] };
    const line = (all: typeof jobs, key: string) =>
      jobTable(all, [estimates[0] ?? mean, mean], 1).lines.find((one) => one.key === key);
    // The latest repeat gave 150.
    const cells = line(jobs.slice(0, 2), 'tokens_per_sec')?.cells;
    expect(cells?.map(({ value, meanOf }) => [value, meanOf])).toEqual([
      [100, 3],
      [120, 3],
    ]);
    expect(cells?.[1]?.difference).toEqual({ relative: 0.2, direction: 'better', evidence: 'clear' });
    // No estimate has this one: it is the result's own.
    expect(line(jobs.slice(0, 2), 'ttft_p50_ms')?.cells.map(({ meanOf }) => meanOf)).toEqual([null, null]);
    // Two of one estimate are repeats that somebody sets beside each other.
    const both = line([...jobs.slice(0, 2), resultOf({ job_id: 8, tokens_per_sec: 90 })], 'tokens_per_sec');
    expect(both?.cells.map(({ value, meanOf }) => [value, meanOf])).toEqual([
      [100, 3],
      [150, null],
      [90, null],
    ]);
    expect(both?.cells[1]?.difference?.evidence).toBe('unknown');
  });

  it('flags an unlike result, whatever its figures, and follows the chosen baseline', () => {
    const table = jobTable(jobs, estimates, 2);
    expect(table.answer.reasons).toEqual(['input lengths differ (1,024 and 8,192)']);
    expect(table.columns.map(({ isBase, unlike }) => [isBase, unlike])).toEqual([
      [false, []],
      [true, []],
      [false, ['input lengths differ (1,024 and 8,192)']],
    ]);
    const throughput = table.lines.find(({ key }) => key === 'tokens_per_sec');
    expect(throughput?.cells[2]?.difference?.relative).toBeCloseTo(-0.3067, 4);
  });

  it('never makes 0 of a missing figure', () => {
    const ttft = jobTable(jobs, estimates, 0).lines.find(({ key }) => key === 'ttft_p50_ms');
    expect(ttft?.cells[2]).toEqual({ text: '—', value: null, exact: null, meanOf: null, difference: null });
  });

  it('flags measured windows that are far apart', () => {
    const { answer } = jobTable(
      [resultOf({ duration_s: 10 }), resultOf({ job_id: 2, duration_s: 60 })],
      [],
      0,
    );
    expect(answer.reasons).toEqual(['measured windows differ (10 s and 60 s)']);
  });

  it('lays out 200 results well below half a second', () => {
    const many = Array.from({ length: 200 }, (_, id) => resultOf({ job_id: id + 1, tokens_per_sec: id }));
    const own = many.map(({ job_id }) => estimate(job_id, 100, 5));
    // Time of the processor: what else the machine does is not counted.
    const start = process.cpuUsage();
    expect(jobTable(many, own, 0).columns).toHaveLength(200);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(400);
  });
});
