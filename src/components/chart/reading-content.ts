import { visibleSeries, type ChartLayout, type ChartSeries, type ChartSpec } from '#lib/charts/chart-spec.ts';
import { describeValue, describeX } from '#lib/charts/describe-chart.ts';
import { gutterWidth, placeInGutter } from '#lib/charts/gutter.ts';
import { placeTooltip } from '#lib/charts/place-tooltip.ts';
import { placePoint, type Frame } from '#lib/charts/series-geometry.ts';
import { seriesCss, type SeriesStyle } from '#lib/charts/series-style.ts';
import type { Cursor } from './chart-cursor.ts';
import { formatAxisValue } from './metric-axis.ts';
import { readingsAt, type Reading } from './readings.ts';
import type { SwatchSpec } from './swatch-shapes.ts';

/** A panel as it is drawn. */
export interface ReadingSubject {
  readonly panels: readonly ChartSpec[];
  readonly index: number;
  readonly hidden: ReadonlySet<string>;
  readonly visible: readonly ChartSeries[];
  readonly frame: Frame;
  readonly layout: ChartLayout;
  readonly width: number;
  readonly height: number;
}

export interface TooltipLine {
  readonly style: SeriesStyle;
  readonly name: string;
  readonly value: string;
  readonly isFocused: boolean;
}

/** What a tooltip says; empty texts are not shown. */
export interface TooltipContent {
  /** CSS transform of its corner. */
  readonly place: string;
  readonly swatch: SwatchSpec;
  readonly head: string;
  readonly lines: readonly TooltipLine[];
  readonly more: string;
  /** Full precision, where the printed value is rounded. */
  readonly exact: string;
  /** What the point stands for. */
  readonly href: string | undefined;
  readonly isPinned: boolean;
}

/** All that a panel shows of the point that is read; pixels of the panel. */
export interface ReadingContent {
  readonly cross: { readonly px: number; readonly top: number; readonly height: number };
  readonly ring: { readonly px: number; readonly py: number; readonly colour: string } | null;
  /** What stands for a missing value at the foot of the plot. */
  readonly missing: { readonly px: number; readonly py: number; readonly text: string } | null;
  readonly tooltip: TooltipContent | null;
}

/** Distance in pixels at which series sampled at their own times still count as read together. */
const TOGETHER = 8;
/** More lines would cover the chart. */
const MOST = 9;

/** The crosshair at the x that is read, in every panel; ring and tooltip in the point's own. Null where nothing is read in sight. */
export function readingContent(subject: ReadingSubject, { at, isPinned }: Cursor): ReadingContent | null {
  const { panels, index, hidden, visible, frame, layout, width, height } = subject;
  const spec = at && panels[at.panel];
  if (!spec) return null;
  const isHere = at.panel === index;
  const series = (isHere ? visible : visibleSeries(spec, hidden))[at.series];
  const point = series?.points[at.point];
  if (!series || !point) return null;
  const spot = placeInGutter(layout, frame, point);
  const px = spot?.px ?? frame.x(point.x);
  if (px === null || !(px >= frame.left - gutterWidth(layout) - 1 && px <= frame.right + 1)) return null;
  const cross = { px: Math.round(px - 0.5), top: frame.top, height: frame.bottom - frame.top };
  if (!isHere) return { cross, ring: null, missing: null, tooltip: null };
  const place = spec.kind === 'bar' ? null : (spot ?? placePoint(frame, point));
  const isMissing = spot === null && point.y === null;
  const missing = { px: px + 6, py: frame.bottom - 20, text: point.note ? `— (${point.note})` : '—' };
  // A missing value stands at the foot of the plot.
  const py = spot?.py ?? (point.y === null ? null : frame.y(point.y)) ?? frame.bottom;
  const readings = readingsAt(spec, visible, at.series, at.point, toleranceOf(spec, frame));
  const shown = readings.length <= MOST ? readings : nearestLines(readings);
  return {
    cross,
    ring: place && { px: place.px, py: place.py, colour: seriesCss(series.style) },
    missing: isMissing ? missing : null,
    tooltip: {
      place: placeTooltip({ x: px, y: py }, { width, height }),
      swatch: spec,
      head:
        spec.kind === 'scatter' ? `${point.label}, ${describeX(spec, point, formatAxisValue)}` : point.label,
      lines: shown.map((reading) => ({
        style: reading.series.style,
        name: reading.series.name,
        value: describeValue(spec, reading.point, formatAxisValue),
        isFocused: reading.isFocused,
      })),
      more: shown.length < readings.length ? `and ${readings.length - shown.length} more` : '',
      exact: exactValue(spec, point.y),
      href: point.href,
      isPinned,
    },
  };
}

/** Samples of other series count as simultaneous only where series have times of their own. */
function toleranceOf(spec: ChartSpec, frame: Frame): number {
  if (spec.x.scale !== 'duration') return 0;
  const perSecond = Math.abs((frame.x(1) ?? 0) - (frame.x(0) ?? 0));
  return perSecond > 0 ? TOGETHER / perSecond : 0;
}

/** The focused line and those around it, where all would not fit. */
function nearestLines(readings: readonly Reading[]): readonly Reading[] {
  const focus = readings.findIndex(({ isFocused }) => isFocused);
  const start = Math.max(0, Math.min(focus - Math.floor(MOST / 2), readings.length - MOST));
  return readings.slice(start, start + MOST);
}

/** Made once: making a format costs more than all the rest of a hover. */
const EXACT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

function exactValue(spec: ChartSpec, value: number | null): string {
  if (value === null) return '';
  const exact = EXACT.format(value);
  return exact === formatAxisValue(spec.y, value) ? '' : exact;
}
