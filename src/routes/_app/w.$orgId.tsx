import { createFileRoute, notFound, Outlet } from '@tanstack/react-router';
import { AppShell } from '#src/components/layout/app-shell.tsx';
import { rememberWorkspace } from '#src/components/layout/last-workspace.ts';

/** The workspace of the address, inside the shell. One that is not the caller's does not exist. */
export const Route = createFileRoute('/_app/w/$orgId')({
  // Every page but the sign-in has the shell.
  codeSplitGroupings: [],
  beforeLoad: ({ context, params, preload }) => {
    const membership = context.user.memberships.find((one) => one.org_id === params.orgId);
    if (membership === undefined) throw notFound();
    if (!preload) rememberWorkspace(membership.org_id);
    return { membership };
  },
  // As in _app: what waits is the page, inside the shell.
  pendingMs: Infinity,
  component: () => (
    <AppShell>
      <Outlet />
    </AppShell>
  ),
});
