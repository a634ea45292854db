import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { controlStyles } from '#src/components/ui/input.tsx';
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

interface FindBoxProps<Row extends object> {
  value: string;
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
  const { value, onChange, placed, layout, pane, part, scroller, onHit, asked, onClose } = props;
  const { columns } = layout;
  const needle = value.toLowerCase();
  // Where only some of many rows are at hand, the data API looks.
  const isRemote = part !== undefined && part.total > placed.loaded().length;
  const here = useFind(isRemote ? '' : needle, placed, columns);
  const remote = useFindRows(isRemote ? value : '', part, columns, placed);
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
  useFoundMarks(scroller, needle);

  const [typed, setTyped] = useState({ text: value, from: value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked > 0) input.current?.focus();
  }, [asked]);
  // The address changed by another way: it wins.
  if (typed.from !== value) setTyped({ text: value, from: value });
  useEffect(() => () => clearTimeout(timer.current), []);
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
          placeholder="Find in the cells"
          value={typed.text}
          className={`${controlStyles} py-0.5! pl-7! [&::-webkit-search-cancel-button]:hidden`}
          onChange={(event) => {
            const text = event.target.value;
            setTyped({ text, from: value });
            clearTimeout(timer.current);
            timer.current = setTimeout(() => onChange(text.trim()), REST_MS);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
            else if (event.key === 'Enter' && isResting) find.step(event.shiftKey ? -1 : 1);
            else if (event.key === 'Enter') {
              clearTimeout(timer.current);
              onChange(typed.text.trim());
            } else return;
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
