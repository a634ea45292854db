import { useRouteContext } from '@tanstack/react-router';
import { roleAtLeast, type Role } from '#contract/jobs.ts';
import type { Membership, UserContext } from '#contract/rpc/identity.ts';

interface Workspace {
  orgId: string;
  membership: Membership;
  user: UserContext;
  /** Whether the caller's role in this workspace reaches `minimum`. The server decides; this only explains early. */
  can: (minimum: Role) => boolean;
  /** Whether the caller may submit, cancel and create here: an engineer or more, and not in a reference workspace. */
  mayWrite: boolean;
}

/** The workspace of the address and who is looking at it. Only on pages under `/w/$orgId`. */
export function useWorkspace(): Workspace {
  const { membership, user } = useRouteContext({ from: '/_app/w/$orgId' });
  return {
    orgId: membership.org_id,
    membership,
    user,
    can: (minimum) => roleAtLeast(membership.role, minimum),
    mayWrite: !membership.is_reference && roleAtLeast(membership.role, 'engineer'),
  };
}
