import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coverPixels, pressStamp, stampOf } from './draw-cloud.ts';

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

it('covers and mixes as mixing every pixel of the mask would', () => {
  const pixel = fc.record({
    dx: fc.integer({ min: -2, max: 2 }),
    dy: fc.integer({ min: -2, max: 2 }),
    cover: fc.oneof(fc.constant(256), fc.integer({ min: 1, max: 255 })),
  });
  const mask = fc.uniqueArray(pixel, { selector: ({ dx, dy }) => `${dx} ${dy}` });
  fc.assert(
    fc.property(mask, fc.constantFrom(1, 0.35), opaque, opaque, (all, opacity, ground, colour) => {
      const [width, middle] = [5, 12];
      const stamp = stampOf(
        {
          dx: Int8Array.from(all, ({ dx }) => dx),
          dy: Int8Array.from(all, ({ dy }) => dy),
          cover: Uint16Array.from(all, ({ cover }) => cover),
        },
        width,
        opacity,
      );
      const [drawn, wanted] = [new Int32Array(25).fill(ground), new Int32Array(25).fill(ground)];
      coverPixels(drawn, middle, stamp.covered, colour);
      pressStamp(drawn, middle, stamp, colour);
      pressStamp(
        wanted,
        middle,
        {
          steps: Int32Array.from(all, ({ dx, dy }) => dy * width + dx),
          parts: Uint16Array.from(all, ({ cover }) => Math.round(cover * opacity)),
        },
        colour,
      );
      expect(drawn).toEqual(wanted);
    }),
  );
});
