/** Removes the binary noise of repeated addition: 0.30000000000000004 becomes 0.3. */
const clean = (value: number): number => Number(value.toPrecision(12));

/** The smallest of 1, 2, 5 × 10^k that is at least `value`; `value` must be positive. */
export function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10;
  return clean(step * power);
}

/** The largest of 1, 2, 5 × 10^k that is at most `value`; `value` must be positive. */
export function niceFloor(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-12);
  const step = [5, 2, 1].find((factor) => factor * power <= value * (1 + 1e-9)) ?? 1;
  return clean(step * power);
}

/** Multiples of `step` from the one at or below `min` to the one at or above `max`. */
export function stepsAround(min: number, max: number, step: number): number[] {
  const first = Math.floor(min / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step));
}

/** Ticks of a linear axis, 1-2-5 steps; first and last enclose the data. About `target` of them. */
export function linearTicks(min: number, max: number, target: number, minStep = 0): number[] {
  const span = max - min;
  const step = niceStep(Math.max(span / target, minStep, Number.MIN_VALUE));
  return stepsAround(min, max, step);
}

/** 1-2-5 ticks enclosing two positive numbers; whole decades only where 1-2-5 would pass `limit`. */
export function log10Ticks(min: number, max: number, limit = 10): number[] {
  const low = niceFloor(min);
  const high = max > low * (1 + 1e-9) ? niceStep(max) : niceStep(low * 1.5);
  const ticks: number[] = [];
  for (let tick = low; tick <= high * (1 + 1e-9); tick = niceStep(tick * 1.5)) ticks.push(tick);
  if (ticks.length <= limit) return ticks;
  const first = Math.floor(Math.log10(min) + 1e-12);
  const last = Math.ceil(Math.log10(max) - 1e-12);
  return Array.from({ length: last - first + 1 }, (_, index) => clean(10 ** (first + index)));
}

/** Powers of two enclosed by two positive numbers, thinned by whole powers to at most `limit`. */
export function log2Ticks(min: number, max: number, limit = 12): number[] {
  const first = Math.ceil(Math.log2(min) - 1e-9);
  const last = Math.floor(Math.log2(max) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / limit));
  const ticks: number[] = [];
  for (let exponent = first; exponent <= last; exponent += stride) ticks.push(2 ** exponent);
  return ticks.length > 0 ? ticks : [clean(min)];
}

const DURATION_STEPS_S = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400,
  43200,
];

/** Ticks of a time axis in seconds on steps that read well in minutes and hours; ticks lie inside the data. */
export function durationTicks(min: number, max: number, target: number): number[] {
  const wanted = (max - min) / target;
  const step =
    DURATION_STEPS_S.find((candidate) => candidate >= wanted) ?? niceStep(wanted / 86_400) * 86_400;
  return stepsAround(min, max, step).filter((tick) => tick >= min - 1e-9 && tick <= max + 1e-9);
}
