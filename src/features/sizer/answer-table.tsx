import type { ReactNode } from 'react';

interface AnswerTableProps {
  label: string;
  head: readonly { header: string; isNumber?: boolean }[];
  children: ReactNode;
}

/** A short table of the answer; scrolls sideways by itself, by keyboard too. */
export function AnswerTable({ label, head, children }: AnswerTableProps) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto -outline-offset-2!">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {head.map(({ header, isNumber = false }) => (
              <th
                key={header}
                scope="col"
                className={`px-3 py-1.5 text-xs font-medium whitespace-nowrap text-ink-3 ${isNumber ? 'text-right' : 'text-left'}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:border-t [&_td]:border-line [&_td]:px-3 [&_td]:py-1.5 [&_td]:align-top [&_th]:border-t [&_th]:border-line [&_th]:px-3 [&_th]:py-1.5 [&_th]:text-left [&_th]:align-top [&_th]:font-medium">
          {children}
        </tbody>
      </table>
    </div>
  );
}
