import { useSyncExternalStore } from 'react';
import { clockMs, onClock } from './clock.ts';
import { NO_VALUE } from './no-value.ts';

/** Unit, its seconds, and from how many seconds on it is used: "40 days ago" tells more than "1 month ago". */
const UNITS = [
  ['year', 31_557_600, 63_115_200],
  ['month', 2_629_800, 5_259_600],
  ['day', 86_400, 86_400],
  ['hour', 3600, 3600],
  ['minute', 60, 60],
  ['second', 1, 0],
] as const;
const words = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });

/** "3 min ago", "in 2 days"; "just now" within five seconds. */
export function relativeTime(atMs: number, nowMs: number): string {
  const seconds = (atMs - nowMs) / 1000;
  if (Math.abs(seconds) < 5) return 'just now';
  const [unit, size] = UNITS.find(([, , from]) => Math.abs(seconds) >= from) ?? UNITS[5];
  return words.format(Math.round(seconds / size), unit).replace('.', '');
}

/** The time in the person's zone, with the zone: "27 Nov 2026, 14:03:11 CET". */
export function exactTime(atMs: number): string {
  return exact.format(atMs);
}

/** How long ago, with the exact time and zone on hover. Takes ISO 8601 text or milliseconds. */
export function RelativeTime({
  at,
  className,
}: {
  at: string | number | null | undefined;
  className?: string;
}) {
  const nowMs = useSyncExternalStore(onClock, clockMs);
  const ms = typeof at === 'number' ? at : Date.parse(at ?? '');
  if (Number.isNaN(ms)) return <span className={className}>{NO_VALUE}</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} title={exactTime(ms)} className={className}>
      {relativeTime(ms, ms > nowMs && ms - nowMs < 15_000 ? ms : nowMs)}
    </time>
  );
}
