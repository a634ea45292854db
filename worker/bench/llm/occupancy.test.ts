import { describe, expect, it } from 'vitest';
import { Occupancy } from '#worker/bench/llm/occupancy.ts';

describe('Occupancy', () => {
  it('takes mean and maximum over the window only, counting what was handed over', () => {
    const occupancy = new Occupancy(2);
    for (const at of [0, 1, 2]) occupancy.change(1, at);
    occupancy.change(-1, 10);
    occupancy.openWindow(10);
    occupancy.change(1, 10);
    occupancy.change(-1, 14);
    occupancy.extendWindow(14);
    // 3 in flight for 4 ms, then 2 for 6 ms.
    occupancy.change(-1, 20);
    occupancy.extendWindow(20);
    expect(occupancy.max).toBe(3);
    expect(occupancy.mean()).toBe((3 * 4 + 2 * 6) / 10);
    expect(new Occupancy(1).mean()).toBeNull();
  });

  it('finds the plateau between the last start and the first retirement that matter, cut to the window', () => {
    const occupancy = new Occupancy(3);
    for (const at of [1, 2, 3, 4]) occupancy.slotStarted(at);
    occupancy.openWindow(2);
    occupancy.slotRetired(30);
    occupancy.slotRetired(40);
    occupancy.slotRetired(50);
    occupancy.extendWindow(60);
    expect(occupancy.plateau()).toEqual({ from: 3, to: 40 });
  });

  it('has no plateau that was never reached', () => {
    const occupancy = new Occupancy(3);
    occupancy.openWindow(0);
    occupancy.slotStarted(1);
    occupancy.slotStarted(2);
    occupancy.extendWindow(60);
    expect(occupancy.plateau()).toBeNull();
  });
});
