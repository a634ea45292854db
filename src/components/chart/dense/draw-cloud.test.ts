import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pressStamp, stampOf } from './draw-cloud.ts';

const channels = (word: number): number[] => [0, 8, 16, 24].map((shift) => (word >>> shift) & 255);
const opaque = fc.integer({ min: 0, max: 0xffffff }).map((colour) => 0xff000000 | colour);

function pressed(under: number, over: number, part: number): number {
  const pixels = Int32Array.of(1, under, 2);
  pressStamp(pixels, 0, { runs: Int32Array.of(1, 1), parts: Uint16Array.of(part) }, over);
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

it('presses the pixels of a mask around the middle, each with its own share of the colour', () => {
  const side = 5;
  const covers = fc.array(fc.oneof(fc.constant(0), fc.constant(256), fc.integer({ min: 1, max: 255 })), {
    minLength: side * side,
    maxLength: side * side,
  });
  fc.assert(
    fc.property(covers, fc.constantFrom(1, 0.35), opaque, opaque, (all, opacity, ground, colour) => {
      const [width, middle] = [9, 4 * 9 + 4];
      const pixels = all.flatMap((cover, index) =>
        cover === 0 ? [] : [{ cover, dx: (index % side) - 2, dy: Math.floor(index / side) - 2 }],
      );
      const stamp = stampOf(
        {
          dx: Int8Array.from(pixels, ({ dx }) => dx),
          dy: Int8Array.from(pixels, ({ dy }) => dy),
          cover: Uint16Array.from(pixels, ({ cover }) => cover),
        },
        width,
        opacity,
      );
      const drawn = new Int32Array(width * width).fill(ground);
      pressStamp(drawn, middle, stamp, colour);
      const wanted = new Int32Array(width * width).fill(ground);
      for (const { dx, dy, cover } of pixels)
        wanted[middle + dy * width + dx] = pressed(ground, colour, Math.round(cover * opacity));
      expect(drawn).toEqual(wanted);
    }),
  );
});
