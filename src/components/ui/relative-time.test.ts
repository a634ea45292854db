import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.tsx';

it('tells how long ago in the unit that tells most', () => {
  const ago = (seconds: number) => relativeTime(-seconds * 1000, 0);
  expect(ago(2)).toBe('just now');
  expect(ago(12)).toBe('12 sec ago');
  expect(ago(89)).toBe('1 min ago');
  expect(ago(3 * 3600)).toBe('3 hr ago');
  expect(ago(40 * 86_400)).toBe('40 days ago');
  expect(ago(91 * 86_400)).toBe('3 mo ago');
  expect(ago(400 * 86_400)).toBe('13 mo ago');
  expect(ago(800 * 86_400)).toBe('2 yr ago');
  expect(relativeTime(30 * 86_400_000 - 4000, 0)).toBe('in 30 days');
});
