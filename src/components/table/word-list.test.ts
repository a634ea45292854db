import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinWords, listWords } from './word-list.ts';

it('a typed list is split at commas, save those in quotation marks', () => {
  expect(listWords('a, b c ,,d')).toEqual(['a', 'b c', 'd']);
  expect(listWords('"x, y", z, "say ""hi"""')).toEqual(['x, y', 'z', 'say "hi"']);
  expect(listWords('a, a')).toEqual(['a']);
  expect(joinWords(['x, y', ' z', '"', 'plain'])).toBe('"x, y", " z", """", plain');
});

it('what was joined is split into the same', () => {
  const words = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }));
  fc.assert(
    fc.property(words, (list) => {
      expect(listWords(joinWords(list))).toEqual(list);
    }),
  );
});
