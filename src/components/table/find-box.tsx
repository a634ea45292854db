import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef, useState, type Ref } from 'react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { controlStyles } from '#src/components/ui/input.tsx';
import type { Find } from './use-find.ts';

/** Typing rests this long before it is looked for. */
const REST_MS = 150;

interface FindBoxProps {
  value: string;
  onChange: (text: string) => void;
  find: Find;
  /** Said where not all rows are looked through. */
  note: string | null;
  inputRef: Ref<HTMLInputElement>;
  onClose: () => void;
}

/** Finds a text in the cells: Enter goes to the next one, Shift and Enter back, Escape ends it. */
export function FindBox({ value, onChange, find, note, inputRef, onClose }: FindBoxProps) {
  const [typed, setTyped] = useState({ text: value, from: value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed by another way: it wins.
  if (typed.from !== value) setTyped({ text: value, from: value });
  useEffect(() => () => clearTimeout(timer.current), []);
  const isResting = typed.text.trim() === value;
  const count = find.total.toLocaleString('en-US');
  return (
    <span role="search" aria-label="Find in the table" className="inline-flex flex-wrap items-center gap-x-1">
      <span className="relative inline-flex w-40 items-center">
        <Search aria-hidden className="pointer-events-none absolute left-2 size-3.5 text-ink-3" />
        <input
          ref={inputRef}
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
        <span role="status" className="text-xs text-ink-3">
          {find.at > 0
            ? `${find.at.toLocaleString('en-US')} of ${count}`
            : find.total === 0 && find.isDone
              ? 'none'
              : `${count} found`}
          {!find.isDone && '…'}
          {note !== null && ` ${note}`}
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
