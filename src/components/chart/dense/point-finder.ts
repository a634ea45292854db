import type { ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { hitGrid, nearestInX, type PlacedPoint } from '#lib/charts/hit-grid.ts';
import { placedPoints, type Frame } from '#lib/charts/series-geometry.ts';
import { cloudGrid, type Cloud } from './cloud.ts';

/** Finds the point to read at a pixel of the plot. */
export type FindPoint = (px: number, py: number) => PlacedPoint | null;

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** How far beside the plot a line chart still reads its nearest point, pixels. */
const BESIDE = 8;

/**
 * Under the pointer in a scatter, else nearest in x. The index is made at the first question: many a chart is drawn and
 * never pointed at, and while panning none is asked.
 */
export function pointFinder(
  spec: ChartSpec,
  visible: readonly ChartSeries[],
  frame: Frame,
  cloud: Cloud | null,
): FindPoint {
  const points = once(() => placedPoints(spec, visible, frame));
  const under = once(() => (cloud ? cloudGrid(cloud) : hitGrid(points())));
  const across = once(() => nearestInX(points()));
  return (px, py) => {
    const found = under().nearest(px, py);
    if (found || spec.kind === 'scatter') return found;
    return px >= frame.left - BESIDE && px <= frame.right + BESIDE ? across().nearest(px, py) : null;
  };
}
