import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A key, as drawn on a keyboard. */
export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      className={clsx('rounded-sm border border-line-strong px-1 font-mono text-2xs text-ink-2', className)}
      {...props}
    />
  );
}
