import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createTokenSchema } from '#contract/auth.ts';
import { ROLES, type Role } from '#contract/jobs.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { exactTime } from '#src/components/ui/relative-time.tsx';
import { Select, type Option } from '#src/components/ui/select.tsx';
import { CreatedSecret } from '#src/components/credentials/created-secret.tsx';
import { createToken, tokensQuery, type CreatedToken } from './profile-queries.ts';

const DAY_S = 86_400;
/** How long a token or key may live. */
export const LIVES: readonly Option[] = [
  { value: String(DAY_S), label: '1 day' },
  { value: String(7 * DAY_S), label: '7 days' },
  { value: String(30 * DAY_S), label: '30 days' },
  { value: String(90 * DAY_S), label: '90 days' },
  { value: String(365 * DAY_S), label: '1 year' },
];
export const OWN_ROLE = 'own';

interface CreateTokenDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CreateTokenDialog({ open, onOpenChange }: CreateTokenDialogProps) {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const change = (isOpen: boolean) => {
    if (!isOpen) setCreated(null);
    onOpenChange(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={created === null ? 'Create token' : 'Copy the token now'}
      description={created === null ? undefined : 'It is shown this once and cannot be read again.'}
    >
      {created === null ? (
        <CreateTokenForm onCreated={setCreated} onCancel={() => change(false)} />
      ) : (
        <CreatedSecret secret={created.token} what="token" onDone={() => change(false)}>
          {created.name} ends on {exactTime(Date.parse(created.expires_at))}.
        </CreatedSecret>
      )}
    </Dialog>
  );
}

function CreateTokenForm({
  onCreated,
  onCancel,
}: {
  onCreated: (token: CreatedToken) => void;
  onCancel: () => void;
}) {
  const client = useQueryClient();
  const { user } = useWorkspace();
  const highest = Math.max(...user.memberships.map((membership) => ROLES.indexOf(membership.role)));
  const roles: Option[] = [
    { value: OWN_ROLE, label: 'as much as I may' },
    ...ROLES.slice(0, highest).map((role) => ({ value: role, label: `at most ${role}` })),
  ];
  const state = useSchemaForm({
    schema: createTokenSchema,
    defaultValues: { name: '', expires_in_seconds: 30 * DAY_S, role_cap: null },
    onSubmit: async (values) => {
      onCreated(await createToken(values));
      void client.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  return (
    <Form state={state}>
      <Field
        name="name"
        label="Name"
        hint="What will use it: you find it by this name when it must be revoked."
      >
        {(control) => <Input autoComplete="off" placeholder="nightly sweep" {...control} />}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field name="expires_in_seconds" label="Ends after">
          {({ value, onChange, ...control }) => (
            <Select
              {...control}
              value={String(value)}
              options={LIVES}
              onValueChange={(life) => onChange(Number(life))}
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
      <FormError title="The token was not created" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Create token
        </Button>
      </div>
    </Form>
  );
}
