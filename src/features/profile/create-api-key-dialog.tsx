import { useQueryClient } from '@tanstack/react-query';
import { createApiKeySchema } from '#contract/auth.ts';
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
import { apiKeysQuery } from '#src/api/credential-queries.ts';
import { createApiKey, type CreatedApiKey } from './profile-queries.ts';

interface CreateApiKeyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CreateApiKeyDialog({ open, onOpenChange }: CreateApiKeyDialogProps) {
  return (
    <SecretDialog<CreatedApiKey>
      open={open}
      onOpenChange={onOpenChange}
      title="Create API key"
      what="key"
      secretOf={({ key }) => key}
      told={({ name, expires_at: end }) =>
        end === null ? `${name} works until it is revoked.` : `${name} ends on ${exactTime(Date.parse(end))}.`
      }
      form={(onCreated, onCancel) => <CreateApiKeyForm onCreated={onCreated} onCancel={onCancel} />}
    />
  );
}

interface CreateApiKeyFormProps {
  onCreated: (key: CreatedApiKey) => void;
  onCancel: () => void;
}

function CreateApiKeyForm({ onCreated, onCancel }: CreateApiKeyFormProps) {
  const client = useQueryClient();
  const { orgId, membership } = useWorkspace();
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
      <NameField
        hint="What will use it: you find it by this name when it must be revoked."
        placeholder="nightly CI"
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <LifeField mayBeForEver />
        <RoleCapField highest={membership.role} />
      </div>
      <FormError title="The key was not created" />
      <CreateButtons label="Create key" busy={state.form.formState.isSubmitting} onCancel={onCancel} />
    </Form>
  );
}
