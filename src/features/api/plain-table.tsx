interface PlainTableProps {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A few fixed rows; the first column names each. */
export function PlainTable({ label, head, rows }: PlainTableProps) {
  return (
    <div tabIndex={0} role="group" aria-label={label} className="overflow-x-auto -outline-offset-2!">
      <table className="w-full text-sm">
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col" className="px-3 py-1.5 text-left text-xs font-medium text-ink-3">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...others]) => (
            <tr key={first}>
              <th
                scope="row"
                className="border-t border-line px-3 py-1.5 text-left align-top font-mono text-xs font-normal"
              >
                {first}
              </th>
              {others.map((text, index) => (
                <td key={index} className="border-t border-line px-3 py-1.5 align-top text-ink-2">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
