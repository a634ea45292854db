import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { numberColumn } from './data-columns.tsx';
import { MOST_EXPORTED, type ExportKind } from './most-exported.ts';
import { tableFile } from './rows-file.ts';
import type { WindowedRead } from './windowed-view.ts';

interface Row {
  n: number;
}
const columns = [numberColumn<Row>('n', 'N', (row) => row.n)];
const made = { at: '2026-11-28T10:00:00.000Z', address: 'http://page.test/' };

/**
 * A table of which 200 rows are at hand; rows `gone` went away since it said how many there are, or `came` before all
 * others since its first answer.
 */
function fileOf(
  kind: ExportKind,
  total: number,
  only: ReadonlySet<string> | null = null,
  gone = 0,
  came = 0,
) {
  const rowsOf = (first: number, end: number) =>
    Array.from({ length: Math.max(0, Math.min(end, total - gone) - first) }, (_, index) => ({
      n: first + index + 1,
    }));
  const read: WindowedRead<Row>['read'] = (first, last) =>
    Promise.resolve({
      rows: first === 0 ? rowsOf(0, last + 1) : rowsOf(first - came, last + 1 - came),
      total: first === 0 ? total : null,
    });
  const source: WindowedRead<Row> = {
    queryKey: ['rows'],
    read,
    canFilter: () => false,
    orderOf: () => [],
    kindOf: () => 'number',
    isWhole: () => true,
  };
  const rows = rowsOf(0, 200);
  return tableFile(
    kind,
    {
      table: {
        label: 'Rows',
        columns,
        rows,
        rowId: (row) => String(row.n),
        view: { sort: null, cols: [] },
        onViewChange: () => undefined,
        fileName: 'rows',
        window: {
          total,
          indexes: [...rows.keys()],
          onRange: () => undefined,
          source,
          asked: { sort: null },
        },
      },
      shown: columns,
      placed: { count: total, at: (place) => rows[place], loaded: () => rows },
      filters: [],
      only,
    },
    made,
  );
}

const linesOf = async (file: Blob) => (await file.text()).split('\r\n').slice(0, -1);

it('writes all rows of a view as CSV, read or not, in their order and under one header', async () => {
  const { file, part } = await fileOf('csv', 100_007);
  const lines = await linesOf(file);
  expect(part).toBeNull();
  expect([lines.length, lines[0], lines[1], lines[1001], lines.at(-1)]).toEqual([
    100_008,
    'N',
    '1',
    '1001',
    '100007',
  ]);
  expect([...new Uint8Array(await file.slice(0, 3).arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf]);
  expect(file.type).toBe('text/csv;charset=utf-8');
});

it('says of how many rows a file holds a part, in the file too', async () => {
  const { file, part } = await fileOf('xlsx', MOST_EXPORTED.xlsx + 1);
  expect(part).toEqual({
    title: '100,000 of 100,001 rows are in the file',
    why: 'CSV takes 1,000,000.',
  });
  const [table, about] = (await readXlsx(await file.arrayBuffer())).sheets;
  expect([table?.rows.length, table?.rows.at(-1)?.[0]]).toEqual([100_001, 100_000]);
  expect(about?.rows).toContainEqual(['Of rows in all', 100_001]);
  const shrunk = await fileOf('csv', 1_500, null, 200);
  expect((await linesOf(shrunk.file)).length).toBe(1_301);
  expect(shrunk.part).toEqual({
    title: '1,300 of 1,500 rows are in the file',
    why: 'The list changed.',
  });
});

it('finds selected rows wherever they stand, and says which number is left out', async () => {
  const { file, part } = await fileOf('csv', 80_000, new Set(['3', '70001']));
  expect([await linesOf(file), part]).toEqual([['N', '3', '70001'], null]);
  const some = await fileOf('csv', 2_000, new Set(['3', '70001']));
  expect(some.part).toEqual({
    title: '1 of 2 rows are in the file',
    why: 'A filter hides the others.',
  });
});

it('writes selected rows in the order of the table, those that a filter hides too', async () => {
  const rows = [{ n: 2 }, { n: 3 }, { n: 1 }, { n: 4 }];
  const { file } = await tableFile(
    'csv',
    {
      table: {
        label: 'Rows',
        columns,
        rows,
        rowId: (row) => String(row.n),
        view: { sort: { id: 'n', desc: true }, cols: [] },
        onViewChange: () => undefined,
        fileName: 'rows',
      },
      shown: columns,
      placed: { count: 1, at: () => rows[0], loaded: () => rows.slice(0, 1) },
      filters: [{ column: 'n', op: 'eq', value: '2' }],
      only: new Set(['1', '2', '3']),
    },
    made,
  );
  expect(await linesOf(file)).toEqual(['N', '3', '2', '1']);
});

it('has each row once where the list grows while it is read, reads on to its end, and says so', async () => {
  // Newest first: after the first answer one more row stands before all others.
  const grown = await fileOf('csv', 2_000, null, 0, 1);
  const lines = await linesOf(grown.file);
  expect([lines.length, lines[1000], lines[1001], lines.at(-1)]).toEqual([2_001, '1000', '1001', '2000']);
  expect(grown.part).toEqual({
    title: 'The list changed meanwhile.',
    why: 'What came or moved since may not be in the file.',
  });
});
