import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clockMs, onClock } from './clock.ts';

const page = Object.assign(new EventTarget(), { hidden: false });
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('tells the time anew when the tab is shown again, and not while it is hidden', () => {
  let told = 0;
  const stop = onClock(() => (told += 1));
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(3 * MINUTE_MS);
  expect([told, clockMs()]).toEqual([0, 0]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect([told, clockMs()]).toEqual([1, 3 * MINUTE_MS]);
  stop();
});

it('knows the time where a first one listens after a while without any', () => {
  onClock(() => undefined)();
  vi.advanceTimersByTime(MINUTE_MS);
  const stop = onClock(() => undefined);
  expect(clockMs()).toBe(MINUTE_MS);
  stop();
});
