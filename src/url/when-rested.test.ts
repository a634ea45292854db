import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenRested } from './when-rested.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const key = (name: string) => Object.assign(new Event('keydown'), { key: name });

it('applies a change once, after its time', () => {
  const apply = vi.fn();
  const page = new EventTarget();
  whenRested(apply, 200, page);
  vi.advanceTimersByTime(199);
  expect(apply).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  page.dispatchEvent(new Event('click'));
  page.dispatchEvent(key('Enter'));
  expect(apply).toHaveBeenCalledTimes(1);
});

it.each([
  ['a press', new Event('click'), 1],
  ['Enter', key('Enter'), 1],
  ['another key', key('x'), 0],
  ['a button that goes down', new Event('pointerdown'), 0],
])('by %s before that: %s', (_, event, times) => {
  const apply = vi.fn();
  const page = new EventTarget();
  whenRested(apply, 200, page);
  page.dispatchEvent(event);
  expect(apply).toHaveBeenCalledTimes(times);
  vi.advanceTimersByTime(1000);
  expect(apply).toHaveBeenCalledTimes(1);
});

it('does nothing once it was called off', () => {
  const apply = vi.fn();
  const page = new EventTarget();
  whenRested(apply, 200, page)();
  page.dispatchEvent(new Event('click'));
  vi.advanceTimersByTime(1000);
  expect(apply).not.toHaveBeenCalled();
});

it('leaves a check box alone that is pressed meanwhile: drawn again within the press, it would not change', () => {
  const apply = vi.fn();
  const page = new EventTarget();
  whenRested(apply, 200, page);
  const press = new Event('click');
  Object.defineProperty(press, 'target', {
    value: { closest: (what: string) => (what.includes('input') ? {} : null) },
  });
  page.dispatchEvent(press);
  expect(apply).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(apply).toHaveBeenCalledTimes(1);
});
