import type { UserContext } from '#contract/rpc/identity.ts';

const KEY = 'yardstick.workspace';

/** The workspace to start in: the last one seen in this browser, else one's own before the shared reference. */
export function startingWorkspace(user: UserContext): string | null {
  const known = user.memberships;
  const last = known.find((membership) => membership.org_id === readLast());
  return (last ?? known.find((membership) => !membership.is_reference) ?? known[0])?.org_id ?? null;
}

export function rememberWorkspace(orgId: string): void {
  try {
    localStorage.setItem(KEY, orgId);
  } catch {
    // Storage refused: the next visit starts in the first workspace.
  }
}

function readLast(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
