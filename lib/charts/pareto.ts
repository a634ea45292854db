/** Which way a metric is better. */
export type Polarity = 'higher' | 'lower';

interface XY {
  readonly x: number;
  readonly y: number;
}

/**
 * Indexes of the points no other point beats: none is at least as good in both and better in one. Exact duplicates
 * are all on the front; of points equal in one metric only the better in the other is. In order of x, then y, then
 * index. O(n log n).
 */
export function paretoFront(
  points: readonly XY[],
  better: { readonly x: Polarity; readonly y: Polarity },
): number[] {
  const finite = points.flatMap(({ x, y }, index) =>
    Number.isFinite(x) && Number.isFinite(y) ? [{ x, y, index }] : [],
  );
  const xs = Float64Array.from(finite, ({ x }) => x);
  const ys = Float64Array.from(finite, ({ y }) => y);
  const order = orderOf(xs);
  const isFront = frontOf(order, xs, ys, better);
  return [...order].flatMap((place) => (isFront[place] === 1 ? (finite[place]?.index ?? []) : []));
}

/** Indexes of a column of finite numbers from its least to its greatest, equal ones as they stand. */
export function orderOf(column: Float64Array): Uint32Array {
  const order = new Uint32Array(column.length);
  for (let index = 0; index < order.length; index += 1) order[index] = index;
  return order.sort((a, b) => (column[a] ?? NaN) - (column[b] ?? NaN) || a - b);
}

/**
 * Marks by 1 the indexes that `paretoFront` gives, of columns of finite numbers and their order by x: no object a point
 * and no second sort, where there are ten thousand. Sweeps from the best x for a better y.
 */
export function frontOf(
  order: Uint32Array,
  xs: Float64Array,
  ys: Float64Array,
  better: { readonly x: Polarity; readonly y: Polarity },
): Uint8Array {
  const isFront = new Uint8Array(xs.length);
  const way = better.y === 'higher' ? 1 : -1;
  const swept = better.x === 'higher' ? order.slice().reverse() : order;
  let [best, bestX] = [-Infinity, NaN];
  /** Where the best was met first: twins of it follow. */
  let since = 0;
  for (let place = 0; place < swept.length; place += 1) {
    const index = swept[place] ?? 0;
    const x = xs[index] ?? NaN;
    const y = way * (ys[index] ?? NaN);
    if (y > best) {
      // At the same x it beats the one before and its twins.
      if (x === bestX) for (; since < place; since += 1) isFront[swept[since] ?? 0] = 0;
      best = y;
      bestX = x;
      since = place;
    } else if (y !== best || x !== bestX) continue;
    isFront[index] = 1;
  }
  return isFront;
}
