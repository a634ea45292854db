import type { ChartSeries, ChartSpec } from './chart-spec.ts';
import { clipLine, hasRoomRight, placePoint, type Box, type Frame } from './series-geometry.ts';
import { CHARACTER_PX } from './text-width.ts';

/** The name of a series beside the end of its front: where its baseline starts or ends, in pixels. */
export interface FrontLabel {
  /** Index in the visible series. */
  readonly series: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

/** Pixels of a line of text above and below its baseline, from a marker's middle to the text, and to the marker's edge. */
const [ABOVE, BELOW, BESIDE, MARKER] = [10, 4, 9, 5];

const touch = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function textBox(x: number, y: number, anchor: FrontLabel['anchor'], text: string): Box {
  const left = anchor === 'start' ? x : x - text.length * CHARACTER_PX;
  return { left, right: left + text.length * CHARACTER_PX, top: y - ABOVE, bottom: y + BELOW };
}

/** Where names of reference lines stand already. */
function referenceBoxes({ references = [] }: ChartSpec, frame: Frame): Box[] {
  return references.flatMap(({ axis, value, label }) => {
    const at = frame[axis](value);
    if (at === null) return [];
    if (axis === 'y') return [textBox(frame.left + 5, at - 5, 'start', label)];
    const isRight = hasRoomRight(frame, at, label);
    return [textBox(isRight ? at + 5 : at - 5, frame.top + 10, isRight ? 'start' : 'end', label)];
  });
}

interface Pixel {
  readonly px: number;
  readonly py: number;
}

/** Whether a box lies over a front: over its line, or within five pixels of the middle of a marker. */
function isOver(front: readonly Pixel[], box: Box): boolean {
  const near = around(box, MARKER);
  return front.some((to, index) => {
    const from = front[index - 1] ?? to;
    const isBeside =
      Math.max(from.px, to.px) <= near.left ||
      Math.min(from.px, to.px) >= near.right ||
      Math.max(from.py, to.py) <= near.top ||
      Math.min(from.py, to.py) >= near.bottom;
    if (isBeside) return false;
    const isMarked = to.px > near.left && to.px < near.right && to.py > near.top && to.py < near.bottom;
    return isMarked || clipLine(around(box, 1), from, to) !== null;
  });
}

const around = ({ left, right, top, bottom }: Box, reach: number): Box => ({
  left: left - reach,
  right: right + reach,
  top: top - reach,
  bottom: bottom + reach,
});

type Place = readonly [x: number, y: number, anchor: FrontLabel['anchor']];

/**
 * Beside the last point of a front, then above and below it, on the side first that the line does not come from; then
 * the same at its first point.
 */
function placesFor(front: readonly Pixel[]): readonly Place[] {
  const [first, last] = [front[0], front.at(-1)];
  if (!first || !last) return [];
  const above = (at: Pixel): number => at.py - BESIDE;
  const below = (at: Pixel): number => at.py + BESIDE + ABOVE;
  // Pixels grow downwards.
  const isFalling = last.py > first.py;
  const atLast = isFalling ? [below(last), above(last)] : [above(last), below(last)];
  const atFirst = isFalling ? [above(first), below(first)] : [below(first), above(first)];
  return [
    [last.px + BESIDE, last.py + BELOW, 'start'],
    ...atLast.map((y): Place => [last.px, y, 'end']),
    [first.px - BESIDE, first.py + BELOW, 'end'],
    ...atFirst.map((y): Place => [first.px, y, 'start']),
  ];
}

/**
 * The names of the series at the ends of their Pareto fronts, inside the frame and not over one another, over fronts
 * and their points, or over names of reference lines; a name that fits nowhere is left to the legend.
 */
export function frontLabels(spec: ChartSpec, visible: readonly ChartSeries[], frame: Frame): FrontLabel[] {
  if (spec.kind !== 'scatter' || spec.joinFront !== true) return [];
  const fronts = visible.map(({ points }) =>
    points.flatMap((point) => (point.muted === true ? [] : (placePoint(frame, point) ?? []))),
  );
  const taken = referenceBoxes(spec, frame);
  return visible.flatMap(({ name: text }, series): FrontLabel[] => {
    for (const [x, y, anchor] of placesFor(fronts[series] ?? [])) {
      const box = textBox(x, y, anchor, text);
      const isInside =
        box.left >= frame.left &&
        box.right <= frame.right &&
        box.top >= frame.top &&
        box.bottom <= frame.bottom;
      if (!isInside || taken.some((one) => touch(one, box)) || fronts.some((front) => isOver(front, box)))
        continue;
      taken.push(box);
      return [{ series, text, x, y, anchor }];
    }
    return [];
  });
}
