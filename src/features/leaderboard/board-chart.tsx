import { useMemo } from 'react';
import { latencyKey, type MetricKey } from '#contract/metrics.ts';
import { ScatterPanel } from '#src/components/chart/scatter-panel.tsx';
import { pointLabel, type Estimate } from '#src/components/results/deployments.ts';
import { deploymentSeries } from '#src/components/results/estimate-series.ts';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { BoardRow } from './board-rows.ts';
import type { Statistic } from './board-measures.ts';

/** Deployments drawn unless more are asked for: more lines than this are not told apart. */
const FEW = 8;

interface BoardChartProps {
  board: readonly BoardRow[];
  stat: Statistic;
  user: number | null;
  hidesDominated: boolean;
  hidden: readonly string[];
  onChange: (change: { dominated?: boolean; hidden?: readonly string[] }) => void;
}

const labelOf = (row: object): string => pointLabel(row as Estimate);

/** Throughput per GPU over interactivity of the best deployments, each with its front. */
export function BoardChart({ board, stat, user, hidesDominated, hidden, onChange }: BoardChartProps) {
  const drawn = useMemo(() => board.slice(0, FEW).map(({ deployment }) => deployment), [board]);
  const series = useMemo(() => deploymentSeries(drawn), [drawn]);
  const references = useMemo(
    () =>
      user === null
        ? undefined
        : [{ axis: 'x' as const, value: user, label: `${user.toLocaleString('en-US')} tokens/s/user` }],
    [user],
  );
  const hiddenIds = useMemo(() => new Set(hidden), [hidden]);
  const hasUser = drawn.some(({ rows }) => rows.some((row) => row.tokens_per_sec_per_user !== null));
  // Sources that give no TPOT have no interactivity; concurrency is what they all have.
  const x: MetricKey = hasUser ? 'tokens_per_sec_per_user' : latencyKey('e2e', stat);
  return (
    <ScatterPanel
      title={hasUser ? 'Throughput per GPU over interactivity' : 'Throughput per GPU over latency'}
      subtitle={
        board.length > FEW ? `the first ${FEW} of ${board.length} deployments` : `${board.length} deployments`
      }
      x={x}
      y="tokens_per_sec_per_gpu"
      series={series}
      labelOf={labelOf}
      hidesDominated={hidesDominated}
      references={references}
      hidden={hiddenIds}
      onHiddenChange={(next) => onChange({ hidden: [...next] })}
      plotHeight={300}
      controls={
        <ToggleChip
          pressed={hidesDominated}
          title="Points that another of the same deployment beats in both figures"
          onPressedChange={(on) => onChange({ dominated: on })}
        >
          hide dominated
        </ToggleChip>
      }
    />
  );
}
