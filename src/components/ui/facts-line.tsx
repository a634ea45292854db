import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';

/**
 * Facts in one line under a title, separated by middle dots; empty ones are left out. Words alone wrap as one text;
 * beside a badge or a button each fact keeps together.
 */
export function FactsLine({ facts, className }: { facts: readonly ReactNode[]; className?: string }) {
  const shown = facts.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '');
  const isText = shown.every((fact) => typeof fact === 'string');
  return (
    <div
      className={clsx('text-sm text-ink-3', !isText && 'flex flex-wrap items-center gap-x-1.5', className)}
    >
      {shown.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && <span aria-hidden>{isText ? ' · ' : '·'}</span>}
          <span className={clsx(!isText && 'inline-flex items-center gap-1')}>{fact}</span>
        </Fragment>
      ))}
    </div>
  );
}
