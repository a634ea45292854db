import { useId } from 'react';
import { controlStyles } from '#src/components/ui/input.tsx';

interface ChoiceFieldProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** One of a few, with the browser's own list: opens at once, works by keyboard and touch. A value of its own is kept. */
export function ChoiceField<T extends string>({ label, value, options, onChange }: ChoiceFieldProps<T>) {
  const id = useId();
  const isKnown = options.some((option) => option.value === value);
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1">
      <label htmlFor={id} className="text-xs text-ink-3">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
        className={controlStyles}
      >
        {!isKnown && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
