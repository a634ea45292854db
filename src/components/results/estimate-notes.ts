import type { Estimate } from './deployments.ts';

/** Results older than this are called old, days. */
const OLD_DAYS = 90;

/** What to know before trusting a row: that it is old, that requests failed under it. In tables and in their exports. */
export function rowNotes(
  { created_at: at, success_rate: rate }: Pick<Estimate, 'created_at' | 'success_rate'>,
  nowMs: number,
  issues: readonly string[] = [],
): string[] {
  const isOld = nowMs - Date.parse(at) > OLD_DAYS * 86_400_000;
  return [
    ...issues.map((text) => `known issue: ${text}`),
    ...(isOld ? [`over ${OLD_DAYS} days old`] : []),
    ...(rate !== null && rate < 1
      ? [`${Number((100 * (1 - rate)).toPrecision(2))} % of requests failed`]
      : []),
  ];
}

/** Why a figure and its rank are only provisional; null where they stand. */
export const provisionalText = ({ n }: Pick<Estimate, 'n'>): string | null =>
  n < 2 ? 'one measurement, so no interval: it may change' : null;
