import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitScale } from '#worker/bench/llm/prepare.ts';
import { PROMPT_WORDS } from '#worker/bench/llm/prompt-words.ts';
import { planRequest, UNSCALED, wordsFor } from '#worker/bench/llm/prompts.ts';
import { apiRoot } from '#worker/bench/llm/request-body.ts';

const spec = { seed: 3, input_len: 100, output_len: 50, range: null };

describe('prompts', () => {
  it('has a word list without repeats, of plain lower-case words', () => {
    expect(PROMPT_WORDS.length).toBeGreaterThan(600);
    expect(PROMPT_WORDS.every((word) => /^[a-z]+$/.test(word))).toBe(true);
    expect(new Set(PROMPT_WORDS).size).toBe(PROMPT_WORDS.length);
  });

  it('makes prompt k without the others, equal for equal seed and kind only', () => {
    const text = (seed: number, kind: 'measured' | 'warmup', index: number) =>
      planRequest({ ...spec, seed }, kind, index, UNSCALED).text;
    expect(text(3, 'measured', 7)).toBe(text(3, 'measured', 7));
    const others = [
      text(4, 'measured', 7),
      text(3, 'warmup', 7),
      text(3, 'measured', 8),
      text(3, 'measured', 7),
    ];
    expect(new Set(others).size).toBe(4);
    expect(text(3, 'measured', 7).split(' ')).toHaveLength(100);
  });

  it('keeps the two meanings of a range apart', () => {
    const lengths = (mode: 'symmetric' | 'fraction', value: number) =>
      Array.from(
        { length: 2000 },
        (_, index) => planRequest({ ...spec, range: { mode, value } }, 'measured', index, UNSCALED).outputLen,
      );
    const symmetric = lengths('symmetric', 0.2);
    expect([Math.min(...symmetric), Math.max(...symmetric)]).toEqual([40, 60]);
    const fraction = lengths('fraction', 0.2);
    expect([Math.min(...fraction), Math.max(...fraction)]).toEqual([10, 50]);
    // 0 is a meaning of its own in each: no spread, and everything from one token up.
    expect(new Set(lengths('symmetric', 0))).toEqual(new Set([50]));
    expect(Math.min(...lengths('fraction', 0))).toBe(1);
    expect(new Set(lengths('fraction', 1))).toEqual(new Set([50]));
  });

  it('never asks for nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        (length, value, index) => {
          for (const mode of ['symmetric', 'fraction'] as const) {
            const request = planRequest(
              { seed: 1, input_len: length, output_len: length, range: { mode, value } },
              'measured',
              index,
              { overhead: 40, tokensPerWord: 2 },
            );
            expect(request.text).not.toBe('');
            expect(request.inputLen).toBeGreaterThanOrEqual(1);
            expect(request.outputLen).toBeGreaterThanOrEqual(1);
          }
        },
      ),
    );
  });

  it('fits tokens over words', () => {
    expect(
      fitScale([
        { words: 10, tokens: 41 },
        { words: 20, tokens: 71 },
      ]),
    ).toEqual({ overhead: 11, tokensPerWord: 3 });
    expect(fitScale([{ words: 10, tokens: 30 }])).toEqual({ overhead: 0, tokensPerWord: 3 });
    // A server that reports the same for every prompt must not lead to a division by 0.
    expect(
      fitScale([
        { words: 10, tokens: 0 },
        { words: 20, tokens: 0 },
      ]).tokensPerWord,
    ).toBeGreaterThan(0);
    expect(wordsFor(500, { overhead: 11, tokensPerWord: 3 })).toBe(163);
    expect(wordsFor(1, { overhead: 11, tokensPerWord: 3 })).toBe(1);
  });

  it('finds the API root', () => {
    expect(['http://h:1', 'http://h:1/', 'http://h:1/v1', 'http://h:1/v1/'].map(apiRoot)).toEqual([
      '',
      '',
      '',
      '',
    ]);
    expect(apiRoot('http://h/llm/v1')).toBe('/llm');
  });
});
