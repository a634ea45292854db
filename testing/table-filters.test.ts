import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { formatMetric } from '#contract/metrics.ts';
import { vRunJobsWithParams, type RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { viewRequest, type ViewQuery } from '#src/api/view-query.ts';
import type { ColumnData } from '#src/components/table/column-data.ts';
import { FILTER_OPS, type TableFilter } from '#src/components/table/filter-param.ts';
import { cellFinder } from '#src/components/table/cell-finder.ts';
import { anyOf, bothOf, holdsText } from '#src/components/table/any-of.ts';
import { askedColumns, standsBefore } from '#src/components/table/find-rows.ts';
import { filteredRows, filterProblem, operatorsOf } from '#src/components/table/table-filters.ts';
import { isWholeColumn, viewColumnKind } from '#src/components/table/view-columns.ts';
import { viewConditions } from '#src/components/table/view-filters.ts';
import { joinWords } from '#src/components/table/word-list.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';

/** A filter asked of the data API finds the rows that the same filter finds among rows at hand. */
let test: TestApp;
let owner: SignedIn;
let rows: RunJobWithParams[];

const NAMES = [
  'Llama 3.1 8B',
  'llama-3.1-8b',
  'LLAMA',
  '50% load',
  '50x load',
  'a_b',
  'axb',
  'back\\slash',
  'comma, here',
  '"quoted"',
  "o'clock",
  '(round)',
  'null',
  'a*b',
  'Ünïcode Straße',
  '日本語',
  'emoji 🚀',
  'eq.1',
  '  spaced  out ',
  'a.b:c',
];
const COLUMNS = [
  'job_name',
  'framework_version',
  'status_code',
  'concurrency',
  'gpu_count',
  'tokens_per_sec',
  'ttft_p50_ms',
  'created_at',
  'started_at',
] as const satisfies readonly (keyof RunJobWithParams)[];
const pageSchema = z.array(vRunJobsWithParams.row);

const read = (filters: readonly TableFilter[]): Promise<RunJobWithParams[]> =>
  ask({
    filters: viewConditions(vRunJobsWithParams, filters),
    order: [{ column: 'job_id', direction: 'asc' }],
  });

async function ask(query: ViewQuery<RunJobWithParams>): Promise<RunJobWithParams[]> {
  const { search, headers } = viewRequest(query);
  const response = await test.app.inject({
    url: `/api/${vRunJobsWithParams.name}${search}`,
    headers: { ...headers, ...owner.bearer },
  });
  if (response.statusCode !== 200) throw new Error(`${search}: ${response.body}`);
  return pageSchema.parse(response.json());
}

beforeAll(async () => {
  test = await openTestApp();
  owner = await test.signIn();
  const system = { role: 'web_system' } as const;
  const projectId = String(
    (
      await test.db.one<{ project_id: number }>(
        system,
        `insert into core.projects (org_id, project_name) values ($1, 'p') returning project_id`,
        [owner.orgId],
      )
    ).rows[0]?.project_id,
  );
  const runId = String(
    (
      await test.db.one<{ run_id: number }>(
        system,
        `insert into core.runs (org_id, project_id, run_name) values ($1, $2, 'r') returning run_id`,
        [owner.orgId, projectId],
      )
    ).rows[0]?.run_id,
  );
  for (const [index, name] of NAMES.entries()) {
    const isMeasured = index % 3 !== 0;
    await test.db.one(
      system,
      `with job as (
         insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, framework_version, status_code, concurrency, gpu_count, created_at, started_at)
         values ($1, $2, $3, $4, 'bench-llm', 'measured', 'm', $5, $6, $7, $8, now() - make_interval(days => $9), $10)
         returning job_id
       )
       insert into core.results (job_id, org_id, tool_code, provenance, tokens_per_sec, ttft_p50_ms)
       select job_id, $1, 'bench-llm', 'measured', $11, $12 from job where $13`,
      [
        owner.orgId,
        projectId,
        runId,
        name,
        index % 4 === 0 ? null : index % 4 === 1 ? '' : `0.${index}.0`,
        isMeasured ? 'completed' : 'failed',
        index % 5 === 0 ? null : 2 ** (index % 5),
        index % 2 === 0 ? 8 : null,
        index,
        index % 6 === 0 ? null : `2026-11-${String(index + 1).padStart(2, '0')}T10:20:30.123456Z`,
        index % 7 === 0 ? null : index * 100.25,
        index === 1 ? 0 : index / 3,
        isMeasured,
      ],
    );
  }
  rows = await read([]);
});
afterAll(() => test.close());

function columnOf(id: (typeof COLUMNS)[number] | 'job_id'): ColumnData<RunJobWithParams> {
  const kind = viewColumnKind(vRunJobsWithParams, id);
  if (kind === null) throw new Error(`${id} cannot be filtered`);
  return { id, kind, header: id, value: (row) => row[id] };
}
const columns = COLUMNS.map(columnOf);

/** What a person may ask: values that rows have, parts of them, and nonsense. */
const typed = fc.oneof(
  fc.constantFrom(...NAMES).chain((name) => fc.constantFrom(name, name.slice(1, 5), name.toUpperCase())),
  fc.constantFrom(
    '0',
    '1',
    '8',
    '100.25',
    '1,002.5',
    '2026-11-10',
    '2026-11-10T10:20:30Z',
    '0.5.0',
    '%',
    '_',
    '*',
    'failed',
  ),
  fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }).map(joinWords),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const filter = fc
  .record({ column: fc.constantFrom(...COLUMNS), op: fc.constantFrom(...FILTER_OPS), value: typed })
  .filter(({ column, op, value }) => {
    const kind = viewColumnKind(vRunJobsWithParams, column) ?? 'text';
    return operatorsOf(kind).some((one) => one.op === op) && filterProblem(kind, { op, value }) === null;
  });

it('the rows to find are there', () => {
  expect(rows.map(({ job_name: name }) => name)).toEqual(NAMES);
});

it('any filters find the same rows here and there', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(filter, { minLength: 1, maxLength: 3 }), async (filters) => {
      const there = await read(filters);
      expect(filteredRows(rows, filters, columns).map(({ job_name: name }) => name)).toEqual(
        there.map(({ job_name: name }) => name),
      );
    }),
    { numRuns: 150 },
  );
}, 60_000);

it('finds a text in rows that are not read where the text stands in what they hold', async () => {
  const columns = ['job_name', 'framework_version', 'status_code'] as const;
  for (const text of [
    'llama',
    '50%',
    'a_b',
    'back\\',
    'comma, here',
    '"quoted"',
    "o'clock",
    '(round)',
    'STRASSE',
    'straße',
    '日本',
    '🚀',
    '.1',
    'FAIL',
    'a.b:c',
    'null',
  ]) {
    const found = await ask({
      or: anyOf(columns.map((column) => holdsText(column, text))),
      order: [{ column: 'job_id', direction: 'asc' }],
    });
    const wanted = rows.filter((row) =>
      columns.some((column) => (row[column] ?? '').toLowerCase().includes(text.toLowerCase())),
    );
    expect([text, found.map(({ job_name }) => job_name)]).toEqual([
      text,
      wanted.map(({ job_name }) => job_name),
    ]);
  }
  // A star is any one character: the API has no other way to say it.
  const starred = await ask({
    or: anyOf(columns.map((column) => holdsText(column, 'a*b'))),
    order: [{ column: 'job_id', direction: 'asc' }],
  });
  expect(starred.map(({ job_name }) => job_name)).toEqual(['a_b', 'axb', 'a*b', 'a.b:c']);
  // A page's own question about several columns beside a find.
  const both = await ask({
    or: bothOf(
      anyOf([holdsText('job_name', 'load'), holdsText('status_code', '"none"')]),
      anyOf(columns.map((column) => holdsText(column, '50%'))),
    ),
  });
  expect(both.map(({ job_name }) => job_name)).toEqual(['50% load']);
});

it('finds in rows that are not read the numbers, days and texts that it marks in those that are', async () => {
  const metricOf = (id: 'concurrency' | 'tokens_per_sec' | 'ttft_p50_ms'): ColumnData<RunJobWithParams> => ({
    ...columnOf(id),
    text: (row) => formatMetric(id, row[id]),
  });
  const timeOf = (id: 'created_at' | 'started_at'): ColumnData<RunJobWithParams> => ({
    ...columnOf(id),
    order: (row) => (row[id] === null ? null : Date.parse(row[id])),
  });
  const shown = [
    columnOf('job_name'),
    metricOf('concurrency'),
    metricOf('tokens_per_sec'),
    metricOf('ttft_p50_ms'),
    timeOf('created_at'),
    timeOf('started_at'),
  ];
  const columns = [...shown, columnOf('job_id')];
  const held = {
    kindOf: (id: string) => viewColumnKind(vRunJobsWithParams, id),
    isWhole: (id: string) => isWholeColumn(vRunJobsWithParams, id),
    canFilter: () => true,
  };
  const days = rows.flatMap(({ created_at: at, started_at: start }) => [
    at.slice(0, 10),
    start?.slice(0, 19),
  ]);
  const shownNumbers = rows.flatMap((row) => shown.slice(1, 4).map((column) => column.text?.(row)));
  const ids = rows.map(({ job_id: id }) => String(id));
  let found = 0;
  for (const text of new Set([
    ...days,
    ...shownNumbers,
    ...ids,
    '2026-11',
    '7.5',
    '1e2',
    '-1',
    '99999999999',
    'llama',
  ])) {
    if (text === undefined || text === '—') continue;
    const finder = cellFinder({
      text,
      columns,
      shown,
      rows,
      rowId: (row) => String(row.job_id),
      isRemote: true,
    });
    const asked = askedColumns(finder, held, rows);
    const there = await ask({
      or: anyOf(asked.map(({ condition }) => condition)),
      order: [{ column: 'job_id', direction: 'asc' }],
    });
    const here = rows.filter((row) => shown.some((_, index) => finder.finds?.(index, row) === true));
    expect([text, there.map((row) => row.job_name)]).toEqual([text, here.map((row) => row.job_name)]);
    found += here.length;
  }
  expect(found).toBeGreaterThan(100);
}, 60_000);

it('knows how many rows stand before one, in every order', async () => {
  for (const column of COLUMNS)
    for (const direction of ['asc', 'desc'] as const) {
      const order = [
        { column, direction },
        { column: 'job_id', direction: 'desc' },
      ] as const;
      const sorted = await ask({ order });
      for (const [place, row] of sorted.entries()) {
        const before = await ask({ or: standsBefore(row, order) });
        expect([column, direction, row.job_name, before.length]).toEqual([
          column,
          direction,
          row.job_name,
          place,
        ]);
      }
    }
}, 60_000);
