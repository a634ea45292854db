import { memo, useCallback, useMemo } from 'react';
import { METRICS, type MetricKey } from '#contract/metrics.ts';
import type { ChartReference } from '#lib/charts/chart-spec.ts';
import { leadingPlateau } from '#lib/compare/plateau.ts';
import { grouped } from '#lib/grouped.ts';
import { ChartFrame } from '#src/components/chart/chart-frame.tsx';
import { LineChartPanel } from '#src/components/chart/line-chart-panel.tsx';
import { toLineSpec, type MetricSeries } from '#src/components/chart/metric-series.ts';
import { ScatterPanel } from '#src/components/chart/scatter-panel.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { SetView } from '#src/url/use-view-search.ts';
import { chooseMetric, EXPERIENCES, figureOf, LATENCIES, withValues, YIELDS } from './compare-measures.ts';
import type { ComparedRow } from './compare-queries.ts';
import type { CompareView } from './compare-search.ts';
import { MetricSelect } from './metric-select.tsx';
import { hiddenOf, shownOf } from './set-series.ts';
import { TargetPanel } from './target-panel.tsx';

export type RowSeries = Omit<MetricSeries, 'rows'> & { readonly rows: readonly ComparedRow[] };

/** What of the address the charts of a set work with. */
export const CHART_KEYS = [
  'x',
  'y',
  'lat',
  'scale',
  'dominated',
  'at',
  'shown',
  'zoom',
  'ruler',
  'table',
] as const;

interface ChartsProps {
  rows: readonly ComparedRow[];
  series: readonly RowSeries[];
  view: Pick<CompareView, (typeof CHART_KEYS)[number]>;
  onViewChange: SetView<CompareView>;
}

const INTERVAL = { lower: 'y_lower', upper: 'y_upper' };
const YIELD_FIRST: readonly MetricKey[] = ['tokens_per_sec_per_gpu', 'tokens_per_sec', 'requests_per_sec'];
const EXPERIENCE_FIRST: readonly MetricKey[] = [
  'tokens_per_sec_per_user',
  'ttft_p99_ms',
  'ttft_p50_ms',
  'ttft_mean_ms',
  'e2e_p99_ms',
  'concurrency',
];
const LATENCY_FIRST: readonly MetricKey[] = [
  'ttft_p99_ms',
  'ttft_p50_ms',
  'ttft_mean_ms',
  'tpot_p50_ms',
  'tpot_mean_ms',
  'e2e_p99_ms',
];

/** The series with the ends of y's interval beside each row. */
const withIntervals = (series: readonly RowSeries[], y: MetricKey): MetricSeries[] =>
  series.map((one) => ({
    ...one,
    rows: one.rows.map((row) => {
      const figure = figureOf(row, y, row);
      return { ...row, y_lower: figure?.lower ?? null, y_upper: figure?.upper ?? null };
    }),
  }));

const pointLabel = (row: object): string => {
  const { concurrency, n } = row as ComparedRow;
  return `concurrency ${concurrency === null ? 'not stated' : grouped(concurrency)}, n = ${n}`;
};

function useChartState({
  series,
  view,
  onViewChange,
}: Pick<ChartsProps, 'series' | 'view' | 'onViewChange'>) {
  const hidden = useMemo(() => hiddenOf(series, view.shown), [series, view.shown]);
  const onHiddenChange = useCallback(
    (next: ReadonlySet<string>) => onViewChange({ shown: shownOf(series, next) }),
    [onViewChange, series],
  );
  return {
    hidden,
    onHiddenChange,
    view,
    onViewChange,
  };
}

const ScaleSelect = ({ view, onViewChange }: Pick<ChartsProps, 'view' | 'onViewChange'>) => (
  <CompactSelect
    label="Scale of the vertical axis"
    value={view.scale}
    options={[
      { value: 'auto', label: 'scale: auto' },
      { value: 'linear', label: 'linear' },
      { value: 'log10', label: 'log' },
    ]}
    onValueChange={(scale) => onViewChange({ scale })}
  />
);

/** A set over concurrency and as throughput against what a user feels, and what each series gives at a target. */
export const SetCharts = memo(function SetCharts({ rows, series, view, onViewChange }: ChartsProps) {
  const yields = useMemo(() => withValues(rows, YIELDS), [rows]);
  const experiences = useMemo(() => withValues(rows, EXPERIENCES), [rows]);
  const y = chooseMetric(view.y, rows, yields, YIELD_FIRST);
  const x = chooseMetric(
    view.x,
    rows,
    experiences.filter((key) => key !== y),
    EXPERIENCE_FIRST,
  );
  const visibility = useChartState({ series, view, onViewChange });
  const drawn = useMemo(() => (y === null ? [] : withIntervals(series, y)), [series, y]);
  const intervalOf = useCallback(
    (row: object) => (y === null ? null : figureOf(row, y, row as ComparedRow)),
    [y],
  );
  const seen = useMemo(
    () => series.filter(({ id }) => !visibility.hidden.has(id)),
    [series, visibility.hidden],
  );
  const hasLoad = rows.some((row) => row.concurrency !== null);
  if (y === null) return null;
  const more = series.length - seen.length;
  const subtitle = more > 0 ? `${seen.length} of ${series.length} series, more in the legend` : undefined;
  return (
    <>
      <div className={hasLoad && x !== null ? 'grid gap-3.5 xl:grid-cols-2' : 'grid gap-3.5'}>
        {hasLoad && (
          <LineChartPanel
            title={`${METRICS[y].label} over concurrency`}
            subtitle={subtitle}
            metric={y}
            series={drawn}
            scale={view.scale}
            interval={INTERVAL}
            controls={
              <>
                <MetricSelect
                  label="Vertical axis"
                  value={y}
                  keys={yields}
                  onChange={(next) => onViewChange({ y: next })}
                />
                <ScaleSelect view={view} onViewChange={onViewChange} />
              </>
            }
            {...visibility}
          />
        )}
        {x !== null && (
          <ScatterPanel
            name="front"
            title={`${METRICS[y].label} over ${METRICS[x].label.toLowerCase()}`}
            x={x}
            y={y}
            series={series}
            labelOf={pointLabel}
            intervalOf={intervalOf}
            hidesDominated={view.dominated}
            controls={
              <>
                {!hasLoad && (
                  <MetricSelect
                    label="Vertical axis"
                    value={y}
                    keys={yields}
                    onChange={(next) => onViewChange({ y: next })}
                  />
                )}
                <MetricSelect
                  label="Horizontal axis"
                  value={x}
                  keys={experiences.filter((key) => key !== y)}
                  onChange={(next) => onViewChange({ x: next, at: null })}
                />
                <ToggleChip
                  pressed={view.dominated}
                  onPressedChange={(dominated) => onViewChange({ dominated })}
                >
                  hide dominated
                </ToggleChip>
              </>
            }
            {...visibility}
          />
        )}
      </div>
      {x !== null && (
        <TargetPanel series={seen} x={x} y={y} at={view.at} onAtChange={(at) => onViewChange({ at })} />
      )}
    </>
  );
});

const SCALING_TITLE = 'Throughput and latency over concurrency';

/** Throughput above latency over the same concurrency, peak and plateau of the leading series marked. */
export const ScalingCharts = memo(function ScalingCharts({ rows, series, view, onViewChange }: ChartsProps) {
  const yields = useMemo(() => withValues(rows, YIELDS), [rows]);
  const latencies = useMemo(() => withValues(rows, LATENCIES), [rows]);
  const y = chooseMetric(view.y, rows, yields, YIELD_FIRST);
  const latency = chooseMetric(view.lat, rows, latencies, LATENCY_FIRST);
  const visibility = useChartState({ series, view, onViewChange });
  const leading = useMemo(() => leadingSeries(series, visibility.hidden, y), [series, visibility.hidden, y]);
  const panels = useMemo(() => {
    const specs = [];
    if (y !== null)
      specs.push(
        toLineSpec({
          title: SCALING_TITLE,
          metric: y,
          series: withIntervals(series, y),
          scale: view.scale,
          references: leading?.references,
          interval: INTERVAL,
        }),
      );
    if (latency !== null) specs.push(toLineSpec({ title: SCALING_TITLE, metric: latency, series }));
    return leading === null
      ? specs
      : specs.map((spec, index) =>
          index === specs.length - 1 ? { ...spec, notes: [...(spec.notes ?? []), leading.note] } : spec,
        );
  }, [series, y, latency, view.scale, leading]);
  const seen = series.length - visibility.hidden.size;
  return (
    <ChartFrame
      title={SCALING_TITLE}
      subtitle={
        seen < series.length ? `${seen} of ${series.length} deployments, more in the legend` : undefined
      }
      panels={panels}
      plotHeight={200}
      controls={
        <>
          <MetricSelect
            label="Metric of the upper chart"
            value={y}
            keys={yields}
            onChange={(next) => onViewChange({ y: next })}
          />
          <MetricSelect
            label="Metric of the lower chart"
            value={latency}
            keys={latencies}
            onChange={(lat) => onViewChange({ lat })}
          />
          <ScaleSelect view={view} onViewChange={onViewChange} />
        </>
      }
      {...visibility}
    />
  );
});

/** Peak and plateau of the visible series with the highest point; null for metrics where lower is better. */
function leadingSeries(
  series: readonly RowSeries[],
  hidden: ReadonlySet<string>,
  y: MetricKey | null,
): { references: readonly ChartReference[]; note: string } | null {
  if (y === null || METRICS[y].better !== 'higher') return null;
  const best = leadingPlateau(
    series.flatMap(({ id, name, rows }) =>
      hidden.has(id)
        ? []
        : [
            {
              name,
              points: rows.flatMap((row) => {
                const figure = figureOf(row, y, null);
                return row.concurrency === null || figure === null
                  ? []
                  : [{ x: row.concurrency, y: figure.value }];
              }),
            },
          ],
    ),
  );
  return best === null
    ? null
    : { references: [{ axis: 'y', value: best.peak, label: 'peak' }], note: best.note };
}
