import { useId, useMemo, type KeyboardEvent, type Ref } from 'react';
import { useRouter } from '@tanstack/react-router';
import { visibleSeries, type ChartLayout, type ChartSpec } from '#lib/charts/chart-spec.ts';
import { describePoint, summariseChart } from '#lib/charts/describe-chart.ts';
import { distinctTicks, formatTick } from '#lib/charts/format-value.ts';
import type { Ruler } from '#lib/charts/ruler.ts';
import { isWalkKey, walkPoints, type PointAddress } from '#lib/charts/walk-points.ts';
import { NO_CURSOR, useCursor, type CursorStore } from './chart-cursor.ts';
import { ChartPlot } from './chart-plot.tsx';
import { formatAxisValue } from './metric-axis.ts';
import { openPoint } from './open-point.ts';
import { CLOSER, type Moves } from './use-chart-moves.ts';

/** Width of a tick's character at 11 px, and the room beside it. */
const [CHARACTER, BESIDE] = [6.6, 12];

function axisWidthOf(panels: readonly ChartSpec[], layouts: readonly ChartLayout[]): number {
  const lengths = panels.flatMap((spec, index) =>
    distinctTicks(spec.y, layouts[index]?.y.ticks ?? [], formatAxisValue).map(
      (tick) => formatTick(spec.y, tick, formatAxisValue).length,
    ),
  );
  return Math.ceil(Math.max(1, ...lengths) * CHARACTER) + BESIDE;
}

export interface ChartBodyProps {
  readonly panels: readonly ChartSpec[];
  readonly hidden: ReadonlySet<string>;
  readonly title: string;
  readonly ruler: Ruler | null;
  readonly focus: Ref<HTMLDivElement>;
  /** The panels unzoomed: what the chart is about, whatever part is looked at. */
  readonly whole: readonly ChartSpec[];
  readonly layouts: readonly ChartLayout[];
  readonly store: CursorStore;
  readonly perPlot: number;
  readonly isRulerKeyed: boolean;
  readonly onRulerChange: (ruler: Ruler | null) => void;
  readonly moves: Moves;
}

/** Shift and an arrow look further by this part of what is shown. */
const PAN = 0.2;
const PANS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-PAN, 0],
  ArrowRight: [PAN, 0],
  ArrowUp: [0, PAN],
  ArrowDown: [0, -PAN],
};

/** The plots with all that the keyboard and a screen reader have of them. */
export function ChartBody({
  whole,
  panels,
  layouts,
  hidden,
  title,
  focus,
  store,
  perPlot,
  ruler,
  isRulerKeyed,
  onRulerChange,
  moves,
}: ChartBodyProps) {
  const summary = useId();
  const router = useRouter({ warn: false });
  const axisWidth = useMemo(() => axisWidthOf(panels, layouts), [panels, layouts]);
  const words = useMemo(
    () => whole.map((spec) => summariseChart(spec, hidden, formatAxisValue)).join(' '),
    [whole, hidden],
  );
  const openAt = (at: PointAddress): boolean => {
    const spec = panels[at.panel];
    const href = spec && visibleSeries(spec, hidden)[at.series]?.points[at.point]?.href;
    if (href === undefined) return false;
    openPoint(router, href, false);
    return true;
  };
  const walk = (key: string): void => {
    if (!isWalkKey(key)) return;
    const map = panels.map((spec) =>
      visibleSeries(spec, hidden).map(({ points }) => points.map(({ x }) => x)),
    );
    const cursor = store.get();
    const at = walkPoints(map, cursor.at, key);
    if (at) moves.show(at);
    store.set({ ...cursor, at, by: 'keyboard' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cursor = store.get();
    const pan = event.shiftKey ? PANS[event.key] : undefined;
    if (pan !== undefined) moves.panBy(...pan);
    else if (event.key === '+' || event.key === '=') moves.zoomBy(CLOSER, cursor.at);
    else if (event.key === '-' || event.key === '_') moves.zoomBy(1 / CLOSER, cursor.at);
    else if (event.key === '0') moves.fit();
    else if (event.key === 'Escape') store.set(NO_CURSOR);
    else if (event.key === 'Enter' && cursor.at) {
      if (!openAt(cursor.at)) store.set({ ...cursor, isPinned: !cursor.isPinned });
    } else if (event.key === ' ' && cursor.at) store.set({ ...cursor, isPinned: !cursor.isPinned });
    else if (isWalkKey(event.key)) walk(event.key);
    else return;
    event.preventDefault();
  };
  const onBlur = (): void => {
    if (!store.get().isPinned) store.set(NO_CURSOR);
  };
  const isZoomed = panels.some((spec) => spec.isZoomed);
  return (
    <>
      <div
        ref={focus}
        className="outline-offset-[-2px]"
        role="application"
        aria-roledescription="chart"
        aria-label={title}
        aria-describedby={summary}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      >
        {panels.map((spec, index) => {
          const layout = layouts[index];
          return (
            layout && (
              <ChartPlot
                key={spec.y.key}
                panels={panels}
                layout={layout}
                index={index}
                hidden={hidden}
                store={store}
                height={perPlot}
                axisWidth={axisWidth}
                ruler={ruler}
                isRulerKeyed={isRulerKeyed}
                onRulerChange={onRulerChange}
                onMove={moves.move}
                onFit={moves.fit}
              />
            )
          );
        })}
      </div>
      <p id={summary} className="sr-only">
        {words} {isZoomed && 'A part of it is shown. '}Arrow keys move along the points, up and down change
        the series, Enter opens what a point stands for, plus and minus zoom, with Shift the arrows move what
        is shown, 0 shows all, r reads all curves at one place, t shows the table.
      </p>
      <LiveReading panels={panels} hidden={hidden} store={store} />
    </>
  );
}

/** Says the point that the keyboard is on. */
function LiveReading({
  panels,
  hidden,
  store,
}: Pick<ChartBodyProps, 'panels' | 'hidden'> & { readonly store: CursorStore }) {
  const at = useCursor(store, (cursor) => (cursor.by === 'keyboard' ? cursor.at : null));
  const spec = at && panels[at.panel];
  const series = spec && visibleSeries(spec, hidden)[at.series];
  const point = series?.points[at?.point ?? -1];
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {spec && series && point ? describePoint(spec, series, point, formatAxisValue) : ''}
    </div>
  );
}
