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
  return frontOf(
    Float64Array.from(points, ({ x }) => x),
    Float64Array.from(points, ({ y }) => y),
    better,
  );
}

/** As `paretoFront`, of columns: no object a point, where there are ten thousand. */
export function frontOf(
  xs: Float64Array,
  ys: Float64Array,
  better: { readonly x: Polarity; readonly y: Polarity },
): number[] {
  const [wayX, wayY] = [better.x === 'higher' ? 1 : -1, better.y === 'higher' ? 1 : -1];
  const at = (column: Float64Array, index: number): number => column[index] ?? NaN;
  const sorted = new Uint32Array(xs.length);
  let finite = 0;
  for (let index = 0; index < xs.length; index += 1)
    if (Number.isFinite(xs[index]) && Number.isFinite(ys[index])) sorted[finite++] = index;
  const front: number[] = [];
  let [bestX, bestY] = [NaN, -Infinity];
  for (const index of sorted
    .subarray(0, finite)
    .sort((a, b) => wayX * (at(xs, b) - at(xs, a)) || wayY * (at(ys, b) - at(ys, a)) || a - b)) {
    const [x, y] = [at(xs, index), wayY * at(ys, index)];
    if (y > bestY) [bestX, bestY] = [x, y];
    else if (y !== bestY || x !== bestX) continue;
    front.push(index);
  }
  return front.sort((a, b) => at(xs, a) - at(xs, b) || at(ys, a) - at(ys, b) || a - b);
}
