import { Link } from '@tanstack/react-router';
import { latencyKey, metricHeader, METRICS, metricValue, type MetricKey } from '#contract/metrics.ts';
import type { KnownIssues } from '#src/api/known-issues.ts';
import { movementWords, type Movement } from './board-history.ts';
import { BeforeCell, MovementCell } from './movement-cells.tsx';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type DataColumn,
} from '#src/components/table/data-columns.tsx';
import {
  figureColumns,
  fileColumns,
  inFiles,
  notesColumn,
} from '#src/components/results/estimate-columns.tsx';
import { metricValueColumn } from '#src/components/results/metric-value-column.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { denominatorText, NORMALISED } from './board-measures.ts';
import type { Measure, Statistic } from './measures.ts';
import { missText, rankText, type BoardRow } from './board-rows.ts';
import { leaderboardSearch } from './leaderboard-search.ts';

interface BoardColumnsInput {
  measure: Measure;
  stat: Statistic;
  nowMs: number;
  hasLimits: boolean;
  /** Names of the workspaces that rows come from. */
  workspaces: ReadonlyMap<string, string>;
  gpusPerNode: ReadonlyMap<string, number>;
  issues: KnownIssues;
  /** The day that movement is counted from; null: none is shown. */
  since: { readonly day: string; readonly movements: ReadonlyMap<string, Movement> } | null;
}

export function boardColumns({
  measure,
  stat,
  nowMs,
  hasLimits,
  workspaces,
  gpusPerNode,
  issues,
  since,
}: BoardColumnsInput): readonly DataColumn<BoardRow>[] {
  const others: readonly MetricKey[] = [
    'tokens_per_sec_per_gpu',
    'tokens_per_sec_per_user',
    latencyKey('ttft', stat),
    latencyKey('tpot', stat),
    latencyKey('e2e', stat),
    'usd_per_million_tokens',
    'joules_per_token',
    'tokens_per_sec',
    'tokens_per_sec_per_node',
  ];
  const movementOf = (row: BoardRow) => since?.movements.get(row.deployment.id);
  return [
    numberColumn('rank', 'Rank', (row) => row.rank?.best, {
      width: 84,
      description: 'Ranks that it may hold: tied where 95 % intervals overlap',
      cell: (row) =>
        row.rank === null ? (
          NO_VALUE
        ) : (
          <span className={row.provisional === null ? '' : 'text-ink-3'} title={row.provisional ?? undefined}>
            {row.provisional !== null && '~ '}
            {rankText(row.rank)}
          </span>
        ),
    }),
    inFiles(
      numberColumn<BoardRow>('rank_worst', 'Worst rank', (row) => row.rank?.worst, {
        description: 'The last of the ranks that it may hold',
      }),
    ),
    ...(since === null
      ? []
      : [
          numberColumn<BoardRow>('moved', 'Moved', (row) => movementOf(row)?.places, {
            width: 76,
            description: `Places won or lost since ${since.day} (UTC), by what had been measured then`,
            cell: (row) => <MovementCell movement={movementOf(row)} day={since.day} />,
          }),
          inFiles(
            textColumn<BoardRow>('movement', 'Movement', (row) => {
              const movement = movementOf(row);
              return movement === undefined ? null : movementWords(movement, since.day);
            }),
          ),
        ]),
    textColumn('deployment', 'Deployment', (row) => row.deployment.name, {
      width: 360,
      cell: (row) => (
        <Link
          to="."
          search={
            ((before: Record<string, unknown>) => ({
              ...before,
              ...leaderboardSearch.write({ row: row.estimate.job_id }),
            })) as never
          }
          title={row.deployment.name}
          className="font-medium text-ink"
        >
          {row.deployment.name}
        </Link>
      ),
    }),
    ...figureColumns<BoardRow>(measure, (row) => row.measured, { id: 'measure', width: 235 }),
    ...(since === null
      ? []
      : [
          {
            ...metricValueColumn<BoardRow>(
              measure,
              (row) => movementOf(row)?.before?.measured?.value ?? null,
            ),
            id: 'before',
            header: `On ${since.day}`,
            description: `${metricHeader(measure)} of the deployment at the start of ${since.day} (UTC), and how far it is from that now`,
            width: 150,
            cell: (row: BoardRow) => <BeforeCell measure={measure} movement={movementOf(row)} />,
          },
        ]),
    textColumn('denominator', 'Divided by', (row) => denominatorText(row.estimate, measure, gpusPerNode), {
      width: 145,
      description: METRICS[measure].denominator ?? 'Nothing',
      hidden: !NORMALISED.some(([key]) => key === measure && METRICS[key].denominator !== null),
    }),
    textColumn('provenance', 'Provenance', (row) => row.estimate.provenance, {
      width: 105,
      cell: (row) => <ProvenanceTag provenance={row.estimate.provenance} />,
    }),
    textColumn('status', 'Service level', (row) => (row.misses.length === 0 ? null : missText(row.misses)), {
      width: 270,
      hidden: !hasLimits,
      cell: (row) => (row.misses.length === 0 ? NO_VALUE : <Badge tone="bad">{missText(row.misses)}</Badge>),
    }),
    numberColumn('concurrency', 'Concurrency', (row) => row.estimate.concurrency, { width: 110 }),
    ...others
      .filter((key) => key !== measure)
      .map((key) => ({
        ...metricValueColumn<BoardRow>(key, (row) => metricValue(row.estimate, key)),
        isShownByDefault: !['tokens_per_sec', 'joules_per_token', 'tokens_per_sec_per_node'].includes(key),
      })),
    notesColumn<BoardRow>(nowMs, issues),
    numberColumn('n', 'n', (row) => row.estimate.n, { width: 56, description: 'Repeats behind the figure' }),
    textColumn('workspace', 'Workspace', (row) => workspaces.get(row.estimate.org_id) ?? null, {
      width: 160,
      hidden: true,
    }),
    textColumn('config', 'Config', (row) => row.estimate.config_code, { width: 150 }),
    textColumn('server', 'Server', (row) => row.estimate.server_hostname, { width: 130, hidden: true }),
    textColumn('citation', 'Source', (row) => row.estimate.citation, { width: 240, hidden: true }),
    timeColumn('created_at', 'Measured', (row) => row.estimate.created_at, { width: 110 }),
    ...fileColumns<BoardRow>(),
  ];
}

/** The header of the ranked measure with what it is divided by, for the title. */
export function measureWords(measure: Measure): string {
  const { denominator } = METRICS[measure];
  return denominator === null ? metricHeader(measure) : `${metricHeader(measure)}, divided by ${denominator}`;
}
