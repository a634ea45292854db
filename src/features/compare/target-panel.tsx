import { useId, useMemo } from 'react';
import { formatMetric, METRICS, metricHeader, type MetricKey } from '#contract/metrics.ts';
import type { MetricSeries } from '#src/components/chart/metric-series.ts';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { PlainTable } from './plain-table.tsx';
import { suggestTarget, targetRows, type TargetRow } from './target-rows.ts';

interface TargetPanelProps {
  series: readonly MetricSeries[];
  x: MetricKey;
  y: MetricKey;
  at: number | null;
  onAtChange: (at: number | null) => void;
}

/** What each series gives at one target, between its measured points and never beyond them. */
export function TargetPanel({ series, x, y, at: asked, onAtChange }: TargetPanelProps) {
  const input = useId();
  const at = useMemo(() => asked ?? suggestTarget(series, x, y), [asked, series, x, y]);
  const rows = useMemo(() => (at === null ? [] : targetRows(series, x, y, at)), [series, x, y, at]);
  return (
    <Panel
      title="At a target"
      note="interpolated between measured points of the front, never beyond them"
      actions={
        <span className="inline-flex items-center gap-1.5 text-xs text-ink-3">
          <label htmlFor={input}>{METRICS[x].short}</label>
          <input
            id={input}
            type="number"
            min={0}
            step="any"
            value={asked ?? ''}
            // Emptied it stays empty: what is suggested stands in its place.
            placeholder={at === null ? undefined : String(at)}
            onChange={(event) => onAtChange(event.target.value === '' ? null : Number(event.target.value))}
            className="h-6 w-20 rounded border border-line-strong bg-surface px-1 text-right text-xs text-ink placeholder:text-ink-3 pointer-coarse:h-9"
          />
          {METRICS[x].unit}
        </span>
      }
    >
      {at === null ? (
        <p className="p-3 text-sm text-ink-2">No series shown has points to read.</p>
      ) : (
        <PlainTable label={`${METRICS[y].label} at ${at} ${METRICS[x].unit}`}>
          <thead>
            <tr>
              <th scope="col">Series</th>
              <th scope="col" className="text-right!">
                {metricHeader(y)}
              </th>
              <th scope="col" className="text-right!">
                Of the best
              </th>
              <th scope="col">How</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" className="font-normal!">
                  {row.name}
                </th>
                <td className="text-right">{formatMetric(y, row.value)}</td>
                <td className="text-right">
                  {row.ofBest === null ? NO_VALUE : `${(row.ofBest * 100).toFixed(0)} %`}
                </td>
                <td className="text-ink-2">{howText(row, x)}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
    </Panel>
  );
}

function howText({ how, range }: TargetRow, x: MetricKey): string {
  if (how !== 'outside' || range === null) return how;
  return `outside what was measured: ${formatMetric(x, range[0])} to ${formatMetric(x, range[1])}`;
}
