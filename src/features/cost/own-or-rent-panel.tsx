import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { breakEvenMonths, HOURS_PER_MONTH, ownMonthlyUsd } from '#lib/cost.ts';
import { decimals } from '#lib/decimal-text.ts';
import { gpuFactsQuery } from '#src/api/gpu-facts-query.ts';
import { LimitInput } from '#src/components/results/limit-input.tsx';
import { Unread } from '#src/components/ui/error-state.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import type { CostRow, GpuPrice } from './cost-rows.ts';
import { gpusOf } from './prices-panel.tsx';
import { ScrollArea } from '#src/components/ui/scroll-area.tsx';

/** A server and its cooling draw so many times what its GPUs do [the sizer's assumption for all-in power, docs/sizer.md]. */
const ALL_IN = 2.2;

interface OwnOrRentPanelProps {
  rows: readonly CostRow[];
  prices: ReadonlyMap<string, GpuPrice>;
  /** Per cent. */
  use: number;
  kwh: number | null;
  housing: number | null;
  onChange: (change: { kwh?: number | null; housing?: number | null }) => void;
}

/** From which month on a bought GPU has cost less than a rented one, at this use. */
export const OwnOrRentPanel = memo(function OwnOrRentPanel({
  rows,
  prices,
  use,
  kwh,
  housing,
  onChange,
}: OwnOrRentPanelProps) {
  const facts = useQuery(gpuFactsQuery);
  const usd = (value: number) => `$${decimals(value, value < 10 ? 2 : 0)}`;
  return (
    <Panel title="Own or rent" note={`one GPU at ${use} % use`}>
      <div className="flex flex-wrap gap-3 border-b border-line px-3 py-2">
        <LimitInput
          label="Electricity"
          unit="USD/kWh"
          value={kwh}
          onChange={(value) => onChange({ kwh: value })}
        />
        <LimitInput
          label="Housing"
          unit="$/kW mo"
          value={housing === 0 ? null : housing}
          placeholder="none"
          onChange={(value) => onChange({ housing: value ?? 0 })}
        />
      </div>
      <Unread query={facts} what="Power and prices of the GPUs" className="p-3" />
      {facts.isError && facts.data === undefined ? null : facts.isPending ? (
        <Skeleton className="m-3 h-32!" />
      ) : (
        <ScrollArea label="Own or rent, GPU by GPU">
          <table className="w-full min-w-[480px] text-sm">
            <thead>
              <tr className="text-xs text-ink-3">
                {[
                  'GPU',
                  'To buy, with its share of the server',
                  'To run a month',
                  'To rent a month',
                  'Even after',
                ].map((header, index) => (
                  <th
                    key={header}
                    scope="col"
                    className={
                      index === 0 ? 'px-3 py-1.5 text-left font-medium' : 'px-3 py-1.5 text-right font-medium'
                    }
                  >
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {gpusOf(rows).map(({ gpu, name }) => {
                const fact = facts.data.find((one) => one.gpu_model === gpu);
                const rent = prices.get(gpu)?.usd ?? null;
                const capex = fact?.capex_server_usd_per_gpu ?? null;
                const watts = fact?.tdp_w ?? null;
                const known =
                  rent === null || capex === null || watts === null || kwh === null
                    ? null
                    : {
                        capexUsd: capex,
                        powerKw: (watts * ALL_IN) / 1000,
                        usdPerKwh: kwh,
                        housingUsdPerKwMonth: housing ?? 0,
                        rentUsdPerHour: rent,
                        utilisation: use / 100,
                      };
                const months = known === null ? null : breakEvenMonths(known);
                return (
                  <tr key={gpu} className="border-t border-line">
                    <th scope="row" className="h-8 px-3 text-left font-normal whitespace-nowrap">
                      {name}
                    </th>
                    <td className="px-3 text-right" title={fact?.price_source ?? undefined}>
                      {capex === null ? NO_VALUE : usd(capex)}
                    </td>
                    <td className="px-3 text-right">
                      {known === null ? NO_VALUE : usd(ownMonthlyUsd(known))}
                    </td>
                    <td className="px-3 text-right">
                      {rent === null ? NO_VALUE : usd((rent * HOURS_PER_MONTH * use) / 100)}
                    </td>
                    <td className="px-3 text-right whitespace-nowrap">
                      {known === null
                        ? NO_VALUE
                        : months === null
                          ? 'never'
                          : `${months.toFixed(months < 10 ? 1 : 0)} months`}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <p className="border-t border-line px-3 py-1.5 text-xs text-ink-3">
        Assumed: all-in power of {ALL_IN} times the board power, electricity and rent only while it works, a
        month of 730.5 hours, no interest, no resale. Prices to buy are the catalog’s; the Sizer counts whole
        servers and racks.
      </p>
    </Panel>
  );
});
