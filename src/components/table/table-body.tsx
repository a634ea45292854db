import { Fragment, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { counted } from '#src/components/ui/counted.ts';
import type { CellFinder } from './cell-finder.ts';
import type { ColumnLayout, Pane } from './column-layout.ts';
import type { CellPlace } from './find-cells.ts';
import { printedPlaces, usePrinting } from './printed-places.ts';
import { indexAfterKey, isFromControl } from './row-keys.ts';
import type { PlacedRows } from './placed-rows.ts';
import { ROW_PX, TableRow, WaitingRow } from './table-row.tsx';
import { placesAround, useVirtualRows, type Range } from './use-virtual-rows.ts';

const OVERSCAN = 4;
/** How far an arrow scrolls sideways, in px. */
const ASIDE_PX = 120;
const NO_ROW = -1;

interface TableBodyProps<Row> {
  placed: PlacedRows<Row>;
  layout: ColumnLayout<Row>;
  pane: Pane;
  scroller: HTMLElement | null;
  rowId: (row: Row) => string;
  selected: ReadonlySet<string>;
  /** Stays the same function. */
  onToggle: (id: string) => void;
  onRowOpen: ((row: Row) => void) | undefined;
  onRange: ((first: number, last: number) => void) | undefined;
  isWaiting: boolean;
  finds: CellFinder<Row>['finds'];
  /** The found cell that is stood on. */
  hit: CellPlace | null;
}

/** The rows in view and a few around them, with the keys that move among rows. Scrolling draws nothing but this. */
export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  const { placed, layout, pane, scroller, rowId, selected, onToggle, onRowOpen, onRange, hit } = props;
  const { count } = placed;
  const [focused, setFocused] = useState(0);
  const focusWanted = useRef(false);
  const tabStop = Math.min(focused, count - 1);

  const virtualizer = useVirtualRows({
    count,
    scroller,
    rowPx: ROW_PX,
    overscan: OVERSCAN,
    // As data-table.tsx has it.
    firstPx: Math.min(0.7 * innerHeight, 1000),
    // The header covers as much above as the last row in view then hangs over below.
    scrollPaddingEnd: ROW_PX,
    // The focused row stays in the document, so that focus is never lost by scrolling.
    rangeExtractor: (range) => placesIn(range, tabStop),
  });
  const first = virtualizer.range?.startIndex ?? 0;
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);

  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-place="${focused}"]`);
    if (row === null || row === undefined) return;
    focusWanted.current = false;
    row.focus({ preventScroll: true });
  });

  const rowOf = (target: EventTarget) => {
    const place = Number(target instanceof Element ? target.closest('tr')?.dataset['place'] : undefined);
    return Number.isInteger(place) ? { place, row: placed.at(place) } : null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (isFromControl(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = placed.at(tabStop);
    const aside = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (aside !== 0) scroller?.scrollBy({ left: aside * ASIDE_PX });
    else if (event.key === 'Enter' && row !== undefined && onRowOpen !== undefined) onRowOpen(row);
    else if (event.key === ' ' && row !== undefined && layout.isSelectable) onToggle(rowId(row));
    else {
      const next = indexAfterKey(event.key, tabStop, count, Math.max(1, last - first - 1));
      if (next === null) return;
      focusWanted.current = true;
      virtualizer.scrollToIndex(next);
      setFocused(next);
    }
    event.preventDefault();
  };

  const isPrinting = usePrinting();
  const places = props.isWaiting ? [] : isPrinting ? printedPlaces(placed) : virtualizer.places;
  const unprinted = isPrinting ? count - places.length : 0;
  const span = layout.columns.length + Number(layout.isSelectable);
  const gap = (before: number | undefined, to: number) => {
    const px = isPrinting ? 0 : (to - (before ?? -1) - 1) * ROW_PX;
    return px > 0 ? (
      // What stands for all rows until they are drawn is not the gap below them: a browser would see it move.
      <tr key={before === undefined ? 'before' : 'after'} aria-hidden="true">
        <td colSpan={span} style={{ height: px }} className="p-0" />
      </tr>
    ) : null;
  };

  return (
    <tbody
      ref={body}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const focus = rowOf(event.target);
        if (focus !== null) setFocused(focus.place);
      }}
      onClick={(event) => {
        if (onRowOpen === undefined || isFromControl(event)) return;
        const row = rowOf(event.target)?.row;
        if (row !== undefined) onRowOpen(row);
      }}
    >
      {props.isWaiting
        ? Array.from({ length: 6 }, (_, index) => <WaitingRow key={index} layout={layout} pane={pane} />)
        : places.map((place, at) => {
            const row = placed.at(place);
            const id = row === undefined ? `place-${place}` : rowId(row);
            return (
              <Fragment key={id}>
                {gap(places[at - 1], place)}
                {row === undefined ? (
                  <WaitingRow layout={layout} pane={pane} />
                ) : (
                  <TableRow
                    row={row}
                    id={id}
                    place={place}
                    layout={layout}
                    pane={pane}
                    isLast={place === count - 1}
                    isSelected={selected.has(id)}
                    isTabStop={place === tabStop}
                    isOpenable={onRowOpen !== undefined}
                    finds={props.finds}
                    hit={hit?.place === place ? hit.column : NO_ROW}
                    onToggle={onToggle}
                  />
                )}
              </Fragment>
            );
          })}
      {gap(places.at(-1), count)}
      {unprinted > 0 && (
        <tr>
          <td colSpan={span} className="px-3 py-2">
            {counted(unprinted, 'more row')} not printed; a file exported from the page holds them.
          </td>
        </tr>
      )}
    </tbody>
  );
}

function placesIn(range: Range, focused: number): number[] {
  const places = placesAround(range);
  if (focused >= 0 && focused < (places[0] ?? 0)) places.unshift(focused);
  if (focused > (places.at(-1) ?? focused)) places.push(focused);
  return places;
}
