import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { controlStyles } from './input.tsx';

/** Typing rests this long before the address changes. */
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed by another way (back, a cleared filter): it wins.
  if (typed.from !== value) setTyped({ text: value, from: value });
  useEffect(() => () => clearTimeout(timer.current), []);
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
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange(text.trim()), REST_MS);
        }}
      />
    </span>
  );
}
