import { expect, it } from 'vitest';
import { readPrices } from './own-prices.ts';
import { withPrice } from './with-price.ts';

it('reads prices of the address and skips what is none', () => {
  const items = [
    'h100-sxm:2.10',
    'a:b:0.5',
    'h200:',
    'b200:0',
    ':3',
    'l40s:-1',
    'mi300x',
    'gb200:1.2.3',
    'b300:many',
  ];
  expect([...readPrices(items)]).toEqual([
    ['h100-sxm', 2.1],
    ['a:b', 0.5],
  ]);
});

it('sets, changes and takes away one price, in order of the GPU', () => {
  expect(withPrice(['h100:2'], 'b200', 4.25)).toEqual(['b200:4.25', 'h100:2']);
  expect(withPrice(['b200:4.25', 'h100:2'], 'h100', 1)).toEqual(['b200:4.25', 'h100:1']);
  expect(withPrice(['b200:4.25', 'h100:2'], 'b200', null)).toEqual(['h100:2']);
});
