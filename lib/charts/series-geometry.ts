import type { ChartPoint, ChartSeries, ChartSpec } from './chart-spec.ts';
import { markerPath } from './marker-path.ts';
import type { PlacedPoint } from './hit-grid.ts';

/** Where values lie in pixels; null where the axis has no place for the value. */
export interface Frame {
  readonly x: (value: number) => number | null;
  readonly y: (value: number) => number | null;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
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

const round = (value: number): string => String(Number(value.toFixed(2)));

/** Pixel position of a point, or null for a gap or a value outside the frame (a locked domain cuts, never clamps). */
export function placePoint(frame: Frame, point: ChartPoint, shift = 0): { px: number; py: number } | null {
  if (point.y === null) return null;
  const [px, py] = [frame.x(point.x), frame.y(point.y)];
  if (px === null || py === null || !Number.isFinite(px) || !Number.isFinite(py)) return null;
  const inside =
    px >= frame.left - 0.5 && px <= frame.right + 0.5 && py >= frame.top - 0.5 && py <= frame.bottom + 0.5;
  return inside ? { px: px + shift, py } : null;
}

/** Width and offset of the bars of series `index` of `count` that share a category. */
function barSlot(frame: Frame, index: number, count: number): { width: number; shift: number } {
  const band = Math.abs((frame.x(1) ?? 0) - (frame.x(0) ?? 0));
  const width = Math.min(28, (band * 0.72) / Math.max(1, count));
  return { width, shift: (index - (count - 1) / 2) * width };
}

function linePath(spec: ChartSpec, frame: Frame, points: readonly ChartPoint[]): string {
  if (spec.kind === 'bar' || (spec.kind === 'scatter' && spec.joinFront !== true)) return '';
  let path = '';
  let previous: { px: number; py: number } | null = null;
  for (const point of points) {
    if (point.muted === true) continue;
    const place = placePoint(frame, point);
    if (place !== null) {
      const [x, y] = [round(place.px), round(place.py)];
      path += previous === null ? `M${x} ${y}` : spec.kind === 'step' ? `H${x}V${y}` : `L${x} ${y}`;
    }
    previous = point.lineEnds === true ? null : place;
  }
  return path;
}

/** Vertical whiskers with caps; an end outside the frame is cut there and drawn as an arrow head. */
function whiskerPath(frame: Frame, points: readonly ChartPoint[], shift: number): string {
  let path = '';
  for (const point of points) {
    const place = placePoint(frame, point, shift);
    if (place === null || point.lo == null || point.hi == null) continue;
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
    end(point.hi, frame.top);
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
  for (const point of series.points) {
    const place = placePoint(frame, point, slot.shift);
    if (place === null) continue;
    if (spec.kind === 'bar') {
      const x = round(place.px - slot.width / 2 + 0.5);
      layers.bars += `M${x} ${round(baseline)}V${round(place.py)}h${round(Math.max(1, slot.width - 1))}V${round(baseline)}z`;
    } else if (spec.markers !== 'none') {
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
