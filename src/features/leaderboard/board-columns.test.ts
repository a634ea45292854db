import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { toCsv } from '#lib/csv.ts';
import { NO_ISSUES } from '#src/api/known-issues.ts';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { shownColumns } from '#src/components/table/table-view.ts';
import { writtenColumns } from '#src/components/table/written-columns.ts';
import { boardColumns } from './board-columns.tsx';
import { boardRows } from './board-rows.ts';

const LIMITS = { stat: 'p99', ttft: null, tpot: null, e2e: null, user: null } as const;
const on = (gpu: string, tps: number, spread: number | null, jobs: number[]) =>
  estimateOf({
    gpu_name: gpu,
    gpu_model: gpu,
    job_id: jobs[0] ?? 0,
    job_ids: jobs,
    run_id: 7,
    n: jobs.length,
    tokens_per_sec: tps,
    tokens_per_sec_per_gpu: tps / 8,
    confidence_interval_lower: spread === null ? null : tps - spread,
    confidence_interval_upper: spread === null ? null : tps + spread,
  });

const columnsOf = (measure: 'tokens_per_sec_per_gpu' | 'usd_per_million_tokens') =>
  boardColumns({
    measure,
    stat: 'p99',
    nowMs: Date.parse('2026-11-28T12:00:00Z'),
    hasLimits: false,
    workspaces: new Map(),
    gpusPerNode: new Map(),
    issues: NO_ISSUES,
    since: null,
  });

it('prints the known end of an interval without an upper one, and leaves that empty in files', () => {
  const board = boardRows(
    [{ ...on('B200', 8_000, 8_000, [12, 11]), usd_per_million_tokens: 0.5 }],
    'usd_per_million_tokens',
    LIMITS,
  );
  const columns = columnsOf('usd_per_million_tokens');
  const cell = columns.find(({ id }) => id === 'measure')?.cell;
  const text = board.map((row) => renderToStaticMarkup(cell?.(row)).replaceAll(/<[^>]+>/g, ''));
  expect(text).toEqual(['0.5000.250 or more']);
  const file = toCsv(writtenColumns(columns, shownColumns(columns, ['measure'])), board).split('\r\n');
  expect(file[1]).toMatch(/^0\.5,1,0\.25,,/);
});

it('writes to files what cells show beside a value, and the ids, whatever columns are shown', () => {
  const board = boardRows(
    [on('B200', 8_000, 400, [12, 11]), on('H200', 7_600, 400, [22, 21]), on('L40S', 800, null, [31])],
    'tokens_per_sec_per_gpu',
    LIMITS,
  );
  const columns = columnsOf('tokens_per_sec_per_gpu');
  const file = toCsv(writtenColumns(columns, shownColumns(columns, ['rank', 'measure'])), board).split(
    '\r\n',
  );
  expect(file.slice(0, 4)).toEqual([
    'Rank,Output per GPU (tokens/s/GPU),Worst rank,"Output per GPU (tokens/s/GPU), lower end","Output per GPU (tokens/s/GPU), upper end",Provisional,Job id,Job ids of the repeats,Run id',
    '1,1000,2,950,1050,,12,12 11,7',
    '1,950,2,900,1000,,22,22 21,7',
    '3,100,3,,,"one measurement, so no interval: it may change",31,31,7',
  ]);
});
