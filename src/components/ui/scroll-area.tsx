import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A part that scrolls sideways where it does not fit; focusable, so that arrow keys reach what is beyond the edge. */
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
      role="region"
      aria-label={label}
      tabIndex={0}
      className={clsx('overflow-x-auto -outline-offset-2!', className)}
    >
      {children}
    </div>
  );
}
