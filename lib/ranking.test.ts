import { describe, expect, it } from 'vitest';
import { createRandom } from '#lib/random.ts';
import { bestUnderLimits, missesOf, rankWithTies, type Rankable } from './ranking.ts';

const at = (value: number, spread: number | null = null): Rankable => ({
  value,
  lower: spread === null ? null : value - spread,
  upper: spread === null ? null : value + spread,
});

describe('rankWithTies', () => {
  it('ties what overlaps and separates what does not', () => {
    // 7,180 ± 310 and 6,670 ± 340 overlap; 1,630 ± 35 is behind both.
    expect(rankWithTies([at(7180, 310), at(6670, 340), at(1630, 35)], 'higher')).toEqual([
      { best: 1, worst: 2 },
      { best: 1, worst: 2 },
      { best: 3, worst: 3 },
    ]);
  });

  it('is not transitive where intervals are not', () => {
    // A overlaps B, B overlaps C, A is surely better than C.
    expect(rankWithTies([at(10, 1), at(8.5, 1), at(7, 1)], 'higher')).toEqual([
      { best: 1, worst: 2 },
      { best: 1, worst: 3 },
      { best: 2, worst: 3 },
    ]);
  });

  it('takes lower for better where it is, and points for what they are', () => {
    expect(rankWithTies([at(200), at(100), at(100)], 'lower')).toEqual([
      { best: 3, worst: 3 },
      { best: 1, worst: 2 },
      { best: 1, worst: 2 },
    ]);
    expect(rankWithTies([], 'higher')).toEqual([]);
  });

  it('lets a cost without an upper end hold every rank from its lower end on', () => {
    const open: Rankable = { value: 100, lower: 50, upper: null };
    expect(rankWithTies([open, at(40), at(300)], 'lower')).toEqual([
      { best: 2, worst: 3 },
      { best: 1, worst: 1 },
      { best: 2, worst: 3 },
    ]);
  });

  it('counts for each what surely beats it, in any order', () => {
    const random = createRandom(7);
    for (let round = 0; round < 200; round += 1) {
      const items = Array.from({ length: random.integer(1, 20) }, () =>
        at(random.integer(0, 50), random.next() < 0.3 ? null : random.next() * 8),
      );
      for (const better of ['higher', 'lower'] as const) {
        const ranks = rankWithTies(items, better);
        items.forEach((item, i) => {
          const low = (one: Rankable) => one.lower ?? one.value;
          const high = (one: Rankable) => one.upper ?? one.value;
          const beats = (a: Rankable, b: Rankable) =>
            better === 'higher' ? low(a) > high(b) : high(a) < low(b);
          expect(ranks[i]).toEqual({
            best: 1 + items.filter((other) => beats(other, item)).length,
            worst: items.length - items.filter((other) => beats(item, other)).length,
          });
        });
        const reversed = rankWithTies([...items].reverse(), better).reverse();
        expect(reversed).toEqual(ranks);
      }
    }
  });
});

type Figure = 'tps' | 'ttft';
type Point = Readonly<Record<Figure, number | null>> & { conc: number };
const valueOf = (row: Point, key: Figure): number | null => row[key];
const POINTS: readonly Point[] = [
  { conc: 1, tps: 100, ttft: 50 },
  { conc: 32, tps: 2_000, ttft: 400 },
  { conc: 128, tps: 4_000, ttft: 760 },
  { conc: 256, tps: 5_000, ttft: null },
];

describe('bestUnderLimits', () => {
  const by = { key: 'tps', better: 'higher' } as const;

  it('is the most among those that keep the limit', () => {
    const limits = [{ key: 'ttft', kind: 'max', limit: 500 } as const];
    expect(bestUnderLimits(POINTS, limits, by, valueOf)).toEqual({ row: POINTS[1], misses: [] });
    expect(bestUnderLimits(POINTS, [], by, valueOf)?.row).toBe(POINTS[3]);
  });

  it('says by how much the nearest misses where none keeps it', () => {
    const limits = [{ key: 'ttft', kind: 'max', limit: 40 } as const];
    expect(bestUnderLimits(POINTS, limits, by, valueOf)).toEqual({
      row: POINTS[0],
      misses: [{ key: 'ttft', limit: 40, by: 10 }],
    });
    const least = [{ key: 'tps', kind: 'min', limit: 6_000 } as const];
    expect(bestUnderLimits(POINTS, least, by, valueOf)?.misses).toEqual([
      { key: 'tps', limit: 6_000, by: 1_000 },
    ]);
  });

  it('never takes a missing figure for one that keeps the limit', () => {
    expect(
      missesOf(
        POINTS[3],
        [{ key: 'ttft', kind: 'max', limit: 1e9 }],
        (row, key) => row?.[key as Figure] ?? null,
      ),
    ).toEqual([{ key: 'ttft', limit: 1e9, by: null }]);
    expect(bestUnderLimits([], [], by, valueOf)).toBeNull();
  });
});
