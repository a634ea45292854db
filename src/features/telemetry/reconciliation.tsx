import type { BenchmarkResult } from '#contract/views/v-benchmark-results.ts';
import type { TelemetryJobSummaryRow } from '#contract/views/v-telemetry-job-summary.ts';
import type { TelemetrySeries } from '#contract/rpc/telemetry.ts';
import { METRICS, type MetricKey } from '#contract/metrics.ts';
import { MetricValue } from '#src/components/table/metric-column.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { meanPowerW, reconcile } from './reconcile.ts';
import { ScrollArea } from '#src/components/ui/scroll-area.tsx';

interface ReconciliationProps {
  summary: TelemetryJobSummaryRow;
  result: BenchmarkResult | null;
  /** Read at least as finely as the window allows. */
  series: TelemetrySeries;
  window: { readonly from: number; readonly to: number };
}

/** "+1.2 %", "−0.4 %"; what rounds to nothing has no sign. */
function percentOf(share: number): string {
  const text = Math.abs(share * 100).toFixed(1);
  return `${text === '0.0' ? '' : share > 0 ? '+' : '−'}${text} %`;
}

/** The averages of the traces beside the figures that were stored: whoever doubts one sees whether the other agrees. */
export function Reconciliation({ summary, result, series, window }: ReconciliationProps) {
  const power = meanPowerW(series, window);
  const perToken =
    power === null || result?.tokens_per_sec == null || result.tokens_per_sec <= 0
      ? null
      : power / result.tokens_per_sec;
  const lines: readonly { metric: MetricKey; basis: string; is: ReturnType<typeof reconcile> }[] = [
    {
      metric: 'power_total_avg_w',
      basis: 'mean of the samples, summed over GPUs',
      is: reconcile(power, summary.power_total_avg_w),
    },
    {
      metric: 'joules_per_token',
      basis: 'that power over the output throughput of the result',
      is: reconcile(perToken, result?.joules_per_token ?? summary.joules_per_token),
    },
  ];
  return (
    <Panel title="Trace against figure" note="the two come by different ways; within 2 % they agree">
      <ScrollArea label="Trace against figure">
        <table className="w-full min-w-[560px] text-sm">
          <thead>
            <tr className="text-xs text-ink-3">
              <th scope="col" className="px-3 py-1.5 text-left font-medium">
                Figure
              </th>
              <th scope="col" className="px-3 py-1.5 text-right font-medium">
                From the trace
              </th>
              <th scope="col" className="px-3 py-1.5 text-right font-medium">
                Stored
              </th>
              <th scope="col" className="px-3 py-1.5 text-right font-medium">
                Difference
              </th>
              <th scope="col" className="px-3 py-1.5 text-left font-medium">
                Verdict
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ metric, basis, is }) => (
              <tr key={metric} className="border-t border-line">
                <th scope="row" className="h-8 px-3 text-left font-normal" title={basis}>
                  {METRICS[metric].label} ({METRICS[metric].unit})
                </th>
                <td className="px-3 text-right">
                  <MetricValue metric={metric} value={is.trace} />
                </td>
                <td className="px-3 text-right">
                  <MetricValue metric={metric} value={is.published} />
                </td>
                <td className="px-3 text-right">
                  {is.difference === null ? NO_VALUE : percentOf(is.difference)}
                </td>
                <td className="px-3">
                  {is.agrees === null ? (
                    NO_VALUE
                  ) : is.agrees ? (
                    <Badge tone="good">agree</Badge>
                  ) : (
                    <Badge tone="warn">differ</Badge>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}
