import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defineSearch } from '#src/url/search.ts';
import { parseSearchText, stringifySearchText } from '#src/url/search-text.ts';
import { chartParams } from './chart-params.ts';

const search = defineSearch(chartParams());
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/);
const zoom = fc
  .record({ axis: fc.constantFrom('x' as const, 'y' as const), key, ends: fc.tuple(number, number) })
  .filter(({ ends: [a, b] }) => a !== b)
  .map(({ ends, ...rest }) => ({ ...rest, from: Math.min(...ends), to: Math.max(...ends) }));
const view = fc.record({
  zoom: fc.uniqueArray(zoom, { selector: (one) => one.axis + one.key, maxLength: 6 }),
  ruler: fc.option(fc.record({ key, at: number, base: fc.option(fc.stringMatching(/^[0-9a-z]{1,7}$/)) })),
  hidden: fc.array(fc.string()),
  table: fc.array(fc.string()),
});

it('survives the round trip through an address', () => {
  fc.assert(
    fc.property(view, (state) => {
      const address = new URL(`http://x/p${stringifySearchText(search.write(state))}`);
      expect(search.read(parseSearchText(address.search))).toEqual(state);
    }),
  );
});

it('stays readable', () => {
  const state = {
    zoom: [{ axis: 'x', key: 'concurrency', from: 8, to: 64 }] as const,
    ruler: { key: 'concurrency', at: 32, base: null },
    hidden: [],
    table: ['chart'],
  };
  expect(stringifySearchText(search.write(state))).toBe(
    '?zoom=x:concurrency:8:64&ruler=concurrency:32&table=chart',
  );
});

it.each([
  'x:concurrency:64:8',
  'x:concurrency:8:8',
  'z:concurrency:8:64',
  'x:con currency:8:64',
  'x:concurrency:8:Infinity',
  'x:concurrency:8',
  'x:concurrency::64',
  '__proto__',
  'x:concurrency:8:64:9',
])('does not understand %s', (text) => {
  expect(search.read({ zoom: text }).zoom).toEqual([]);
});
