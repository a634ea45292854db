import { latencyKey, METRICS, formatMetric, metricValue, type MetricKey } from '#contract/metrics.ts';
import type { Figure } from '#lib/compare/difference.ts';
import { bestUnderLimits, rankWithTies, type Limit, type Miss, type Rank } from '#lib/ranking.ts';
import { deploymentsOf, type Deployment, type Estimate } from '#src/components/results/deployments.ts';
import { provisionalText } from '#src/components/results/estimate-notes.ts';
import { betterOf, measured, measureValue } from './board-measures.ts';
import type { Measure, Statistic } from './measures.ts';

/** Limits of the service level; null is no limit. Milliseconds, and tokens a second of one user. */
export interface ServiceLevel {
  readonly stat: Statistic;
  readonly ttft: number | null;
  readonly tpot: number | null;
  readonly e2e: number | null;
  readonly user: number | null;
}

/** One deployment on the board, at the load that is best for it. */
export interface BoardRow {
  readonly deployment: Deployment;
  readonly estimate: Estimate;
  /** Null: the estimate has no such figure. */
  readonly measured: Figure | null;
  /** Null where it is not ranked: it misses a limit or has no figure. */
  readonly rank: Rank | null;
  readonly misses: readonly Miss<MetricKey>[];
  /** Why the rank is only provisional; null where it stands. */
  readonly provisional: string | null;
}

/** The limits of a service level as the registry names them. */
export function limitsOf({ stat, ttft, tpot, e2e, user }: ServiceLevel): Limit<MetricKey>[] {
  const most = (key: MetricKey, limit: number | null): Limit<MetricKey>[] =>
    limit === null ? [] : [{ key, kind: 'max', limit }];
  return [
    ...most(latencyKey('ttft', stat), ttft),
    ...most(latencyKey('tpot', stat), tpot),
    ...most(latencyKey('e2e', stat), e2e),
    ...(user === null
      ? []
      : [{ key: 'tokens_per_sec_per_user' as const, kind: 'min' as const, limit: user }]),
  ];
}

/**
 * The board: each deployment at its best load under the service level, ranked by a measure, ties where intervals overlap. Ranked rows come first
 * in order of their figure, then those that miss a limit, nearest first, then those without the figure.
 */
export function boardRows(rows: readonly Estimate[], measure: Measure, level: ServiceLevel): BoardRow[] {
  const limits = limitsOf(level);
  const better = betterOf(measure);
  // `measure` stands for two figures that are stored the other way round.
  const valueOf = (row: Estimate, key: MetricKey): number | null =>
    key === measure ? measureValue(row, measure) : metricValue(row, key);
  const chosen = deploymentsOf(rows).flatMap((deployment) => {
    const choice = bestUnderLimits<Estimate, MetricKey>(
      deployment.rows,
      limits,
      { key: measure, better },
      valueOf,
    );
    return choice === null
      ? []
      : [
          {
            deployment,
            estimate: choice.row,
            misses: choice.misses,
            measured: measured(choice.row, measure),
          },
        ];
  });
  const ranked = chosen.filter(({ misses, measured: figure }) => misses.length === 0 && figure !== null);
  const ranks = rankWithTies(
    ranked.map(({ measured: figure }) => figure ?? { value: 0, lower: null, upper: null }),
    better,
  );
  const rankOf = new Map(ranked.map((row, index) => [row, ranks[index] ?? null]));
  const board = chosen.map((row): BoardRow => ({
    ...row,
    rank: rankOf.get(row) ?? null,
    provisional: provisionalText(row.estimate),
  }));
  const sign = better === 'higher' ? -1 : 1;
  const missed = ({ misses }: BoardRow): number =>
    misses.reduce((most, { by, limit }) => Math.max(most, by === null ? Infinity : by / limit), 0);
  return board.sort(
    (a, b) =>
      Number(a.rank === null) - Number(b.rank === null) ||
      missed(a) - missed(b) ||
      sign * ((a.measured?.value ?? 0) - (b.measured?.value ?? 0)) ||
      (a.rank?.best ?? 0) - (b.rank?.best ?? 0) ||
      a.deployment.name.localeCompare(b.deployment.name),
  );
}

/** "1", "1 to 3"; "—" is the caller's. */
export function rankText({ best, worst }: Rank): string {
  return best === worst ? String(best) : `${best} to ${worst}`;
}

/** "misses TTFT p99 by 260 ms", "has no TTFT p99"; empty where nothing is missed. */
export function missText(misses: readonly Miss<MetricKey>[]): string {
  return misses
    .map(({ key, by }) =>
      by === null
        ? `has no ${METRICS[key].short}`
        : `misses ${METRICS[key].short} by ${formatMetric(key, by)} ${METRICS[key].unit}`,
    )
    .join('; ');
}
