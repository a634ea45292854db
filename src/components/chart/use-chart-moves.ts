import { useLayoutEffect, useMemo, useRef } from 'react';
import { layoutChart, visibleSeries, type ChartLayout, type ChartSpec } from '#lib/charts/chart-spec.ts';
import type { PointAddress } from '#lib/charts/walk-points.ts';
import {
  moveZoom,
  panShares,
  shareOf,
  sharesToShow,
  withoutZoom,
  zoomShares,
  type ZoomMove,
} from '#lib/charts/zoom.ts';
import type { ChartView } from './chart-params.ts';
import type { ChangeView } from './use-chart-view.ts';

/** One press of a zoom key or button shows this part of what was shown. */
export const CLOSER = 0.6;

export interface Moves {
  readonly move: (index: number, move: ZoomMove) => void;
  readonly fit: () => void;
  /** Zooms around a point, or the middle. */
  readonly zoomBy: (factor: number, at?: PointAddress | null) => void;
  readonly panBy: (x: number, y: number) => void;
  /** Brings a point into sight. */
  readonly show: (at: PointAddress) => void;
}

interface MovesInput {
  readonly whole: readonly ChartSpec[];
  readonly panels: readonly ChartSpec[];
  readonly layouts: readonly ChartLayout[];
  readonly hidden: ReadonlySet<string>;
  readonly zoom: ChartView['zoom'];
  readonly changeView: ChangeView;
}

/** What zoom gestures, keys and buttons do. The functions are stable and read what is drawn now. */
export function useMoves(input: MovesInput): Moves {
  const latest = useRef(input);
  useLayoutEffect(() => {
    latest.current = input;
  });
  return useMemo((): Moves => {
    const move = (index: number, change: ZoomMove): void => {
      const { whole, layouts, hidden, zoom, changeView } = latest.current;
      const [spec, now] = [whole[index], layouts[index]];
      if (spec === undefined || now === undefined) return;
      // Small multiples share x; their own axes stay whole.
      const asked = whole.length > 1 ? { x: change.x } : change;
      const next = moveZoom(zoom, spec, now, layoutChart(spec, hidden), asked);
      if (JSON.stringify(next) !== JSON.stringify(zoom)) changeView({ zoom: next });
    };
    const pointOf = (at: PointAddress) => {
      const { whole, hidden } = latest.current;
      const spec = whole[at.panel];
      return spec && visibleSeries(spec, hidden)[at.series]?.points[at.point];
    };
    return {
      move,
      fit: () => {
        const { whole, zoom, changeView } = latest.current;
        const next = withoutZoom(zoom, whole);
        if (next.length < zoom.length) changeView({ zoom: next });
      },
      zoomBy: (factor, at = null) => {
        const point = at && pointOf(at);
        const now = latest.current.layouts[at?.panel ?? 0];
        const centre = (axis: 'x' | 'y', value: number | null | undefined): number => {
          const share = now && value != null ? shareOf(now[axis], value) : Number.NaN;
          return share >= 0 && share <= 1 ? share : 0.5;
        };
        move(at?.panel ?? 0, {
          x: zoomShares(factor, centre('x', point?.x)),
          y: zoomShares(factor, centre('y', point?.y)),
        });
      },
      panBy: (x, y) =>
        move(0, { x: x === 0 ? undefined : panShares(x), y: y === 0 ? undefined : panShares(y) }),
      show: (at) => {
        const [point, now] = [pointOf(at), latest.current.layouts[at.panel]];
        if (!point || now === undefined || latest.current.panels[at.panel]?.isZoomed !== true) return;
        const y = point.y === null ? undefined : sharesToShow(now.y, point.y);
        move(at.panel, { x: sharesToShow(now.x, point.x), y });
      },
    };
  }, []);
}
