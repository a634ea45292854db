import { useQueryClient } from '@tanstack/react-query';
import { createTokenSchema } from '#contract/auth.ts';
import { ROLES } from '#contract/jobs.ts';
import {
  CreateButtons,
  DAY_S,
  LifeField,
  NameField,
  RoleCapField,
} from '#src/components/credentials/credential-fields.tsx';
import { SecretDialog } from '#src/components/credentials/secret-dialog.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { exactTime } from '#src/components/ui/relative-time.tsx';
import { tokensQuery } from '#src/api/credential-queries.ts';
import { createToken, type CreatedToken } from './profile-queries.ts';

interface CreateTokenDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CreateTokenDialog({ open, onOpenChange }: CreateTokenDialogProps) {
  return (
    <SecretDialog<CreatedToken>
      open={open}
      onOpenChange={onOpenChange}
      title="Create token"
      what="token"
      secretOf={({ token }) => token}
      told={(created) => `${created.name} ends on ${exactTime(Date.parse(created.expires_at))}.`}
      form={(onCreated, onCancel) => <CreateTokenForm onCreated={onCreated} onCancel={onCancel} />}
    />
  );
}

interface CreateTokenFormProps {
  onCreated: (token: CreatedToken) => void;
  onCancel: () => void;
}

function CreateTokenForm({ onCreated, onCancel }: CreateTokenFormProps) {
  const client = useQueryClient();
  const { user } = useWorkspace();
  // A token reaches every workspace of its account.
  const highest = Math.max(0, ...user.memberships.map((membership) => ROLES.indexOf(membership.role)));
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
      <NameField
        hint="What will use it: you find it by this name when it must be revoked."
        placeholder="nightly sweep"
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <LifeField />
        <RoleCapField highest={ROLES[highest] ?? ROLES[0]} />
      </div>
      <FormError title="The token was not created" />
      <CreateButtons label="Create token" busy={state.form.formState.isSubmitting} onCancel={onCancel} />
    </Form>
  );
}
