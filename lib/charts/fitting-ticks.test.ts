import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fittingTicks } from './fitting-ticks.ts';

const ticks = (list: readonly (readonly [at: number | null, text: string])[]) =>
  list.map(([at, text], value) => ({ value, text, at }));
const texts = (list: readonly (readonly [at: number | null, text: string])[], width: number) =>
  fittingTicks(ticks(list), width).map(({ text }) => text);

describe('ticks whose names fit', () => {
  it('are all where there is room, every second or third where there is less', () => {
    const six = ['0', '1,000', '2,000', '3,000', '4,000', '5,000'];
    const every = (pixels: number) =>
      texts(
        six.map((text, index) => [20 + index * pixels, text] as const),
        1000,
      );
    // Five characters are 30.5 pixels wide, and 5 lie between two.
    expect(every(36)).toEqual(six);
    expect(every(35)).toEqual(['0', '2,000', '4,000']);
    expect(every(17)).toEqual(['0', '3,000']);
    expect(every(1)).toEqual(['0']);
  });

  it('are not those that the edge would cut, or that have no place', () => {
    expect(
      texts(
        [
          [5, '1,000'],
          [null, '0'],
          [60, '2,000'],
          [84.5, '9'],
          [90, '3,000'],
        ],
        100,
      ),
    ).toEqual(['2,000', '9']);
    expect(texts([], 100)).toEqual([]);
  });

  it('never touch one another nor the edges, and the first that fits is always there', () => {
    const tick = fc.tuple(
      fc.double({ min: -50, max: 900, noNaN: true }),
      fc.string({ minLength: 1, maxLength: 9 }),
    );
    fc.assert(
      fc.property(fc.array(tick), (list) => {
        const given = ticks(list.sort(([a], [b]) => a - b));
        const kept = fittingTicks(given, 800);
        const ends = kept.map(({ at, text }) => {
          const half = (text.length * 6.1) / 2;
          return [(at ?? NaN) - half, (at ?? NaN) + half] as const;
        });
        ends.forEach(([left, right], index) => {
          expect(left >= (index === 0 ? 0 : (ends[index - 1]?.[1] ?? 0) + 5 - 1e-9)).toBe(true);
          expect(right <= 800).toBe(true);
        });
        const first = given.find(({ at, text }) => {
          const half = (text.length * 6.1) / 2;
          return at !== null && at - half >= 0 && at + half <= 800;
        });
        expect(kept[0]).toBe(first);
      }),
    );
  });
});
