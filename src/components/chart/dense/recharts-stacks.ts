/**
 * Stands in for `victory-vendor/d3-shape` in the browser build: Recharts draws our axes, never a series, so nothing is
 * stacked; d3-shape is 4 kB gzipped of curves and symbols. A build that needs one of those fails on the missing export.
 */
function absent(): never {
  throw new Error('Stacked series are not part of the browser build');
}

export const stack = absent;
export const stackOffsetExpand = absent;
export const stackOffsetNone = absent;
export const stackOffsetSilhouette = absent;
export const stackOffsetWiggle = absent;
export const stackOrderNone = absent;
