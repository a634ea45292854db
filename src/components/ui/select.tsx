import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { controlStyles } from './input.tsx';

export interface Option<T extends string = string> {
  value: T;
  label: string;
  /** Why it cannot be chosen; the option is shown, disabled, with this reason. */
  disabledReason?: string;
}

interface SelectProps<T extends string> {
  value: T | null;
  onValueChange: (value: T) => void;
  options: readonly Option<T>[];
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  name?: string;
  className?: string;
  ref?: Ref<HTMLSelectElement>;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** One of a few options, in the browser's own list; use `Combobox` from about ten on. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { value, onValueChange, options, placeholder = 'Choose', className, ...native } = props;
  return (
    <span className={clsx('relative grid items-center', className)}>
      <select
        {...native}
        value={value ?? ''}
        onChange={(event) => onValueChange(event.target.value as T)}
        className={clsx(controlStyles, 'appearance-none truncate pr-7', value === null && 'text-ink-3')}
      >
        {value === null && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.disabledReason !== undefined}
            className="bg-surface text-ink"
          >
            {option.disabledReason === undefined
              ? option.label
              : `${option.label} (${option.disabledReason})`}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2 size-3.5 text-ink-3" />
    </span>
  );
}
