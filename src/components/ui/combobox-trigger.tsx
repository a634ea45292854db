import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps, Ref } from 'react';
import { controlStyles } from './input.tsx';

export interface ComboboxOption<T extends string = string> {
  value: T;
  label: string;
  /** Second line of facts, searched too. */
  detail?: string;
  disabledReason?: string;
}

export interface ComboboxProps<T extends string> {
  value: T | null;
  onValueChange: (value: T) => void;
  options: readonly ComboboxOption<T>[];
  placeholder?: string;
  /** What the list shows when nothing matches. */
  empty?: string;
  /** Lets a person choose what they typed though no option has it; answers how that is offered: "New project x". */
  newLabel?: (typed: string) => string;
  /** A way out of the list, below it: "Add a model". */
  action?: { label: string; onSelect: () => void };
  disabled?: boolean;
  id?: string;
  name?: string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** What of the props belongs to the closed field. */
export function triggerProps(props: ComboboxProps<string>): TriggerProps {
  const { value, options, placeholder, disabled, id, name, className, ref, onBlur } = props;
  return {
    ...{ value, options, placeholder, disabled, id, name, className, ref, onBlur },
    'aria-label': props['aria-label'],
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
  };
}

interface TriggerProps extends Omit<ComponentProps<'button'>, 'value'> {
  value: string | null;
  options: readonly ComboboxOption[];
  placeholder?: string;
}

/** A `Combobox` while it is closed. */
export function ComboboxTrigger({
  value,
  options,
  placeholder = 'Choose',
  className,
  ...props
}: TriggerProps) {
  const chosen = options.find((option) => option.value === value);
  return (
    <button
      type="button"
      role="combobox"
      className={clsx(controlStyles, 'flex items-center justify-between gap-2 text-left', className)}
      {...props}
    >
      <span className={clsx('truncate', value === null && 'text-ink-3')}>
        {chosen?.label ?? value ?? placeholder}
      </span>
      <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
    </button>
  );
}
