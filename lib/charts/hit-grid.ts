/** A drawn point: where it is, in pixels, and what it stands for. */
export interface PlacedPoint {
  readonly px: number;
  readonly py: number;
  /** Index of the series in the chart's list, and of the point in the series. */
  readonly series: number;
  readonly point: number;
}

/** Finds the point under the pointer. */
export interface HitGrid {
  /** The nearest point within `reach` pixels (16), else null; of equal distances the first placed. */
  nearest(px: number, py: number): PlacedPoint | null;
}

/** Index of points over square cells, so that a hover looks at nine cells and not at every point. */
export function hitGrid(points: readonly PlacedPoint[], reach = 16): HitGrid {
  const cells = new Map<string, PlacedPoint[]>();
  const cellOf = (pixel: number): number => Math.floor(pixel / reach);
  for (const point of points) {
    const key = `${cellOf(point.px)}:${cellOf(point.py)}`;
    const cell = cells.get(key);
    if (cell) cell.push(point);
    else cells.set(key, [point]);
  }
  return {
    nearest(px, py) {
      let best: PlacedPoint | null = null;
      let bestDistance = reach * reach;
      for (let column = cellOf(px) - 1; column <= cellOf(px) + 1; column += 1) {
        for (let row = cellOf(py) - 1; row <= cellOf(py) + 1; row += 1) {
          for (const point of cells.get(`${column}:${row}`) ?? []) {
            const distance = (point.px - px) ** 2 + (point.py - py) ** 2;
            if (distance < bestDistance || (distance === bestDistance && best === null)) {
              [best, bestDistance] = [point, distance];
            }
          }
        }
      }
      return best;
    },
  };
}

/** Finds the point nearest in x, then in y: what a line chart reads anywhere in its plot. Sorts once, then O(log n). */
export function nearestInX(points: readonly PlacedPoint[]): HitGrid {
  const sorted = [...points].sort((a, b) => a.px - b.px);
  const xAt = (index: number): number => sorted[index]?.px ?? Infinity;
  return {
    nearest(px, py) {
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (xAt(middle) < px) low = middle + 1;
        else high = middle;
      }
      const nearestX = low > 0 && px - xAt(low - 1) < xAt(low) - px ? xAt(low - 1) : xAt(low);
      // Points at the same x may differ by rounding; they are read together and the nearest in y wins.
      let start = low;
      while (start > 0 && xAt(start - 1) >= nearestX - SAME_X) start -= 1;
      let best: PlacedPoint | null = null;
      for (let index = start; index < sorted.length && xAt(index) <= nearestX + SAME_X; index += 1) {
        const point = sorted[index];
        if (
          point &&
          Math.abs(point.px - nearestX) <= SAME_X &&
          (best === null || Math.abs(point.py - py) < Math.abs(best.py - py))
        )
          best = point;
      }
      return best;
    },
  };
}

const SAME_X = 0.01;
