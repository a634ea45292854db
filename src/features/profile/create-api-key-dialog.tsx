import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createApiKeySchema } from '#contract/auth.ts';
import { ROLES, type Role } from '#contract/jobs.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { exactTime } from '#src/components/ui/relative-time.tsx';
import { Select, type Option } from '#src/components/ui/select.tsx';
import { LIVES, OWN_ROLE } from './create-token-dialog.tsx';
import { CreatedSecret } from '#src/components/credentials/created-secret.tsx';
import { apiKeysQuery, createApiKey, type CreatedApiKey } from './profile-queries.ts';

const FOR_EVER = 'never';
const KEY_LIVES: readonly Option[] = [...LIVES, { value: FOR_EVER, label: 'never' }];
const DAY_S = 86_400;

interface CreateApiKeyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CreateApiKeyDialog({ open, onOpenChange }: CreateApiKeyDialogProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const change = (isOpen: boolean) => {
    if (!isOpen) setCreated(null);
    onOpenChange(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={created === null ? 'Create API key' : 'Copy the key now'}
      description={created === null ? undefined : 'It is shown this once and cannot be read again.'}
    >
      {created === null ? (
        <CreateApiKeyForm onCreated={setCreated} onCancel={() => change(false)} />
      ) : (
        <CreatedSecret secret={created.key} what="key" onDone={() => change(false)}>
          {created.name}{' '}
          {created.expires_at === null
            ? 'works until it is revoked.'
            : `ends on ${exactTime(Date.parse(created.expires_at))}.`}
        </CreatedSecret>
      )}
    </Dialog>
  );
}

function CreateApiKeyForm({
  onCreated,
  onCancel,
}: {
  onCreated: (key: CreatedApiKey) => void;
  onCancel: () => void;
}) {
  const client = useQueryClient();
  const { orgId, membership } = useWorkspace();
  const roles: Option[] = [
    { value: OWN_ROLE, label: 'as much as I may' },
    ...ROLES.slice(0, ROLES.indexOf(membership.role)).map((role) => ({
      value: role,
      label: `at most ${role}`,
    })),
  ];
  const state = useSchemaForm({
    schema: createApiKeySchema,
    defaultValues: { org_id: orgId, name: '', expires_in_seconds: 90 * DAY_S, role_cap: null },
    onSubmit: async (values) => {
      onCreated(await createApiKey(values));
      void client.invalidateQueries({ queryKey: apiKeysQuery(orgId).queryKey });
    },
  });
  return (
    <Form state={state}>
      <Field
        name="name"
        label="Name"
        hint="What will use it: you find it by this name when it must be revoked."
      >
        {(control) => <Input autoComplete="off" placeholder="nightly CI" {...control} />}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field name="expires_in_seconds" label="Ends after">
          {({ value, onChange, ...control }) => (
            <Select
              {...control}
              value={value === null ? FOR_EVER : String(value)}
              options={KEY_LIVES}
              onValueChange={(life) => onChange(life === FOR_EVER ? null : Number(life))}
            />
          )}
        </Field>
        <Field name="role_cap" label="May do">
          {({ value, onChange, ...control }) => (
            <Select
              {...control}
              value={(value as Role | null) ?? OWN_ROLE}
              options={roles}
              onValueChange={(role) => onChange(role === OWN_ROLE ? null : role)}
            />
          )}
        </Field>
      </div>
      <FormError title="The key was not created" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Create key
        </Button>
      </div>
    </Form>
  );
}
