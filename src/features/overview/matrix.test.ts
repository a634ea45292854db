import { describe, expect, it } from 'vitest';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import type { Estimate } from '#src/components/results/deployments.ts';
import { cellIssues, matrixOf, matrixShapes } from './matrix.ts';

const OWN = '00000000-0000-4000-8000-00000000000a';
const row = (model: string, gpu: string, perGpu: number | null, change: Partial<Estimate> = {}): Estimate =>
  estimateOf({
    org_id: OWN,
    model_code: model,
    gpu_name: gpu,
    gpu_model: gpu.toLowerCase(),
    tokens_per_sec_per_gpu: perGpu,
    ...change,
  });
const published = { org_id: '00000000-0000-4000-8000-000000000001', provenance: 'published' } as const;

describe('matrixOf', () => {
  it('takes the best of one’s own, and sets it against the published one', () => {
    const matrix = matrixOf(
      [
        row('llama', 'H100', 900),
        row('llama', 'H100', 1_100),
        row('llama', 'H100', 1_000, published),
        row('llama', 'B200', 4_000, published),
        row('qwen', 'H100', 500),
      ],
      '1024/1024',
      OWN,
    );
    expect(matrix.models).toEqual(['llama', 'qwen']);
    expect(matrix.gpus).toEqual(['h100', 'b200']);
    expect(matrix.gpuName('b200')).toBe('B200');
    expect(matrix.at('llama', 'h100')?.value).toBe(1_100);
    expect(matrix.at('llama', 'h100')?.against?.difference.relative).toBeCloseTo(0.1, 12);
    expect(matrix.at('llama', 'h100')?.against?.reasons).toEqual([]);
    expect(matrix.at('llama', 'b200')).toMatchObject({ value: 4_000, against: null });
    expect(matrix.at('qwen', 'h100')?.against).toBeNull();
    expect(matrix.at('qwen', 'b200')).toBeNull();
  });

  it('says in what the published figure differs, and takes one that is like the own one first', () => {
    const own = row('llama', 'H100', 1_000);
    const unlike = row('llama', 'H100', 2_000, { ...published, quantization_code: 'fp4', gpu_count: 4 });
    const like = row('llama', 'H100', 800, { ...published, concurrency: 256, citation: 'a paper' });
    const against = (...rows: Estimate[]) => matrixOf(rows, '1024/1024', OWN).at('llama', 'h100')?.against;
    expect(against(own, unlike)).toMatchObject({
      difference: { relative: -0.5, direction: 'worse' },
      reasons: ['GPU counts differ (8 and 4)', 'precisions differ (fp8 and fp4)'],
    });
    expect(against(own, unlike, like)).toMatchObject({
      row: like,
      difference: { relative: 0.25 },
      reasons: [],
    });
  });

  it('knows the issues of the published figure too, each where it stands', () => {
    const issue = (job: number, text: string) => ({
      known_issue_id: '00000000-0000-4000-8000-000000000009',
      org_id: OWN,
      job_id: job,
      issue_text: text,
      issue_url: null,
      created_by_name: null,
      created_at: '2026-11-27T10:00:00Z',
    });
    const issues = new Map([
      [2, [issue(2, 'Throttled')]],
      [7, [issue(7, 'Withdrawn')]],
    ]);
    const source = row('llama', 'H100', 1_000, { ...published, job_id: 7, job_ids: [7] });
    const own = row('llama', 'H100', 900, { job_id: 3, job_ids: [3, 2] });
    const known = (...rows: Estimate[]) => {
      const cell = matrixOf(rows, '1024/1024', OWN).at('llama', 'h100');
      return cell === null ? null : cellIssues(cell, issues);
    };
    expect(known(own, source)).toEqual({ best: ['Throttled'], against: ['Withdrawn'] });
    expect(known(source)).toEqual({ best: ['Withdrawn'], against: [] });
  });

  it('is sure only where the intervals of both, per GPU, lie apart', () => {
    const sure = {
      n: 3,
      tokens_per_sec: 8_000,
      confidence_interval_lower: 7_600,
      confidence_interval_upper: 8_400,
    };
    const evidence = (own: Partial<Estimate>, other: Partial<Estimate>) =>
      matrixOf(
        [row('llama', 'H100', 1_000, own), row('llama', 'H100', 900, { ...published, ...other })],
        '1024/1024',
        OWN,
      ).at('llama', 'h100')?.against?.difference.evidence;
    expect(evidence(sure, {})).toBe('unknown');
    // 950 to 1,050 against 855 to 945, then against 846 to 954.
    const other = {
      tokens_per_sec: 7_200,
      confidence_interval_lower: 6_840,
      confidence_interval_upper: 7_560,
    };
    expect(evidence(sure, other)).toBe('clear');
    expect(evidence(sure, { ...other, confidence_interval_upper: 7_632 })).toBe('unclear');
  });

  it('leaves out simulated figures, other shapes and estimates without the figure', () => {
    const matrix = matrixOf(
      [
        row('llama', 'H100', 9_999, { provenance: 'simulated' }),
        row('llama', 'H100', 9_999, { workload_shape: '8192/1024' }),
        row('llama', 'H100', null),
      ],
      '1024/1024',
      OWN,
    );
    expect(matrix.models).toEqual([]);
    expect(matrix.at('llama', 'h100')).toBeNull();
  });

  it('knows the shapes with most pairs', () => {
    expect(
      matrixShapes([
        row('a', 'x', 1),
        row('a', 'x', 2),
        row('b', 'x', 1, { workload_shape: '8192/1024' }),
        row('a', 'y', 1),
      ]),
    ).toEqual([
      { shape: '1024/1024', pairs: 2 },
      { shape: '8192/1024', pairs: 1 },
    ]);
  });
});
