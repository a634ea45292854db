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
  const xs = Float64Array.from(points, ({ x }) => x);
  const ys = Float64Array.from(points, ({ y }) => y);
  const order = orderOf(xs).filter((index) => Number.isFinite(xs[index]) && Number.isFinite(ys[index]));
  const isFront = frontOf(order, xs, ys, better);
  return [...order].filter((index) => isFront[index] === 1);
}

/** Indexes of a column from its least value to its greatest, equal ones as they stand. */
export function orderOf(column: Float64Array): Uint32Array {
  return Uint32Array.from(column, (_, index) => index).sort(
    (a, b) => (column[a] ?? NaN) - (column[b] ?? NaN) || a - b,
  );
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
  const wayY = better.y === 'higher' ? 1 : -1;
  const at = (place: number): number => order[better.x === 'higher' ? order.length - 1 - place : place] ?? 0;
  let best = -Infinity;
  for (let place = 0; place < order.length;) {
    // Points of one x follow one another: only the best of them can be on the front.
    const x = xs[at(place)];
    let [end, bestHere] = [place, -Infinity];
    for (; end < order.length && xs[at(end)] === x; end += 1)
      bestHere = Math.max(bestHere, wayY * (ys[at(end)] ?? NaN));
    if (bestHere > best) {
      best = bestHere;
      for (let same = place; same < end; same += 1)
        if (wayY * (ys[at(same)] ?? NaN) === best) isFront[at(same)] = 1;
    }
    place = end;
  }
  return isFront;
}
