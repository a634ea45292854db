import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { layoutChart, panelNotes, visibleSeries, type ChartSpec } from '#lib/charts/chart-spec.ts';
import { chartTable } from '#lib/charts/chart-table.ts';
import { describePoint, summariseChart } from '#lib/charts/describe-chart.ts';
import { formatTick } from '#lib/charts/format-value.ts';
import { isWalkKey, walkPoints } from '#lib/charts/walk-points.ts';
import { ChartActions } from './chart-actions.tsx';
import { createCursorStore, NO_CURSOR, useCursor, type CursorStore } from './chart-cursor.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartPlot } from './chart-plot.tsx';
import { ChartStateNotice, type ChartState } from './chart-state.tsx';
import { ChartTableTwin } from './chart-table-twin.tsx';
import { chartFile } from './export-chart.ts';
import { formatAxisValue } from './metric-axis.ts';

export interface ChartFrameProps {
  /** One chart, or small multiples that share x, cursor and legend. Keep the reference stable: memoise it. */
  readonly panels: readonly ChartSpec[];
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly state?: ChartState | undefined;
  /** Pixels of one plot. Default 260, or 96 where there are several. */
  readonly plotHeight?: number | undefined;
  /** Panels with every sample, for the CSV, where `panels` are thinned. */
  readonly csvPanels?: readonly ChartSpec[] | undefined;
  /** Ids of hidden series, where the caller keeps them in the URL; else the frame keeps them. */
  readonly hidden?: ReadonlySet<string> | undefined;
  readonly onHiddenChange?: ((hidden: ReadonlySet<string>) => void) | undefined;
  /** Controls right of the title, such as a metric picker. */
  readonly controls?: ReactNode;
}

const READY: ChartState = { kind: 'ready' };
const NO_VALUES: ChartState = { kind: 'empty', message: 'No values yet.' };
const NONE_HIDDEN: ReadonlySet<string> = new Set();
const LEGEND_ROW = 28;
/** Width of a tick's character at 11 px, and the room beside it. */
const [CHARACTER, BESIDE] = [6.6, 12];

const hasValue = (spec: ChartSpec): boolean =>
  spec.series.some(({ points }) => points.some(({ y, note }) => y !== null || note !== undefined));

function axisWidthOf(panels: readonly ChartSpec[], hidden: ReadonlySet<string>): number {
  const lengths = panels.flatMap((spec) =>
    layoutChart(spec, hidden).y.ticks.map((tick) => formatTick(spec.y, tick, formatAxisValue).length),
  );
  return Math.ceil(Math.max(1, ...lengths) * CHARACTER) + BESIDE;
}

/** The one frame of all charts: title, table twin, exports, states, legend, keyboard and words for screen readers. */
export function ChartFrame({
  panels,
  title,
  subtitle,
  state = READY,
  plotHeight,
  csvPanels = panels,
  hidden: controlled,
  onHiddenChange,
  controls,
}: ChartFrameProps) {
  const [store] = useState(createCursorStore);
  const [ownHidden, setOwnHidden] = useState(NONE_HIDDEN);
  const [isTable, setIsTable] = useState(false);
  const hidden = controlled ?? ownHidden;
  const heading = useId();
  const shown: ChartState = state.kind === 'ready' && !panels.some(hasValue) ? NO_VALUES : state;
  const perPlot = plotHeight ?? (panels.length > 1 ? 96 : 260);
  // Label and padding above each plot, x labels and notes below the last: as the plots will need, so nothing jumps.
  const bodyHeight = Math.max(1, panels.length) * (perPlot + 31) + 37;
  const target = useFocusAfterToggle(isTable);
  const toggle = (): void => {
    store.set(NO_CURSOR);
    target.move();
    setIsTable(!isTable);
  };
  const hide = (next: ReadonlySet<string>): void => {
    // Addresses count visible series, so they would point elsewhere.
    store.set(NO_CURSOR);
    setOwnHidden(next);
    onHiddenChange?.(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    if (shown.kind === 'ready') toggle();
  };
  return (
    <section
      aria-labelledby={heading}
      className="min-w-0 rounded border border-line bg-surface"
      onKeyDown={onKeyDown}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 gap-y-1 border-b border-line px-3 py-1.5">
        <h2 id={heading}>{title}</h2>
        {subtitle !== undefined && <span className="text-xs text-ink-3">{subtitle}</span>}
        <span className="grow" />
        {controls}
        <ChartActions
          title={title}
          isReady={shown.kind === 'ready'}
          isTable={isTable}
          onToggle={toggle}
          make={(kind) => chartFile(kind, panels, csvPanels, hidden)}
        />
      </header>
      {shown.kind === 'ready' ? (
        isTable ? (
          <TableBody
            panels={panels}
            hidden={hidden}
            title={title}
            minHeight={bodyHeight}
            focus={target.ref}
          />
        ) : (
          <ChartBody
            panels={panels}
            hidden={hidden}
            title={title}
            store={store}
            perPlot={perPlot}
            focus={target.ref}
          />
        )
      ) : (
        <ChartStateNotice state={shown} height={bodyHeight + LEGEND_ROW} />
      )}
      {shown.kind === 'ready' && (
        <ChartLegend panels={panels} hidden={hidden} store={store} onChange={hide} />
      )}
    </section>
  );
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** Keeps the keyboard in place when chart and table take turns: the new one is focused where the old one was. */
function useFocusAfterToggle(isTable: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (wanted.current) ref.current?.focus();
    wanted.current = false;
  }, [isTable]);
  const move = (): void => {
    wanted.current = ref.current?.contains(document.activeElement) ?? false;
  };
  return { ref, move };
}

interface BodyProps {
  readonly panels: readonly ChartSpec[];
  readonly hidden: ReadonlySet<string>;
  readonly title: string;
  readonly focus: React.Ref<HTMLDivElement>;
}

function TableBody({ panels, hidden, title, focus, minHeight }: BodyProps & { readonly minHeight: number }) {
  const table = useMemo(() => chartTable(panels, hidden), [panels, hidden]);
  return <ChartTableTwin table={table} label={title} minHeight={minHeight} ref={focus} />;
}

function ChartBody({
  panels,
  hidden,
  title,
  focus,
  store,
  perPlot,
}: BodyProps & { readonly store: CursorStore; readonly perPlot: number }) {
  const summary = useId();
  const axisWidth = useMemo(() => axisWidthOf(panels, hidden), [panels, hidden]);
  const notes = useMemo(() => panelNotes(panels, hidden), [panels, hidden]);
  const words = useMemo(
    () => panels.map((spec) => summariseChart(spec, hidden, formatAxisValue)).join(' '),
    [panels, hidden],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const cursor = store.get();
    if (event.key === 'Escape') store.set(NO_CURSOR);
    else if (event.key === 'Enter' && cursor.at) store.set({ ...cursor, isPinned: !cursor.isPinned });
    else if (isWalkKey(event.key)) {
      const map = panels.map((spec) =>
        visibleSeries(spec, hidden).map(({ points }) => points.map(({ x }) => x)),
      );
      store.set({ ...cursor, at: walkPoints(map, cursor.at, event.key), by: 'keyboard' });
    } else return;
    event.preventDefault();
  };
  const onBlur = (): void => {
    if (!store.get().isPinned) store.set(NO_CURSOR);
  };
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
        {panels.map((spec, index) => (
          <ChartPlot
            key={spec.y.key}
            panels={panels}
            index={index}
            hidden={hidden}
            store={store}
            height={perPlot}
            axisWidth={axisWidth}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-x-4 px-3 pb-1 text-2xs text-ink-3">
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
        <span className="ml-auto text-ink-2">{panels.at(-1)?.x.label}</span>
      </div>
      <p id={summary} className="sr-only">
        {words} Arrow keys move along the points, up and down change the series, t shows the table.
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
}: Pick<BodyProps, 'panels' | 'hidden'> & { readonly store: CursorStore }) {
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
