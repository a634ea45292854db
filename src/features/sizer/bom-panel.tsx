import type { Recommendation } from '#contract/sizer/solve-response.ts';
import { decimals } from '#lib/decimal-text.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { formatUsd } from './answer-format.ts';
import { AnswerTable } from './answer-table.tsx';
import { bomTotal } from './bom-total.ts';

/** What to buy, line by line with where each price comes from; `onPrices` where the role may set its own. */
export function BomPanel({ row, onPrices }: { row: Recommendation; onPrices: (() => void) | null }) {
  const lines = row.bill_of_materials;
  const { totalUsd, unpriced, guesses } = bomTotal(lines);
  return (
    <Panel
      title="Bill of materials"
      note={`${row.gpus_needed} × ${row.gpu_display_name}, USD`}
      actions={onPrices !== null && <Button onClick={onPrices}>Prices of this workspace</Button>}
    >
      <AnswerTable
        label="Lines of the bill"
        head={[
          { header: 'Item' },
          { header: 'What' },
          { header: 'Quantity', isNumber: true },
          { header: 'Unit price (USD)', isNumber: true },
          { header: 'Total (USD)', isNumber: true },
          { header: 'Source' },
        ]}
      >
        {lines.map((line, index) => (
          <tr key={index}>
            <th scope="row">{line.item}</th>
            <td className="min-w-48">{line.description}</td>
            <td className="text-right whitespace-nowrap">
              {decimals(line.quantity, 2)} <span className="text-xs text-ink-3">{line.unit}</span>
            </td>
            <td className="text-right whitespace-nowrap">
              {line.included ? <span className="text-ink-3">included</span> : formatUsd(line.unit_price_usd)}
            </td>
            <td className="text-right whitespace-nowrap">
              {line.included ? <span className="text-ink-3">included</span> : formatUsd(line.total_usd)}
            </td>
            <td className="min-w-56 text-ink-2">
              {line.overridden && (
                <Badge tone="accent" className="mr-1">
                  own price
                </Badge>
              )}
              {line.is_guess && (
                <Badge tone="warn" className="mr-1">
                  guess
                </Badge>
              )}
              {line.source}
              <span className="text-ink-3"> · {line.as_of ?? `date ${NO_VALUE}`}</span>
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">Total</th>
          <td colSpan={3} className="text-ink-2">
            {unpriced > 0 && `${unpriced} without a price, not in the total. `}
            {guesses > 0 && `${guesses} with a guessed price.`}
          </td>
          <td className="text-right font-medium whitespace-nowrap">{formatUsd(totalUsd)}</td>
          <td className="text-ink-3">{unpriced > 0 ? 'incomplete' : guesses > 0 ? 'indicative' : ''}</td>
        </tr>
      </AnswerTable>
    </Panel>
  );
}
