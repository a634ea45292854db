import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Sort } from '#src/url/search.ts';
import type { DataColumn } from './data-columns.tsx';
import { nextSort } from './table-view.ts';

interface TableHeadProps<Row> {
  shown: readonly DataColumn<Row>[];
  sort: Sort | null;
  onSortChange: (sort: Sort | null) => void;
  selection?: { all: boolean; some: boolean; onToggle: (on: boolean) => void };
}

/** The header stays in view; a press sorts, and `aria-sort` says how. */
export function TableHead<Row>({ shown, sort, onSortChange, selection }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection !== undefined && (
          <th scope="col" className="sticky top-0 z-10 h-8 border-b border-line bg-surface pl-3 text-left">
            <input
              type="checkbox"
              aria-label="Select all loaded rows"
              className="block size-4 accent-accent"
              checked={selection.all}
              ref={(box) => {
                if (box !== null) box.indeterminate = selection.some && !selection.all;
              }}
              onChange={(event) => selection.onToggle(event.target.checked)}
            />
          </th>
        )}
        {shown.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={
              sort?.id === column.id
                ? sort.desc
                  ? 'descending'
                  : 'ascending'
                : column.isSortable
                  ? 'none'
                  : undefined
            }
            className={clsx(
              'sticky top-0 z-10 h-8 border-b border-line bg-surface p-0 text-xs font-medium text-ink-3',
              column.align === 'right' ? 'text-right' : 'text-left',
            )}
          >
            {column.isSortable ? (
              <button
                type="button"
                title={column.description}
                onClick={() => onSortChange(nextSort(column, sort))}
                className={clsx(
                  'flex h-8 w-full items-center gap-1 px-3 -outline-offset-2! hover:text-ink',
                  column.align === 'right' && 'flex-row-reverse',
                  sort?.id === column.id && 'text-ink',
                )}
              >
                <span className="truncate">{column.header}</span>
                {sort?.id === column.id &&
                  (sort.desc ? (
                    <ArrowDown aria-hidden className="size-3 shrink-0" />
                  ) : (
                    <ArrowUp aria-hidden className="size-3 shrink-0" />
                  ))}
              </button>
            ) : (
              <span title={column.description} className="block truncate px-3">
                {column.header}
              </span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
