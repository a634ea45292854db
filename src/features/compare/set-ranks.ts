import type { CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import { rankWithTies, type Rank } from '#lib/ranking.ts';
import { figureOf } from './compare-measures.ts';

/** Ranks by output throughput per GPU among the rows of a set under the same load, by the leaderboard's rule; rows without the figure have none. */
export function setRanks<Row extends CapacityEstimateRow>(rows: readonly Row[]): ReadonlyMap<Row, Rank> {
  const ranks = new Map<Row, Rank>();
  for (const load of new Set(rows.map(({ concurrency }) => concurrency))) {
    const figures = rows.flatMap((row) => {
      const figure = row.concurrency === load ? figureOf(row, 'tokens_per_sec_per_gpu', row) : null;
      return figure === null ? [] : [{ row, ...figure }];
    });
    rankWithTies(figures, 'higher').forEach((rank, index) => {
      const row = figures[index]?.row;
      if (row !== undefined) ranks.set(row, rank);
    });
  }
  return ranks;
}

/** "1", "1 to 3": as the leaderboard has it, whose first load another function in the shared file would be in. */
export const rankText = ({ best, worst }: Rank): string =>
  best === worst ? String(best) : `${best} to ${worst}`;
