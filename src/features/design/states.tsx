import type { ReactNode } from 'react';

/** States of one component in a row, its name before them. */
export function States({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h3 className="text-xs text-ink-3">{of}</h3>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
