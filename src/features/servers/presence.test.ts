import { expect, it } from 'vitest';
import { presenceOf } from './presence.ts';

const H = 3_600_000;
const week = { from: 0, to: 168 * H };
const at = (hour: number) => new Date(hour * H).toISOString();
const row = (first: number, last: number) => ({ first_heard_at: at(first), last_heard_at: at(last) });
const hours = (stretches: readonly { from: number; to: number }[]) =>
  stretches.map(({ from, to }) => [from / H, to / H]);

it('is away between two stretches, and not before the first', () => {
  const { heard, away, knownFrom, awayMs } = presenceOf([row(20, 50), row(60, 167.99)], week, false);
  expect(hours(heard)).toEqual([
    [20, 50],
    [60, 168],
  ]);
  expect(hours(away)).toEqual([[50, 60]]);
  expect(knownFrom).toBe(20 * H);
  expect(awayMs).toBe(10 * H);
});

it('is away until now after the last one only if it is silent now', () => {
  expect(hours(presenceOf([row(20, 150)], week, true).away)).toEqual([[150, 168]]);
  expect(presenceOf([row(20, 167.9)], week, false).away).toEqual([]);
});

it('looks at the window only, and knows what was before it', () => {
  const { heard, away, knownFrom } = presenceOf([row(-90, -40), row(10, 20)], week, true);
  expect(hours(heard)).toEqual([[10, 20]]);
  expect(hours(away)).toEqual([
    [0, 10],
    [20, 168],
  ]);
  expect(knownFrom).toBe(0);
});

it('joins what two workers of a server reported', () => {
  expect(hours(presenceOf([row(30, 40), row(10, 35), row(12, 14)], week, true).heard)).toEqual([[10, 40]]);
});

it('says nothing where nothing was ever kept', () => {
  expect(presenceOf([], week, true)).toEqual({ heard: [], away: [], knownFrom: null, awayMs: 0 });
});
