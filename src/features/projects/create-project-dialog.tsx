import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createProject } from '#contract/rpc/resources.ts';
import { api } from '#src/api/api.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input, Textarea } from '#src/components/ui/input.tsx';
import { projectsQuery } from './projects-queries.ts';

interface CreateProjectDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Names a project before there is anything in it. */
export function CreateProjectDialog({ open, onOpenChange }: CreateProjectDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New project"
      description="For benchmarks that belong together; you find it again by its name."
    >
      <CreateProjectForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CreateProjectForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { orgId, user } = useWorkspace();
  const state = useSchemaForm({
    schema: createProject.params,
    defaultValues: {
      p_owner_account_id: user.account_id,
      p_org_id: orgId,
      p_project_name: '',
      p_description: '',
    },
    onSubmit: async (values) => {
      const description = values.p_description?.trim() ?? '';
      const projectId = await api().callRpc(createProject, {
        ...values,
        p_description: description === '' ? null : description,
      });
      void client.invalidateQueries({ queryKey: projectsQuery(orgId).queryKey });
      onDone();
      await navigate({
        to: '/w/$orgId/projects/$projectId',
        params: { orgId, projectId: String(projectId) },
      });
    },
  });
  return (
    <Form state={state}>
      <Field name="p_project_name" label="Name">
        {(control) => <Input autoComplete="off" placeholder="H200 nightly" {...control} />}
      </Field>
      <Field name="p_description" label="Description" hint="What it compares, for whom. May stay empty.">
        {(control) => <Textarea {...control} />}
      </Field>
      <FormError title="The project was not created" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Create project
        </Button>
      </div>
    </Form>
  );
}
