import { clsx } from 'clsx';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { columnLayout, SELECT_PX } from './column-layout.ts';
import type { DataTableProps } from './data-table-props.ts';
import { FilterBar } from './filter-bar.tsx';
import type { TableFilter } from './filter-param.ts';
import { FindBox } from './find-box.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TableBody } from './table-body.tsx';
import { filterText, usableFilters } from './table-filters.ts';
import { TableHead, type Resizing } from './table-head.tsx';
import { useTableModel } from './table-model.ts';
import { TableToolbar } from './table-toolbar.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import { useFind } from './use-find.ts';
import { usePane } from './use-pane.ts';
import { useStable } from './use-stable.ts';
import { useTableExport } from './use-table-export.ts';

const NONE: readonly string[] = [];
const NO_FILTERS: readonly TableFilter[] = [];

/** What `DataTable` draws once it is loaded. */
export function TableGrid<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, view, onViewChange, selected = NONE, onSelectedChange } = props;
  const { window: part, isPending = false } = props;
  const isOwn = (props.sorting ?? 'client') === 'client';
  const filters = view.filters ?? NO_FILTERS;
  const { placed, shown } = useTableModel(props);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [isAddingFilter, setAddingFilter] = useState(false);

  const windowFilter = part?.canFilter;
  const canFilter = view.filters !== undefined && (isOwn || windowFilter !== undefined);
  const filterable = useMemo(
    () => (windowFilter === undefined ? columns : columns.filter(({ id }) => windowFilter(id))),
    [columns, windowFilter],
  );
  const active = canFilter ? usableFilters(filters, filterable) : NO_FILTERS;

  const isSelectable = onSelectedChange !== undefined;
  const resize = useColumnWidths({
    widths: view.widths,
    scroller,
    onChange: (widths) => onViewChange({ widths }),
  });
  const { widths } = resize;
  const pins = view.pins ?? NONE;
  const layout = useMemo(
    () => columnLayout(shown, widths, pins, isSelectable),
    [shown, widths, pins, isSelectable],
  );
  const pane = usePane(scroller, layout);
  const onDrag = useStable<Parameters<Resizing['onDrag']>>((id, event) => resize.drag(layout, id, event));
  const onNudge = useStable<[string, number]>((id, px) => resize.nudge(layout, id, px));
  const onFit = useStable<[string]>((id) => resize.fit(layout, id));
  const canResize = view.widths !== undefined;
  const resizing = useMemo(
    () => (canResize ? { onDrag, onNudge, onFit } : null),
    [canResize, onDrag, onNudge, onFit],
  );

  const needle = (view.find ?? '').toLowerCase();
  const find = useFind(needle, placed, layout.columns);
  const [isFinding, setFinding] = useState(false);
  const findInput = useRef<HTMLInputElement>(null);
  const openFind = () => {
    setFinding(true);
    requestAnimationFrame(() => findInput.current?.focus());
  };

  // What is pressed may go away with the press; focus stays at the table then.
  const filterButton = useRef<HTMLButtonElement>(null);
  const focusRows = () => scroller?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();

  const chosen = useMemo(() => new Set(selected), [selected]);
  const onToggle = useStable<[string]>((id) =>
    onSelectedChange?.(chosen.has(id) ? selected.filter((one) => one !== id) : [...selected, id]),
  );
  // Only a selection makes it worth looking through all rows.
  const selection = useMemo(() => {
    if (chosen.size === 0) return { all: false, some: false, hidden: 0 };
    const loaded = placed.loaded().map(rowId);
    const inView = loaded.filter((id) => chosen.has(id)).length;
    return {
      all: loaded.length > 0 && inView === loaded.length,
      some: true,
      hidden: placed.count === loaded.length ? chosen.size - inView : null,
    };
  }, [chosen, placed, rowId]);
  const onSelectAll = useStable<[boolean]>((on) => {
    const loaded = new Set(placed.loaded().map(rowId));
    const others = selected.filter((id) => !loaded.has(id));
    onSelectedChange?.(on ? [...others, ...loaded] : others);
  });
  const onSortChange = useStable<[DataTableProps<Row>['view']['sort']]>((sort) => onViewChange({ sort }));

  const sortColumn = columns.find(({ id }) => id === view.sort?.id);
  const { busy, save } = useTableExport({
    label,
    shown: layout.columns,
    rowId,
    fileName: props.fileName,
    viewRows: props.exportRows ?? placed.loaded,
    allRows: props.exportRows ?? (() => rows),
    selected: chosen,
    about: {
      filters: active.map((filter) => filterText(filter, columns)),
      sort:
        view.sort === null
          ? 'as listed'
          : `${sortColumn?.header ?? view.sort.id}, ${view.sort.desc ? 'descending' : 'ascending'}`,
    },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (view.find === undefined || event.altKey || !(event.ctrlKey || event.metaKey) || event.key !== 'f')
      return;
    event.preventDefault();
    openFind();
  };
  const { count } = placed;
  const isFindOpen = view.find !== undefined && (isFinding || needle !== '');
  const span = layout.columns.length + Number(isSelectable);
  const isFixed = layout.isExact || pane.end - pane.first < layout.columns.length - layout.pinned;

  return (
    <div className={clsx('min-w-0', props.className)}>
      <TableToolbar
        columns={columns}
        shown={shown}
        view={view}
        loadedRows={placed.loaded}
        count={count}
        onViewChange={onViewChange}
        isPending={isPending}
        exporting={busy}
        onExport={(kind) => void save(kind, 'view')}
        toolbar={props.toolbar}
        {...(props.viewKey !== undefined && { viewKey: props.viewKey })}
        findBox={
          isFindOpen ? (
            <FindBox
              value={view.find}
              onChange={(text) => onViewChange({ find: text })}
              find={find}
              note={
                part === undefined || part.total <= rows.length
                  ? null
                  : 'in the rows read so far; filter to search all'
              }
              inputRef={findInput}
              onClose={() => {
                setFinding(false);
                onViewChange({ find: '' });
                focusRows();
              }}
            />
          ) : null
        }
        {...(view.find !== undefined && { onFind: openFind })}
        filterButton={filterButton}
        {...(canFilter && { onAddFilter: () => setAddingFilter(true) })}
        {...(canResize && { onNudge })}
      />
      {isSelectable && selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          hidden={selection.hidden}
          actions={props.selectionActions}
          busy={busy}
          onExport={(kind) => void save(kind, 'selection')}
          onClear={() => {
            onSelectedChange([]);
            focusRows();
          }}
        />
      )}
      {canFilter && (
        <FilterBar
          columns={filterable}
          rows={rows}
          filters={filters}
          isAdding={isAddingFilter}
          onAddingChange={setAddingFilter}
          onChange={(next) => onViewChange({ filters: next })}
          onDone={() => filterButton.current?.focus()}
        />
      )}
      {props.error !== undefined && props.error !== null ? (
        <ErrorState error={props.error} title={`${label} could not be read`} onRetry={props.onRetry} />
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
            aria-colcount={span}
            aria-multiselectable={isSelectable || undefined}
            aria-busy={isPending}
            className="w-full table-fixed border-separate border-spacing-0 text-sm"
            style={isFixed ? { width: layout.total } : { minWidth: layout.total }}
          >
            <colgroup>
              {isSelectable && <col style={{ width: SELECT_PX }} />}
              {layout.columns.map((column, index) => (
                <col key={column.id} style={{ width: layout.widths[index] }} />
              ))}
            </colgroup>
            <TableHead
              layout={layout}
              pane={pane}
              sort={view.sort}
              onSortChange={onSortChange}
              resizing={resizing}
              selection={isSelectable ? selection : null}
              onSelectAll={onSelectAll}
            />
            <TableBody
              placed={placed}
              layout={layout}
              pane={pane}
              scroller={scroller}
              rowId={rowId}
              selected={chosen}
              onToggle={onToggle}
              onRowOpen={props.onRowOpen}
              onRange={part?.onRange}
              isWaiting={isPending && rows.length === 0}
              needle={needle}
              hit={find.hit}
              jumps={find.jumps}
            />
          </table>
          {!isPending &&
            count === 0 &&
            (active.length > 0 ? (
              <EmptyState
                title="No row passes the filters"
                actions={
                  <Button
                    onClick={() => {
                      onViewChange({ filters: [] });
                      filterButton.current?.focus();
                    }}
                  >
                    Clear the filters
                  </Button>
                }
              >
                {active.length === 1 ? 'The filter stands' : 'The filters stand'} above the table and in the
                address.
              </EmptyState>
            ) : (
              (props.empty ?? <EmptyState title={`No ${label.toLowerCase()} here`} />)
            ))}
        </div>
      )}
    </div>
  );
}
