import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';

/** Facts in one line under a title, separated by middle dots; empty ones are left out. */
export function FactsLine({ facts, className }: { facts: readonly ReactNode[]; className?: string }) {
  const shown = facts.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '');
  return (
    <div className={clsx('flex flex-wrap items-center gap-x-1.5 text-sm text-ink-3', className)}>
      {shown.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && <span aria-hidden>·</span>}
          <span className="inline-flex items-center gap-1">{fact}</span>
        </Fragment>
      ))}
    </div>
  );
}
