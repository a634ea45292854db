import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GENERATED_PIECES, createTextSource, naturalLength } from './generated-text.ts';
import { VOCABULARY_SIZE, decode, encode, isTokenId } from './tokenizer.ts';

describe('tokenizer', () => {
  it('cuts words into pieces of four and keeps one space with the piece', () => {
    expect(encode('hello world').map((id) => decode([id]))).toEqual(['hell', 'o', ' worl', 'd']);
    expect(encode('a  b')).toHaveLength(3);
    expect(encode('')).toEqual([]);
  });

  it('takes one token for each UTF-8 byte of anything else', () => {
    expect(encode('\n')).toEqual([10]);
    expect(encode('é')).toEqual([0xc3, 0xa9]);
    expect(encode('😀')).toHaveLength(4);
  });

  it('gives back every text it has cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(decode(encode(text))).toBe(text);
      }),
    );
  });

  it('numbers pieces one to one, first to last', () => {
    expect(encode('a')).toEqual([256]);
    expect(encode(' a')).toEqual([257]);
    expect(encode(' 9999')).toEqual([VOCABULARY_SIZE - 1]);
    fc.assert(
      fc.property(fc.integer({ min: 256, max: VOCABULARY_SIZE - 1 }), (id) => {
        expect(encode(decode([id]))).toEqual([id]);
      }),
    );
  });

  it('refuses ids outside the vocabulary', () => {
    expect(() => decode([VOCABULARY_SIZE])).toThrow(RangeError);
    expect([-1, 1.5, VOCABULARY_SIZE, '3'].map(isTokenId)).toEqual([false, false, false, false]);
  });
});

describe('generated text', () => {
  it('is one token a piece, also in a row', () => {
    for (const piece of GENERATED_PIECES) expect(encode(piece)).toHaveLength(1);
    const next = createTextSource(7);
    const text = Array.from({ length: 500 }, next).join('');
    expect(encode(text)).toHaveLength(500);
  });

  it('repeats for a seed and differs between seeds', () => {
    const take = (seed: number) => Array.from({ length: 20 }, createTextSource(seed)).join('');
    expect(take(1)).toBe(take(1));
    expect(take(1)).not.toBe(take(2));
  });

  it('ends by itself after the mean length on average', () => {
    const lengths = Array.from({ length: 4000 }, (_, seed) => naturalLength(seed, 100));
    const mean = lengths.reduce((a, b) => a + b, 0) / lengths.length;
    // Exponential: standard error 100 / sqrt(4000) = 1.6.
    expect(mean).toBeGreaterThan(92);
    expect(mean).toBeLessThan(108);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1);
  });
});
