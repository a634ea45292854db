/**
 * Stands in for `victory-vendor/d3-scale` in the browser build: the two scales our axes ask Recharts for. The whole of
 * d3-scale, with its colours, time and number formats, is 17 kB gzipped that no chart of ours reaches.
 */
type Ends = readonly [number, number];

/** The part of a d3 scale that Recharts calls; setters return the scale, getters copies. */
export interface ContinuousScale {
  (value: number): number;
  domain(): number[];
  domain(ends: Iterable<number>): ContinuousScale;
  range(): number[];
  range(ends: Iterable<number>): ContinuousScale;
  invert(pixel: number): number;
  copy(): ContinuousScale;
}

const pair = ([first = 0, last = 1]: readonly number[]): Ends => [first, last];

/** A scale straight after `bend`, as d3's continuous scales are: a domain of no length maps to the middle of the range. */
function continuous(
  bend: (value: number) => number,
  unbend: (value: number) => number,
  domain: Ends,
): ContinuousScale {
  let range: Ends = [0, 1];
  /** The bent domain: placing ten thousand points does not work it out again. */
  let [start, span] = [0, 0];
  const settle = (): void => {
    start = bend(domain[0]);
    span = bend(domain[1]) - start;
  };
  settle();
  const share = (distance: number, whole: number): number => (whole === 0 ? 0.5 : distance / whole);
  const scale = (value: number): number =>
    range[0] + share(bend(value) - start, span) * (range[1] - range[0]);
  function setDomain(): number[];
  function setDomain(ends: Iterable<number>): ContinuousScale;
  function setDomain(ends?: Iterable<number>): number[] | ContinuousScale {
    if (ends === undefined) return [...domain];
    domain = pair([...ends]);
    settle();
    return self;
  }
  function setRange(): number[];
  function setRange(ends: Iterable<number>): ContinuousScale;
  function setRange(ends?: Iterable<number>): number[] | ContinuousScale {
    if (ends === undefined) return [...range];
    range = pair([...ends]);
    return self;
  }
  const self: ContinuousScale = Object.assign(scale, {
    domain: setDomain,
    range: setRange,
    invert: (pixel: number): number => unbend(start + share(pixel - range[0], range[1] - range[0]) * span),
    copy: (): ContinuousScale => continuous(bend, unbend, domain).range(range),
  });
  return self;
}

const same = (value: number): number => value;

export const scaleLinear = (): ContinuousScale => continuous(same, same, [0, 1]);

/** Of positive domains; zero and below have no finite pixel, as with d3. */
export const scaleLog = (): ContinuousScale => continuous(Math.log, Math.exp, [1, 10]);
