import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { controlStyles } from '#src/components/ui/input.tsx';
import { whenRested } from '#src/url/when-rested.ts';
import type { CellFinder } from './cell-finder.ts';
import type { ColumnLayout, Pane } from './column-layout.ts';
import type { RowWindow } from './data-table-props.ts';
import type { CellPlace } from './find-cells.ts';
import { useFoundMarks } from './found-marks.ts';
import { showCell } from './show-cell.ts';
import type { PlacedRows } from './placed-rows.ts';
import { useFind } from './use-find.ts';
import { useFindRows } from './use-find-rows.ts';

/** Typing rests this long before it is looked for. */
const REST_MS = 150;

/** What it looks in; of rows that are not all at hand the data API is asked. */
const wordsOf = (isRemote: boolean): string =>
  `Looks in ${isRemote ? 'all rows, read or not: texts that hold it, numbers that are it' : 'the columns shown: in texts, in numbers'} as they are rounded here, times as 2026-11-28, 2026-11-28 14:05 or 2026-11 in your time zone.`;

interface FindBoxProps<Row extends object> {
  /** What is looked for. */
  finder: CellFinder<Row>;
  onChange: (text: string) => void;
  placed: PlacedRows<Row>;
  layout: ColumnLayout<Row>;
  pane: Pane;
  /** Of rows that are read in windows. */
  part: RowWindow<Row> | undefined;
  scroller: HTMLElement | null;
  /** The cell that is stood on. */
  onHit: (hit: CellPlace | null) => void;
  /** Grows whenever the field is asked for. */
  asked: number;
  onClose: () => void;
}

/** Finds a text in the cells: Enter goes to the next one, Shift and Enter back, Escape ends it. */
export function FindBox<Row extends object>(props: FindBoxProps<Row>) {
  const { finder, onChange, placed, layout, pane, part, scroller, onHit, asked, onClose } = props;
  const { text: value, isRemote } = finder;
  const shown = layout.columns.length;
  const here = useFind(finder, placed, shown);
  const remote = useFindRows(finder, part, placed, shown);
  const find = isRemote ? remote : here;
  const { hit, jumps } = find;
  useEffect(() => {
    onHit(hit);
    return () => onHit(null);
  }, [hit, onHit]);
  // Only a step moves the view: a person may scroll away, and rows may be read again.
  const show = useEffectEvent(() => {
    if (hit !== null && scroller !== null) showCell(scroller, layout, pane, hit);
  });
  useEffect(() => {
    if (jumps > 0) show();
  }, [jumps]);
  useFoundMarks(scroller, value.toLowerCase());

  const [typed, setTyped] = useState({ text: value, from: value });
  const callOff = useRef<() => void>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked > 0) input.current?.focus();
  }, [asked]);
  // The address changed by another way: it wins.
  if (typed.from !== value) setTyped({ text: value, from: value });
  useEffect(() => () => callOff.current?.(), []);
  const isResting = typed.text.trim() === value;
  return (
    <span
      role="search"
      aria-label="Find in the table"
      className="inline-flex flex-wrap items-center gap-x-1 max-sm:flex"
    >
      <span className="relative inline-flex w-40 items-center max-sm:min-w-24 max-sm:flex-1">
        <Search aria-hidden className="pointer-events-none absolute left-2 size-3.5 text-ink-3" />
        <input
          ref={input}
          type="search"
          aria-label="Find in the table"
          aria-description={wordsOf(isRemote)}
          title={wordsOf(isRemote)}
          placeholder="Find in the cells"
          value={typed.text}
          className={`${controlStyles} py-0.5! pl-7! [&::-webkit-search-cancel-button]:hidden`}
          onChange={(event) => {
            const text = event.target.value;
            setTyped({ text, from: value });
            callOff.current?.();
            callOff.current = whenRested(() => onChange(text.trim()), REST_MS);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
            else if (event.key !== 'Enter') return;
            // What still waited was looked for as the key came.
            else if (isResting) find.step(event.shiftKey ? -1 : 1);
            event.preventDefault();
          }}
        />
      </span>
      {value !== '' && (
        <span role="status" className="text-xs text-ink-3 max-sm:order-last max-sm:w-full">
          {find.words}
        </span>
      )}
      <IconButton label="Previous found" disabled={find.total === 0} onClick={() => find.step(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton label="Next found" disabled={find.total === 0} onClick={() => find.step(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton label="End the find" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </span>
  );
}
