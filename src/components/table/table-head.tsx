import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type KeyboardEvent, type PointerEvent } from 'react';
import type { Sort } from '#src/url/search.ts';
import type { ColumnLayout } from './column-layout.ts';
import { drawnCells, stickyAt } from './table-row.tsx';
import { nextSort } from './table-view.ts';
import type { Pane } from './use-pane.ts';

/** How far one press of an arrow moves the edge of a column, in px. */
const NUDGE_PX = 16;

/** Ways to choose widths; each stays the same function. */
export interface Resizing {
  readonly onDrag: (id: string, event: PointerEvent<HTMLElement>) => void;
  readonly onNudge: (id: string, px: number) => void;
  readonly onFit: (id: string) => void;
}

interface TableHeadProps<Row> {
  layout: ColumnLayout<Row>;
  pane: Pane;
  sort: Sort | null;
  onSortChange: (sort: Sort | null) => void;
  /** Left out where widths cannot be chosen. */
  resizing: Resizing | null;
  selection: { readonly all: boolean; readonly some: boolean } | null;
  onSelectAll: (on: boolean) => void;
}

/** The header stays in view; a press sorts, and `aria-sort` says how; its right edge is dragged, or moved by Shift and arrows. */
export const TableHead = memo(PlainHead) as typeof PlainHead;

const headStyles = 'sticky top-0 h-8 border-b border-line bg-surface';

function PlainHead<Row>(props: TableHeadProps<Row>) {
  const { layout, pane, sort, onSortChange, resizing, selection } = props;
  const { columns, pinned, isSelectable } = layout;
  const onKeyDown = (id: string, event: KeyboardEvent) => {
    if (resizing === null || !event.shiftKey) return;
    if (event.key === 'ArrowRight') resizing.onNudge(id, NUDGE_PX);
    else if (event.key === 'ArrowLeft') resizing.onNudge(id, -NUDGE_PX);
    else if (event.key === 'Enter') resizing.onFit(id);
    else return;
    event.preventDefault();
  };
  return (
    <thead>
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
        {drawnCells(
          layout,
          pane,
          (index) => {
            const column = columns[index];
            if (column === undefined) return null;
            const isStuck = index < pinned && pane.isSticky;
            const isSorted = sort?.id === column.id;
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
                  'p-0 text-xs font-medium text-ink-3',
                  column.align === 'right' ? 'text-right' : 'text-left',
                  isStuck ? 'z-20' : 'z-10',
                  isStuck && index === pinned - 1 && 'border-r border-r-line-strong',
                )}
              >
                {column.isSortable ? (
                  <button
                    type="button"
                    title={column.description}
                    aria-keyshortcuts={
                      resizing === null ? undefined : 'Shift+ArrowLeft Shift+ArrowRight Shift+Enter'
                    }
                    onClick={() => onSortChange(nextSort(column, sort))}
                    onKeyDown={(event) => onKeyDown(column.id, event)}
                    className={clsx(
                      'flex h-8 w-full items-center gap-1 px-3 -outline-offset-2! hover:text-ink',
                      column.align === 'right' && 'flex-row-reverse',
                      isSorted && 'text-ink',
                    )}
                  >
                    <span data-label className="truncate">
                      {column.header}
                    </span>
                    {isSorted &&
                      (sort.desc ? (
                        <ArrowDown aria-hidden className="size-3 shrink-0" />
                      ) : (
                        <ArrowUp aria-hidden className="size-3 shrink-0" />
                      ))}
                  </button>
                ) : (
                  <span data-label title={column.description} className="block truncate px-3">
                    {column.header}
                  </span>
                )}
                {resizing !== null && (
                  // For the mouse; keys have Shift and the arrows, and the menu of columns.
                  <span
                    aria-hidden="true"
                    title="Drag to resize, double click to fit"
                    onPointerDown={(event) => resizing.onDrag(column.id, event)}
                    onDoubleClick={() => resizing.onFit(column.id)}
                    className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r-2 border-transparent hover:border-accent active:border-accent"
                  />
                )}
              </th>
            );
          },
          (key, span) => (
            <th key={key} aria-hidden="true" colSpan={span} className={clsx(headStyles, 'z-10 p-0')} />
          ),
        )}
      </tr>
    </thead>
  );
}
