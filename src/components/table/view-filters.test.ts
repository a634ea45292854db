import { expect, it } from 'vitest';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { viewColumnKind, viewOrder } from './view-columns.ts';
import { viewConditions } from './view-filters.ts';

it('knows what the columns of a view hold', () => {
  const kind = (column: string) => viewColumnKind(vRunJobsWithParams, column);
  expect(
    ['job_name', 'concurrency', 'status_code', 'created_at', 'options', 'gone', 'toString'].map(kind),
  ).toEqual(['text', 'number', 'text', 'time', null, null, null]);
});

it('asks a view only for what it has', () => {
  expect(
    viewConditions(vRunJobsWithParams, [
      { column: 'concurrency', op: 'gte', value: '64' },
      { column: 'gone', op: 'eq', value: 'x' },
      { column: 'options', op: 'contains', value: 'x' },
    ]),
  ).toEqual({ concurrency: [{ text: 'gte.64' }] });
});

it('orders a view by what it has, and always by what tells rows apart', () => {
  const last = { column: 'job_id', direction: 'asc' } as const;
  expect(viewOrder(vRunJobsWithParams, { id: 'job_name', desc: true }, last)).toEqual([
    { column: 'job_name', direction: 'desc' },
    last,
  ]);
  expect(viewOrder(vRunJobsWithParams, { id: 'toString', desc: true }, last)).toEqual([last]);
  expect(viewOrder(vRunJobsWithParams, null, last)).toEqual([last]);
});
