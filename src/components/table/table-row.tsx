import { clsx } from 'clsx';
import { memo, type CSSProperties } from 'react';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import type { CellFinder } from './cell-finder.ts';
import type { ColumnLayout, Pane } from './column-layout.ts';

export const ROW_PX = 32;

interface TableRowProps<Row> {
  row: Row;
  id: string;
  place: number;
  layout: ColumnLayout<Row>;
  pane: Pane;
  isLast: boolean;
  isSelected: boolean;
  /** Whether Tab stops here. */
  isTabStop: boolean;
  isOpenable: boolean;
  /** Whether what is looked for is in the cell of a column; null for nothing. */
  finds: CellFinder<Row>['finds'];
  /** The column of the find that is stood on; -1 where it is in another row. */
  hit: number;
  onToggle: (id: string) => void;
}

/** One row; drawn again only when something of its own changes, as a scroll would else draw forty of them a frame. */
export const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>(props: TableRowProps<Row>) {
  const { row, id, place, layout, pane, isLast, isSelected, finds } = props;
  const { columns, pinned, isSelectable } = layout;
  const line = !isLast && 'border-b border-line';
  const cell = (index: number) => {
    const column = columns[index];
    if (column === undefined) return null;
    const isFound = finds?.(index, row) === true;
    return (
      <td
        key={column.id}
        aria-colindex={index + 1 + Number(isSelectable)}
        data-found={isFound || undefined}
        style={stickyAt(layout, pane, index)}
        className={clsx(
          'truncate px-3 py-0',
          line,
          column.align === 'right' ? 'text-right' : 'text-left',
          index < pinned && pane.isSticky && 'sticky z-1 bg-inherit',
          index === pinned - 1 && pane.isSticky && 'border-r border-r-line-strong',
          isFound && (index === props.hit ? 'outline-2 -outline-offset-2 outline-warn' : 'bg-warn-soft'),
        )}
      >
        {column.cell(row)}
      </td>
    );
  };
  return (
    <tr
      data-place={place}
      aria-rowindex={place + 2}
      aria-selected={isSelectable ? isSelected : undefined}
      tabIndex={props.isTabStop ? 0 : -1}
      className={clsx(
        'group h-8 -outline-offset-2!',
        isSelected ? 'bg-accent-soft' : 'bg-surface hover:bg-raised',
        props.isOpenable && 'cursor-pointer',
      )}
    >
      {isSelectable && (
        <td aria-colindex={1} className={clsx('pl-3', line, pane.isSticky && 'sticky left-0 z-1 bg-inherit')}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${String(columns[0]?.value(row) ?? id)}`}
            checked={isSelected}
            onChange={() => props.onToggle(id)}
            className="block size-4 accent-accent"
          />
        </td>
      )}
      {drawnCells(layout, pane, cell, (key, span) => (
        <td key={key} aria-hidden="true" colSpan={span} className={clsx('p-0', line)} />
      ))}
    </tr>
  );
}

/** Cells of pinned columns and of those in view, with one `gap` for what is left out before and after. */
export function drawnCells<Row, Cell>(
  { columns, pinned }: ColumnLayout<Row>,
  { first, end }: Pane,
  cell: (index: number) => Cell,
  gap: (key: string, span: number) => Cell,
): Cell[] {
  const cells: Cell[] = [];
  for (let index = 0; index < pinned; index += 1) cells.push(cell(index));
  if (first > pinned) cells.push(gap('gap-before', first - pinned));
  for (let index = Math.max(first, pinned); index < end; index += 1) cells.push(cell(index));
  if (end < columns.length) cells.push(gap('gap-after', columns.length - Math.max(end, pinned)));
  return cells;
}

/** Where a pinned column sticks; nothing for the others. */
export function stickyAt<Row>(
  { lefts, pinned }: ColumnLayout<Row>,
  { isSticky }: Pane,
  index: number,
): CSSProperties | undefined {
  return isSticky && index < pinned ? { left: lefts[index] } : undefined;
}

/** A row whose content is not there yet. */
export function WaitingRow<Row>({ layout, pane }: { layout: ColumnLayout<Row>; pane: Pane }) {
  return (
    <tr className="h-8">
      {layout.isSelectable && <td className="border-b border-line" />}
      {drawnCells(
        layout,
        pane,
        (index) => (
          <td key={layout.columns[index]?.id} className="border-b border-line px-3">
            <Skeleton className={clsx('h-3 w-3/5', layout.columns[index]?.align === 'right' && 'ml-auto')} />
          </td>
        ),
        (key, span) => (
          <td key={key} aria-hidden="true" colSpan={span} className="border-b border-line p-0" />
        ),
      )}
    </tr>
  );
}
