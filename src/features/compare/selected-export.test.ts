import { describe, expect, it } from 'vitest';
import { vBenchmarkResults, type BenchmarkResult } from '#contract/views/v-benchmark-results.ts';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { jobTable } from './jobs-rows.ts';
import { selectedCsv, selectedSheets } from './selected-export.ts';

const EMPTY = Object.fromEntries(Object.keys(vBenchmarkResults.row.shape).map((key) => [key, null]));
const resultOf = (change: Partial<BenchmarkResult>): BenchmarkResult => ({
  ...(EMPTY as unknown as BenchmarkResult),
  org_id: 'o',
  run_id: 3,
  provenance: 'measured',
  tool_code: 'bench-llm',
  model_code: 'llama-3.1-70b',
  quantization_code: 'fp8',
  input_sequence_length: 1024,
  statistic: 'as named',
  is_valid: true,
  invalid_reasons: [],
  ...change,
});
const estimate = (job: number, mean: number) =>
  estimateOf({
    job_id: job,
    job_ids: [job],
    n: 3,
    tokens_per_sec: mean,
    confidence_interval_lower: mean - 5,
    confidence_interval_upper: mean + 5,
  });

const jobs = [
  resultOf({ job_id: 7, job_name: '=Base', gpu_model: 'h100', tokens_per_sec: 1234.56789, success_rate: 0 }),
  resultOf({ job_id: 9, job_name: 'Other', gpu_model: 'b200', tokens_per_sec: 1851.851835 }),
];
const table = jobTable(jobs, [estimate(7, 1234.56789), estimate(9, 1851.851835)], 7);
const shown = { ...table, lines: table.lines.filter(({ differs }) => differs), same: 5 };

describe('the selected results as a file', () => {
  const lines = selectedCsv(shown).split('\r\n');

  it('names each result and its differences in percent of the baseline, which has none', () => {
    expect(lines[0]).toBe(
      `Line,Unit,'=Base (job 7),"'=Base (job 7), mean of (n)",Other (job 9),"Other (job 9), mean of (n)","Other (job 9), from the baseline (%)","Other (job 9), how it reads"`,
    );
    const throughput = lines.find((line) => /^Output/.test(line))?.split(',') ?? [];
    expect(throughput.slice(1, 6)).toEqual(['tokens/s', '1234.56789', '3', '1851.851835', '3']);
    expect(Number(throughput[6])).toBeCloseTo(50, 9);
    expect(throughput.slice(7).join(',')).toBe('"better, clear"');
  });

  it('has ids, provenance, repeats and baseline, also where only lines that differ are shown', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'Job id,,7,,9,,,',
        'Run id,,3,,3,,,',
        'Provenance,,measured,,measured,,,',
        'Repeats (n),,3,,3,,,',
        'Baseline,,yes,,no,,,',
      ]),
    );
    expect(lines.filter((line) => line.startsWith('Provenance'))).toHaveLength(1);
    expect(lines.some((line) => line.startsWith('Model,'))).toBe(false);
  });

  it('leaves a missing figure empty and writes a measured zero', () => {
    expect(lines.find((line) => line.startsWith('Success'))).toMatch(/,0,,,,,$/);
  });

  it('says in a workbook what it is', () => {
    const [rows, about] = selectedSheets(shown, 'http://x/compare', '2026-11-29T02:00:00.000Z');
    expect(rows?.rows[0]).toEqual(['Job id', null, 7, undefined, 9, undefined, undefined, undefined]);
    expect(about?.rows).toEqual(
      expect.arrayContaining([
        ['Baseline', '=Base (job 7)'],
        ['Lines', 'only those that differ; 5 left out'],
        ['Address', 'http://x/compare'],
      ]),
    );
  });
});
