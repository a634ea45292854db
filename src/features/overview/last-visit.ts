type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** A visit is over when the page was not looked at for so long, ms. */
const VISIT_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

const keyOf = (accountId: string, orgId: string): string => `yardstick.visit.${accountId}.${orgId}`;

interface Visit {
  /** When the visit before this one ended, and when this one was last seen: Unix ms. */
  readonly before: number;
  readonly seen: number;
}

/**
 * Since when things are new to a person: the end of the visit before this one, kept in this browser; a day ago at first. Looking again within half
 * an hour is the same visit.
 */
export function sinceLastVisit(store: Store, accountId: string, orgId: string, nowMs: number): number {
  const known = read(store, keyOf(accountId, orgId));
  const before = known === null ? nowMs - DAY_MS : nowMs - known.seen > VISIT_MS ? known.seen : known.before;
  try {
    store.setItem(keyOf(accountId, orgId), JSON.stringify({ before, seen: nowMs } satisfies Visit));
  } catch {
    // Storage is full or refused: every visit is the first.
  }
  return before;
}

function read(store: Store, key: string): Visit | null {
  try {
    const value: unknown = JSON.parse(store.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { before, seen } = value as Record<string, unknown>;
    return typeof before === 'number' && typeof seen === 'number' ? { before, seen } : null;
  } catch {
    return null;
  }
}
