import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { z } from 'zod';
import { deleteOrganization, renameOrganization, transferOrganization } from '#contract/rpc/organizations.ts';
import { api } from '#src/api/api.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { membersQuery } from './members-query.ts';

/** Name, owner and end of the workspace; for owners. */
export function WorkspacePanel() {
  const { membership, can } = useWorkspace();
  if (!can('owner'))
    return (
      <Panel title="Workspace" padded>
        <p className="max-w-prose text-sm text-ink-2">
          Renaming, handing over and deleting need the role owner; you are {membership.role} in{' '}
          {membership.org_name}. The owner stands first under Members.
        </p>
      </Panel>
    );
  return (
    <>
      <RenamePanel />
      <TransferPanel />
      <DeletePanel />
    </>
  );
}

/** The caller's memberships were read when the page was opened: read again, and everything that shows them. */
function useReadAgain() {
  const client = useQueryClient();
  const router = useRouter();
  return async () => {
    await client.invalidateQueries();
    await router.invalidate();
  };
}

const nameSchema = z.object({ p_name: renameOrganization.params.shape.p_name });

function RenamePanel() {
  const { orgId, membership } = useWorkspace();
  const readAgain = useReadAgain();
  const state = useSchemaForm({
    schema: nameSchema,
    defaultValues: { p_name: membership.org_name },
    onSubmit: async ({ p_name: name }) => {
      await api().callRpc(renameOrganization, { p_org_id: orgId, p_name: name });
      await readAgain();
      notify.success(`The workspace is called ${name} now`);
    },
  });
  return (
    <Panel title="Name" padded>
      <Form state={state} className="lg:max-w-120">
        <Field name="p_name" label="Name of the workspace">
          {(control) => <Input autoComplete="off" {...control} />}
        </Field>
        <FormError title="The name stays" />
        <div>
          <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
            Rename
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function TransferPanel() {
  const { orgId, user, membership } = useWorkspace();
  const readAgain = useReadAgain();
  const members = useQuery(membersQuery(orgId));
  const [accountId, setAccountId] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const id = useId();
  const others = (members.data ?? []).filter(
    (member) => member.account_id !== user.account_id && !member.is_service && !member.is_disabled,
  );
  const chosen = others.find((member) => member.account_id === accountId);
  const transfer = async () => {
    if (chosen === undefined) return;
    setBusy(true);
    setError(null);
    try {
      await api().callRpc(transferOrganization, { p_org_id: orgId, p_account_id: chosen.account_id });
      setAsking(false);
      await readAgain();
      notify.success(`${chosen.display_name} owns ${membership.org_name} now; you are its admin`);
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title="Owner" padded>
      <div className="grid gap-3 lg:max-w-120">
        <p className="text-sm text-ink-2">
          Hand the workspace over to another member: that member becomes owner, and you stay as admin.
        </p>
        <div className="grid gap-1">
          <label htmlFor={id} className="text-xs text-ink-3">
            New owner
          </label>
          <Select
            id={id}
            value={accountId}
            onValueChange={setAccountId}
            disabled={others.length === 0}
            placeholder={placeholderOf(members.data !== undefined, others.length)}
            options={others.map((member) => ({
              value: member.account_id,
              label: `${member.display_name} (${member.email})`,
            }))}
          />
        </div>
        {members.error !== null && (
          <ErrorState
            error={members.error}
            title="Who could own it could not be read"
            onRetry={() => void members.refetch()}
          />
        )}
        <div>
          <Button disabled={chosen === undefined} onClick={() => setAsking(true)}>
            Hand over…
          </Button>
        </div>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Hand ${membership.org_name} over?`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button variant="danger" busy={isBusy} onClick={() => void transfer()}>
              Hand over to {chosen?.display_name ?? ''}
            </Button>
          </>
        }
      >
        <div className="grid gap-3 text-sm text-ink-2">
          <p>Only the new owner can hand it back.</p>
          {error !== null && <ErrorState error={error} title="The workspace was not handed over" />}
        </div>
      </Dialog>
    </Panel>
  );
}

function placeholderOf(isKnown: boolean, count: number): string {
  if (!isKnown) return '—';
  return count === 0 ? 'no other person is a member' : 'Choose a member';
}

function DeletePanel() {
  const { orgId, membership } = useWorkspace();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const id = useId();
  const remove = async () => {
    setBusy(true);
    setError(null);
    try {
      await api().callRpc(deleteOrganization, { p_org_id: orgId, p_confirm_name: typed });
      client.clear();
      // Everything the page knows belongs to a workspace that is gone.
      window.location.assign('/');
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return (
    <Panel title="End of the workspace" padded>
      <div className="grid gap-3">
        <p className="max-w-prose text-sm text-ink-2">
          Deleting takes everything in {membership.org_name} for ever: projects, runs, results, telemetry,
          servers, keys. It is refused while jobs run.
        </p>
        <div>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete the workspace…
          </Button>
        </div>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={(isOpen) => {
          setAsking(isOpen);
          setTyped('');
          setError(null);
        }}
        title={`Delete ${membership.org_name}?`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button
              variant="danger"
              busy={isBusy}
              disabled={typed !== membership.org_name}
              onClick={() => void remove()}
            >
              Delete for ever
            </Button>
          </>
        }
      >
        <div className="grid gap-3">
          <div className="grid gap-1">
            <label htmlFor={id} className="text-sm text-ink-2">
              Type <strong>{membership.org_name}</strong> to confirm. This cannot be undone.
            </label>
            <Input
              id={id}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          {error !== null && <ErrorState error={error} title="The workspace was not deleted" />}
        </div>
      </Dialog>
    </Panel>
  );
}
