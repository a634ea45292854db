import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createServiceClientSchema } from '#contract/auth.ts';
import { CreatedSecret } from '#src/components/credentials/created-secret.tsx';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { CopyableId } from '#src/components/ui/facts.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { createServiceClient, serviceClientsQuery, type CreatedServiceClient } from './admin-queries.ts';
import { RoleSelect } from './role-select.tsx';

interface CreateClientDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function CreateClientDialog({ open, onOpenChange }: CreateClientDialogProps) {
  const [created, setCreated] = useState<CreatedServiceClient | null>(null);
  const change = (isOpen: boolean) => {
    if (!isOpen) setCreated(null);
    onOpenChange(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={created === null ? 'Create service client' : 'Copy the secret now'}
      description={created === null ? undefined : 'It is shown this once and cannot be read again.'}
    >
      {created === null ? (
        <CreateClientForm onCreated={setCreated} onCancel={() => change(false)} />
      ) : (
        <CreatedSecret secret={created.client_secret} what="secret" onDone={() => change(false)}>
          {created.name} asks POST /api/oauth/token with grant_type=client_credentials, this secret and its{' '}
          <CopyableId label="client id" id={created.client_id} />.
        </CreatedSecret>
      )}
    </Dialog>
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
      <Field
        name="name"
        label="Name"
        hint="What it is: you find it by this name in the audit log and when it must be revoked."
      >
        {(control) => <Input autoComplete="off" placeholder="nightly import" {...control} />}
      </Field>
      <Field name="role" label="Role">
        {({ onChange, ...control }) => <RoleSelect {...control} onValueChange={onChange} />}
      </Field>
      <FormError title="The service client was not created" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Create service client
        </Button>
      </div>
    </Form>
  );
}
