import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textColumn, timeColumn } from './data-columns.tsx';
import { columnValues, rowOrder } from './row-order.ts';

const ordered = <T extends string | number | boolean | null>(values: readonly T[], desc = false) =>
  [...rowOrder(values, desc)].map((place) => values[place]);

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
    expect([...rowOrder([1, 0, 1, 0], false)]).toEqual([1, 3, 0, 2]);
    expect([...rowOrder([1, 0, 1, 0], true)]).toEqual([0, 2, 1, 3]);
    expect([...rowOrder(['a', 'A', 'b', 'a'], true)]).toEqual([2, 0, 1, 3]);
    expect([...rowOrder([], false)]).toEqual([]);
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
        expect([...rowOrder(values, desc)]).toEqual(expected);
      }),
    );
  });
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
