import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode, Ref } from 'react';
import { controlStyles } from './input.tsx';
import { itemStyles, overlayStyles } from './overlay-styles.ts';

export interface Option<T extends string = string> {
  value: T;
  label: ReactNode;
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
  ref?: Ref<HTMLButtonElement>;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** One of a few options; use `Combobox` from about ten on. */
export function Select<T extends string>({
  value,
  onValueChange,
  options,
  placeholder = 'Choose',
  disabled,
  name,
  className,
  ...trigger
}: SelectProps<T>) {
  return (
    <Radix.Root
      name={name}
      value={value ?? ''}
      onValueChange={(next) => onValueChange(next as T)}
      disabled={disabled}
    >
      <Radix.Trigger
        className={clsx(
          controlStyles,
          'flex items-center justify-between gap-2 text-left data-placeholder:text-ink-3',
          className,
        )}
        {...trigger}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className={clsx(
            overlayStyles,
            'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)',
          )}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabledReason !== undefined}
                className={clsx(itemStyles, 'pr-7')}
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                {option.disabledReason !== undefined && (
                  <span className="text-xs text-ink-3">{option.disabledReason}</span>
                )}
                <Radix.ItemIndicator className="absolute right-2">
                  <Check aria-hidden className="size-3.5" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
