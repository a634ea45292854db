import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { scaleLinear, scaleLog, type ContinuousScale } from './recharts-scales.ts';

/** What these stand in for, as Recharts has it installed. */
let d3: { readonly scaleLinear: () => ContinuousScale; readonly scaleLog: () => ContinuousScale };

beforeAll(async () => {
  const path = createRequire(import.meta.resolve('recharts')).resolve('victory-vendor/d3-scale');
  d3 = (await import(pathToFileURL(path).href)) as typeof d3;
});

const ends = (low: number, high: number) =>
  fc.tuple(fc.double({ min: low, max: high, noNaN: true }), fc.double({ min: low, max: high, noNaN: true }));

function near(actual: number, wanted: number): void {
  if (!Number.isFinite(wanted)) expect(Number.isFinite(actual)).toBe(false);
  else expect(Math.abs(actual - wanted)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(wanted)));
}

describe.each([
  ['scaleLinear', scaleLinear, -1e6, 1e6],
  ['scaleLog', scaleLog, 1e-3, 1e6],
] as const)('%s', (name, ours, low, high) => {
  it('places and reads values as d3 does', () => {
    fc.assert(
      fc.property(
        ends(low, high).filter(([a, b]) => Math.abs(a - b) > 1e-3 * Math.abs(a)),
        ends(0, 2000).filter(([a, b]) => Math.abs(a - b) > 1),
        fc.double({ min: low, max: high, noNaN: true }),
        fc.double({ min: 0, max: 2000, noNaN: true }),
        (domain, range, value, pixel) => {
          const theirs = d3[name]().domain(domain).range(range);
          const scale = ours().domain(domain).range(range);
          near(scale(value), theirs(value));
          near(scale.invert(pixel), theirs.invert(pixel));
          expect([scale.domain(), scale.range()]).toEqual([theirs.domain(), theirs.range()]);
        },
      ),
    );
  });

  it('copies, so that a change of the copy leaves the scale alone', () => {
    const scale = ours().domain([1, 100]).range([0, 50]);
    const copy = scale.copy().domain([1, 1000]).range([0, 99]);
    expect([scale.domain(), scale.range()]).toEqual([
      [1, 100],
      [0, 50],
    ]);
    expect([copy.domain(), copy.range()]).toEqual([
      [1, 1000],
      [0, 99],
    ]);
  });

  it('maps a domain of no length to the middle, as d3 does', () => {
    expect(ours().domain([5, 5]).range([0, 80])(5)).toBe(d3[name]().domain([5, 5]).range([0, 80])(5));
  });
});

it('has no finite pixel for zero and below on a log axis', () => {
  const scale = scaleLog().domain([1, 100]).range([200, 0]);
  expect([scale(0), scale(-3)].some(Number.isFinite)).toBe(false);
  expect(scale(10)).toBeCloseTo(100, 9);
});
