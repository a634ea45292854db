/** A point of a curve. */
interface XY {
  readonly x: number;
  readonly y: number | null;
}

/**
 * The y of a curve at `x`, between its points by straight lines; null outside the measured range, between points of which one has no y, and for
 * a curve that is empty. Never beyond data, never below or above the two points it lies between. Points with the same x count by their mean.
 */
export function interpolateAt(points: readonly XY[], x: number): number | null {
  const byX = new Map<number, { sum: number; n: number }>();
  for (const point of points) {
    const one = byX.get(point.x) ?? { sum: 0, n: 0 };
    byX.set(point.x, point.y === null ? one : { sum: one.sum + point.y, n: one.n + 1 });
  }
  const sorted = [...byX.entries()]
    .map(([at, { sum, n }]) => ({ x: at, y: n === 0 ? null : sum / n }))
    .sort((a, b) => a.x - b.x);
  const next = sorted.findIndex((point) => point.x >= x);
  const right = sorted[next];
  if (right === undefined) return null;
  if (right.x === x) return right.y;
  const left = sorted[next - 1];
  if (left === undefined || left.y === null || right.y === null) return null;
  return left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x);
}
