import { expect, it } from 'vitest';
import { foundPlaces } from './found-places.ts';

const marked = (text: string, needle: string) =>
  foundPlaces(text, needle).map(([from, to]) => text.slice(from, to));

it('marks what is found, digits also across what stands between thousands', () => {
  expect(marked('Llama 3.1, llama', 'llama')).toEqual(['Llama', 'llama']);
  expect(marked('1,288,123', '8123')).toEqual(['8,123']);
  expect(marked('8,123', '8,123')).toEqual(['8,123']);
  expect(foundPlaces('job 8,123', '8123')).toEqual([[4, 9]]);
  expect(marked('12.50', '12.5')).toEqual(['12.5']);
  expect(marked('1205', '12.5')).toEqual([]);
});

it('takes a text literally, and nothing where lower case is longer', () => {
  expect(marked('a.b (c) [d] a\\b a-b x*y^2|$1', 'a.b (c) [d] a\\b a-b x*y^2|$1')).toHaveLength(1);
  expect(marked('axb', 'a.b')).toEqual([]);
  // The capital I with a dot is two letters in lower case.
  expect(marked('İx', 'x')).toEqual([]);
  expect(marked('x', '')).toEqual([]);
});
