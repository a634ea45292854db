import { useMemo, useState } from 'react';
import { chartTable, type ChartCell, type ChartColumn } from '#lib/charts/chart-table.ts';
import { grouped } from '#lib/grouped.ts';
import type { ChartBodyProps } from './chart-body.tsx';
import { formatAxisValue } from './metric-axis.ts';

interface ChartTableTwinProps extends Pick<
  ChartBodyProps,
  'panels' | 'hidden' | 'title' | 'ruler' | 'focus'
> {
  readonly minHeight: number;
}

/** Rows at a time: enough to read, few enough never to be slow. */
const PAGE = 100;

function printCell({ value, note, axis }: ChartCell, column: ChartColumn): string {
  if (typeof value === 'string') return value;
  const by = axis ?? column.axis;
  const text = by ? formatAxisValue(by, value) : value === null ? '—' : grouped(value);
  return note === undefined ? text : `${text} (${note})`;
}

/** The chart's values as a table, printed by the same formatter. */
export function ChartTableTwin({ panels, hidden, title, ruler, minHeight, focus }: ChartTableTwinProps) {
  const [asked, setAsked] = useState(0);
  const { columns, rows } = useMemo(() => chartTable(panels, hidden, ruler), [panels, hidden, ruler]);
  const start = Math.min(asked, Math.max(0, Math.ceil(rows.length / PAGE) - 1) * PAGE);
  const shown = rows.slice(start, start + PAGE);
  const isNumber = (column: ChartColumn): boolean =>
    column.axis !== null || column.header === 'Value' || column.header === 'n';
  return (
    <div style={{ minHeight }} className="flex flex-col">
      <div
        ref={focus}
        role="region"
        aria-label={`${title}, table`}
        tabIndex={0}
        className="max-h-96 grow overflow-auto outline-offset-[-2px]"
      >
        <table className="w-full border-collapse text-sm" aria-rowcount={rows.length + 1}>
          <thead className="sticky top-0 bg-surface">
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <th
                  key={column.header}
                  scope="col"
                  className={`border-b border-line px-3 py-1.5 text-xs font-medium whitespace-nowrap text-ink-3 ${isNumber(column) ? 'text-right' : 'text-left'}`}
                >
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr
                key={start + index}
                aria-rowindex={start + index + 2}
                className="h-8 border-b border-line last:border-b-0"
              >
                {columns.map((column, cell) => (
                  <td
                    key={column.header}
                    className={`px-3 whitespace-nowrap ${isNumber(column) ? 'text-right' : 'text-left'}`}
                  >
                    {printCell(row[cell] ?? { value: null }, column)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > PAGE && (
        <div className="flex items-center gap-2 border-t border-line px-3 py-1 text-xs text-ink-3">
          <span>
            Rows {start + 1} to {start + shown.length} of {grouped(rows.length)}
          </span>
          <button
            type="button"
            className="min-h-6 px-1 text-accent disabled:text-ink-3"
            disabled={start === 0}
            onClick={() => setAsked(start - PAGE)}
          >
            Previous
          </button>
          <button
            type="button"
            className="min-h-6 px-1 text-accent disabled:text-ink-3"
            disabled={start + PAGE >= rows.length}
            onClick={() => setAsked(start + PAGE)}
          >
            Next
          </button>
        </div>
      )}
    </div>
  );
}
