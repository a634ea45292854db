import { useQueryClient } from '@tanstack/react-query';
import { createServiceClientSchema } from '#contract/auth.ts';
import { CreateButtons, NameField } from '#src/components/credentials/credential-fields.tsx';
import { SecretDialog } from '#src/components/credentials/secret-dialog.tsx';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { createServiceClient, serviceClientsQuery, type CreatedServiceClient } from './member-credentials.ts';
import { RoleSelect } from './role-select.tsx';

interface CreateClientDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CreateClientDialog({ open, onOpenChange }: CreateClientDialogProps) {
  return (
    <SecretDialog<CreatedServiceClient>
      open={open}
      onOpenChange={onOpenChange}
      title="Create service client"
      what="secret"
      secretOf={({ client_secret: secret }) => secret}
      told={(created) => (
        <>
          {created.name} asks POST /api/oauth/token with grant_type=client_credentials, this secret and its{' '}
          <CopyableId label="client id" id={created.client_id} />.
        </>
      )}
      form={(onCreated, onCancel) => <CreateClientForm onCreated={onCreated} onCancel={onCancel} />}
    />
  );
}

interface CreateClientFormProps {
  onCreated: (client: CreatedServiceClient) => void;
  onCancel: () => void;
}

function CreateClientForm({ onCreated, onCancel }: CreateClientFormProps) {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const state = useSchemaForm({
    schema: createServiceClientSchema,
    defaultValues: { org_id: orgId, name: '', role: 'engineer' as const },
    onSubmit: async (values) => {
      onCreated(await createServiceClient(values));
      void client.invalidateQueries({ queryKey: serviceClientsQuery(orgId).queryKey });
    },
  });
  return (
    <Form state={state}>
      <NameField
        hint="What it is: you find it by this name in the audit log and when it must be revoked."
        placeholder="nightly import"
      />
      <Field name="role" label="Role">
        {({ onChange, ...control }) => <RoleSelect {...control} onValueChange={onChange} />}
      </Field>
      <FormError title="The service client was not created" />
      <CreateButtons
        label="Create service client"
        busy={state.form.formState.isSubmitting}
        onCancel={onCancel}
      />
    </Form>
  );
}
