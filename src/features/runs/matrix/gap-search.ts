import type { MatrixJob, MatrixRow } from './job-matrix.ts';

/** What the address of Submit says of a load: whose settings it takes, and the load itself. */
export interface GapSearch {
  readonly from: string;
  readonly concurrency: string;
  readonly isl?: string;
  readonly osl?: string;
  readonly repeats?: string;
}

/** As many as a form takes. */
const MOST_REPEATS = 20;

/**
 * Submit filled with a load that the deployment of a row has no job of: the settings of the latest job beside it, as
 * often as the loads beside it were run. Null where none of these ran on a server of the workspace.
 */
export function gapSearch(row: MatrixRow, concurrency: number): GapSearch | null {
  const loads = row.cells.flatMap((cell) => (cell === null ? [] : [cell.jobs]));
  const like = loads
    .flat()
    .filter((job) => job.server_hostname !== null && job.config_code !== null)
    .reduce<MatrixJob | null>(
      (latest, job) => (latest === null || job.job_id > latest.job_id ? job : latest),
      null,
    );
  if (like === null) return null;
  const repeats = usualCount(loads.map((jobs) => jobs.filter(counts).length));
  return {
    from: String(like.job_id),
    concurrency: String(concurrency),
    ...(row.input !== null && { isl: String(row.input) }),
    ...(row.output !== null && { osl: String(row.output) }),
    ...(repeats > 1 && { repeats: String(Math.min(repeats, MOST_REPEATS)) }),
  };
}

/** Whether a job is one of the repeats that were wanted: what failed, was cancelled or is unsound was tried again. */
const counts = (job: MatrixJob): boolean =>
  job.status_code !== 'failed' && job.status_code !== 'cancelled' && job.is_valid !== false;

/** The number that occurs most often; of several the least. 1 where there is none. */
function usualCount(numbers: readonly number[]): number {
  const found = new Map<number, number>();
  for (const number of numbers) if (number > 0) found.set(number, (found.get(number) ?? 0) + 1);
  const [usual] = [...found].sort(([a, times], [b, more]) => more - times || a - b)[0] ?? [1];
  return usual;
}
