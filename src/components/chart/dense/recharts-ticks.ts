import { linearTicks } from '#lib/charts/ticks.ts';

/**
 * Stands in for Recharts' own search for ticks in the browser build: our axes come with their ticks and domain, so
 * what it finds is never drawn, and its decimal arithmetic is 5 kB gzipped.
 */
type Domain = readonly [number, number];

/** Ticks that enclose the domain: Recharts widens an automatic domain to them. */
export function getNiceTickValues([min, max]: Domain, tickCount = 6): number[] {
  const [low, high] = [Math.min(min, max), Math.max(min, max)];
  const ticks = linearTicks(low, high, Math.max(1, tickCount - 1));
  return min > max ? ticks.reverse() : ticks;
}

/** The ends of a fixed domain, which Recharts must keep. */
export function getTickValuesFixedDomain([min, max]: Domain): number[] {
  return min === max ? [min] : [min, max];
}
