import { clsx } from 'clsx';
import { use, useEffect, useMemo, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { useLate } from '#src/components/ui/late.ts';
import { reach } from '#src/components/ui/reach.ts';
import { columnLayout, FEW_COLUMNS, firstPane, SELECT_PX } from './column-layout.ts';
import type { ColumnWidths } from './column-widths-param.ts';
import type { DataTableProps } from './data-table-props.ts';
import type { TableFilter } from './filter-param.ts';
import type { CellPlace } from './find-cells.ts';
import { followPress } from './follow-press.ts';
import type { SeenPane } from './pane-watcher.ts';
import { TableBody } from './table-body.tsx';
import type { ExportKind } from './most-exported.ts';
import { TableHead } from './table-head.tsx';
import { tableTools } from './table-late.ts';
import { useTableModel } from './table-model.ts';
import { TableToolbar } from './table-toolbar.tsx';
import { useStable } from './use-stable.ts';

const NONE: readonly string[] = [];
const NO_FILTERS: readonly TableFilter[] = [];
const NO_WIDTHS: ColumnWidths = {};
const reachTools = reach(tableTools.load);

/**
 * The one table: sorted, windowed to at most 40 row elements, driven by keys, exported as seen. What is not on the
 * screen at first is fetched when the pointer or the focus enters it, or when the address asks for it.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, view, onViewChange, selected = NONE, onSelectedChange, error } = props;
  const { window: part, isPending = false } = props;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [isAddingFilter, setAddingFilter] = useState(false);
  const [findAsked, setFindAsked] = useState(0);
  const [hit, setHit] = useState<CellPlace | null>(null);
  const [exporting, setExporting] = useState<ExportKind | null>(null);
  // What is pressed may go away with the press; focus stays at the table then.
  const filterButton = useRef<HTMLButtonElement>(null);
  const focusRows = () => scroller?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();

  const { filters, find } = view;
  const isFinding = find !== undefined && (findAsked > 0 || find !== '');
  const windowFilter = part?.source.canFilter;
  const canFilter = filters !== undefined && (props.sorting !== 'server' || windowFilter !== undefined);
  const hasFilters = canFilter && filters.length > 0;
  const hasBars = hasFilters || isAddingFilter || selected.length > 0;
  const { pins = NONE } = view;
  // Else all columns are drawn and none sticks, however the pane stands.
  const isWide = pins.length > 0 || columns.length > FEW_COLUMNS;
  const reached = useLate(tableTools, hasBars || isFinding || isWide);
  // Without it nobody knows which rows there are: the page waits for it, as it does for its data.
  const tools = reached ?? (hasFilters ? use(tableTools.loadToDraw()) : undefined);
  const filterable = useMemo(
    () => (windowFilter === undefined ? columns : columns.filter(({ id }) => windowFilter(id))),
    [columns, windowFilter],
  );
  const active = (hasFilters && tools?.usableFilters(filters, filterable)) || NO_FILTERS;
  const { placed, shown } = useTableModel(props, tools);
  const { onPlaced } = props;
  useEffect(() => onPlaced?.(placed), [onPlaced, placed]);
  const { count } = placed;

  // What was dropped shows at once and until the address has followed.
  const [drawn, setDrawn] = useState<{ widths: ColumnWidths; from: ColumnWidths | null } | null>(null);
  const chosen = view.widths ?? NO_WIDTHS;
  const widths = drawn !== null && (drawn.from === null || drawn.from === chosen) ? drawn.widths : chosen;
  const isSelectable = onSelectedChange !== undefined;
  const layout = useMemo(
    () => columnLayout(shown, widths, pins, isSelectable),
    [shown, widths, pins, isSelectable],
  );
  // Where only some of many rows are at hand, the data API looks.
  const isRemote = part !== undefined && part.total > rows.length;
  const finder = useMemo(
    () =>
      isFinding
        ? tools?.cellFinder({ text: find, columns, shown: layout.columns, rows, rowId, isRemote })
        : undefined,
    [isFinding, tools, find, columns, layout, rows, rowId, isRemote],
  );
  const [seen, setSeen] = useState<SeenPane<Row> | null>(null);
  const unseen = useMemo(() => firstPane(layout), [layout]);
  const pane = seen?.layout === layout ? seen.pane : unseen;
  const canResize = view.widths !== undefined;
  const headState = () => ({
    scroller,
    layout,
    widths,
    onDraw: (next: ColumnWidths | null) => setDrawn(next === null ? null : { widths: next, from: null }),
    onWidths: (next: ColumnWidths) => {
      setDrawn({ widths: next, from: chosen });
      onViewChange({ widths: next });
    },
    onOrder: (cols: string[]) => onViewChange({ cols }),
  });
  const onNudge = (id: string, px: number) =>
    void tableTools.load().then(({ nudgeColumn }) => nudgeColumn(headState(), id, px));
  const onHeader = useStable<[SyntheticEvent]>(({ nativeEvent: event }) => {
    if (event instanceof window.KeyboardEvent) {
      if (!canResize || !event.shiftKey || !/^(?:Arrow(?:Left|Right)|Enter)$/.test(event.key)) return;
      event.preventDefault();
    }
    const coming = tableTools.load().then(({ headEvent }) => headEvent(headState(), event));
    if (event.type === 'pointerdown') followPress(coming);
  });

  const marked = useMemo(() => new Set(selected), [selected]);
  const onToggle = useStable<[string]>((id) =>
    onSelectedChange?.(marked.has(id) ? selected.filter((one) => one !== id) : [...selected, id]),
  );
  // Only a selection makes it worth looking through all rows.
  const selection = useMemo(() => {
    const some = marked.size > 0;
    const loaded = some ? placed.loaded() : [];
    return { some, all: loaded.length > 0 && loaded.every((row) => marked.has(rowId(row))) };
  }, [marked, placed, rowId]);
  const onSelectAll = useStable<[boolean]>((on) => {
    const loaded = new Set(placed.loaded().map(rowId));
    const others = selected.filter((id) => !loaded.has(id));
    onSelectedChange?.(on ? [...others, ...loaded] : others);
  });
  const onSortChange = useStable<[DataTableProps<Row>['view']['sort']]>((sort) => onViewChange({ sort }));

  const save = (kind: ExportKind, only: ReadonlySet<string> | null) => {
    setExporting(kind);
    void tableTools
      .load()
      .then(({ exportTable }) =>
        exportTable(kind, {
          table: props,
          shown: layout.columns,
          placed,
          filters: active,
          only,
        }),
      )
      .finally(() => setExporting(null));
  };
  const openFind = () => setFindAsked((before) => before + 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (find === undefined || event.altKey || !(event.ctrlKey || event.metaKey) || event.key !== 'f') return;
    event.preventDefault();
    openFind();
  };
  const isFixed = layout.isExact || pane.end - pane.first < layout.columns.length - layout.pinned;

  return (
    <div className={clsx('min-w-0', props.className)} {...reachTools}>
      <TableToolbar
        columns={columns}
        shown={shown}
        view={view}
        loadedRows={placed.loaded}
        count={count}
        onViewChange={onViewChange}
        isPending={isPending}
        isFailed={error != null}
        exporting={exporting}
        onExport={(kind) => save(kind, null)}
        toolbar={props.toolbar}
        viewKey={props.viewKey}
        findBox={
          tools !== undefined && finder !== undefined ? (
            <tools.FindBox
              finder={finder}
              onChange={(text) => onViewChange({ find: text })}
              placed={placed}
              layout={layout}
              pane={pane}
              part={part}
              scroller={scroller}
              onHit={setHit}
              asked={findAsked}
              onClose={() => {
                setFindAsked(0);
                onViewChange({ find: '' });
                focusRows();
              }}
            />
          ) : null
        }
        onFind={find === undefined ? undefined : openFind}
        filterButton={filterButton}
        onAddFilter={canFilter ? () => setAddingFilter(true) : undefined}
        onNudge={canResize ? onNudge : undefined}
      />
      {hasBars &&
        (tools === undefined ? (
          <div className="h-9 border-b border-line pointer-coarse:h-11" />
        ) : (
          <tools.TableBars
            table={props}
            columns={canFilter ? filterable : null}
            placed={placed}
            marked={marked}
            isAdding={isAddingFilter}
            onAddingChange={setAddingFilter}
            busy={exporting}
            onExport={(kind) => save(kind, marked)}
            onFiltersDone={() => filterButton.current?.focus()}
            onCleared={focusRows}
          />
        ))}
      {isWide && tools !== undefined && scroller !== null && (
        <tools.PaneWatcher layout={layout} scroller={scroller} onSeen={setSeen} />
      )}
      {error != null ? (
        <ErrorState error={error} title={`${label} could not be read`} onRetry={props.onRetry} />
      ) : (
        <div
          ref={setScroller}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="max-h-[min(70dvh,1000px)] min-h-24 overflow-auto overscroll-x-contain [overflow-anchor:none]"
        >
          <table
            role="grid"
            aria-label={label}
            aria-rowcount={isPending ? -1 : count + 1}
            aria-colcount={layout.columns.length + Number(isSelectable)}
            aria-multiselectable={isSelectable || undefined}
            aria-busy={isPending}
            className="w-full table-fixed border-separate border-spacing-0 text-sm"
            style={isFixed ? { width: layout.total } : { minWidth: layout.total }}
          >
            <colgroup>
              {isSelectable && <col style={{ width: SELECT_PX }} />}
              {layout.columns.map(({ id }, index) => (
                <col key={id} style={{ width: layout.widths[index] }} />
              ))}
            </colgroup>
            <TableHead
              layout={layout}
              pane={pane}
              sort={view.sort}
              onSortChange={onSortChange}
              canResize={canResize}
              onHeader={onHeader}
              selection={isSelectable ? selection : null}
              onSelectAll={onSelectAll}
            />
            <TableBody
              placed={placed}
              layout={layout}
              pane={pane}
              scroller={scroller}
              rowId={rowId}
              selected={marked}
              onToggle={onToggle}
              onRowOpen={props.onRowOpen}
              onRange={part?.onRange}
              isWaiting={isPending && rows.length === 0}
              finds={finder?.finds ?? null}
              hit={hit}
            />
          </table>
          {!isPending &&
            count === 0 &&
            (active.length > 0 && tools !== undefined ? (
              <tools.NoRowPasses
                count={active.length}
                onClear={() => {
                  onViewChange({ filters: [] });
                  filterButton.current?.focus();
                }}
              />
            ) : (
              (props.empty ?? <EmptyState title={`No ${label.toLowerCase()} here`} />)
            ))}
        </div>
      )}
    </div>
  );
}
