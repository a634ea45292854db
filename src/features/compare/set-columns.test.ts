import { expect, it } from 'vitest';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { writtenColumns } from '#src/components/table/written-columns.ts';
import type { ComparedRow } from './compare-queries.ts';
import { setColumns } from './set-columns.tsx';

it('writes to a file which places a row may hold, whether that is provisional, and its jobs and run', () => {
  const row: ComparedRow = {
    ...estimateOf({ job_id: 9, job_ids: [9, 7], run_id: 3, n: 1, tokens_per_sec_per_gpu: 5 }),
    rank: 1,
    relative_to_best: 1,
    speedup: null,
    scaling_efficiency: null,
    gain_over_previous: null,
    is_peak: false,
  };
  const columns = setColumns('frameworks', [row]);
  const written = writtenColumns(
    columns,
    columns.filter(({ isShownByDefault }) => isShownByDefault),
  );
  const valueOf = (id: string) => written.find((column) => column.id === id)?.value(row);
  expect(['rank', 'rank_worst', 'provisional', 'job_id', 'job_ids', 'run_id'].map(valueOf)).toEqual([
    1,
    1,
    'one measurement, so no interval: it may change',
    9,
    '9 7',
    3,
  ]);
});
