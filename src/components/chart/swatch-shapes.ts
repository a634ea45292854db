import type { CSSProperties } from 'react';
import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import { markerPath } from '#lib/charts/marker-path.ts';
import { seriesCss, type SeriesStyle } from '#lib/charts/series-style.ts';
import { lineLook } from './line-look.ts';

/** What of a chart says how its series are drawn. */
export type SwatchSpec = Pick<ChartSpec, 'kind' | 'markers' | 'joinFront'>;

/** A path of a swatch, as properties of React's `<path>`. */
export interface SwatchShape {
  readonly d: string;
  readonly style: CSSProperties;
  readonly strokeWidth?: number;
  readonly strokeDasharray?: string | undefined;
  readonly className?: string;
}

/** Pixels of a swatch. */
export const SWATCH = { width: 24, height: 12 } as const;

/** A series' line and marker as the chart draws them. */
export function swatchShapes({ kind, markers, joinFront }: SwatchSpec, style: SeriesStyle): SwatchShape[] {
  const fill = { style: { fill: seriesCss(style) } };
  if (kind === 'bar') return [{ d: 'M2 1H22V11H2z', ...fill }];
  const hasLine = kind !== 'scatter' || joinFront === true;
  return [
    ...(hasLine ? [{ d: 'M0 6H24', strokeWidth: 1.75, ...lineLook(style) }] : []),
    ...(markers === 'none' ? [] : [{ d: markerPath(style.marker, 12, 6), ...fill }]),
  ];
}
