import type { SeriesStyle } from '#lib/charts/series-style.ts';
import { SWATCH, swatchShapes, type SwatchSpec } from './swatch-shapes.ts';

interface SeriesSwatchProps {
  readonly spec: SwatchSpec;
  readonly style: SeriesStyle;
}

/** A series' line and marker as the chart draws them. */
export function SeriesSwatch({ spec, style }: SeriesSwatchProps) {
  return (
    <svg aria-hidden {...SWATCH} className="shrink-0">
      {swatchShapes(spec, style).map((shape) => (
        <path key={shape.d} {...shape} />
      ))}
    </svg>
  );
}
