import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import { markerPath } from '#lib/charts/marker-path.ts';
import { seriesCss, type SeriesStyle } from '#lib/charts/series-style.ts';
import { lineLook } from './line-look.ts';

interface SeriesSwatchProps {
  readonly spec: Pick<ChartSpec, 'kind' | 'markers' | 'joinFront'>;
  readonly style: SeriesStyle;
}

/** A series' line and marker as the chart draws them. */
export function SeriesSwatch({ spec, style }: SeriesSwatchProps) {
  const colour = seriesCss(style);
  const hasLine = spec.kind !== 'bar' && (spec.kind !== 'scatter' || spec.joinFront === true);
  return (
    <svg aria-hidden width={24} height={12} className="shrink-0">
      {spec.kind === 'bar' && <rect x={2} y={1} width={20} height={10} style={{ fill: colour }} />}
      {hasLine && <path d="M0 6H24" strokeWidth={1.75} {...lineLook(style)} />}
      {spec.kind !== 'bar' && spec.markers !== 'none' && (
        <path d={markerPath(style.marker, 12, 6)} style={{ fill: colour }} />
      )}
    </svg>
  );
}
