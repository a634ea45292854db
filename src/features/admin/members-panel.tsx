import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { OrganizationMember } from '#contract/rpc/organization-members.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import type { AdminPanelProps } from './admin-view.ts';
import { membersQuery } from './members-query.ts';
import { memberColumns } from './member-columns.tsx';
import { RolesMatrix } from './roles-matrix.tsx';

const AddMemberDialog = lazyPart(
  () => import('./add-member-dialog.tsx'),
  (part) => part.AddMemberDialog,
);
const ChangeMemberDialog = lazyPart(
  () => import('./change-member-dialog.tsx'),
  (part) => part.ChangeMemberDialog,
);

const NOBODY: readonly OrganizationMember[] = [];

/** Who is in the workspace and as what; below, what each role may do. */
export function MembersPanel({ view, onViewChange }: AdminPanelProps) {
  const { orgId, user, can } = useWorkspace();
  const members = useQuery(membersQuery(orgId));
  const [isAdding, setAdding] = useState<boolean | null>(null);
  const [changing, setChanging] = useState<OrganizationMember | null>();
  const isAdmin = can('admin');
  const isOwner = can('owner');
  const columns = useMemo(
    () => memberColumns({ accountId: user.account_id, isAdmin, isOwner, onChange: setChanging }),
    [user.account_id, isAdmin, isOwner],
  );
  const rows = members.data ?? NOBODY;
  return (
    <>
      <Panel
        title="Members"
        note={members.data === undefined ? undefined : counted(rows.length, 'account')}
        actions={
          isAdmin ? (
            <Button variant="primary" onClick={() => setAdding(true)}>
              <UserPlus aria-hidden />
              Add a member
            </Button>
          ) : undefined
        }
      >
        <DataTable
          label="Members"
          columns={columns}
          rows={rows}
          rowId={(member) => member.account_id}
          view={view}
          onViewChange={onViewChange}
          isPending={members.isPending}
          error={members.data === undefined ? members.error : null}
          onRetry={() => void members.refetch()}
          fileName="members"
        />
      </Panel>
      <RolesMatrix />
      <Suspense>
        {isAdding !== null && <AddMemberDialog open={isAdding} onOpenChange={setAdding} />}
        {changing !== undefined && <ChangeMemberDialog member={changing} onClose={() => setChanging(null)} />}
      </Suspense>
    </>
  );
}
