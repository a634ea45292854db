import { Link } from '@tanstack/react-router';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';

/** Says why, and where one could. */
export function CannotSubmit() {
  const { membership, user } = useWorkspace();
  const others = user.memberships.filter((one) => !one.is_reference && one.role !== 'viewer');
  return (
    <Page>
      <PageHeader title="Submit" />
      <Panel>
        <EmptyState
          title={
            membership.is_reference
              ? `${membership.org_name} holds published results; no jobs run in it`
              : 'Viewers cannot submit jobs'
          }
          actions={others.map((one) => (
            <Link
              key={one.org_id}
              to="/w/$orgId/submit"
              params={{ orgId: one.org_id }}
              className={buttonStyles()}
            >
              Submit in {one.org_name}
            </Link>
          ))}
        >
          {membership.is_reference
            ? 'Everybody reads it and nobody writes to it. Submit in a workspace of your own, and compare with these results there.'
            : `Your role in ${membership.org_name} is viewer: you read everything here. Sending jobs needs the role engineer, which an admin of the workspace can give you.`}
        </EmptyState>
      </Panel>
    </Page>
  );
}
