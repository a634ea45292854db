import type { ChartAxis } from './chart-spec.ts';

/** Prints a value of an axis without its unit; null prints "—". The caller passes the metric registry's printer. */
export type FormatValue = (axis: ChartAxis, value: number | null) => string;

/** `m:ss`, or `h:mm:ss` from an hour on; tenths below ten seconds where there are any. */
export function formatDuration(seconds: number): string {
  const sign = seconds < 0 ? '−' : '';
  const rounded = Math.round(Math.abs(seconds) * 10) / 10;
  if (rounded < 10 && rounded % 1 !== 0) return `${sign}0:0${rounded.toFixed(1)}`;
  const whole = Math.round(rounded);
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0
    ? `${sign}${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${sign}${minutes}:${two(whole % 60)}`;
}

const SMALL = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
const LARGE = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12 });

/** Printer for axes that no metric registry knows: categories by name, time as a duration, else up to four digits. */
export const formatPlain: FormatValue = (axis, value) => {
  if (value === null || !Number.isFinite(value)) return '—';
  if (axis.categories) return axis.categories[value] ?? '—';
  if (axis.scale === 'duration') return formatDuration(value);
  return (Math.abs(value) >= 1000 ? LARGE : SMALL).format(value);
};

/** A tick's text: the value's, without zeros that only say how precise a measurement is ("50.0" becomes "50"). */
export function formatTick(axis: ChartAxis, value: number, format: FormatValue): string {
  const text = format(axis, value);
  return axis.categories || axis.scale === 'duration' ? text : text.replace(/\.0+$|(\.\d*?[1-9])0+$/, '$1');
}

/** The ticks whose texts differ from the one before: close up, neighbouring values may be printed alike. */
export function distinctTicks(axis: ChartAxis, ticks: readonly number[], format: FormatValue): number[] {
  let last: string | null = null;
  return ticks.filter((tick) => {
    const text = formatTick(axis, tick, format);
    const isNew = text !== last;
    last = text;
    return isNew;
  });
}
