import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Page } from './page-header.tsx';
import { useWorkspace } from './use-workspace.ts';

/** What the page of an object shows when there is no such object in this workspace. */
export function ObjectNotFound({ what, id }: { what: string; id: string }) {
  const { orgId, membership, user } = useWorkspace();
  const others: ReactNode =
    user.memberships.length > 1 ? ' If it belongs to another workspace, switch there first.' : null;
  return (
    <Page>
      <h1>
        There is no {what} {id} here
      </h1>
      <div className="rounded border border-line bg-surface">
        <EmptyState
          title={`${membership.org_name} has no ${what} with the id ${id}`}
          actions={
            <Link to="/w/$orgId/projects" params={{ orgId }} className={buttonStyles()}>
              Go to Projects
            </Link>
          }
        >
          It may have been removed, or the address was cut.{others}
        </EmptyState>
      </div>
    </Page>
  );
}
