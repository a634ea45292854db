import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { addOrganizationMember, assignableRoleSchema } from '#contract/rpc/organizations.ts';
import { api } from '#src/api/api.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { membersQuery } from './members-query.ts';
import { RoleSelect } from './role-select.tsx';

interface AddMemberDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const schema = z.object({
  p_email: addOrganizationMember.params.shape.p_email,
  p_role_code: assignableRoleSchema,
});

export function AddMemberDialog({ open, onOpenChange }: AddMemberDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a member"
      description="The account must exist: a person has one from the first sign-in on."
    >
      <AddMemberForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function AddMemberForm({ onDone }: { onDone: () => void }) {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const state = useSchemaForm({
    schema,
    defaultValues: { p_email: '', p_role_code: 'viewer' as const },
    onSubmit: async (values) => {
      await api().callRpc(addOrganizationMember, { p_org_id: orgId, ...values });
      await client.invalidateQueries({ queryKey: membersQuery(orgId).queryKey });
      notify.success(`${values.p_email} is ${values.p_role_code} now`);
      onDone();
    },
  });
  return (
    <Form state={state}>
      <Field name="p_email" label="E-mail address">
        {(control) => <Input type="email" autoComplete="off" placeholder="ada@example.com" {...control} />}
      </Field>
      <Field name="p_role_code" label="Role">
        {({ onChange, ...control }) => <RoleSelect {...control} onValueChange={onChange} />}
      </Field>
      <FormError title="Nobody was added" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Add
        </Button>
      </div>
    </Form>
  );
}
