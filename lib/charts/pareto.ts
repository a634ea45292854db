/** Which way a metric is better. */
export type Polarity = 'higher' | 'lower';

interface XY {
  readonly x: number;
  readonly y: number;
}

/**
 * Indexes of the points no other point beats: none is at least as good in both and better in one. Exact duplicates
 * are all on the front; of points equal in one metric only the better in the other is. In order of x, then y, then
 * index. O(n log n): sort by x from best to worst, then sweep for a better y.
 */
export function paretoFront(
  points: readonly XY[],
  better: { readonly x: Polarity; readonly y: Polarity },
): number[] {
  const good = (value: number, polarity: Polarity): number => (polarity === 'higher' ? value : -value);
  const sorted = points
    .map(({ x, y }, index) => ({ index, x: good(x, better.x), y: good(y, better.y) }))
    .filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))
    .sort((a, b) => b.x - a.x || b.y - a.y || a.index - b.index);
  const front: number[] = [];
  let best: XY | null = null;
  for (const point of sorted) {
    if (best === null || point.y > best.y) best = point;
    else if (point.y !== best.y || point.x !== best.x) continue;
    front.push(point.index);
  }
  const at = (index: number): XY => points[index] ?? { x: NaN, y: NaN };
  return front.sort((a, b) => at(a).x - at(b).x || at(a).y - at(b).y || a - b);
}
