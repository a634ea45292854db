import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type SyntheticEvent } from 'react';
import type { Sort } from '#src/url/search.ts';
import type { ColumnLayout, Pane } from './column-layout.ts';
import { drawnCells, stickyAt } from './table-row.tsx';
import { nextSort } from './table-view.ts';

interface TableHeadProps<Row> {
  layout: ColumnLayout<Row>;
  pane: Pane;
  sort: Sort | null;
  onSortChange: (sort: Sort | null) => void;
  /** Whether widths can be chosen. */
  canResize: boolean;
  /** A press, a double click or a key on a header; stays the same function. */
  onHeader: (event: SyntheticEvent) => void;
  selection: { readonly all: boolean; readonly some: boolean } | null;
  onSelectAll: (on: boolean) => void;
}

/**
 * The header stays in view; a press sorts, and `aria-sort` says how. It is dragged to another place; its right edge is
 * dragged, or moved by Shift and arrows.
 */
export const TableHead = memo(PlainHead) as typeof PlainHead;

const headStyles = 'sticky top-0 h-8 border-b border-line bg-surface';

function PlainHead<Row>(props: TableHeadProps<Row>) {
  const { layout, pane, sort, onSortChange, canResize, onHeader, selection } = props;
  const { columns, pinned, isSelectable } = layout;
  const head = (index: number) => {
    const column = columns[index];
    if (column === undefined) return null;
    const isStuck = index < pinned && pane.isSticky;
    const isSorted = sort?.id === column.id;
    const Arrow = isSorted && sort.desc ? ArrowDown : ArrowUp;
    return (
      <th
        key={column.id}
        scope="col"
        data-column={column.id}
        aria-colindex={index + 1 + Number(isSelectable)}
        aria-sort={
          isSorted ? (sort.desc ? 'descending' : 'ascending') : column.isSortable ? 'none' : undefined
        }
        style={stickyAt(layout, pane, index)}
        className={clsx(
          headStyles,
          'p-0 text-xs font-medium text-ink-3 select-none data-lifted:bg-accent-soft',
          column.align === 'right' ? 'text-right' : 'text-left',
          isStuck ? 'z-20' : 'z-10',
          isStuck && index === pinned - 1 && 'border-r border-r-line-strong',
        )}
      >
        {column.isSortable ? (
          <button
            type="button"
            title={column.description}
            aria-keyshortcuts={canResize ? 'Shift+ArrowLeft Shift+ArrowRight Shift+Enter' : undefined}
            onClick={() => onSortChange(nextSort(column, sort))}
            className={clsx(
              'flex h-8 w-full items-center gap-1 px-3 -outline-offset-2! hover:text-ink',
              column.align === 'right' && 'flex-row-reverse',
              isSorted && 'text-ink',
            )}
          >
            <span data-label className="truncate">
              {column.header}
            </span>
            {isSorted && <Arrow aria-hidden className="size-3 shrink-0" />}
          </button>
        ) : (
          <span data-label title={column.description} className="block truncate px-3">
            {column.header}
          </span>
        )}
        {canResize && (
          // For the mouse; keys have Shift and the arrows, and the menu of columns.
          <span
            aria-hidden="true"
            data-edge
            title="Drag to resize, double click to fit"
            className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r-2 border-transparent hover:border-accent active:border-accent"
          />
        )}
      </th>
    );
  };
  return (
    <thead ref={holdLifted} onPointerDown={onHeader} onDoubleClick={onHeader} onKeyDown={onHeader}>
      <tr aria-rowindex={1}>
        {selection !== null && (
          <th
            scope="col"
            aria-colindex={1}
            className={clsx(headStyles, 'pl-3 text-left', pane.isSticky ? 'left-0 z-20' : 'z-10')}
          >
            <input
              type="checkbox"
              aria-label="Select all loaded rows"
              className="block size-4 accent-accent"
              checked={selection.all}
              ref={(box) => {
                if (box !== null) box.indeterminate = selection.some && !selection.all;
              }}
              onChange={(event) => props.onSelectAll(event.target.checked)}
            />
          </th>
        )}
        {drawnCells(layout, pane, head, (key, span) => (
          <th key={key} aria-hidden="true" colSpan={span} className={clsx(headStyles, 'z-10 p-0')} />
        ))}
      </tr>
    </thead>
  );
}

/** A finger that has lifted a header moves it and does not scroll; a listener of React's could not say so. */
function holdLifted(head: HTMLElement | null): (() => void) | undefined {
  const stop = new AbortController();
  head?.addEventListener(
    'touchmove',
    (event) => {
      if (head.querySelector('[data-lifted]') !== null) event.preventDefault();
    },
    { passive: false, signal: stop.signal },
  );
  return () => stop.abort();
}
