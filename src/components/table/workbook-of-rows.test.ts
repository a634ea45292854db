import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { textColumn } from './data-columns.tsx';
import { metricColumn } from './metric-column.tsx';
import { workbookOfRows, type AboutRows } from './workbook-of-rows.ts';

interface Row {
  name: string;
  tokens_per_sec: number | null;
}

it('writes typed cells of full precision, nothing for nothing, and what the rows are', async () => {
  const columns = [textColumn<Row>('name', 'Name', (row) => row.name), metricColumn<Row>('tokens_per_sec')];
  const rows: Row[] = [
    { name: '=1+1', tokens_per_sec: 1234.56789 },
    { name: 'b', tokens_per_sec: null },
    { name: 'c', tokens_per_sec: 0 },
  ];
  const made = {
    table: { label: 'Deployments', columns, view: { sort: { id: 'name', desc: true }, cols: [] } },
    filters: [{ column: 'tokens_per_sec', op: 'gte', value: '1,000' }],
    isPart: false,
    of: 3,
    address: 'http://127.0.0.1/w/x/leaderboard?model=m',
    at: '2026-11-28T10:00:00.000Z',
  } as const;
  const sheetsOf = async (about: AboutRows<Row>) =>
    (await readXlsx(await (await workbookOfRows(columns, rows, about)).arrayBuffer())).sheets;
  const [table, about] = await sheetsOf(made);
  expect(table?.rows.map((row) => row.slice(0, 2))).toEqual([
    ['Name', 'Output (tokens/s)'],
    ['=1+1', 1234.56789],
    ['b', null],
    ['c', 0],
  ]);
  expect(about?.rows).toContainEqual(['Filters', 'Output (tokens/s) ≥ 1,000']);
  expect(about?.rows).toContainEqual(['What', 'Deployments']);
  expect(about?.rows).toContainEqual(['Order', 'Name, descending']);
  expect(about?.rows).toContainEqual(['Rows', 3]);

  // Selected rows are taken also where a filter hides them, unless they are filtered where they are read.
  const [, selected] = await sheetsOf({ ...made, isPart: true });
  expect(selected?.rows).toContainEqual(['What', 'Deployments, those selected']);
  expect(selected?.rows).toContainEqual(['Filters', 'not applied to selected rows']);
  const [, unfiltered] = await sheetsOf({ ...made, isPart: true, filters: [] });
  expect(unfiltered?.rows).toContainEqual(['Filters', 'none']);
  const [, read] = await sheetsOf({ ...made, isPart: true, table: { ...made.table, window: {} } });
  expect(read?.rows).toContainEqual(['Filters', 'Output (tokens/s) ≥ 1,000']);
});

it('says of how many rows it holds a part', async () => {
  const columns = [textColumn<Row>('name', 'Name', (row) => row.name)];
  const table = { label: 'Jobs', columns, view: { sort: null, cols: [] } };
  const about = { table, filters: [], isPart: false, address: '', at: '2026-11-28T10:00:00.000Z' };
  const linesOf = async (of: number) => {
    const file = await workbookOfRows(columns, [{ name: 'a', tokens_per_sec: null }], { ...about, of });
    return (await readXlsx(await file.arrayBuffer())).sheets[1]?.rows.map((row) => row.slice(0, 2));
  };
  expect(await linesOf(100_001)).toContainEqual(['Of rows in all', 100_001]);
  expect((await linesOf(1))?.map(([name]) => name)).not.toContain('Of rows in all');
});
