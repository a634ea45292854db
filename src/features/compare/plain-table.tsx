import type { ReactNode } from 'react';

/** A small table that shows all its rows; scrolls sideways within itself, also by keyboard. */
export function PlainTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto outline-offset-[-2px]">
      <table
        aria-label={label}
        className="w-full border-collapse text-sm tabular-nums [&_td]:border-t [&_td]:border-line [&_td]:px-3 [&_td]:py-1 [&_td.text-right]:whitespace-nowrap [&_th]:px-3 [&_th]:py-1 [&_th]:text-left [&_tbody_th]:border-t [&_tbody_th]:border-line [&_thead_th]:text-xs [&_thead_th]:font-medium [&_thead_th]:text-ink-3"
      >
        {children}
      </table>
    </div>
  );
}
