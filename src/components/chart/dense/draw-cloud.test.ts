import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pressStamp } from './draw-cloud.ts';

const channels = (word: number): number[] => [0, 8, 16, 24].map((shift) => (word >>> shift) & 255);
const opaque = fc.integer({ min: 0, max: 0xffffff }).map((colour) => 0xff000000 | colour);

function pressed(under: number, over: number, part: number): number {
  const pixels = Int32Array.of(1, under, 2);
  pressStamp(pixels, 0, { steps: Int32Array.of(1), parts: Uint16Array.of(part) }, over);
  expect([pixels[0], pixels[2]]).toEqual([1, 2]);
  return pixels[1] ?? 0;
}

it('mixes each channel as the share says, within one step, and stays opaque', () => {
  fc.assert(
    fc.property(opaque, opaque, fc.integer({ min: 0, max: 256 }), (under, over, part) => {
      const mixed = channels(pressed(under, over, part));
      const [below, above] = [channels(under), channels(over)];
      mixed.forEach((channel, index) => {
        const wanted = (below[index] ?? 0) + (((above[index] ?? 0) - (below[index] ?? 0)) * part) / 256;
        expect(Math.abs(channel - wanted)).toBeLessThanOrEqual(1);
      });
      expect(mixed[3]).toBe(255);
    }),
  );
});

it('leaves the ground as it is at share 0 and covers it at 256', () => {
  expect(pressed(0xff102030 | 0, 0xffffffff | 0, 0)).toBe(0xff102030 | 0);
  expect(pressed(0xff102030 | 0, 0xff336699 | 0, 256)).toBe(0xff336699 | 0);
});
