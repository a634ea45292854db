import { describe, expect, it } from 'vitest';
import { columnLayout } from './column-layout.ts';
import { columnsInView } from './pane-watcher.ts';
import { clampWidth, widthsParam } from './column-widths-param.ts';
import { textColumn } from './data-columns.tsx';

const columns = ['a', 'b', 'c'].map((id) => textColumn<object>(id, id, () => id, { width: 100 }));

describe('the layout of columns', () => {
  it('puts pinned ones first, in the order shown, and gives each its width', () => {
    const layout = columnLayout(columns, { b: 50, gone: 7 }, ['c', 'b'], true);
    expect(layout.columns.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(layout).toMatchObject({ widths: [50, 100, 100], lefts: [36, 86, 186], pinned: 2, total: 286 });
    expect(layout.isExact).toBe(true);
  });

  it('shares spare room while no width was chosen', () => {
    expect(columnLayout(columns, { gone: 7 }, [], false)).toMatchObject({
      lefts: [0, 100, 200],
      pinned: 0,
      isExact: false,
    });
  });

  it('draws all of a few columns, and of many those in view with some room beside', () => {
    const many = columnLayout(
      Array.from({ length: 100 }, (_, n) => textColumn<object>(`c${n}`, '', () => '', { width: 100 })),
      {},
      ['c0'],
      false,
    );
    expect(columnsInView(columnLayout(columns, {}, [], false), 0, 10)).toEqual([0, 3]);
    expect(columnsInView(many, 0, 1000)).toEqual([1, 12]);
    // In view are 50 to 59; one more on each side, and those of their steps of six.
    expect(columnsInView(many, 5000, 6000)).toEqual([48, 66]);
    expect(columnsInView(many, 1e9, 1e9)).toEqual([96, 100]);
  });
});

describe('widths in the address', () => {
  it('are read within bounds, and nonsense is skipped', () => {
    const widths = widthsParam();
    expect(widths.read('a:120,b:1,c:99999,d,:5,e:x,f:g:60')).toEqual({ a: 120, b: 48, c: 960, 'f:g': 60 });
    expect(widths.write({ a: 120, 'x,y': 60 })).toBe('a:120,x%2Cy:60');
    expect(widths.read('x%2Cy:60')).toEqual({ 'x,y': 60 });
    expect(widths.write({})).toBeUndefined();
    expect(clampWidth(99.6)).toBe(100);
  });
});
