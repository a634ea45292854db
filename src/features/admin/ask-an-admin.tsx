import { useQuery } from '@tanstack/react-query';
import { roleAtLeast } from '#contract/jobs.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Unread } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { membersQuery } from './members-query.ts';

/** Why a part is closed to the caller, and who can help. */
export function AskAnAdmin({ what }: { what: string }) {
  const { orgId, membership } = useWorkspace();
  const members = useQuery({ ...membersQuery(orgId), enabled: !membership.is_reference });
  const admins = (members.data ?? []).filter(
    ({ role, is_service: isService, is_disabled: isDisabled }) =>
      roleAtLeast(role, 'admin') && !isService && !isDisabled,
  );
  return (
    <Panel title={what}>
      {membership.is_reference ? (
        <EmptyState title="Nothing to administer here">
          This workspace holds published results for everybody and has no members of its own.
        </EmptyState>
      ) : (
        <>
          <EmptyState title="This needs the role admin">
            You are {membership.role} in {membership.org_name}.
            {admins.length > 0 && ` Ask ${admins.map(({ email }) => email).join(' or ')}.`}
          </EmptyState>
          <Unread query={members} what="Who is admin here" className="px-4 pb-4" />
        </>
      )}
    </Panel>
  );
}
