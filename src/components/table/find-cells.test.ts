import { describe, expect, it } from 'vitest';
import { numberColumn, textColumn, timeColumn } from './data-columns.tsx';
import { metricColumn } from './metric-column.tsx';
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
const found = (needle: string) =>
  findCells(placed, columns, needle, 0, placed.count).map(({ place, column }) => [place, column]);

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
    expect(findCells(placed, columns, 'llama', 1, 2)).toEqual([]);
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
