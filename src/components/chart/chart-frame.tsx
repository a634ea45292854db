import {
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import {
  layoutChart,
  layoutNotes,
  visibleSeries,
  type ChartLayout,
  type ChartSpec,
} from '#lib/charts/chart-spec.ts';
import { isMeasurable, rulerStart, seriesToken, type Ruler } from '#lib/charts/ruler.ts';
import { applyZoom, isZoomable } from '#lib/charts/zoom.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { reach } from '#src/components/ui/reach.ts';
import { ChartActions } from './chart-actions.tsx';
import type { ChartAction } from './chart-menu.tsx';
import { createCursorStore, NO_CURSOR } from './chart-cursor.ts';
import { ChartBody } from './chart-body.tsx';
import { ChartLegend } from './chart-legend.tsx';
import type { ChartView } from './chart-params.ts';
import { ChartStateNotice, type ChartState } from './chart-state.tsx';
import { CLOSER, useMoves } from './use-chart-moves.ts';
import { useChartView } from './use-chart-view.ts';

const RulerReadout = lazyPart(
  () => import('./ruler-readout.tsx'),
  (part) => part.RulerReadout,
);

/** Fetched once the pointer or the focus is in the chart; until it has come the plot stays. */
const ChartTableTwin = lazyPart(
  () => import('./chart-table-twin.tsx'),
  (part) => part.ChartTableTwin,
);

const reachTable = reach(ChartTableTwin.load);

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
  /** Zoom, ruler, hidden series and tables as `chartParams()` has them in the URL; what it lacks the frame keeps. */
  readonly view?: ChartView | undefined;
  readonly onViewChange?: ((change: Partial<ChartView>) => void) | undefined;
  /** What the address calls this chart among those of its page. */
  readonly name?: string | undefined;
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
const hasValue = (spec: ChartSpec): boolean =>
  spec.series.some(({ points }) => points.some(({ y, note }) => y !== null || note !== undefined));

/** Ids of the series that the address names by token: ids themselves may be as long as a line. */
function hiddenIds(panels: readonly ChartSpec[], tokens: readonly string[]): ReadonlySet<string> {
  if (tokens.length === 0) return NONE_HIDDEN;
  const named = new Set(tokens);
  const ids = new Set(panels.flatMap(({ series }) => series.map(({ id }) => id)));
  return new Set([...ids].filter((id) => named.has(seriesToken({ id }))));
}

/** The one frame of all charts: title, zoom, ruler, table twin, exports, states, legend, keyboard and words for screen readers. */
export function ChartFrame({
  panels: given,
  title,
  subtitle,
  state = READY,
  plotHeight,
  csvPanels = given,
  view,
  onViewChange,
  name = 'chart',
  hidden: controlled,
  onHiddenChange,
  controls,
}: ChartFrameProps) {
  const [store] = useState(createCursorStore);
  const [ownHidden, setOwnHidden] = useState(NONE_HIDDEN);
  const [isOwnTable, setOwnTable] = useState(false);
  const [isRulerKeyed, setIsRulerKeyed] = useState(false);
  const [{ zoom, ruler: anyRuler }, changeView] = useChartView(view, onViewChange);
  const listed = view?.hidden;
  const inView = useMemo(() => listed && hiddenIds(given, listed), [given, listed]);
  const wanted = controlled ?? inView ?? ownHidden;
  const [whole, hidden] = useDrawnLater(given, wanted);
  const tables = view?.table;
  const isTable = tables?.includes(name) ?? isOwnTable;
  // The plot stays until the code of the table has come, also where the address begins with the table.
  const isTableDrawn = useDeferredValue(isTable, false);
  const heading = useId();
  const panels = useMemo(() => whole.map((spec) => applyZoom(spec, zoom)), [whole, zoom]);
  const layouts = useMemo(() => panels.map((spec) => layoutChart(spec, hidden)), [panels, hidden]);
  const shown: ChartState = state.kind === 'ready' && !whole.some(hasValue) ? NO_VALUES : state;
  const isReady = shown.kind === 'ready';
  const perPlot = plotHeight ?? (whole.length > 1 ? 96 : 260);
  // Label and padding above each plot, x labels and notes below the last: as the plots will need, so nothing jumps.
  const bodyHeight = Math.max(1, whole.length) * (perPlot + 31) + 37;
  const target = useFocusAfterToggle(isTableDrawn);
  const moves = useMoves({ whole, panels, layouts, hidden, zoom, changeView });
  const measured = whole.find(isMeasurable);
  const ruler = measured?.x.key === anyRuler?.key ? anyRuler : null;

  const toggle = (): void => {
    store.set(NO_CURSOR);
    target.move();
    setOwnTable(!isTable);
    if (tables !== undefined)
      onViewChange?.({ table: isTable ? tables.filter((one) => one !== name) : [...tables, name] });
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
  const isHiding = useRef(false);
  const hide = useCallback(
    (next: ReadonlySet<string>): void => {
      // Addresses count visible series, so they would point elsewhere.
      store.set(NO_CURSOR);
      isHiding.current = true;
      setOwnHidden(next);
      if (onHiddenChange === undefined)
        onViewChange?.({ hidden: [...next].map((id) => seriesToken({ id })) });
      else onHiddenChange(next);
    },
    [store, onHiddenChange, onViewChange],
  );
  useEffect(() => {
    // What was read between the press and the drawing too.
    if (isHiding.current) store.set({ ...NO_CURSOR, emphasis: store.get().emphasis });
    isHiding.current = false;
  }, [store, hidden]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !isReady) return;
    if (event.key === 't') toggle();
    else if (event.key === 'r' && measured !== undefined && !isTable) toggleRuler(true);
    else return;
    event.preventDefault();
  };
  // While data come the actions have their place already, so that the header does not wrap once they are there.
  const hasLooks = isReady || shown.kind === 'loading';
  const canZoom = hasLooks && (whole.length === 0 || whole.some(isZoomable));
  const isZoomed = panels.some((spec) => spec.isZoomed);
  const looks: ChartAction[] = [
    ...(canZoom
      ? [
          {
            label: '+',
            menuLabel: 'Zoom in',
            name: `Zoom in on ${title}`,
            keys: '+',
            isDisabled: !isReady,
            run: () => moves.zoomBy(CLOSER),
          },
          {
            label: '−',
            menuLabel: 'Zoom out',
            name: `Zoom out of ${title}`,
            keys: '-',
            isDisabled: !isReady || !isZoomed,
            run: () => moves.zoomBy(1 / CLOSER),
          },
          {
            label: 'Fit',
            menuLabel: 'Show all of it',
            name: `Show all of ${title}`,
            keys: '0',
            isDisabled: !isReady || !isZoomed,
            run: moves.fit,
          },
        ]
      : []),
    ...(hasLooks && measured !== undefined
      ? [
          {
            label: 'Ruler',
            name: `Ruler on ${title}`,
            keys: 'r',
            isPressed: ruler !== null,
            isDisabled: !isReady,
            run: () => toggleRuler(false),
          },
        ]
      : []),
  ];
  return (
    <section
      aria-labelledby={heading}
      className="min-w-0 rounded border border-line bg-surface"
      onKeyDown={onKeyDown}
      {...reachTable}
    >
      {/* A container of the header alone: within one the browser works out styles as it lays out, all over the plot too. */}
      <div className="@container">
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
      </div>
      {isReady ? (
        isTableDrawn ? (
          <ChartTableTwin
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
      {isReady && <ChartLegend panels={whole} hidden={wanted} store={store} onChange={hide} />}
    </section>
  );
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/**
 * Panels and hidden series as they are drawn: what was pressed says so at once, and the plots follow when that is painted.
 * What first has something to draw is drawn at once, as is what no longer has.
 */
function useDrawnLater(
  panels: readonly ChartSpec[],
  hidden: ReadonlySet<string>,
): readonly [readonly ChartSpec[], ReadonlySet<string>] {
  const now = useMemo(() => [panels, hidden] as const, [panels, hidden]);
  const later = useDeferredValue(now);
  const [before] = later;
  return before.some(hasValue) === panels.some(hasValue) ? later : now;
}

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
      {notes.map((note, index) => (
        <span key={index}>{note}</span>
      ))}
      <span className="ml-auto text-ink-2">{panels.at(-1)?.x.label}</span>
    </div>
  );
}
