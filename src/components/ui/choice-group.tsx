import { clsx } from 'clsx';
import { useId, type Ref } from 'react';

export interface ChoiceOption<T extends string = string> {
  value: T;
  label: string;
  detail?: string;
  /** Why it cannot be chosen; shown in place of the detail. */
  disabledReason?: string;
  /** It can be chosen, and this speaks against it. */
  warning?: string;
}

interface ChoiceGroupProps<T extends string> {
  value: T | '';
  onValueChange: (value: T) => void;
  options: readonly ChoiceOption<T>[];
  name?: string;
  id?: string;
  ref?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  className?: string;
}

/** One of a few options, all in view with what speaks for and against each. Native radios: arrows move, Tab leaves. */
export function ChoiceGroup<T extends string>(props: ChoiceGroupProps<T>) {
  const { value, onValueChange, options, id, ref, onBlur, className } = props;
  const ownName = useId();
  const focusable =
    options.find((one) => one.value === value && one.disabledReason === undefined) ??
    options.find((one) => one.disabledReason === undefined);
  return (
    <div
      role="radiogroup"
      id={id}
      aria-label={props['aria-label']}
      aria-describedby={props['aria-describedby']}
      aria-invalid={props['aria-invalid']}
      className={clsx('flex flex-wrap gap-1.5', className)}
    >
      {options.map((option) => {
        const note = option.disabledReason ?? option.warning ?? option.detail;
        return (
          <label
            key={option.value}
            className={clsx(
              'relative grid min-h-7 content-center rounded border bg-surface px-2 py-0.5 text-sm has-checked:border-accent has-checked:bg-accent-soft forced-colors:has-checked:outline-2 forced-colors:has-checked:outline-[Highlight] has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent pointer-coarse:min-h-9',
              option.disabledReason === undefined
                ? 'border-line-strong hover:bg-raised'
                : 'border-dashed border-line-strong text-ink-3',
            )}
          >
            <input
              type="radio"
              name={props.name ?? ownName}
              ref={option === focusable ? ref : undefined}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabledReason !== undefined}
              onChange={() => onValueChange(option.value)}
              onBlur={onBlur}
              className="absolute inset-0 cursor-[inherit] appearance-none opacity-0"
            />
            <span>{option.label}</span>
            {note !== undefined && (
              <span
                className={clsx(
                  'text-xs',
                  option.warning !== undefined && option.disabledReason === undefined
                    ? 'text-bad'
                    : 'text-ink-3',
                )}
              >
                {note}
              </span>
            )}
          </label>
        );
      })}
    </div>
  );
}
