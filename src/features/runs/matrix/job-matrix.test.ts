import { describe, expect, it } from 'vitest';
import { runJob } from '../run-job-fixture.ts';
import { isLogScale, jobMatrix, shadeOf, type MatrixCell } from './job-matrix.ts';
import { HEIGHTS, matrixSize } from './matrix-loads.ts';

const METRIC = 'tokens_per_sec';
const states = (cell: MatrixCell | null | undefined) =>
  cell?.states.map(({ state, count }) => `${count} ${state}`).join(', ') ?? null;

describe('the job matrix of a run', () => {
  it('lays loads out by lengths and concurrency, in order of the numbers, and leaves gaps where no job is', () => {
    const matrix = jobMatrix(
      [
        runJob({ concurrency: 128, tokens_per_sec: 900 }),
        runJob({ concurrency: 16, tokens_per_sec: 300 }),
        runJob({ concurrency: 16, input_sequence_length: 128, tokens_per_sec: 500 }),
        runJob({ concurrency: 2, output_sequence_length: 64, tokens_per_sec: 70 }),
      ],
      METRIC,
    );
    expect(matrix.concurrencies).toEqual([2, 16, 128]);
    expect(matrix.blocks).toHaveLength(1);
    expect(matrix.blocks[0]).toMatchObject({ name: '', missing: [] });
    expect(matrix.blocks[0]?.rows.map(({ lengths }) => lengths)).toEqual([
      '128 in / 1,024 out',
      '1,024 in / 64 out',
      '1,024 in / 1,024 out',
    ]);
    expect(
      matrix.blocks[0]?.rows.map(({ cells }) => cells.map((cell) => cell?.figure?.value ?? null)),
    ).toEqual([
      [null, 500, null],
      [70, null, null],
      [null, 300, 900],
    ]);
    expect(matrix.counts).toEqual({ loads: 4, faulty: 0, gaps: 5 });
    expect(matrix.extent).toEqual([70, 900]);
  });

  it('takes the mean of sound repeats alone, with its interval, and names every state, what needs a look first', () => {
    const matrix = jobMatrix(
      [
        ...[90, 100, 110].map((tokens) => runJob({ tokens_per_sec: tokens })),
        runJob({ tokens_per_sec: 5000, is_valid: false }),
        runJob({ tokens_per_sec: 5000, status_code: 'failed' }),
        runJob({ tokens_per_sec: null, status_code: 'running' }),
        runJob({ concurrency: 16, tokens_per_sec: null }),
      ],
      METRIC,
    );
    const [repeats, without] = matrix.blocks[0]?.rows[0]?.cells ?? [];
    expect(repeats?.figure?.value).toBe(100);
    // t(0.975, 2) = 4.302653, standard deviation 10, of three.
    expect(repeats?.figure?.lower).toBeCloseTo(100 - (4.302653 * 10) / Math.sqrt(3), 6);
    expect(repeats?.n).toBe(3);
    expect(states(repeats)).toBe('1 failed, 1 invalid, 1 running, 3 completed');
    // Completed without the metric: no figure, and never 0.
    expect(without).toMatchObject({ figure: null, n: 0 });
    expect(states(without)).toBe('1 completed');
    expect(matrix.counts).toEqual({ loads: 2, faulty: 1, gaps: 0 });
    expect(matrix.extent).toEqual([100, 100]);
  });

  it('keeps a measured 0, and knows no least and most where nothing is measured', () => {
    const zero = jobMatrix([runJob({ tokens_per_sec: 0 }), runJob({ concurrency: 16 })], METRIC);
    expect(zero.blocks[0]?.rows[0]?.cells[0]?.figure?.value).toBe(0);
    expect(zero.extent).toEqual([0, 100]);
    const none = jobMatrix([runJob({ status_code: 'pending', tokens_per_sec: null })], METRIC);
    expect(none.extent).toBeNull();
    expect(jobMatrix([runJob({})], null).blocks[0]?.rows[0]?.cells[0]?.figure).toBeNull();
  });

  it('keeps deployments apart, named by what differs, and says which lengths one lacks', () => {
    const matrix = jobMatrix(
      [
        runJob({ config_code: 'tp1', concurrency: 8 }),
        runJob({ config_code: 'tp2', gpu_count: 2, concurrency: 16 }),
        runJob({ config_code: 'tp1', concurrency: 8, input_sequence_length: 8192 }),
      ],
      METRIC,
    );
    expect(matrix.hasNames).toBe(true);
    expect(matrix.blocks.map(({ name, missing, rows }) => [name, missing, rows.length])).toEqual([
      ['1 × H200 · tp1', [], 2],
      ['2 × H200 · tp2', ['8,192 in / 1,024 out'], 1],
    ]);
    // Of the rows that are there; the lengths that one lacks are said in words.
    expect(matrix.counts.gaps).toBe(3);
  });

  it('never takes for repeats what was measured in another way, here or elsewhere, or is not measured at all', () => {
    const names = (...jobs: readonly Parameters<typeof runJob>[0][]) =>
      jobMatrix(jobs.map(runJob), METRIC).blocks.map(({ name }) => name);
    expect(names({ framework_version: '0.11.0' }, { framework_version: '0.11.1' })).toEqual([
      'vllm 0.11.0',
      'vllm 0.11.1',
    ]);
    expect(names({ options: { request_rate: 4 } }, { options: {} })).toEqual([
      'request_rate 4',
      'request_rate not given',
    ]);
    expect(names({ provenance: 'measured' }, { provenance: 'simulated' })).toEqual(['measured', 'simulated']);
    expect(names({ tool_code: 'bench-llm' }, { tool_code: 'bench-vlm' })).toEqual(['bench-llm', 'bench-vlm']);
    expect(names({ config_code: null }, { config_code: 'tp2' })).toEqual(['no config', 'tp2']);
    // Another seed or number of requests is a repeat.
    expect(names({ options: { seed: 1, num_requests: 100 } }, { options: { seed: 2 } })).toEqual(['']);
  });

  it('puts jobs without a concurrency or lengths where they are seen, and counts no gap beside them', () => {
    const matrix = jobMatrix(
      [
        runJob({ concurrency: null, input_sequence_length: null, output_sequence_length: null }),
        runJob({ concurrency: 8 }),
      ],
      METRIC,
    );
    expect(matrix.concurrencies).toEqual([8, null]);
    expect(matrix.blocks[0]?.rows.map(({ lengths }) => lengths)).toEqual(['1,024 in / 1,024 out', null]);
    expect(matrix.counts).toEqual({ loads: 2, faulty: 0, gaps: 1 });
  });

  describe('the conditions that leave just the jobs of a load', () => {
    const filtersOf = (...jobs: readonly Parameters<typeof runJob>[0][]) =>
      jobMatrix(jobs.map(runJob), METRIC).blocks[0]?.rows[0]?.cells[0]?.filters.map(({ column, op, value }) =>
        `${column} ${op} ${value}`.trim(),
      );
    it('are the load, and of the deployment no more than tells it apart', () => {
      expect(filtersOf({ concurrency: 8 }, { concurrency: 16 })).toEqual(['concurrency eq 8']);
      expect(filtersOf({ concurrency: 8 }, { concurrency: 8, input_sequence_length: 8192 })).toEqual([
        'concurrency eq 8',
        'input_sequence_length eq 1024',
        'output_sequence_length eq 1024',
      ]);
      expect(
        filtersOf({ quantization_code: null, gpu_count: 1 }, { quantization_code: 'fp8', gpu_count: 2 }),
      ).toEqual(['concurrency eq 8', 'quantization_code empty']);
    });
    it('are the names of the jobs where the table has no column for the difference', () => {
      expect(
        filtersOf({ job_name: 'a, b', options: { request_rate: 4 } }, { job_name: 'c', options: {} }),
      ).toEqual(['job_name in "a, b"']);
    });
  });
});

describe('the shade of a cell', () => {
  it('goes from the least to the most, by ratios from a ratio of 20 on, and is that of the least where all are alike', () => {
    expect([10, 55, 100].map((value) => shadeOf(value, [10, 100]))).toEqual([0, 0.5, 1]);
    expect(isLogScale([10, 1000])).toBe(true);
    expect([10, 100, 1000].map((value) => shadeOf(value, [10, 1000]))).toEqual([0, 0.5, 1]);
    // A zero has no logarithm.
    expect(isLogScale([0, 1000])).toBe(false);
    expect(shadeOf(0, [0, 1000])).toBe(0);
    expect(shadeOf(7, [7, 7])).toBe(0);
  });
});

describe('the place that is kept for the matrix', () => {
  const rowsIn = (size: ReturnType<typeof matrixSize>) =>
    size === null ? null : (size.grid - HEIGHTS.head) / HEIGHTS.row;
  it('is as high as what comes: its rows, and the names above them', () => {
    expect(rowsIn(matrixSize([runJob({ concurrency: 8 }), runJob({ concurrency: 16 })], false))).toBe(1);
    const two = [runJob({}), runJob({ input_sequence_length: 8192 }), runJob({ config_code: 'tp2' })];
    expect(matrixSize(two, false)?.grid).toBe(HEIGHTS.head + 3 * HEIGHTS.row + 2 * HEIGHTS.name);
  });
  it('is one height for many rows, and for a run of which only a part is read', () => {
    const many = Array.from({ length: 40 }, (_, at) => runJob({ input_sequence_length: at + 1 }));
    expect(rowsIn(matrixSize(many, false))).toBe(12);
    expect(rowsIn(matrixSize([runJob({ concurrency: 8 }), runJob({ concurrency: 16 })], true))).toBe(12);
  });
  it('is none where there is nothing to lay out: no job, one load, or no concurrency at all', () => {
    expect(matrixSize([], false)).toBeNull();
    expect(matrixSize([runJob({}), runJob({})], false)).toBeNull();
    const offline = { concurrency: null, input_sequence_length: null, output_sequence_length: null };
    expect(matrixSize([runJob(offline), runJob({ ...offline, server_hostname: 'gpu-2' })], false)).toBeNull();
  });
});
