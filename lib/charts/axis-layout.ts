import { durationTicks, linearTicks, log10Ticks, log2Ticks } from './ticks.ts';

/** `auto` is log10 where the positive values span at least {@link LOG_SPAN} times, else linear. */
export type AxisScale = 'linear' | 'log10' | 'log2' | 'duration' | 'category';

/** What an axis needs to be drawn: the domain, the ticks, and how many values have no place on it. */
export interface AxisLayout {
  readonly scale: AxisScale;
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  /** Values a log axis cannot show (zero and below); they are counted, never dropped in silence. */
  readonly notPlottable: number;
}

export interface AxisOptions {
  readonly scale: AxisScale | 'auto';
  /** Fixed ends, chosen by the person or by nature (0 to 100 %). */
  readonly domain?: readonly [number, number] | undefined;
  /** Whole numbers only. */
  readonly integer?: boolean | undefined;
  /** Start at zero whatever the data (bars). */
  readonly zero?: boolean | undefined;
  /** Names of a category axis; positions are the indexes. */
  readonly categories?: readonly string[] | undefined;
  /** About how many ticks; default 5. */
  readonly target?: number | undefined;
}

/** A log axis is worth its harder reading only from this ratio of largest to smallest. */
export const LOG_SPAN = 20;

/** A log axis with fewer steps than this in sight says too little; loads are powers of two, so two of those will do. */
const FEWEST_STEPS = { log10: 3, log2: 2 } as const;

/** What an axis needs to know of the values it must show; two of them make that of both. */
export interface Extent {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  /** How many are above zero, and the least of those. */
  readonly positive: number;
  readonly leastPositive: number;
}

/** An extent that values are added to, one at a time and without a list of them: charts hold some ten thousand. */
export type GrowingExtent = { -readonly [Part in keyof Extent]: Extent[Part] };

export const noValues = (): GrowingExtent => ({
  count: 0,
  min: Infinity,
  max: -Infinity,
  positive: 0,
  leastPositive: Infinity,
});

/** Adds a finite value. */
export function grow(extent: GrowingExtent, value: number): void {
  extent.count += 1;
  if (value < extent.min) extent.min = value;
  if (value > extent.max) extent.max = value;
  if (value <= 0) return;
  extent.positive += 1;
  if (value < extent.leastPositive) extent.leastPositive = value;
}

/** The extent of finite values. */
export function extentOf(values: readonly number[]): Extent {
  const extent = noValues();
  for (const value of values) grow(extent, value);
  return extent;
}

/** The extent of all values of several. */
export function joinExtents(extents: readonly Extent[]): Extent {
  const whole = noValues();
  for (const one of extents) {
    whole.count += one.count;
    whole.min = Math.min(whole.min, one.min);
    whole.max = Math.max(whole.max, one.max);
    whole.positive += one.positive;
    whole.leastPositive = Math.min(whole.leastPositive, one.leastPositive);
  }
  return whole;
}

/** The extent of those above zero. */
export const positiveExtent = ({ max, positive, leastPositive }: Extent): Extent =>
  positive === 0 ? noValues() : { count: positive, min: leastPositive, max, positive, leastPositive };

function pickScale(
  scale: AxisOptions['scale'],
  { count, min, max, positive, leastPositive }: Extent,
): AxisScale {
  if (scale !== 'auto') return scale;
  if (count === 0 || min < 0) return 'linear';
  // A measured zero is better seen at zero than counted in the gutter.
  return positive === count && max / leastPositive >= LOG_SPAN ? 'log10' : 'linear';
}

const enclosing = (scale: AxisScale, ticks: readonly number[], notPlottable: number): AxisLayout => ({
  scale,
  domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1],
  ticks,
  notPlottable,
});

function linear(values: Extent, options: AxisOptions): AxisLayout {
  const target = options.target ?? 5;
  let [min, max] = values.count === 0 ? [0, 1] : [values.min, values.max];
  if (options.domain) {
    [min, max] = options.domain;
    const ticks = linearTicks(min, max, target, options.integer === true ? 1 : 0).filter(
      (tick) => tick >= min && tick <= max,
    );
    return { scale: 'linear', domain: [min, max], ticks, notPlottable: 0 };
  }
  // Away from zero only where zero would flatten the data.
  const showZero =
    options.zero === true ||
    min === max ||
    min * max < 0 ||
    Math.min(Math.abs(min), Math.abs(max)) <= Math.max(Math.abs(min), Math.abs(max)) / 2;
  if (showZero) [min, max] = [Math.min(0, min), Math.max(0, max)];
  // Noise of less than 1 % of the value must not fill the chart, and ticks must differ at three digits.
  const minStep = Math.max(0.01 * Math.max(Math.abs(min), Math.abs(max)), options.integer === true ? 1 : 0);
  if (min === 0 && max === 0) max = 1;
  return enclosing('linear', linearTicks(min, max, target, minStep), 0);
}

function log(values: Extent, scale: 'log10' | 'log2', options: AxisOptions): AxisLayout {
  const notPlottable = values.count - values.positive;
  if (options.domain && options.domain[0] > 0) {
    const [low, high] = options.domain;
    const inside = (tick: number): boolean => tick >= low && tick <= high;
    const steps = (scale === 'log2' ? log2Ticks(low, high) : log10Ticks(low, high)).filter(inside);
    // Within an octave or so there are hardly any such steps; even ones read better there.
    const ticks =
      steps.length >= FEWEST_STEPS[scale]
        ? steps
        : linearTicks(low, high, options.target ?? 5, options.integer === true ? 1 : 0).filter(inside);
    return { scale, domain: [low, high], ticks, notPlottable };
  }
  const [min, max] = values.positive === 0 ? [1, 10] : [values.leastPositive, values.max];
  if (scale === 'log10') return enclosing('log10', log10Ticks(min, max), notPlottable);
  // A quarter of an octave keeps the first and last marker off the frame.
  return { scale, domain: [min / 2 ** 0.25, max * 2 ** 0.25], ticks: log2Ticks(min, max), notPlottable };
}

/** Lays out one axis from the finite values it must show. */
export function layoutAxis(values: readonly number[], options: AxisOptions): AxisLayout {
  return layoutExtent(extentOf(values), options);
}

/** As `layoutAxis`, from the extent of the values. */
export function layoutExtent(values: Extent, options: AxisOptions): AxisLayout {
  const scale = pickScale(options.scale, values);
  switch (scale) {
    case 'log10':
    case 'log2':
      return log(values, scale, options);
    case 'duration': {
      const [min, max] = options.domain ?? (values.count === 0 ? [0, 60] : [values.min, values.max]);
      const end = max > min ? max : min + 1;
      return {
        scale,
        domain: [min, end],
        ticks: durationTicks(min, end, options.target ?? 6),
        notPlottable: 0,
      };
    }
    case 'category': {
      const count = Math.max(1, options.categories?.length ?? 0);
      return {
        scale,
        domain: [-0.5, count - 0.5],
        ticks: Array.from({ length: count }, (_, index) => index),
        notPlottable: 0,
      };
    }
    case 'linear':
      return linear(values, options);
  }
}

/** Maps values of an axis to pixels between `from` and `to`; null where the axis has no place for the value. */
export function projection(axis: AxisLayout, from: number, to: number): (value: number) => number | null {
  const isLog = axis.scale === 'log10' || axis.scale === 'log2';
  const place = isLog ? Math.log : (value: number): number => value;
  const [low, high] = [place(axis.domain[0]), place(axis.domain[1])];
  return (value) => (isLog && value <= 0 ? null : from + ((place(value) - low) / (high - low)) * (to - from));
}

/** The opposite of {@link projection}: the value at a pixel. */
export function unprojection(axis: AxisLayout, from: number, to: number): (pixel: number) => number {
  const [low, high] = axis.domain;
  const isLog = axis.scale === 'log10' || axis.scale === 'log2';
  return (pixel) => {
    const share = (pixel - from) / (to - from);
    return isLog ? low * (high / low) ** share : low + (high - low) * share;
  };
}
