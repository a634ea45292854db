import { memo, useCallback, useMemo } from 'react';
import { latencyKey, type MetricKey } from '#contract/metrics.ts';
import type { Figure } from '#lib/compare/difference.ts';
import { grouped } from '#lib/grouped.ts';
import type { ChartView } from '#src/components/chart/chart-params.ts';
import { ScatterPanel } from '#src/components/chart/scatter-panel.tsx';
import { pointLabel, type Estimate } from '#src/components/results/deployments.ts';
import { deploymentSeries } from '#src/components/results/estimate-series.ts';
import { counted } from '#src/components/ui/counted.ts';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { BoardRow } from './board-rows.ts';
import type { Statistic } from './measures.ts';

/** Deployments drawn unless more are asked for: more lines than this are not told apart. */
const FEW = 8;

interface BoardChartProps {
  board: readonly BoardRow[];
  stat: Statistic;
  user: number | null;
  /** As the page has it: imported here too it would be a file of its own in the page's first load. */
  figureOf: (row: Estimate, measure: 'tokens_per_sec_per_gpu') => Figure | null;
  view: BoardChartView;
  onViewChange: (change: Partial<BoardChartView>) => void;
}

interface BoardChartView extends ChartView {
  readonly dominated: boolean;
  readonly all: boolean;
}

const labelOf = (row: object): string => pointLabel(row as Estimate);

/** Throughput per GPU over interactivity of the best deployments, each with its front. */
export const BoardChart = memo(function BoardChart({
  board,
  stat,
  user,
  figureOf,
  view,
  onViewChange,
}: BoardChartProps) {
  const { dominated, all } = view;
  const drawn = useMemo(
    () => board.slice(0, all ? undefined : FEW).map(({ deployment }) => deployment),
    [board, all],
  );
  const series = useMemo(() => deploymentSeries(drawn), [drawn]);
  const intervalOf = useCallback(
    (row: object) => figureOf(row as Estimate, 'tokens_per_sec_per_gpu'),
    [figureOf],
  );
  const references = useMemo(
    () =>
      user === null
        ? undefined
        : [{ axis: 'x' as const, value: user, label: `${grouped(user)} tokens/s/user` }],
    [user],
  );
  const hasUser = drawn.some(({ rows }) => rows.some((row) => row.tokens_per_sec_per_user !== null));
  // Sources that give no TPOT have no interactivity; concurrency is what they all have.
  const x: MetricKey = hasUser ? 'tokens_per_sec_per_user' : latencyKey('e2e', stat);
  return (
    <ScatterPanel
      title={hasUser ? 'Throughput per GPU over interactivity' : 'Throughput per GPU over latency'}
      subtitle={
        drawn.length < board.length
          ? `the first ${FEW} of ${board.length} deployments`
          : counted(board.length, 'deployment')
      }
      x={x}
      y="tokens_per_sec_per_gpu"
      series={series}
      labelOf={labelOf}
      intervalOf={intervalOf}
      hidesDominated={dominated}
      references={references}
      view={view}
      onViewChange={onViewChange}
      plotHeight={300}
      controls={
        <>
          {board.length > FEW && (
            <ToggleChip
              pressed={all}
              title="Draws every deployment of the ranking, not only the first few"
              onPressedChange={(on) => onViewChange({ all: on })}
            >
              all {board.length}
            </ToggleChip>
          )}
          <ToggleChip
            pressed={dominated}
            title="Points that another of the same deployment beats in both figures"
            onPressedChange={(on) => onViewChange({ dominated: on })}
          >
            hide dominated
          </ToggleChip>
        </>
      }
    />
  );
});
