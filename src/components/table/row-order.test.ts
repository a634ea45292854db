import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberColumn, textColumn, timeColumn } from './data-columns.tsx';
import { columnValues, rowOrder, sortedBy } from './row-order.ts';
import { byWord } from './word-order.ts';

type Value = string | number | boolean | null;
const columns = [
  textColumn<{ value: Value }>('value', 'Value', ({ value }) => value as string | null),
  numberColumn<{ value: Value }>('number', 'Number', () => 1),
];

/** Places as a table has them that is sorted by values. */
function places(values: readonly Value[], desc = false): number[] {
  const sorted = sortedBy(
    columns,
    values.map((value) => ({ value })),
    'value',
  );
  return [...rowOrder(sorted?.values ?? [], desc, sorted?.isByWord === true ? byWord : undefined)];
}

const ordered = (values: readonly Value[], desc = false) =>
  places(values, desc).map((place) => values[place]);

describe('the order of rows', () => {
  it('goes by size for numbers and by words for texts, numbers within texts by size', () => {
    expect(ordered([10, 9, -1, 2.5])).toEqual([-1, 2.5, 9, 10]);
    expect(ordered(['gpu-10', 'gpu-9', 'GPU-1', 'gpu-009b', 'Éa', 'eb', ''])).toEqual([
      '',
      'Éa',
      'eb',
      'GPU-1',
      'gpu-9',
      'gpu-009b',
      'gpu-10',
    ]);
    expect(ordered(['b', 'a', 'c'], true)).toEqual(['c', 'b', 'a']);
    expect(ordered([true, false, true])).toEqual([false, true, true]);
  });

  it('has missing values last in both directions, and keeps what is alike as it came', () => {
    expect(ordered([null, 2, null, 1])).toEqual([1, 2, null, null]);
    expect(ordered([null, 2, null, 1], true)).toEqual([2, 1, null, null]);
    expect(places([1, 0, 1, 0])).toEqual([1, 3, 0, 2]);
    expect(places([1, 0, 1, 0], true)).toEqual([0, 2, 1, 3]);
    expect(places(['a', 'A', 'b', 'a'], true)).toEqual([2, 0, 1, 3]);
    expect(places([])).toEqual([]);
  });

  it('is the order of a plain stable sort, for any numbers', () => {
    const number = fc.option(fc.double({ noNaN: true }));
    fc.assert(
      fc.property(fc.array(number), fc.boolean(), (values, desc) => {
        const expected = values
          .map((value, place) => ({ value, place }))
          .sort((a, b) => {
            if (a.value === null || b.value === null)
              return Number(a.value === null) - Number(b.value === null);
            if (a.value === b.value) return 0;
            return (a.value < b.value ? -1 : 1) * (desc ? -1 : 1);
          })
          .map(({ place }) => place);
        expect(places(values, desc)).toEqual(expected);
      }),
    );
  });
});

it('is by words where one value is no number, and by nothing without a column', () => {
  const isByWord = (...values: Value[]) =>
    sortedBy(
      columns,
      values.map((value) => ({ value })),
      'value',
    )?.isByWord;
  expect(isByWord(1, null, 2, NaN)).toBe(false);
  expect(isByWord()).toBe(false);
  expect(isByWord(null, 'a')).toBe(true);
  expect(isByWord(1, true)).toBe(true);
  expect(sortedBy(columns, [{ value: 1 }], undefined)).toBe(null);
  expect(sortedBy(columns, [{ value: 1 }], 'other')).toBe(null);
});

describe('the values of a column', () => {
  it('are read once for the same rows, times as milliseconds', () => {
    let reads = 0;
    const rows = [{ at: '1970-01-01T00:00:01Z' }, { at: null }];
    const when = timeColumn<(typeof rows)[0]>('at', 'When', (row) => row.at);
    expect(columnValues(rows, when)).toEqual([1000, null]);
    const counted = textColumn<(typeof rows)[0]>('at', 'At', (row) => {
      reads += 1;
      return row.at;
    });
    columnValues(rows, counted);
    expect(columnValues(rows, counted)).toEqual(['1970-01-01T00:00:01Z', null]);
    expect(reads).toBe(2);
    expect(columnValues([...rows], counted)).not.toBe(columnValues(rows, counted));
  });
});
