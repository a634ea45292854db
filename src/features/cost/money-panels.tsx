import type { CostRow, GpuPrice } from './cost-rows.ts';
import { OwnOrRentPanel } from './own-or-rent-panel.tsx';
import { withPrice } from './with-price.ts';
import { PricesPanel } from './prices-panel.tsx';

interface MoneyView {
  readonly prices: readonly string[];
  readonly kwh: number | null;
  readonly housing: number | null;
}

interface MoneyPanelsProps {
  rows: readonly CostRow[];
  prices: ReadonlyMap<string, GpuPrice>;
  own: ReadonlyMap<string, number>;
  /** Per cent. */
  use: number;
  view: MoneyView;
  onViewChange: (change: Partial<MoneyView>) => void;
}

/** What the costs rest on, under their table: the price of each GPU, whether to own or to rent it, and the formula. */
export function MoneyPanels({ rows, prices, own, use, view, onViewChange }: MoneyPanelsProps) {
  return (
    <>
      <div className="grid items-start gap-3.5 xl:grid-cols-2">
        <PricesPanel
          rows={rows}
          prices={prices}
          own={own}
          onChange={(gpu, usd) => onViewChange({ prices: withPrice(view.prices, gpu, usd) })}
          onReset={() => onViewChange({ prices: [] })}
        />
        <OwnOrRentPanel
          rows={rows}
          prices={prices}
          use={use}
          kwh={view.kwh}
          housing={view.housing}
          onChange={onViewChange}
        />
      </div>
      <p className="text-xs text-ink-3">
        USD a million = USD an hour of all GPUs ÷ (tokens a second × 3,600 × use) × 1,000,000. Throughput is
        the mean of the repeats; the price is of GPUs alone unless the basis says more. Of output or input
        tokens alone, each million carries the whole cost: the two do not add up.
      </p>
    </>
  );
}
