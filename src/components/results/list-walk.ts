/** A list of jobs that a person opened one of, for the way to the next and back to the list as it was. */
export interface ListWalk {
  readonly orgId: string;
  readonly runId: number;
  /** Jobs in the order of the list, as filtered and sorted there. */
  readonly jobIds: readonly number[];
  /** Search part of the list's address. */
  readonly search: string;
}

export interface WalkStep {
  /** Place in the list, from 1. */
  readonly place: number;
  readonly of: number;
  readonly before: number | null;
  readonly after: number | null;
  readonly search: string;
}

const KEY = 'yardstick.walk';
/** Enough for a long afternoon; more would make the store of the window large. */
const MOST = 5000;

/** Remembers the list in this window. A window that keeps nothing loses the way, and nothing else. */
export function rememberWalk(walk: ListWalk, storage: Pick<Storage, 'setItem'> = sessionStorage): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...walk, jobIds: walk.jobIds.slice(0, MOST) }));
  } catch {
    // Full or forbidden.
  }
}

/** Where a job of a run stands in the list that was left last; null where it is not of that list. */
export function walkStep(
  { orgId, runId, jobId }: { orgId: string; runId: number; jobId: number },
  storage: Pick<Storage, 'getItem'> = sessionStorage,
): WalkStep | null {
  const walk = readWalk(storage);
  if (walk === null || walk.orgId !== orgId || walk.runId !== runId) return null;
  const at = walk.jobIds.indexOf(jobId);
  if (at < 0) return null;
  return {
    place: at + 1,
    of: walk.jobIds.length,
    before: walk.jobIds[at - 1] ?? null,
    after: walk.jobIds[at + 1] ?? null,
    search: walk.search,
  };
}

function readWalk(storage: Pick<Storage, 'getItem'>): ListWalk | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return isWalk(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Whatever lies there may be another version's. */
function isWalk(kept: unknown): kept is ListWalk {
  if (typeof kept !== 'object' || kept === null) return false;
  const { orgId, runId, jobIds, search } = kept as Record<string, unknown>;
  return (
    typeof orgId === 'string' &&
    typeof runId === 'number' &&
    Array.isArray(jobIds) &&
    jobIds.every((id) => Number.isSafeInteger(id)) &&
    typeof search === 'string'
  );
}
