import { useId, useState } from 'react';
import { readNumber } from '#src/components/form/number-text.ts';
import { Input } from '#src/components/ui/input.tsx';

interface LimitInputProps {
  label: string;
  unit: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** One limit of the service level; empty is none. What is typed counts when the field is left or Enter pressed. */
export function LimitInput({ label, unit, value, onChange }: LimitInputProps) {
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
    <span className="inline-flex items-center gap-1">
      <label htmlFor={id} className="text-xs whitespace-nowrap text-ink-3">
        {label}
      </label>
      <span className="w-24">
        <Input
          id={id}
          inputMode="decimal"
          unit={unit}
          placeholder="any"
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
