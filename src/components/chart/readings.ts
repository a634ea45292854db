import type { ChartPoint, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';

/** One line of a tooltip. */
export interface Reading {
  readonly series: ChartSeries;
  readonly point: ChartPoint;
  readonly isFocused: boolean;
}

function nearest(points: readonly ChartPoint[], x: number, tolerance: number): ChartPoint | undefined {
  let best: ChartPoint | undefined;
  for (const point of points) {
    const distance = Math.abs(point.x - x);
    if (distance <= tolerance && (best === undefined || distance < Math.abs(best.x - x))) best = point;
  }
  return best;
}

/**
 * What a tooltip reads at a point: in a scatter that point alone, else every series that has a point at the same x
 * (within `tolerance`, for series sampled at their own times), in the order of the legend.
 */
export function readingsAt(
  spec: ChartSpec,
  visible: readonly ChartSeries[],
  seriesIndex: number,
  pointIndex: number,
  tolerance = 0,
): Reading[] {
  const series = visible[seriesIndex];
  const point = series?.points[pointIndex];
  if (series === undefined || point === undefined) return [];
  if (spec.kind === 'scatter') return [{ series, point, isFocused: true }];
  return visible.flatMap((entry, index): Reading[] => {
    const found = index === seriesIndex ? point : nearest(entry.points, point.x, tolerance);
    return found ? [{ series: entry, point: found, isFocused: index === seriesIndex }] : [];
  });
}
