import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byWord } from './word-order.ts';

/** What is compared, told in another way: a text in small letters without accents, each number as its length and digits. */
const key = (text: string): string =>
  (/^[\0-~]*$/.test(text)
    ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  ).replace(
    /0*(\d+)/g,
    (_: string, digits: string) => String.fromCharCode(0x2f + Math.min(digits.length, 17)) + digits,
  );

function inOrder(texts: readonly string[], desc: boolean): number[] {
  const keys = texts.map(key);
  return texts
    .map((_, place) => place)
    .sort((a, b) => {
      const [left, right] = [keys[a] ?? '', keys[b] ?? ''];
      return left === right ? a - b : left < right === desc ? 1 : -1;
    });
}

const order = (texts: readonly string[], desc: boolean) => [...byWord(texts, [...texts.keys()], desc)];

/** Texts that often begin alike, are alike, or differ only in zeros, case, accents or past what a head holds. */
const alike = fc
  .array(
    fc.constantFrom('job-', 'a', 'A', 'é', 'e', '0', '00', '7', '10', ' ', '~', '\u007f', 'ß', '東', '😀'),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));

describe('the order of words', () => {
  it('is that of a stable sort by small letters without accents and numbers by size, for any texts', () => {
    const texts = fc.array(fc.oneof(alike, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })));
    fc.assert(
      fc.property(texts, fc.string({ unit: 'grapheme' }), fc.boolean(), (given, start, desc) => {
        expect(order(given, desc)).toEqual(inOrder(given, desc));
        const begun = given.map((text) => start + text);
        expect(order(begun, desc)).toEqual(inOrder(begun, desc));
      }),
      { numRuns: 500 },
    );
  });

  it('holds only the places that it is given, and long texts whole', () => {
    const long = 'x'.repeat(70_000);
    const texts = [`${long}2`, 'left out', `${long}10`, `${long}1`, ''];
    expect([...byWord(texts, [0, 2, 3, 4], false)]).toEqual([4, 3, 0, 2]);
    expect([...byWord(texts, [0, 2, 3, 4], true)]).toEqual([2, 0, 3, 4]);
    expect([...byWord(texts, [], false)]).toEqual([]);
  });

  it('is the same for more different texts than are looked for among those before', () => {
    const texts = Array.from(
      { length: 6000 },
      (_, place) => `${place % 2 === 0 ? 'Job' : 'job'} ${(place * 7919) % 5500}`,
    );
    expect(order(texts, false)).toEqual(inOrder(texts, false));
    expect(order(texts, true)).toEqual(inOrder(texts, true));
  });

  it('has digits of a number of any length as written where two are of more than 17 digits', () => {
    const nines = '9'.repeat(30);
    expect(order([`a${nines}0`, `a${nines}`, 'a12345678901234567', 'a1234567890123456'], false)).toEqual([
      3, 2, 1, 0,
    ]);
  });
});
