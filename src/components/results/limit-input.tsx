import { useId, useState } from 'react';
import { readNumber } from '#src/components/form/number-text.ts';
import { Input } from '#src/components/ui/input.tsx';

interface LimitInputProps {
  label: string;
  unit: string;
  /** Named for screen readers alone. */
  isLabelHidden?: boolean;
  placeholder?: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** One number above zero that may be left open: a limit, a price; empty is none. What is typed counts when the field is left or Enter pressed. */
export function LimitInput({
  label,
  unit,
  isLabelHidden = false,
  placeholder = 'any',
  value,
  onChange,
}: LimitInputProps) {
  const id = useId();
  const written = value === null ? '' : String(value);
  const [typed, setTyped] = useState({ text: written, from: written, isWrong: false });
  // The address changed by another way (back, a cleared filter): it wins.
  if (typed.from !== written) setTyped({ text: written, from: written, isWrong: false });
  const take = () => {
    const number = readNumber(typed.text);
    const isBad = number !== undefined && (Number.isNaN(number) || number <= 0);
    setTyped({ ...typed, isWrong: isBad });
    if (!isBad && (number ?? null) !== value) onChange(number ?? null);
  };
  return (
    <span className="relative inline-flex items-center gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-xs whitespace-nowrap text-ink-3'}>
        {label}
      </label>
      <span className="w-28">
        <Input
          id={id}
          inputMode="decimal"
          unit={unit}
          placeholder={placeholder}
          value={typed.text}
          aria-invalid={typed.isWrong}
          title={typed.isWrong ? 'Enter a number above zero, or nothing' : undefined}
          className="min-h-6! py-0!"
          onChange={(event) => setTyped({ ...typed, text: event.target.value })}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take();
          }}
        />
      </span>
    </span>
  );
}
