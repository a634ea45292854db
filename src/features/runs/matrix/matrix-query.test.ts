import { expect, it } from 'vitest';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { viewRequest } from '#src/api/view-query.ts';
import { laterJobsRead } from './matrix-query.ts';

it('reads on where the page ends, a thousand at a time and never beyond ten thousand, only what the matrix needs', () => {
  const asked = (from: number) =>
    new URLSearchParams(viewRequest(laterJobsRead('11111111-1111-4111-8111-111111111111', 7, from)).search);
  expect([asked(1000).get('offset'), asked(1000).get('limit')]).toEqual(['1000', '1000']);
  expect([asked(9500).get('offset'), asked(9500).get('limit')]).toEqual(['9500', '500']);
  expect([asked(1000).get('run_id'), asked(1000).get('order')]).toEqual(['eq.7', 'job_id.asc.nullslast']);
  const columns = asked(1000).get('select')?.split(',') ?? [];
  expect(columns).toContain('tokens_per_sec_per_gpu');
  expect(columns).not.toContain('project_name');
  expect(columns.filter((column) => !(column in vRunJobsWithParams.row.shape))).toEqual([]);
});
