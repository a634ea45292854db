import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useRouter } from '@tanstack/react-router';
import {
  layoutChart,
  layoutNotes,
  visibleSeries,
  type ChartLayout,
  type ChartSpec,
} from '#lib/charts/chart-spec.ts';
import { chartTable } from '#lib/charts/chart-table.ts';
import { describePoint, summariseChart } from '#lib/charts/describe-chart.ts';
import { distinctTicks, formatTick } from '#lib/charts/format-value.ts';
import { isMeasurable, rulerStart, seriesToken, type Ruler } from '#lib/charts/ruler.ts';
import { isWalkKey, walkPoints, type PointAddress } from '#lib/charts/walk-points.ts';
import {
  applyZoom,
  isZoomable,
  moveZoom,
  panShares,
  shareOf,
  sharesToShow,
  withoutZoom,
  zoomShares,
  type ZoomMove,
} from '#lib/charts/zoom.ts';
import { ChartActions } from './chart-actions.tsx';
import type { ChartAction } from './chart-menu.tsx';
import { createCursorStore, NO_CURSOR, useCursor, type CursorStore } from './chart-cursor.ts';
import { ChartLegend } from './chart-legend.tsx';
import type { ChartView } from './chart-params.ts';
import { ChartPlot } from './chart-plot.tsx';
import { ChartStateNotice, type ChartState } from './chart-state.tsx';
import { ChartTableTwin } from './chart-table-twin.tsx';
import { formatAxisValue } from './metric-axis.ts';
import { openPoint } from './open-point.ts';
import { useChartView, type ChangeView } from './use-chart-view.ts';

const RulerReadout = lazy(async () => ({ default: (await import('./ruler-readout.tsx')).RulerReadout }));

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
  /** Zoom, ruler and hidden series as `chartParams()` has them in the URL; without it the frame keeps them. */
  readonly view?: ChartView | undefined;
  readonly onViewChange?: ((change: Partial<ChartView>) => void) | undefined;
  /** Ids of hidden series, where the page has its own way to keep them. */
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

/** Ids of the series that the address names by token: ids themselves may be as long as a line. */
function hiddenIds(panels: readonly ChartSpec[], tokens: readonly string[]): ReadonlySet<string> {
  if (tokens.length === 0) return NONE_HIDDEN;
  const named = new Set(tokens);
  const ids = new Set(panels.flatMap(({ series }) => series.map(({ id }) => id)));
  return new Set([...ids].filter((id) => named.has(seriesToken({ id }))));
}

function axisWidthOf(panels: readonly ChartSpec[], layouts: readonly ChartLayout[]): number {
  const lengths = panels.flatMap((spec, index) =>
    distinctTicks(spec.y, layouts[index]?.y.ticks ?? [], formatAxisValue).map(
      (tick) => formatTick(spec.y, tick, formatAxisValue).length,
    ),
  );
  return Math.ceil(Math.max(1, ...lengths) * CHARACTER) + BESIDE;
}

/** The one frame of all charts: title, zoom, ruler, table twin, exports, states, legend, keyboard and words for screen readers. */
export function ChartFrame({
  panels: whole,
  title,
  subtitle,
  state = READY,
  plotHeight,
  csvPanels = whole,
  view,
  onViewChange,
  hidden: controlled,
  onHiddenChange,
  controls,
}: ChartFrameProps) {
  const [store] = useState(createCursorStore);
  const [ownHidden, setOwnHidden] = useState(NONE_HIDDEN);
  const [isTable, setIsTable] = useState(false);
  const [isRulerKeyed, setIsRulerKeyed] = useState(false);
  const [{ zoom, ruler: anyRuler }, changeView] = useChartView(view, onViewChange);
  const listed = view?.hidden;
  const inView = useMemo(() => listed && hiddenIds(whole, listed), [whole, listed]);
  const hidden = controlled ?? inView ?? ownHidden;
  const heading = useId();
  const panels = useMemo(() => whole.map((spec) => applyZoom(spec, zoom)), [whole, zoom]);
  const layouts = useMemo(() => panels.map((spec) => layoutChart(spec, hidden)), [panels, hidden]);
  const shown: ChartState = state.kind === 'ready' && !whole.some(hasValue) ? NO_VALUES : state;
  const isReady = shown.kind === 'ready';
  const perPlot = plotHeight ?? (whole.length > 1 ? 96 : 260);
  // Label and padding above each plot, x labels and notes below the last: as the plots will need, so nothing jumps.
  const bodyHeight = Math.max(1, whole.length) * (perPlot + 31) + 37;
  const target = useFocusAfterToggle(isTable);
  const moves = useMoves({ whole, panels, layouts, hidden, zoom, changeView });
  const measured = whole.find(isMeasurable);
  const ruler = measured?.x.key === anyRuler?.key ? anyRuler : null;

  const toggle = (): void => {
    store.set(NO_CURSOR);
    target.move();
    setIsTable(!isTable);
  };
  const focusChart = target.focus;
  const setRuler = useCallback(
    (next: Ruler | null): void => {
      if (next === null) focusChart();
      changeView({ ruler: next });
    },
    [changeView, focusChart],
  );
  const toggleRuler = (byKey: boolean): void => {
    if (measured === undefined) return;
    const at =
      ruler === null
        ? rulerStart(visibleSeries(measured, hidden), layouts[whole.indexOf(measured)]?.x.domain)
        : null;
    setIsRulerKeyed(byKey);
    setRuler(at === null ? null : { key: measured.x.key, at, base: null });
  };
  const hide = useCallback(
    (next: ReadonlySet<string>): void => {
      // Addresses count visible series, so they would point elsewhere.
      store.set(NO_CURSOR);
      setOwnHidden(next);
      if (onHiddenChange === undefined)
        onViewChange?.({ hidden: [...next].map((id) => seriesToken({ id })) });
      else onHiddenChange(next);
    },
    [store, onHiddenChange, onViewChange],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !isReady) return;
    if (event.key === 't') toggle();
    else if (event.key === 'r' && measured !== undefined && !isTable) toggleRuler(true);
    else return;
    event.preventDefault();
  };
  const canZoom = isReady && whole.some(isZoomable);
  const isZoomed = panels.some((spec) => spec.isZoomed);
  const looks: ChartAction[] = [
    ...(canZoom
      ? [
          {
            label: '+',
            menuLabel: 'Zoom in',
            name: `Zoom in on ${title}`,
            keys: '+',
            run: () => moves.zoomBy(CLOSER),
          },
          {
            label: '−',
            menuLabel: 'Zoom out',
            name: `Zoom out of ${title}`,
            keys: '-',
            isDisabled: !isZoomed,
            run: () => moves.zoomBy(1 / CLOSER),
          },
          {
            label: 'Fit',
            menuLabel: 'Show all of it',
            name: `Show all of ${title}`,
            keys: '0',
            isDisabled: !isZoomed,
            run: moves.fit,
          },
        ]
      : []),
    ...(isReady && measured !== undefined
      ? [
          {
            label: 'Ruler',
            name: `Ruler on ${title}`,
            keys: 'r',
            isPressed: ruler !== null,
            run: () => toggleRuler(false),
          },
        ]
      : []),
  ];
  return (
    <section
      aria-labelledby={heading}
      className="@container min-w-0 rounded border border-line bg-surface"
      onKeyDown={onKeyDown}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 gap-y-1 border-b border-line px-3 py-1.5">
        {/* Where there is little room the menu of actions stands beside the title, the rest below. */}
        <h2 id={heading} className="min-w-0 flex-1 @xl:flex-initial">
          {title}
        </h2>
        {subtitle !== undefined && subtitle !== '' && (
          <span className="order-2 w-full text-xs text-ink-3 @xl:order-none @xl:w-auto">{subtitle}</span>
        )}
        <span className="hidden grow @xl:block" />
        {controls != null && controls !== false && (
          <div className="order-2 flex w-full flex-wrap items-baseline gap-x-2 gap-y-1 @xl:order-none @xl:w-auto @xl:justify-end">
            {controls}
          </div>
        )}
        <div className="@xl:ml-auto">
          <ChartActions
            title={title}
            isReady={isReady}
            isTable={isTable}
            onToggle={toggle}
            looks={looks}
            make={async (kind) => {
              const { chartFile } = await import('./export-chart.ts');
              const full = csvPanels.map((spec) => applyZoom(spec, zoom));
              return chartFile(kind, panels, full, hidden, ruler);
            }}
          />
        </div>
      </header>
      {isReady ? (
        isTable ? (
          <TableBody
            panels={panels}
            hidden={hidden}
            title={title}
            ruler={ruler}
            minHeight={bodyHeight}
            focus={target.ref}
          />
        ) : (
          <ChartBody
            whole={whole}
            panels={panels}
            layouts={layouts}
            hidden={hidden}
            title={title}
            store={store}
            perPlot={perPlot}
            focus={target.ref}
            ruler={ruler}
            isRulerKeyed={isRulerKeyed}
            onRulerChange={setRuler}
            moves={moves}
          />
        )
      ) : (
        <ChartStateNotice state={shown} height={bodyHeight + LEGEND_ROW} />
      )}
      {isReady && <Notes panels={panels} layouts={layouts} />}
      {isReady && ruler !== null && (
        <Suspense>
          <RulerReadout panels={panels} hidden={hidden} ruler={ruler} onChange={setRuler} />
        </Suspense>
      )}
      {isReady && <ChartLegend panels={whole} hidden={hidden} store={store} onChange={hide} />}
    </section>
  );
}

/** One press of a zoom key or button shows this part of what was shown. */
const CLOSER = 0.6;

interface Moves {
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
function useMoves(input: MovesInput): Moves {
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
  /** Takes the keyboard back from something inside that goes away. */
  const focus = useCallback((): void => {
    if (ref.current?.contains(document.activeElement)) ref.current.focus();
  }, []);
  return { ref, move, focus };
}

interface BodyProps {
  readonly panels: readonly ChartSpec[];
  readonly hidden: ReadonlySet<string>;
  readonly title: string;
  readonly ruler: Ruler | null;
  readonly focus: React.Ref<HTMLDivElement>;
}

function TableBody({
  panels,
  hidden,
  title,
  ruler,
  focus,
  minHeight,
}: BodyProps & { readonly minHeight: number }) {
  const table = useMemo(() => chartTable(panels, hidden, ruler), [panels, hidden, ruler]);
  return <ChartTableTwin table={table} label={title} minHeight={minHeight} ref={focus} />;
}

/** Below plot and table alike: what was thinned, cut off or has no place, and the name of x. */
function Notes({
  panels,
  layouts,
}: {
  readonly panels: readonly ChartSpec[];
  readonly layouts: readonly ChartLayout[];
}) {
  const notes = useMemo(() => layoutNotes(panels, layouts), [panels, layouts]);
  return (
    <div className="flex flex-wrap gap-x-4 px-3 pb-1 text-2xs text-ink-3">
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
      <span className="ml-auto text-ink-2">{panels.at(-1)?.x.label}</span>
    </div>
  );
}

interface ChartBodyProps extends BodyProps {
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

function ChartBody({
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
