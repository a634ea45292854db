import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { repeatsQuery } from '#src/api/repeats-query.ts';
import { estimatesAt, movementsOf, sinceTime, straddling, type Movement } from './board-history.ts';
import { withNodes, type BoardEstimate } from './board-measures.ts';
import type { Measure } from './measures.ts';
import { boardRows, type BoardRow, type ServiceLevel } from './board-rows.ts';

interface MovementsInput {
  /** A day of the address, "" for none. */
  day: string;
  nowMs: number;
  estimates: readonly BoardEstimate[];
  board: readonly BoardRow[];
  measure: Measure;
  level: ServiceLevel;
  gpusPerNode: ReadonlyMap<string, number>;
}

/** How the board moved since a day: the same ranking of what had been measured by then. `movements` is null without a day, or until it is known. */
export function useMovements(input: MovementsInput) {
  const { day, nowMs, estimates, board, measure, level, gpusPerNode } = input;
  const time = sinceTime(day, nowMs);
  const jobIds = useMemo(
    () => (time === null ? [] : straddling(estimates, time).flatMap((row) => row.job_ids)),
    [estimates, time],
  );
  const repeats = useQuery(repeatsQuery(jobIds));
  const results = repeats.data;
  const movements = useMemo((): ReadonlyMap<string, Movement> | null => {
    if (time === null || (jobIds.length > 0 && results === undefined)) return null;
    const then = withNodes(estimatesAt(estimates, results ?? [], time), gpusPerNode);
    return movementsOf(board, boardRows(then, measure, level), measure);
  }, [time, jobIds, results, estimates, gpusPerNode, board, measure, level]);
  return {
    movements,
    isPending: jobIds.length > 0 && repeats.isPending,
    error: jobIds.length > 0 ? repeats.error : null,
    retry: () => void repeats.refetch(),
    /** The address names a day that cannot be looked back to. */
    isWrongDay: day !== '' && time === null,
  };
}
