import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutAxis, projection } from './axis-layout.ts';

const linear = (values: number[]) => layoutAxis(values, { scale: 'linear' });
const log10 = (values: number[]) => layoutAxis(values, { scale: 'log10' });

describe('linear axis', () => {
  it('starts at zero where zero does not flatten the data', () => {
    expect(linear([412, 7180])).toEqual({
      scale: 'linear',
      domain: [0, 8000],
      ticks: [0, 2000, 4000, 6000, 8000],
      notPlottable: 0,
    });
  });
  it('leaves zero out where the data is far from it', () => {
    expect(linear([61, 68]).ticks).toEqual([60, 62, 64, 66, 68]);
  });
  it('does not blow noise up: a flat series keeps a step of about 1 % of its value', () => {
    expect(linear([700, 700.4]).ticks).toEqual([700, 710]);
  });
  it('has whole ticks for counts', () => {
    expect(layoutAxis([0, 2], { scale: 'linear', integer: true }).ticks).toEqual([0, 1, 2]);
  });
  it('keeps ends that were fixed', () => {
    expect(layoutAxis([13], { scale: 'linear', domain: [0, 100] })).toMatchObject({
      domain: [0, 100],
      ticks: [0, 20, 40, 60, 80, 100],
    });
  });
  it('survives no values, one value and zero', () => {
    expect(linear([]).domain).toEqual([0, 1]);
    expect(linear([5]).domain).toEqual([0, 5]);
    expect(linear([0]).domain[1]).toBeGreaterThan(0);
  });
  it('encloses any data with few, rising ticks', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.double({ min: -1e9, max: 1e9, noNaN: true }).filter((v) => v === 0 || Math.abs(v) > 1e-6),
          { minLength: 1 },
        ),
        (values) => {
          const { domain, ticks } = linear(values);
          const slack = 1e-9 * Math.max(...values.map(Math.abs), 1);
          expect(domain[0]).toBeLessThanOrEqual(Math.min(...values) + slack);
          expect(domain[1]).toBeGreaterThanOrEqual(Math.max(...values) - slack);
          expect(ticks.length).toBeLessThanOrEqual(8);
          for (let index = 1; index < ticks.length; index += 1)
            expect(ticks[index]).toBeGreaterThan(ticks[index - 1] ?? Infinity);
        },
      ),
    );
  });
});

describe('log axis', () => {
  it('has 1-2-5 ticks that enclose the data', () => {
    expect(log10([130, 4200])).toEqual({
      scale: 'log10',
      domain: [100, 5000],
      ticks: [100, 200, 500, 1000, 2000, 5000],
      notPlottable: 0,
    });
  });
  it('has whole decades over a wide range, still enclosing the data', () => {
    expect(log10([0.03, 70_000])).toMatchObject({
      domain: [0.01, 100_000],
      ticks: [0.01, 0.1, 1, 10, 100, 1000, 10_000, 100_000],
    });
  });
  it('counts what it cannot show and takes the domain from the rest', () => {
    expect(log10([0, -3, 20, 40])).toMatchObject({ domain: [20, 50], notPlottable: 2 });
  });
  it('has powers of two for concurrency, with room at the ends', () => {
    const axis = layoutAxis([1, 4, 256], { scale: 'log2' });
    expect(axis.ticks).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect(axis.domain[0]).toBeLessThan(1);
    expect(axis.domain[1]).toBeGreaterThan(256);
  });
  it('encloses any positive data', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), { minLength: 1 }), (values) => {
        const { domain, ticks } = log10(values);
        expect(domain[0]).toBeLessThanOrEqual(Math.min(...values) * (1 + 1e-9));
        expect(domain[1]).toBeGreaterThanOrEqual(Math.max(...values) * (1 - 1e-9));
        expect(domain[1]).toBeGreaterThan(domain[0]);
        expect(ticks.length).toBeLessThanOrEqual(20);
      }),
    );
  });
  it('is chosen by itself from a ratio of 20 on, never with a zero among the values', () => {
    expect(layoutAxis([10, 199], { scale: 'auto' }).scale).toBe('linear');
    expect(layoutAxis([10, 200], { scale: 'auto' }).scale).toBe('log10');
    expect(layoutAxis([0, 10, 500], { scale: 'auto' }).scale).toBe('linear');
  });
});

it('has ticks of time that read well', () => {
  expect(layoutAxis([-30, 270], { scale: 'duration', target: 6 }).ticks).toEqual([0, 60, 120, 180, 240]);
});

it('projects to pixels, and a value without a place to null', () => {
  const y = projection(log10([1, 100]), 200, 0);
  expect(y(10)).toBeCloseTo(100);
  expect(y(0)).toBeNull();
  expect(projection(linear([0, 10]), 0, 50)(5)).toBeCloseTo(25);
});
