import type { ChartLayout, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import { describeValue, describeX } from '#lib/charts/describe-chart.ts';
import { gutterWidth, placeInGutter } from '#lib/charts/gutter.ts';
import { placeTooltip } from '#lib/charts/place-tooltip.ts';
import type { Frame } from '#lib/charts/series-geometry.ts';
import type { PointAddress } from '#lib/charts/walk-points.ts';
import { formatAxisValue } from './metric-axis.ts';
import { readingsAt, type Reading } from './readings.ts';
import { SeriesSwatch } from './series-swatch.tsx';

interface ChartTooltipProps {
  readonly spec: ChartSpec;
  readonly visible: readonly ChartSeries[];
  readonly at: PointAddress;
  readonly isPinned: boolean;
  readonly layout: ChartLayout;
  readonly frame: Frame;
  readonly width: number;
  readonly height: number;
  readonly onOpen: (href: string, isNewTab: boolean) => void;
}

/** Distance in pixels at which series sampled at their own times still count as read together. */
const TOGETHER = 8;
/** More lines would cover the chart. */
const MOST = 9;

/** What the cursor reads, beside the point: React text nodes only, inside the plot whatever the point. */
export function ChartTooltip({
  spec,
  visible,
  at,
  isPinned,
  layout,
  frame,
  width,
  height,
  onOpen,
}: ChartTooltipProps) {
  const readings = readingsAt(spec, visible, at.series, at.point, toleranceOf(spec, frame));
  const focused = readings.find(({ isFocused }) => isFocused);
  if (!focused) return null;
  const spot = placeInGutter(layout, frame, focused.point);
  const px = spot?.px ?? frame.x(focused.point.x);
  if (px === null || !(px >= frame.left - gutterWidth(layout) - 1 && px <= frame.right + 1)) return null;
  // A missing value stands at the foot of the plot.
  const py =
    spot?.py ?? (focused.point.y === null ? frame.bottom : (frame.y(focused.point.y) ?? frame.bottom));
  const { href } = focused.point;
  const shown = readings.length <= MOST ? readings : nearestLines(readings);
  return (
    // A box of fixed size and layout of its own: other words in the tooltip lay out nothing around it.
    <div className="pointer-events-none absolute inset-0 z-10 [contain:size_layout]">
      <div
        aria-hidden
        data-over-plot={isPinned || undefined}
        style={{ transform: placeTooltip({ x: px, y: py }, { width, height }) }}
        className={`absolute top-0 left-0 w-max max-w-full rounded border border-line-strong bg-surface px-2.5 py-1.5 text-xs shadow-overlay ${isPinned ? 'pointer-events-auto select-text' : ''}`}
      >
        <div className="text-ink-3">
          {spec.kind === 'scatter'
            ? `${focused.point.label}, ${describeX(spec, focused.point, formatAxisValue)}`
            : focused.point.label}
        </div>
        {/* By place: from point to point the same elements get other words. */}
        {shown.map(({ series, point, isFocused }, line) => (
          <div
            key={line}
            className={`flex items-center gap-2 ${isFocused ? 'font-semibold text-ink' : 'text-ink-2'}`}
          >
            <SeriesSwatch spec={spec} style={series.style} />
            <span className="min-w-0 grow break-words">{series.name}</span>
            <span className="pl-3 text-right">{describeValue(spec, point, formatAxisValue)}</span>
          </div>
        ))}
        {shown.length < readings.length && (
          <div className="text-ink-3">and {readings.length - shown.length} more</div>
        )}
        <ExactValue spec={spec} value={focused.point.y} />
        {href !== undefined &&
          (isPinned ? (
            <a
              href={href}
              tabIndex={-1}
              className="text-accent underline"
              onClick={(event) => {
                event.preventDefault();
                onOpen(href, event.ctrlKey || event.metaKey);
              }}
            >
              Open
            </a>
          ) : (
            <div className="text-ink-3">click or Enter opens it</div>
          ))}
      </div>
    </div>
  );
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

/** Full precision, where the printed value is rounded. */
function ExactValue({ spec, value }: { readonly spec: ChartSpec; readonly value: number | null }) {
  if (value === null) return null;
  const exact = EXACT.format(value);
  return exact === formatAxisValue(spec.y, value) ? null : (
    <div className="text-right text-ink-3">{exact}</div>
  );
}
