import type { ChartPoint, ChartSeries, ChartSpec } from './chart-spec.ts';
import { markerPath } from './marker-path.ts';
import type { PlacedPoint } from './hit-grid.ts';

/** A rectangle, in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where values lie in pixels; null where the axis has no place for the value. */
export interface Frame extends Box {
  readonly x: (value: number) => number | null;
  readonly y: (value: number) => number | null;
}

/** Pixels of a character at 11 px, generously. */
const CHARACTER = 6.5;

/** Whether a label right of a vertical line at pixel `at` ends inside the frame; else it goes to the left. */
export function hasRoomRight(frame: Frame, at: number, label: string): boolean {
  return at + 5 + label.length * CHARACTER <= frame.right;
}

/** SVG path data of one series, one path a layer; empty where the kind has no such layer. */
export interface SeriesGeometry {
  readonly line: string;
  readonly markers: string;
  readonly muted: string;
  readonly whiskers: string;
  readonly bars: string;
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

/** Pixel position of a point, or null for a gap or a value outside the frame (a locked domain cuts, never clamps). */
export function placePoint(frame: Frame, point: ChartPoint, shift = 0): { px: number; py: number } | null {
  const place = projectPoint(frame, point);
  return place !== null && isWithin(frame, place) ? { px: place.px + shift, py: place.py } : null;
}

/** Width and offset of the bars of series `index` of `count` that share a category. */
function barSlot(frame: Frame, index: number, count: number): { width: number; shift: number } {
  const band = Math.abs((frame.x(1) ?? 0) - (frame.x(0) ?? 0));
  const width = Math.min(28, (band * 0.72) / Math.max(1, count));
  return { width, shift: (index - (count - 1) / 2) * width };
}

interface Pixel {
  readonly px: number;
  readonly py: number;
}

const isWithin = (frame: Frame, { px, py }: Pixel): boolean =>
  px >= frame.left - 0.5 && px <= frame.right + 0.5 && py >= frame.top - 0.5 && py <= frame.bottom + 0.5;

/** The part of a straight line that lies in a box (Liang and Barsky 1984); null where none does. */
export function clipLine(box: Box, from: Pixel, to: Pixel): readonly [Pixel, Pixel] | null {
  let [start, end] = [0, 1];
  const [dx, dy] = [to.px - from.px, to.py - from.py];
  const sides: readonly (readonly [number, number])[] = [
    [-dx, from.px - box.left],
    [dx, box.right - from.px],
    [-dy, from.py - box.top],
    [dy, box.bottom - from.py],
  ];
  for (const [towards, distance] of sides) {
    if (towards === 0) {
      if (distance < -0.5) return null;
    } else if (towards < 0) start = Math.max(start, distance / towards);
    else end = Math.min(end, distance / towards);
  }
  if (start > end) return null;
  const at = (share: number): Pixel => ({ px: from.px + dx * share, py: from.py + dy * share });
  return [start === 0 ? from : at(start), end === 1 ? to : at(end)];
}

/** Where a value lies, inside the frame or not; null for a gap and for what an axis has no place for. */
function projectPoint(frame: Frame, point: ChartPoint): Pixel | null {
  if (point.y === null) return null;
  const [px, py] = [frame.x(point.x), frame.y(point.y)];
  return px === null || py === null || !Number.isFinite(px) || !Number.isFinite(py) ? null : { px, py };
}

/** Joins points by lines that end at the frame's edge where they leave it. */
function linePath(spec: ChartSpec, frame: Frame, points: readonly ChartPoint[]): string {
  if (spec.kind === 'bar' || (spec.kind === 'scatter' && spec.joinFront !== true)) return '';
  const isStep = spec.kind === 'step';
  let path = '';
  let previous: Pixel | null = null;
  /** Where the pen is; null: it is up. */
  const pen: { at: Pixel | null } = { at: null };
  const draw = (from: Pixel, to: Pixel): void => {
    const part: readonly [Pixel, Pixel] | null =
      isWithin(frame, from) && isWithin(frame, to) ? [from, to] : clipLine(frame, from, to);
    if (part === null) {
      pen.at = null;
      return;
    }
    const [start, end] = part;
    if (pen.at?.px !== start.px || pen.at.py !== start.py) path += `M${round(start.px)} ${round(start.py)}`;
    if (start.py === end.py && isStep) path += `H${round(end.px)}`;
    else if (start.px === end.px && isStep) path += `V${round(end.py)}`;
    else path += `L${round(end.px)} ${round(end.py)}`;
    pen.at = end;
  };
  for (const point of points) {
    if (point.muted === true) continue;
    const place = projectPoint(frame, point);
    if (place !== null) {
      if (previous === null) {
        pen.at = isWithin(frame, place) ? place : null;
        if (pen.at) path += `M${round(place.px)} ${round(place.py)}`;
      } else if (isStep) {
        const corner = { px: place.px, py: previous.py };
        draw(previous, corner);
        draw(corner, place);
      } else draw(previous, place);
    }
    previous = point.lineEnds === true ? null : place;
  }
  return path;
}

/** Vertical whiskers with caps; an end outside the frame, or an upper one that there is none of, is cut there and drawn as an arrow head. */
function whiskerPath(frame: Frame, points: readonly ChartPoint[], shift: number): string {
  let path = '';
  for (const point of points) {
    if (point.lo == null) continue;
    const place = placePoint(frame, point, shift);
    if (place === null) continue;
    const x = place.px;
    const end = (value: number, edge: number): void => {
      const pixel = frame.y(value);
      const isInside = pixel !== null && pixel >= frame.top && pixel <= frame.bottom;
      const y = isInside ? pixel : edge;
      path += `M${round(x)} ${round(place.py)}V${round(y)}`;
      const back = isInside ? 0 : Math.sign(place.py - edge) * 4;
      path += `M${round(x - 3)} ${round(y + back)}L${round(x)} ${round(y)}L${round(x + 3)} ${round(y + back)}`;
    };
    end(point.lo, frame.bottom);
    end(point.hi ?? Infinity, frame.top);
  }
  return path;
}

/** Draws one visible series of a spec; `index` and `count` place its bars among the visible series. */
export function seriesGeometry(
  spec: ChartSpec,
  series: ChartSeries,
  frame: Frame,
  index: number,
  count: number,
): SeriesGeometry {
  const slot = spec.kind === 'bar' ? barSlot(frame, index, count) : { width: 0, shift: 0 };
  const baseline = frame.y(0) ?? frame.bottom;
  const layers = { markers: '', muted: '', bars: '' };
  const hasMarks = spec.kind === 'bar' || spec.markers !== 'none';
  for (const point of hasMarks ? series.points : []) {
    const place = placePoint(frame, point, slot.shift);
    if (place === null) continue;
    if (spec.kind === 'bar') {
      const x = round(place.px - slot.width / 2 + 0.5);
      layers.bars += `M${x} ${round(baseline)}V${round(place.py)}h${round(Math.max(1, slot.width - 1))}V${round(baseline)}z`;
    } else {
      layers[point.muted === true ? 'muted' : 'markers'] += markerPath(
        series.style.marker,
        place.px,
        place.py,
      );
    }
  }
  return {
    ...layers,
    line: linePath(spec, frame, series.points),
    whiskers: whiskerPath(frame, series.points, slot.shift),
  };
}

/** All drawn points of the visible series; `series` and `point` are indexes into the lists given. */
export function placedPoints(spec: ChartSpec, visible: readonly ChartSeries[], frame: Frame): PlacedPoint[] {
  return visible.flatMap((series, seriesIndex) => {
    const shift = spec.kind === 'bar' ? barSlot(frame, seriesIndex, visible.length).shift : 0;
    return series.points.flatMap((point, pointIndex) => {
      const place = placePoint(frame, point, shift);
      return place === null ? [] : [{ ...place, series: seriesIndex, point: pointIndex }];
    });
  });
}
