import fc from 'fast-check';
import { expect, it } from 'vitest';

it('draws the same cases in every run', () => {
  const seeds: number[] = [];
  const draw = () => {
    const drawn: number[] = [];
    const run = fc.check(
      fc.property(fc.integer(), (n) => void drawn.push(n)),
      { numRuns: 20 },
    );
    seeds.push(run.seed);
    return drawn;
  };
  expect(draw()).toEqual(draw());
  expect(seeds[0]).toBe(Number(process.env['FC_SEED'] ?? 20_261_129));
});
