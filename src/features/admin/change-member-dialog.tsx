import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { OrganizationMember } from '#contract/rpc/organization-members.ts';
import {
  assignableRoleSchema,
  removeOrganizationMember,
  setOrganizationMemberRole,
} from '#contract/rpc/organizations.ts';
import { api } from '#src/api/api.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { membersQuery } from './members-query.ts';
import { RoleSelect } from './role-select.tsx';

interface ChangeMemberDialogProps {
  /** null is closed. */
  member: OrganizationMember | null;
  onClose: () => void;
}

/** Another role for a member, or none any more. */
export function ChangeMemberDialog({ member, onClose }: ChangeMemberDialogProps) {
  return (
    <Dialog
      open={member !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={member?.display_name ?? ''}
      description={member?.email}
    >
      {member !== null && <ChangeMember key={member.account_id} member={member} onClose={onClose} />}
    </Dialog>
  );
}

function ChangeMember({ member, onClose }: { member: OrganizationMember; onClose: () => void }) {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const [role, setRole] = useState<string>(member.role);
  const [isRemoving, setRemoving] = useState(false);
  const id = useId();
  const done = async (said: string) => {
    await client.invalidateQueries({ queryKey: membersQuery(orgId).queryKey });
    notify.success(said);
    onClose();
  };
  const change = useMutation({
    mutationFn: () =>
      api().callRpc(setOrganizationMemberRole, {
        p_org_id: orgId,
        p_account_id: member.account_id,
        p_role_code: assignableRoleSchema.parse(role),
      }),
    onSuccess: () => done(`${member.display_name} is ${role} now`),
  });
  const remove = useMutation({
    mutationFn: () =>
      api().callRpc(removeOrganizationMember, { p_org_id: orgId, p_account_id: member.account_id }),
    onSuccess: () => done(`${member.display_name} is no member any more`),
  });
  if (isRemoving)
    return (
      <div className="grid gap-3 text-sm text-ink-2">
        <p>
          {member.display_name} sees nothing of this workspace from the next request on, and the API keys made
          here stop. Runs and results stay.
        </p>
        {remove.isError && <ErrorState error={remove.error} title="The member was not removed" />}
        <div className="flex justify-end gap-2">
          <Button onClick={() => setRemoving(false)}>Back</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove {member.display_name}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <label htmlFor={id} className="text-xs text-ink-3">
          Role
        </label>
        <RoleSelect id={id} value={role} onValueChange={setRole} placeholder={member.role} />
      </div>
      {change.isError && <ErrorState error={change.error} title="The role was not changed" />}
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="quiet" className="-ml-2.5 text-bad!" onClick={() => setRemoving(true)}>
          Remove from the workspace…
        </Button>
        <span className="grow" />
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={change.isPending}
          disabled={role === member.role}
          onClick={() => change.mutate()}
        >
          Change the role
        </Button>
      </div>
    </div>
  );
}
