import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A part that scrolls sideways where it does not fit, and what in it is only read out with it; focusable, so that arrow keys reach what is beyond the edge. */
export function ScrollArea({
  label,
  children,
  className,
}: {
  /** What is in it, for screen readers. */
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className={clsx('relative overflow-x-auto -outline-offset-2!', className)}
    >
      {children}
    </div>
  );
}
