import { expect, it } from 'vitest';
import { commandOf, kindOf, withNewest } from './recent.ts';

const seen = (id: number) => ({ path: `/w/x/jobs/${id}`, label: `job ${id}`, kind: 'Job' });

it('puts the newest first, once, and keeps eight', () => {
  const list = [1, 2, 3, 4, 5, 6, 7, 8].map(seen);
  expect(withNewest(list, seen(9)).map((one) => one.label)).toEqual(
    [9, 1, 2, 3, 4, 5, 6, 7].map((id) => `job ${id}`),
  );
  expect(withNewest(list, { ...seen(3), label: 'renamed' }).map((one) => one.label)).toEqual([
    'renamed',
    ...[1, 2, 4, 5, 6, 7, 8].map((id) => `job ${id}`),
  ]);
});

it('offers one under the id of a search, with what it is in, so that another of its name stays apart', () => {
  const run = { path: '/w/x/runs/12', label: 'default', kind: 'Run', of: 'Endpoints' };
  expect(commandOf(run)).toMatchObject({ id: 'run-12', label: 'default', detail: 'Endpoints · Run' });
  expect(commandOf(seen(3))).toMatchObject({ id: 'job-3', detail: 'Job' });
});

it('knows the pages of one object', () => {
  expect(kindOf('/w/$orgId/jobs/$jobId')).toBe('Job');
  expect(kindOf('/w/$orgId/projects/$projectId')).toBe('Project');
  expect(kindOf('/w/$orgId/projects')).toBeNull();
  expect(kindOf('/w/$orgId/leaderboard')).toBeNull();
});
