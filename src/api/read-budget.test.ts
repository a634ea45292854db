import { afterEach, expect, it, vi } from 'vitest';
import { POLLED_MOST, shareReadBudget } from './read-budget.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

let now = 1_000_000;

/** A window that polls only where the budget allows, and tells of what it reads. */
function openWindow() {
  let tell: (times: readonly number[]) => void = () => undefined;
  const budget = shareReadBudget(
    (listener) => {
      tell = listener;
      return () => undefined;
    },
    () => now,
  );
  stops.push(budget.stop);
  return { isSpent: budget.isSpent, read: (count = 1) => tell(Array.from({ length: count }, () => now)) };
}

/** Until what windows told each other has come, where nothing shows that it has. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 20));
const soon = (holds: () => void) => vi.waitFor(holds, { timeout: 10_000, interval: 5 });

it('holds windows of different pages together, and lets them poll on as the minute passes', async () => {
  const [one, two] = [openWindow(), openWindow()];
  one.read(POLLED_MOST - 1);
  await heard();
  expect([one.isSpent(), two.isSpent()]).toEqual([false, false]);
  now += 30_000;
  two.read();
  await soon(() => expect([one.isSpent(), two.isSpent()]).toEqual([true, true]));
  now += 29_999;
  expect(one.isSpent()).toBe(true);
  now += 1;
  expect([one.isSpent(), two.isSpent()]).toEqual([false, false]);
});

it('tells a window that opens later, and counts what a closed one has read', async () => {
  const first = openWindow();
  first.read(POLLED_MOST);
  const later = openWindow();
  await soon(() => expect(later.isSpent()).toBe(true));
  stops.shift()?.();
  expect(later.isSpent()).toBe(true);
  now += 60_000;
  expect(later.isSpent()).toBe(false);
});

it('keeps 30 windows that poll every five seconds below 240 reads in any minute', async () => {
  now += 3_600_000;
  const windows = Array.from({ length: 30 }, openWindow);
  await heard();
  const read: number[] = [];
  let most = 0;
  for (let second = 0; second < 300; second += 1) {
    now += 1000;
    for (const [index, tab] of windows.entries()) {
      if (second % 5 !== index % 5 || tab.isSpent()) continue;
      tab.read();
      read.push(now);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
    most = Math.max(most, read.filter((at) => now - at < 60_000).length);
  }
  // Unheld they would read 360 times.
  expect(most).toBeLessThanOrEqual(240);
  // And what there is room for is read.
  expect(most).toBeGreaterThanOrEqual(POLLED_MOST);
  expect(read.length).toBeGreaterThan(4 * POLLED_MOST);
});
