import { LimitInput } from '#src/components/results/limit-input.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { usdText, type CostRow, type GpuPrice } from './cost-rows.ts';

interface PricesPanelProps {
  rows: readonly CostRow[];
  prices: ReadonlyMap<string, GpuPrice>;
  own: ReadonlyMap<string, number>;
  onChange: (gpu: string, usd: number | null) => void;
  onReset: () => void;
}

/** The GPUs on the page by name, each once. */
export function gpusOf(rows: readonly CostRow[]): { gpu: string; name: string }[] {
  const names = new Map<string, string>();
  for (const { estimate } of rows)
    if (estimate.gpu_model !== null && !names.has(estimate.gpu_model))
      names.set(estimate.gpu_model, estimate.gpu_name ?? estimate.gpu_model);
  return [...names].map(([gpu, name]) => ({ gpu, name })).sort((a, b) => a.name.localeCompare(b.name));
}

/** The price of each GPU with its source, and the person's own in its place; they live in the address. */
export function PricesPanel({ rows, prices, own, onChange, onReset }: PricesPanelProps) {
  return (
    <Panel
      title="Prices"
      note="USD a GPU hour; yours stand in the address and go where it goes"
      actions={own.size > 0 ? <Button onClick={onReset}>Back to the listed prices</Button> : undefined}
    >
      <ul className="divide-y divide-line">
        {gpusOf(rows).map(({ gpu, name }) => {
          const price = prices.get(gpu);
          return (
            <li key={gpu} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm">
              <span className="min-w-40 flex-1">
                {name} {price?.isOwn === true && <Badge tone="accent">yours</Badge>}
                {price?.isGuess === true && <Badge tone="warn">guess</Badge>}
                <span className="block text-xs text-ink-3">{price?.source ?? 'no price known'}</span>
              </span>
              <span className="tabular-nums">{price === undefined ? NO_VALUE : usdText(price.usd)}</span>
              <LimitInput
                label={`Your price of ${name}`}
                isLabelHidden
                unit="USD/h"
                placeholder="yours"
                value={own.get(gpu) ?? null}
                onChange={(usd) => onChange(gpu, usd)}
              />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
