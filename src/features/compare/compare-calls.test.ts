import { describe, expect, it } from 'vitest';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { compareCalls } from './compare-calls.ts';
import { compareSearch } from './compare-search.ts';

const ORGS = ['00000000-0000-4000-8000-000000000001'];

describe('compareCalls', () => {
  it('reads the selected results', () => {
    const [call] = compareCalls(ORGS, compareSearch.read({ jobs: '7,9' }), []);
    expect(decodeURIComponent(call?.path ?? '')).toContain('/v_benchmark_results?');
    expect(decodeURIComponent(call?.path ?? '')).toContain('job_id=in.(7,9)');
  });

  it('reads the set that is shown, and what there is to choose from', () => {
    const estimates = [
      estimateOf({ job_id: 1, framework_code: 'vllm' }),
      estimateOf({ job_id: 2, framework_code: 'sglang' }),
    ];
    const calls = compareCalls(ORGS, compareSearch.read({ view: 'frameworks' }), estimates);
    expect(calls.map(({ path }) => path.split('?')[0])).toEqual([
      '/v_framework_comparison',
      '/v_throughput_leaderboard',
    ]);
    expect(compareCalls(ORGS, compareSearch.read({ view: 'frameworks' }), [])).toHaveLength(1);
  });
});
