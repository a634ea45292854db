import type { ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import type { HitGrid } from '#lib/charts/hit-grid.ts';
import type { Frame } from '#lib/charts/series-geometry.ts';

/** From so many markers on, one path a series costs more to write and paint than a canvas of stamps. */
export const DENSE_FROM = 2_000;

/** The drawn points of all visible series as flat arrays: no object a point, in the order of series and points. */
export interface Cloud {
  /** The series it was placed from. */
  readonly visible: readonly ChartSeries[];
  readonly count: number;
  readonly px: Float64Array;
  readonly py: Float64Array;
  /** Indexes into the visible series, and into their points. */
  readonly series: Uint16Array;
  readonly point: Uint32Array;
  /** 1 where the point is drawn faded. */
  readonly muted: Uint8Array;
}

/** Whether the markers of these series are drawn on canvas. */
export function isDense(spec: ChartSpec, visible: readonly ChartSeries[]): boolean {
  if (spec.kind === 'bar' || spec.markers === 'none') return false;
  return visible.reduce((sum, { points }) => sum + points.length, 0) >= DENSE_FROM;
}

/** The values of a series one after another: reading them off ten thousand objects took most of what placing them did. */
interface Columns {
  readonly x: Float64Array;
  /** NaN where there is no value. */
  readonly y: Float64Array;
  readonly muted: Uint8Array;
}

const columns = new WeakMap<ChartSeries, Columns>();

/** Made once a series, which are never changed: panning places the points sixty times a second. */
function columnsOf(series: ChartSeries): Columns {
  const known = columns.get(series);
  if (known) return known;
  const { points } = series;
  const made = {
    x: new Float64Array(points.length),
    y: new Float64Array(points.length),
    muted: new Uint8Array(points.length),
  };
  points.forEach(({ x, y, muted }, index) => {
    made.x[index] = x;
    made.y[index] = y ?? NaN;
    made.muted[index] = muted === true ? 1 : 0;
  });
  columns.set(series, made);
  return made;
}

/** Places the points of the visible series; gaps and points outside the frame are left out, as `placePoint` does. */
export function placeCloud(visible: readonly ChartSeries[], frame: Frame): Cloud {
  const most = visible.reduce((sum, { points }) => sum + points.length, 0);
  const cloud = {
    px: new Float64Array(most),
    py: new Float64Array(most),
    series: new Uint16Array(most),
    point: new Uint32Array(most),
    muted: new Uint8Array(most),
  };
  let count = 0;
  visible.forEach((entry, index) => {
    const end = placeColumns(cloud, count, columnsOf(entry), frame);
    cloud.series.fill(index, count, end);
    count = end;
  });
  return { visible, count, ...cloud };
}

/** Places one series from `count` on and gives where the next begins. Of its own, as the engine optimises what is called often. */
function placeColumns(
  cloud: Pick<Cloud, 'px' | 'py' | 'point' | 'muted'>,
  count: number,
  { x, y, muted }: Columns,
  frame: Frame,
): number {
  const [left, right] = [frame.left - 0.5, frame.right + 0.5];
  const [top, bottom] = [frame.top - 0.5, frame.bottom + 0.5];
  for (let index = 0; index < x.length; index += 1) {
    const px = frame.x(x[index] ?? NaN);
    const py = frame.y(y[index] ?? NaN);
    // NaN and infinities fail these as well.
    if (px === null || py === null || !(px >= left && px <= right && py >= top && py <= bottom)) continue;
    cloud.px[count] = px;
    cloud.py[count] = py;
    cloud.point[count] = index;
    cloud.muted[count] = muted[index] ?? 0;
    count += 1;
  }
  return count;
}

const sparse = new WeakMap<ChartSeries, ChartSeries>();

/** A series of a dense scatter without the points that only markers show: those that lines and whiskers are drawn from remain. */
export function withoutCloud(spec: ChartSpec, series: ChartSeries): ChartSeries {
  if (spec.kind !== 'scatter') return series;
  const known = sparse.get(series);
  if (known) return known;
  const points = series.points.filter(({ muted, lo, hi }) => muted !== true || lo != null || hi != null);
  const made = { ...series, points };
  sparse.set(series, made);
  return made;
}

/** Index of a cloud over square cells of `reach` pixels, by counting: a hover looks at nine cells, whatever the number of points. */
export function cloudGrid({ count, px, py, series, point }: Cloud, reach = 16): HitGrid {
  const cellOf = (pixel: number): number => Math.max(0, Math.floor(pixel / reach));
  let [columns, rows] = [1, 1];
  for (let index = 0; index < count; index += 1) {
    columns = Math.max(columns, cellOf(px[index] ?? 0) + 1);
    rows = Math.max(rows, cellOf(py[index] ?? 0) + 1);
  }
  const cellAt = (index: number): number => cellOf(px[index] ?? 0) * rows + cellOf(py[index] ?? 0);
  /** Where each cell's points begin in `order`. */
  const starts = new Uint32Array(columns * rows + 1);
  for (let index = 0; index < count; index += 1) {
    const next = cellAt(index) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let cell = 1; cell < starts.length; cell += 1)
    starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0);
  const free = starts.slice();
  const order = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const cell = cellAt(index);
    const place = free[cell] ?? 0;
    order[place] = index;
    free[cell] = place + 1;
  }
  return {
    nearest(atX, atY) {
      let best = -1;
      let bestDistance = reach * reach;
      const [column, row] = [Math.floor(atX / reach), Math.floor(atY / reach)];
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
        for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
          const cell = x * rows + y;
          for (let place = starts[cell] ?? 0; place < (starts[cell + 1] ?? 0); place += 1) {
            const index = order[place] ?? 0;
            const distance = ((px[index] ?? 0) - atX) ** 2 + ((py[index] ?? 0) - atY) ** 2;
            if (distance < bestDistance || (distance === bestDistance && (best < 0 || index < best))) {
              best = index;
              bestDistance = distance;
            }
          }
        }
      }
      return best < 0
        ? null
        : {
            px: px[best] ?? 0,
            py: py[best] ?? 0,
            series: series[best] ?? 0,
            point: point[best] ?? 0,
          };
    },
  };
}
