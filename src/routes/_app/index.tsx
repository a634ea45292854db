import { createFileRoute, redirect } from '@tanstack/react-router';
import { startingWorkspace } from '#src/components/layout/last-workspace.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';

export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context }) => {
    const orgId = startingWorkspace(context.user);
    if (orgId !== null) throw redirect({ to: '/w/$orgId', params: { orgId }, replace: true });
  },
  component: NoWorkspace,
});

function NoWorkspace() {
  const { user } = Route.useRouteContext();
  return (
    <main>
      <EmptyState title="You are in no workspace yet">
        Ask an admin of a workspace to add {user.email}.
      </EmptyState>
    </main>
  );
}
