import { useVirtualizer, type Range } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import type { DataColumn } from './data-columns.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { FilterBar } from './filter-bar.tsx';
import type { TableFilter } from './filter-param.ts';
import { indexAfterKey, isFromControl } from './row-keys.ts';
import { filteredRows, filterText, usableFilters } from './table-filters.ts';
import { TableHead } from './table-head.tsx';
import { useTableModel } from './table-model.ts';
import { TableToolbar } from './table-toolbar.tsx';

const ROW_PX = 32;
const OVERSCAN = 4;
const NONE: readonly string[] = [];
const NO_FILTERS: readonly TableFilter[] = [];

/** What `DataTable` draws once it is loaded. */
export function TableGrid<Row extends object>(props: DataTableProps<Row>) {
  const { label, view, selected = NONE, onSelectedChange, onRowOpen, window: part } = props;
  const sorting = props.sorting ?? 'client';
  const filters = view.filters ?? NO_FILTERS;
  // What is read in windows is filtered where it is read.
  const kept = useMemo(
    () => (sorting === 'server' ? props.rows : filteredRows(props.rows, filters, props.columns)),
    [sorting, props.rows, filters, props.columns],
  );
  const { rows, shown } = useTableModel({ ...props, rows: kept, selected, sorting });
  const [isAddingFilter, setAddingFilter] = useState(false);
  const canFilter =
    view.filters !== undefined && (sorting === 'client' || props.window?.canFilter !== undefined);
  const windowFilter = props.window?.canFilter;
  const filterable = useMemo(
    () => (windowFilter === undefined ? props.columns : props.columns.filter(({ id }) => windowFilter(id))),
    [props.columns, windowFilter],
  );
  const active = canFilter ? usableFilters(filters, filterable) : NO_FILTERS;
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const focusWanted = useRef(false);
  const count = part?.total ?? rows.length;
  const places = part === undefined ? null : new Map(part.indexes.map((place, index) => [place, index]));
  const rowAt = (place: number) => rows[places === null ? place : (places.get(place) ?? -1)];

  // eslint-disable-next-line react-hooks/incompatible-library -- only says that the React Compiler, not used here, would skip this
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    // The focused row stays in the document, so that focus is never lost by scrolling.
    rangeExtractor: (range) => placesIn(range, Math.min(focused, count - 1)),
  });
  const items = virtualizer.getVirtualItems();
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  const onRange = part?.onRange;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-place="${focused}"]`);
    if (row === null || row === undefined) return;
    focusWanted.current = false;
    row.focus({ preventScroll: true });
  });

  const toggle = (id: string) =>
    onSelectedChange?.(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  const onKeyDown = (event: React.KeyboardEvent<HTMLTableSectionElement>) => {
    if (isFromControl(event)) return;
    const row = rowAt(focused);
    if (event.key === 'Enter' && row !== undefined && onRowOpen !== undefined) onRowOpen(row.original);
    else if (event.key === ' ' && row !== undefined && onSelectedChange !== undefined) toggle(row.id);
    else {
      const next = indexAfterKey(event.key, focused, count, Math.max(1, last - first - 1));
      if (next === null) return;
      focusWanted.current = true;
      virtualizer.scrollToIndex(next);
      setFocused(next);
    }
    event.preventDefault();
  };

  const selectable = onSelectedChange !== undefined;
  const width = shown.reduce((sum, column) => sum + column.width, selectable ? 36 : 0);
  const span = shown.length + (selectable ? 1 : 0);
  let drawnTo = 0;
  const gap = (to: number) => {
    const px = (to - drawnTo) * ROW_PX;
    drawnTo = to + 1;
    return px > 0 ? (
      <tr aria-hidden="true">
        <td colSpan={span} style={{ height: px }} className="p-0" />
      </tr>
    ) : null;
  };

  return (
    <div className={clsx('min-w-0', props.className)}>
      <TableToolbar
        {...props}
        shown={shown}
        sortedRows={rows.map((row) => row.original)}
        count={count}
        selectedCount={selected.length}
        about={{
          filters: active.map((filter) => filterText(filter, props.columns)),
          sort:
            view.sort === null
              ? 'as listed'
              : `${props.columns.find(({ id }) => id === view.sort?.id)?.header ?? view.sort.id}, ${view.sort.desc ? 'descending' : 'ascending'}`,
        }}
        {...(canFilter && { onAddFilter: () => setAddingFilter(true) })}
      />
      {canFilter && (
        <FilterBar
          columns={filterable}
          filters={filters}
          isAdding={isAddingFilter}
          onAddingChange={setAddingFilter}
          onChange={(next) => props.onViewChange({ filters: next })}
        />
      )}
      {props.error !== undefined && props.error !== null ? (
        <ErrorState error={props.error} title={`${label} could not be read`} onRetry={props.onRetry} />
      ) : (
        <div
          ref={scroller}
          tabIndex={-1}
          className="max-h-[min(70dvh,1000px)] min-h-24 overflow-auto overscroll-x-contain [overflow-anchor:none]"
        >
          <table
            role="grid"
            aria-label={label}
            aria-rowcount={props.isPending === true ? -1 : count + 1}
            aria-multiselectable={selectable || undefined}
            aria-busy={props.isPending}
            className="w-full table-fixed border-separate border-spacing-0 text-sm"
            style={{ minWidth: width }}
          >
            <colgroup>
              {selectable && <col style={{ width: 36 }} />}
              {shown.map((column) => (
                <col key={column.id} style={{ width: column.width }} />
              ))}
            </colgroup>
            <TableHead
              shown={shown}
              sort={view.sort}
              onSortChange={(sort) => props.onViewChange({ sort })}
              {...(selectable && {
                selection: {
                  all: rows.length > 0 && rows.every((row) => row.getIsSelected()),
                  some: selected.length > 0,
                  onToggle: (on: boolean) => {
                    const loaded = new Set(rows.map((row) => row.id));
                    const others = selected.filter((id) => !loaded.has(id));
                    onSelectedChange(on ? [...others, ...loaded] : others);
                  },
                },
              })}
            />
            <tbody onKeyDown={onKeyDown}>
              {props.isPending === true && rows.length === 0
                ? Array.from({ length: 6 }, (_, index) => (
                    <WaitingRow key={index} columns={shown} selectable={selectable} />
                  ))
                : items.map((item) => {
                    const row = rowAt(item.index);
                    const before = gap(item.index);
                    if (row === undefined) {
                      return (
                        <Fragment key={`place-${item.index}`}>
                          {before}
                          <WaitingRow columns={shown} selectable={selectable} />
                        </Fragment>
                      );
                    }
                    const isSelected = row.getIsSelected();
                    return (
                      <Fragment key={row.id}>
                        {before}
                        <tr
                          data-place={item.index}
                          aria-rowindex={item.index + 2}
                          aria-selected={selectable ? isSelected : undefined}
                          tabIndex={item.index === Math.min(focused, count - 1) ? 0 : -1}
                          onFocus={() => setFocused(item.index)}
                          onClick={(event) => {
                            if (onRowOpen !== undefined && !isFromControl(event)) onRowOpen(row.original);
                          }}
                          className={clsx(
                            'group h-8 -outline-offset-2!',
                            isSelected ? 'bg-accent-soft' : 'bg-surface hover:bg-raised',
                            onRowOpen !== undefined && 'cursor-pointer',
                          )}
                        >
                          {selectable && (
                            <td className={clsx('pl-3', item.index < count - 1 && 'border-b border-line')}>
                              <input
                                type="checkbox"
                                tabIndex={-1}
                                aria-label={`Select ${String(shown[0]?.value(row.original) ?? row.id)}`}
                                checked={isSelected}
                                onChange={() => toggle(row.id)}
                                className="block size-4 accent-accent"
                              />
                            </td>
                          )}
                          {shown.map((column) => (
                            <td
                              key={column.id}
                              className={clsx(
                                'truncate px-3 py-0',
                                item.index === count - 1 ? '' : 'border-b border-line',
                                column.align === 'right' ? 'text-right' : 'text-left',
                              )}
                            >
                              {column.cell(row.original)}
                            </td>
                          ))}
                        </tr>
                      </Fragment>
                    );
                  })}
              {gap(count)}
            </tbody>
          </table>
          {props.isPending !== true &&
            count === 0 &&
            (active.length > 0 ? (
              <EmptyState
                title="No row passes the filters"
                actions={
                  <Button onClick={() => props.onViewChange({ filters: [] })}>Clear the filters</Button>
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

function WaitingRow<Row>({
  columns,
  selectable,
}: {
  columns: readonly DataColumn<Row>[];
  selectable: boolean;
}) {
  return (
    <tr className="h-8">
      {selectable && <td className="border-b border-line" />}
      {columns.map((column) => (
        <td key={column.id} className="border-b border-line px-3">
          <Skeleton className={clsx('h-3 w-3/5', column.align === 'right' && 'ml-auto')} />
        </td>
      ))}
    </tr>
  );
}

function placesIn(range: Range, focused: number): number[] {
  const from = Math.max(0, range.startIndex - range.overscan);
  const to = Math.min(range.count - 1, range.endIndex + range.overscan);
  const places = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  if (focused >= 0 && focused < from) places.unshift(focused);
  if (focused > to) places.push(focused);
  return places;
}
