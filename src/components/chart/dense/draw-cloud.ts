import { markerPath, type Marker } from '#lib/charts/marker-path.ts';
import type { Cloud } from './cloud.ts';

/** How the points of one visible series look. */
export interface StampStyle {
  /** Any CSS colour without custom properties. */
  readonly colour: string;
  readonly marker: Marker;
  /** 0 to 1: faded where another series is pointed out. */
  readonly opacity: number;
}

/** The covered pixels of one marker at one scale: where, from its middle, and how much of 256. */
export interface Mask {
  readonly dx: Int8Array;
  readonly dy: Int8Array;
  readonly cover: Uint16Array;
}

/** As the path of muted points has it. */
const MUTED = 0.35;
/** Black, and the alpha of every word. */
const OPAQUE = 0xff000000 | 0;
/** CSS pixels from the middle of a marker to the edge of its stamp: the largest reaches 4.7. */
const REACH = 5;

function scratch(width: number, height: number): CanvasRenderingContext2D | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d', { willReadFrequently: true });
}

const masks = new Map<string, Mask>();

/** Draws a marker once, by the path that the SVG has, and reads which pixels it covers. */
function maskOf(marker: Marker, scale: number): Mask {
  const key = `${marker} ${scale}`;
  const known = masks.get(key);
  if (known) return known;
  const half = Math.ceil(REACH * scale);
  const side = 2 * half + 1;
  const covered: [number, number, number][] = [];
  const context = scratch(side, side);
  if (context) {
    context.setTransform(scale, 0, 0, scale, half + 0.5, half + 0.5);
    context.fill(new Path2D(markerPath(marker, 0, 0)));
    const { data } = context.getImageData(0, 0, side, side);
    for (let pixel = 0; pixel < side * side; pixel += 1) {
      const alpha = data[4 * pixel + 3] ?? 0;
      if (alpha > 0) covered.push([(pixel % side) - half, Math.floor(pixel / side) - half, alpha]);
    }
  }
  const mask: Mask = {
    dx: Int8Array.from(covered, ([dx]) => dx),
    dy: Int8Array.from(covered, ([, dy]) => dy),
    cover: Uint16Array.from(covered, ([, , alpha]) => alpha + (alpha >> 7)),
  };
  masks.set(key, mask);
  return mask;
}

const images = new WeakMap<HTMLCanvasElement, ImageData>();

/** The canvas' own image to draw in: a new one a frame would keep the garbage collector busy while panning. */
function imageOf(context: CanvasRenderingContext2D): ImageData {
  const { canvas } = context;
  const known = images.get(canvas);
  if (known?.width === canvas.width && known.height === canvas.height) return known;
  const made = context.createImageData(canvas.width, canvas.height);
  images.set(canvas, made);
  return made;
}

const words = new Map<string, number>();

/** Colours as the pixels of an `ImageData` read as 32-bit words, opaque; signed, as V8 mixes those without leaving integers. */
function wordsOf(colours: readonly string[]): Int32Array {
  const unknown = [...new Set(colours.filter((colour) => !words.has(colour)))];
  const context = unknown.length > 0 ? scratch(unknown.length, 1) : null;
  if (context) {
    unknown.forEach((colour, index) => {
      context.fillStyle = colour;
      context.fillRect(index, 0, 1, 1);
    });
    const read = new Int32Array(context.getImageData(0, 0, unknown.length, 1).data.buffer);
    unknown.forEach((colour, index) => words.set(colour, read[index] ?? OPAQUE));
  }
  return Int32Array.from(colours, (colour) => words.get(colour) ?? OPAQUE);
}

/** Red and blue of a word, which one multiplication mixes; green has its own. */
const [RED_BLUE, GREEN] = [0xff00ff, 0x00ff00];

/**
 * A mask on an image of some width, at some opacity: runs of neighbouring pixels, each as the step from the middle pixel
 * to its first and how many there are; and 256ths of the colour on all of them in turn.
 */
export interface Stamp {
  readonly runs: Int32Array;
  readonly parts: Uint16Array;
}

/** The stamp of a mask at an opacity, 0 to 1, on an image of some width. A mask has its pixels row by row. */
export function stampOf({ dx, dy, cover }: Mask, width: number, opacity: number): Stamp {
  const runs: [step: number, length: number][] = [];
  for (let pixel = 0; pixel < cover.length; pixel += 1) {
    const step = (dy[pixel] ?? 0) * width + (dx[pixel] ?? 0);
    const last = runs.at(-1);
    if (last && last[0] + last[1] === step) last[1] += 1;
    else runs.push([step, 1]);
  }
  return { runs: Int32Array.from(runs.flat()), parts: cover.map((covered) => Math.round(covered * opacity)) };
}

const stamps = new Map<string, Stamp>();

/** The stamp of a marker: made once for the frames of a zoom or pan, and forgotten with the size of the image. */
function stampFor(marker: Marker, scale: number, width: number, opacity: number): Stamp {
  const key = `${marker} ${scale} ${width} ${opacity}`;
  const known = stamps.get(key);
  if (known) return known;
  if (stamps.size > 200) stamps.clear();
  const made = stampOf(maskOf(marker, scale), width, opacity);
  stamps.set(key, made);
  return made;
}

/**
 * Mixes a stamp into opaque pixels around the one at `middle`; each channel is off by one of 255 at most. A function of
 * its own, so that the engine makes the most of this one loop: it runs half a million times for 10,000 markers. Runs,
 * as a list of steps takes half as long again where the image is not in the processor's cache.
 */
export function pressStamp(pixels: Int32Array, middle: number, { runs, parts }: Stamp, colour: number): void {
  const overRb = colour & RED_BLUE;
  const overG = colour & GREEN;
  let pixel = 0;
  for (let run = 0; run < runs.length; run += 2) {
    let at = middle + (runs[run] ?? 0);
    const end = at + (runs[run + 1] ?? 0);
    for (; at < end; at += 1) {
      const part = parts[pixel] ?? 0;
      pixel += 1;
      const under = pixels[at] ?? 0;
      const rb = under & RED_BLUE;
      const g = under & GREEN;
      const mixedRb = (rb + (Math.imul(overRb - rb, part) >> 8)) & RED_BLUE;
      const mixedG = (g + (Math.imul(overG - g, part) >> 8)) & GREEN;
      pixels[at] = OPAQUE | mixedRb | mixedG;
    }
  }
}

interface Onto {
  readonly pixels: Int32Array;
  readonly width: number;
  readonly height: number;
  /** Device pixels a CSS pixel. */
  readonly scale: number;
}

/** Presses the stamp on those of a stretch of points that are of a layer. Of its own, as the engine optimises what is called often. */
function pressPoints(
  { pixels, width, height, scale }: Onto,
  { px, py, muted }: Cloud,
  from: number,
  to: number,
  layer: number,
  stamp: Stamp,
  colour: number,
): void {
  const edge = Math.ceil(REACH * scale);
  for (let index = from; index < to; index += 1) {
    if (muted[index] !== layer) continue;
    const x = Math.round((px[index] ?? 0) * scale - 0.5);
    const y = Math.round((py[index] ?? 0) * scale - 0.5);
    if (x < edge || y < edge || x >= width - edge || y >= height - edge) continue;
    pressStamp(pixels, y * width + x, stamp, colour);
  }
}

/**
 * Draws a cloud on a canvas filled with `ground`, muted points first; `scale` is device pixels a CSS pixel. Markers lie
 * on whole device pixels. Pixels are mixed here and handed over at once: canvas calls cost 2.5 µs a marker, this 0.2.
 */
export function drawCloud(
  context: CanvasRenderingContext2D,
  cloud: Cloud,
  styles: readonly StampStyle[],
  ground: string,
  scale: number,
): void {
  const { width, height } = context.canvas;
  const image = imageOf(context);
  const pixels = new Int32Array(image.data.buffer);
  const colours = wordsOf([...styles.map(({ colour }) => colour), ground]);
  pixels.fill(colours[styles.length] ?? OPAQUE);
  const onto: Onto = { pixels, width, height, scale };
  for (const layer of [1, 0]) {
    let from = 0;
    styles.forEach(({ marker, opacity }, series) => {
      const stamp = stampFor(marker, scale, width, opacity * (layer === 1 ? MUTED : 1));
      let to = from;
      while (to < cloud.count && cloud.series[to] === series) to += 1;
      pressPoints(onto, cloud, from, to, layer, stamp, colours[series] ?? OPAQUE);
      from = to;
    });
  }
  context.putImageData(image, 0, 0);
}
