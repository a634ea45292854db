import { expect, it } from 'vitest';
import { sinceLastVisit } from './last-visit.ts';

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}
const MINUTE = 60_000;
const NOW = Date.parse('2026-11-28T10:00:00Z');

it('counts from the end of the visit before, a day back at first, per account and workspace', () => {
  const store = memory();
  const since = (now: number, org = 'w') => sinceLastVisit(store, 'me', org, now);
  expect(since(NOW)).toBe(NOW - 24 * 60 * MINUTE);
  // Still the same visit: what was new stays new.
  expect(since(NOW + 10 * MINUTE)).toBe(NOW - 24 * 60 * MINUTE);
  expect(since(NOW + 120 * MINUTE)).toBe(NOW + 10 * MINUTE);
  expect(since(NOW + 121 * MINUTE)).toBe(NOW + 10 * MINUTE);
  expect(since(NOW, 'other')).toBe(NOW - 24 * 60 * MINUTE);
});

it('does without a store that refuses or holds nonsense', () => {
  const refusing = {
    getItem: () => '{"before": "x"}',
    setItem: () => {
      throw new Error('full');
    },
  };
  expect(sinceLastVisit(refusing, 'me', 'w', NOW)).toBe(NOW - 24 * 60 * MINUTE);
});
