import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeTooltip } from './place-tooltip.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A length in CSS as a browser works it out, per cents being of `whole`. */
function pixels(css: string, whole: number): number {
  const code = css
    .replace(/([\d.]+)%/g, (_, share: string) => `(${whole} * ${share} / 100)`)
    .replace(/px/g, '');
  const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));
  return Number(runInNewContext(code, { max: Math.max, min: Math.min, clamp }));
}

function placed(anchor: { x: number; y: number }, size: Size, bounds: Size): { left: number; top: number } {
  const [, across = '', down = ''] =
    /^translate\((.+), (max\(0px, min\(.+)\)$/.exec(placeTooltip(anchor, bounds)) ?? [];
  return { left: pixels(across, size.width), top: pixels(down, size.height) };
}

it('flips and shifts a tooltip to stay inside', () => {
  const [size, bounds] = [
    { width: 100, height: 40 },
    { width: 400, height: 200 },
  ];
  expect(placed({ x: 50, y: 100 }, size, bounds)).toEqual({ left: 62, top: 80 });
  expect(placed({ x: 350, y: 195 }, size, bounds)).toEqual({ left: 238, top: 160 });
  expect(placed({ x: 60, y: 5 }, size, { width: 150, height: 200 })).toEqual({ left: 50, top: 0 });
});

it('is right of the point, left of it, or at the end, and always inside', () => {
  const whole = (min: number, max: number) => fc.integer({ min, max });
  fc.assert(
    fc.property(whole(0, 400), whole(0, 200), whole(20, 400), whole(10, 200), (x, y, width, height) => {
      const { left, top } = placed({ x, y }, { width, height }, { width: 400, height: 200 });
      const [right, before] = [x + 12, x - 12 - width];
      const wanted = right + width <= 400 ? right : before >= 0 ? before : 400 - width;
      expect(left).toBeCloseTo(wanted, 6);
      expect(top).toBeCloseTo(Math.max(0, Math.min(y - height / 2, 200 - height)), 6);
    }),
  );
});
