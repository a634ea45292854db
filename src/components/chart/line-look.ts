import type { CSSProperties } from 'react';
import { seriesCss, type SeriesStyle } from '#lib/charts/series-style.ts';

/** Colour and dashes of a series' line; `series-line` of the style sheet takes the dashes for high contrast where there are some. */
export function lineLook(series: SeriesStyle) {
  const contrastDash = series.contrastDash?.join(' ') ?? '';
  const style: CSSProperties = { stroke: seriesCss(series) };
  return {
    strokeDasharray: series.dash.join(' ') || undefined,
    ...(contrastDash === ''
      ? { style }
      : { className: 'series-line', style: { ...style, '--dash': contrastDash } as CSSProperties }),
  };
}
