import type { JobAttempt } from '#contract/views/v-job-attempts.ts';
import { grouped } from '#lib/grouped.ts';
import { counted } from '#src/components/ui/counted.ts';
import { isReadInPart } from '../read-in-part.ts';
import { MOST_LAUNCHES } from './baseline-queries.ts';

/** How far the launches of one run are known. */
export interface LaunchesRead {
  /** Completed jobs at hand; the launches of the first few are read. */
  readonly completed: number;
  /** Null while, or because, they are not read. */
  readonly attempts: readonly JobAttempt[] | null;
  readonly hasFailed: boolean;
}

/** Whether what the two launched can be told apart at all: both are read, and both stored some. */
export const hasLaunches = (own: LaunchesRead, base: LaunchesRead): boolean =>
  stored(own) > 0 && stored(base) > 0;

/** What of the launches was not compared; null where all of both were. */
export function launchesNote(own: LaunchesRead, base: LaunchesRead): string | null {
  const sides = [
    { name: 'this run', side: own },
    { name: 'the baseline', side: base },
  ];
  // Told apart from a read that failed, which the panel says by itself.
  if (sides.some(({ side }) => side.hasFailed)) return 'Launches are not compared: they could not be read.';
  if (sides.some(({ side }) => side.completed > 0 && side.attempts === null))
    return 'What was launched is still being read.';
  const silent = sides.filter(({ side }) => stored(side) === 0).map(({ name }) => name);
  if (silent.length > 0)
    return `Launches are not compared: none is stored of ${silent.join(' and ')}, as of published figures and running endpoints.`;
  const cut = sides.filter(({ side }) => stored(side) < side.completed);
  if (cut.length === 0) return null;
  return `Launches are compared in part: ${cut
    .map(
      ({ name, side }) =>
        `${grouped(stored(side))} of ${counted(side.completed, 'completed job')} of ${name}`,
    )
    .join(', ')}; the first ${MOST_LAUNCHES} are read.`;
}

const stored = ({ attempts }: LaunchesRead): number =>
  new Set((attempts ?? []).flatMap(({ job_id: id, launch }) => (launch === null ? [] : [id]))).size;

interface JobsRead {
  readonly read: number;
  readonly total: number;
}

/** Which jobs are set against each other where one run has more than are read; null where both are read whole. */
export function jobsNote(own: JobsRead, base: JobsRead): string | null {
  const parts = [
    { name: 'this run', side: own },
    { name: 'the baseline', side: base },
  ].flatMap(({ name, side: { read, total } }) =>
    isReadInPart(read, total) ? [`the first ${grouped(read)} of ${grouped(total)} jobs of ${name}`] : [],
  );
  return parts.length === 0 ? null : `Compared in part: ${parts.join(' and ')}.`;
}
