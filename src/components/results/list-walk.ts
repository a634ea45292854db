/** A list that a person opened something of, for the way to the next and back to the list as it was. */
export interface ListWalk {
  readonly orgId: string;
  readonly of: WalkOf;
  /** In the order of the list, as filtered and sorted there. */
  readonly ids: readonly number[];
  /** Search part of the list's address. */
  readonly search: string;
}

/** The page that a list stands on: jobs on that of a run, runs on that of a project. */
export interface WalkOf {
  readonly page: 'run' | 'project';
  readonly id: number;
}

export interface WalkStep {
  /** Place in the list, from 1. */
  readonly place: number;
  readonly of: number;
  readonly before: number | null;
  readonly after: number | null;
  readonly search: string;
}

/** The list that was left last on each kind of page: whoever goes on to a job keeps the way through the runs. */
const keyOf = ({ page }: WalkOf): string => `yardstick.walk.${page}`;
/** Enough for a long afternoon; more would make the store of the window large. */
const MOST = 5000;

/** Remembers the list in this window. A window that keeps nothing loses the way, and nothing else. */
export function rememberWalk(walk: ListWalk, storage: Pick<Storage, 'setItem'> = sessionStorage): void {
  try {
    storage.setItem(keyOf(walk.of), JSON.stringify({ ...walk, ids: walk.ids.slice(0, MOST) }));
  } catch {
    // Full or forbidden.
  }
}

/** Where something stands in the list that was left last; null where it is not of that list. */
export function walkStep(
  { orgId, of, id }: { orgId: string; of: WalkOf; id: number },
  storage: Pick<Storage, 'getItem'> = sessionStorage,
): WalkStep | null {
  const walk = readWalk(keyOf(of), storage);
  if (walk === null || walk.orgId !== orgId || walk.of.id !== of.id) return null;
  const at = walk.ids.indexOf(id);
  if (at < 0) return null;
  return {
    place: at + 1,
    of: walk.ids.length,
    before: walk.ids[at - 1] ?? null,
    after: walk.ids[at + 1] ?? null,
    search: walk.search,
  };
}

function readWalk(key: string, storage: Pick<Storage, 'getItem'>): ListWalk | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isWalk(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Whatever lies there may be another version's. */
function isWalk(kept: unknown): kept is ListWalk {
  if (typeof kept !== 'object' || kept === null) return false;
  const { orgId, of, ids, search } = kept as Record<string, unknown>;
  return (
    typeof orgId === 'string' &&
    typeof (of as Partial<WalkOf> | undefined)?.id === 'number' &&
    Array.isArray(ids) &&
    ids.every((id) => Number.isSafeInteger(id)) &&
    typeof search === 'string'
  );
}
