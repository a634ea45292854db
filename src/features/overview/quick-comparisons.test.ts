import { expect, it } from 'vitest';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { quickComparisons } from './quick-comparisons.ts';

const OWN = estimateOf({}).org_id;

it('offers what the results allow, the richest of each kind', () => {
  const found = quickComparisons(
    [
      estimateOf({ framework_code: 'vllm' }),
      estimateOf({ framework_code: 'sglang' }),
      estimateOf({ framework_code: 'vllm', gpu_model: 'h100-sxm', gpu_name: 'H100' }),
    ],
    OWN,
  );
  expect(found).toEqual([
    {
      page: 'leaderboard',
      search: { model: 'llama-3.1-70b', shape: '1024/1024' },
      title: 'GPUs for llama-3.1-70b',
      detail: '2 kinds, 1,024 in, 1,024 out',
    },
    {
      page: 'compare',
      search: { view: 'frameworks', model: 'llama-3.1-70b', shape: '1024/1024' },
      title: 'Frameworks: sglang, vllm',
      detail: 'llama-3.1-70b · 8 × B200 · 1,024 in, 1,024 out · measured',
    },
  ]);
});

it('takes own results before richer ones of others', () => {
  const published = { org_id: '00000000-0000-4000-8000-000000000009', provenance: 'published' } as const;
  const [first] = quickComparisons(
    [
      ...['a', 'b', 'c'].map((gpu) => estimateOf({ ...published, model_code: 'theirs', gpu_model: gpu })),
      ...['a', 'b'].map((gpu) => estimateOf({ model_code: 'ours', gpu_model: gpu })),
    ],
    OWN,
  );
  expect(first?.title).toBe('GPUs for ours');
});

it('offers nothing where there is nothing to compare, or only simulated figures', () => {
  expect(quickComparisons([estimateOf({})], OWN)).toEqual([]);
  expect(
    quickComparisons(
      [
        estimateOf({ provenance: 'simulated', framework_code: 'vllm' }),
        estimateOf({ provenance: 'simulated', framework_code: 'sglang' }),
      ],
      OWN,
    ),
  ).toEqual([]);
});
