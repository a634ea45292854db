import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Identity } from './identity.ts';
import { IdentityCache } from './identity-cache.ts';

const worker = (workerId: string): Identity => ({ kind: 'worker', role: 'web_worker', workerId, claims: {} });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('keeps an identity for 30 s, and no longer than its token lives', () => {
  const cache = new IdentityCache();
  cache.set('a', worker('a'), { expiresAtMs: Infinity, generation: 0 });
  cache.set('b', worker('b'), { expiresAtMs: Date.now() + 5_000, generation: 0 });
  vi.advanceTimersByTime(4_999);
  expect(cache.get('b')).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(cache.get('b')).toBeNull();
  vi.advanceTimersByTime(24_999);
  expect(cache.get('a')).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(cache.get('a')).toBeNull();
});

it('does not keep what was looked up before something was revoked', () => {
  const cache = new IdentityCache();
  const { generation } = cache;
  cache.forget(() => false);
  cache.set('a', worker('a'), { expiresAtMs: Infinity, generation });
  expect(cache.get('a')).toBeNull();
});

it('forgets what matches, and the oldest when it is full', () => {
  const cache = new IdentityCache({ maxEntries: 2 });
  for (const id of ['a', 'b', 'c']) cache.set(id, worker(id), { expiresAtMs: Infinity, generation: 0 });
  expect(['a', 'b', 'c'].map((id) => cache.get(id) !== null)).toEqual([false, true, true]);
  cache.forget((identity) => identity.kind === 'worker' && identity.workerId === 'b');
  expect(['b', 'c'].map((id) => cache.get(id) !== null)).toEqual([false, true]);
});
