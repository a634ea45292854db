import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { placesAround, useVirtualRows } from './use-virtual-rows.ts';

it('draws the rows in view and those around them that there are', () => {
  expect(placesAround({ startIndex: 10, endIndex: 12, overscan: 2, count: 100 })).toEqual([
    8, 9, 10, 11, 12, 13, 14,
  ]);
  expect(placesAround({ startIndex: 0, endIndex: 20, overscan: 4, count: 3 })).toEqual([0, 1, 2]);
  expect(placesAround({ startIndex: 98, endIndex: 99, overscan: 4, count: 100 }).at(-1)).toBe(99);
});

function Places({ firstPx, count }: { firstPx?: number; count: number }) {
  const size = firstPx === undefined ? {} : { firstPx };
  return useVirtualRows({ count, scroller: null, rowPx: 32, overscan: 2, ...size }).places.join(' ');
}

it('draws at first as many rows as the height may hold, and none where that is not known', () => {
  expect(renderToStaticMarkup(<Places firstPx={100} count={50} />)).toBe('0 1 2 3 4 5');
  expect(renderToStaticMarkup(<Places firstPx={100} count={3} />)).toBe('0 1 2');
  expect(renderToStaticMarkup(<Places firstPx={100} count={0} />)).toBe('');
  expect(renderToStaticMarkup(<Places count={50} />)).toBe('');
});
