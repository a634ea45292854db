import { describe, expect, it } from 'vitest';
import { numberColumn, textColumn, timeColumn } from './data-columns.tsx';
import { metricColumn } from './metric-column.tsx';
import { cellFinder } from './cell-finder.ts';
import { findCells } from './find-cells.ts';
import { offeredValues } from './offered-values.ts';

interface Row {
  model: string | null;
  tokens_per_sec: number | null;
  n: number;
  at: string | null;
}
const columns = [
  textColumn<Row>('model', 'Model', (row) => row.model),
  metricColumn<Row>('tokens_per_sec'),
  numberColumn<Row>('n', 'n', (row) => row.n),
  timeColumn<Row>('at', 'When', (row) => row.at),
];
const rows: readonly Row[] = [
  { model: 'Llama 3', tokens_per_sec: 1234.567, n: 12_000, at: '2026-11-28T10:00:00Z' },
  { model: null, tokens_per_sec: null, n: 3, at: null },
  { model: 'llama 12', tokens_per_sec: 3, n: 0, at: null },
];
const placed = { count: 4, at: (place: number) => rows[place], loaded: () => [...rows] };
const finderOf = (text: string, isRemote = false) =>
  cellFinder({ text, columns, shown: columns, rows, rowId: (row) => String(row.n), isRemote });
const found = (text: string, isRemote = false) =>
  findCells(placed, columns.length, finderOf(text, isRemote).finds ?? (() => false), 0, placed.count).map(
    ({ place, column }) => [place, column],
  );

describe('find', () => {
  it('finds what a person reads: texts in any case, numbers as they are printed', () => {
    expect(found('llama')).toEqual([
      [0, 0],
      [2, 0],
    ]);
    expect(found('1,23')).toEqual([[0, 1]]);
    expect(found('12,000')).toEqual([[0, 2]]);
    // The full value is not what the cell shows.
    expect(found('1234.567')).toEqual([]);
    expect(found('3')).toEqual([
      [0, 0],
      [0, 1],
      [1, 2],
      [2, 1],
    ]);
  });

  it('finds times by their date, and nothing in missing values or rows not loaded', () => {
    expect(found('nov 28, 2026')).toEqual([[0, 3]]);
    expect(found('—')).toEqual([]);
    expect(found('null')).toEqual([]);
    expect(found('')).toEqual([]);
    expect(finderOf('').finds).toBeNull();
    expect(findCells(placed, columns.length, finderOf('llama').finds ?? (() => true), 1, 2)).toEqual([]);
  });
});

describe('find of what is typed otherwise than it is shown', () => {
  it('finds numbers without what stands between thousands, and times by their day', () => {
    expect(found('12000')).toEqual([[0, 2]]);
    expect(found('1235')).toEqual([[0, 1]]);
    expect(found('2026-11-28')).toEqual([[0, 3]]);
    expect(found('2026-11')).toEqual([[0, 3]]);
    expect(found('2026-11-27')).toEqual([]);
  });

  it('finds a number or a time as a whole where the data API looks, and texts as ever', () => {
    expect(found('3', true)).toEqual([
      [0, 0],
      [1, 2],
      [2, 1],
    ]);
    expect(found('1235', true)).toEqual([[0, 1]]);
    expect(found('123', true)).toEqual([]);
    expect(found('LLAMA', true)).toEqual([
      [0, 0],
      [2, 0],
    ]);
    expect(found('2026-11-28', true)).toEqual([[0, 3]]);
    expect(found('nov 28', true)).toEqual([]);
  });

  it('finds a row by its number where that is not shown, at its first cell', () => {
    const jobs = [
      { job_id: 8123, name: 'a', n: 8123 },
      { job_id: 812, name: '812', n: 3 },
    ];
    const id = numberColumn<(typeof jobs)[0]>('job_id', 'Job id', (row) => row.job_id);
    const shown = [
      textColumn<(typeof jobs)[0]>('name', 'Name', (row) => row.name),
      numberColumn<(typeof jobs)[0]>('n', 'n', (row) => row.n),
    ];
    const all = [...shown, id];
    const among = { columns: all, shown, rows: jobs, rowId: (row: (typeof jobs)[0]) => String(row.job_id) };
    const cellsOf = (text: string) => {
      const { finds, looked } = cellFinder({ ...among, text, isRemote: false });
      expect(looked.map((column) => column.id)).toEqual(['name', 'n', 'job_id']);
      const places = { count: 2, at: (place: number) => jobs[place], loaded: () => jobs };
      return findCells(places, shown.length, finds ?? (() => false), 0, 2).map(({ place, column }) => [
        place,
        column,
      ]);
    };
    expect(cellsOf('8123')).toEqual([
      [0, 0],
      [0, 1],
    ]);
    // Part of another row's number is not asked for.
    expect(cellsOf('812')).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(cellsOf('8,123')).toContainEqual([0, 0]);
    // Where it is shown, it is a column as any other.
    const { looked } = cellFinder({ ...among, shown: all, text: '8', isRemote: false });
    expect(looked).toBe(all);
  });
});

describe('offered values', () => {
  it('are the texts that rows have, most frequent first', () => {
    const model = textColumn<Row>('model', 'Model', (row) => row.model);
    const more = [...rows, ...rows.slice(2)];
    expect(offeredValues(more, model, 10)).toEqual([
      { value: 'llama 12', count: 2 },
      { value: 'Llama 3', count: 1 },
    ]);
    expect(offeredValues(more, model, 1)).toEqual([{ value: 'llama 12', count: 2 }]);
  });
});
