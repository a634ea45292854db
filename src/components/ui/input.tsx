import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** The box shared by every control that holds a value. */
export const controlStyles =
  'w-full rounded border border-line-strong bg-surface px-2 py-1 text-sm text-ink placeholder:text-ink-3 aria-invalid:border-bad disabled:border-dashed disabled:text-ink-3 pointer-coarse:min-h-9 pointer-coarse:text-lg';

interface InputProps extends ComponentProps<'input'> {
  /** Unit shown inside at the right: "tokens", "ms". */
  unit?: ReactNode;
}

export function Input({ unit, className, ...props }: InputProps) {
  if (unit === undefined) return <input className={clsx(controlStyles, className)} {...props} />;
  return (
    <span className={clsx('relative flex items-center', className)}>
      <input className={clsx(controlStyles, 'pr-16')} {...props} />
      <span className="pointer-events-none absolute right-2 text-xs text-ink-3">{unit}</span>
    </span>
  );
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={clsx(controlStyles, 'min-h-20', className)} {...props} />;
}
