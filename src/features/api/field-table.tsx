import { NO_VALUE } from '#src/components/ui/no-value.ts';
import type { ApiParameter, FieldRow } from './operation-detail.ts';

const cell = 'border-t border-line px-3 py-1.5 align-top';
const head = 'px-3 py-1.5 text-left text-xs font-medium text-ink-3';

interface FieldTableProps {
  label: string;
  rows: readonly (FieldRow | ApiParameter)[];
  /** Shows whether each is needed. */
  required?: boolean;
  /** Shows where each goes (query, path, header). */
  place?: boolean;
}

/** Names, types and units of parameters or columns. */
export function FieldTable({ label, rows, required = false, place = false }: FieldTableProps) {
  const hasUnits = rows.some((row) => row.unit !== '');
  return (
    <div tabIndex={0} role="group" aria-label={label} className="overflow-x-auto -outline-offset-2!">
      <table className="w-full text-sm">
        <thead>
          <tr>
            <th className={head} scope="col">
              Name
            </th>
            <th className={head} scope="col">
              Type
            </th>
            {hasUnits && (
              <th className={head} scope="col">
                Unit
              </th>
            )}
            {required && (
              <th className={head} scope="col">
                Needed
              </th>
            )}
            {place && (
              <th className={head} scope="col">
                In
              </th>
            )}
            <th className={head} scope="col">
              Meaning
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${'place' in row ? row.place : ''} ${row.name}`}>
              <th scope="row" className={`${cell} text-left font-mono text-xs font-normal whitespace-nowrap`}>
                {row.name}
              </th>
              <td className={`${cell} min-w-28 text-ink-2`}>{row.type}</td>
              {hasUnits && (
                <td className={`${cell} whitespace-nowrap text-ink-2`}>
                  {row.unit === '' ? NO_VALUE : row.unit}
                </td>
              )}
              {required && <td className={`${cell} text-ink-2`}>{row.isRequired ? 'yes' : 'no'}</td>}
              {place && <td className={`${cell} text-ink-2`}>{'place' in row ? row.place : ''}</td>}
              <td className={`${cell} min-w-48 text-ink-2`}>
                {row.description === '' ? NO_VALUE : row.description.replaceAll('`', '')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
