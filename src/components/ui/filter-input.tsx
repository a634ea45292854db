import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { whenRested } from '#src/url/when-rested.ts';
import { controlStyles } from './input.tsx';

/** Typing rests this long before the address changes, unless a press comes first. */
const REST_MS = 200;

interface FilterInputProps {
  /** What it looks in: "Find a project". Also its name for screen readers. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A text filter that lives in the URL: what is typed shows at once, the address follows when typing rests. */
export function FilterInput({ label, value, onChange }: FilterInputProps) {
  const [typed, setTyped] = useState({ text: value, from: value });
  const callOff = useRef<() => void>(undefined);
  // The address changed by another way (back, a cleared filter): it wins.
  if (typed.from !== value) setTyped({ text: value, from: value });
  useEffect(() => () => callOff.current?.(), []);
  return (
    <span className="relative inline-flex w-44 items-center">
      <Search aria-hidden className="pointer-events-none absolute left-2 size-3.5 text-ink-3" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed.text}
        className={`${controlStyles} py-0.5! pl-7!`}
        onChange={(event) => {
          const text = event.target.value;
          setTyped({ text, from: value });
          callOff.current?.();
          callOff.current = whenRested(() => onChange(text.trim()), REST_MS);
        }}
      />
    </span>
  );
}
