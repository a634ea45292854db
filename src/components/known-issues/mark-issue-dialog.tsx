import { useQueryClient } from '@tanstack/react-query';
import { markKnownIssue } from '#contract/rpc/known-issues.ts';
import { api } from '#src/api/api.ts';
import { KNOWN_ISSUES_KEY } from '#src/api/known-issues.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input, Textarea } from '#src/components/ui/input.tsx';
import { notify } from '#src/components/ui/toast.ts';

interface MarkIssueDialogProps {
  orgId: string;
  jobIds: readonly number[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Says of one job or several what is known to be wrong with their figures. */
export function MarkIssueDialog({ orgId, jobIds, open, onOpenChange }: MarkIssueDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={jobIds.length === 1 ? 'Known issue' : `Known issue of ${counted(jobIds.length, 'job')}`}
      description="The figures stay; whoever reads them, in rankings, comparisons and exports, is told."
    >
      <MarkIssueForm orgId={orgId} jobIds={jobIds} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Sent as they are; what a person types is the rest. */
const typedSchema = markKnownIssue.params.pick({ p_issue_text: true, p_issue_url: true });

function MarkIssueForm({
  orgId,
  jobIds,
  onDone,
}: {
  orgId: string;
  jobIds: readonly number[];
  onDone: () => void;
}) {
  const client = useQueryClient();
  const state = useSchemaForm({
    schema: typedSchema,
    defaultValues: { p_issue_text: '', p_issue_url: null },
    onSubmit: async (values) => {
      await api().callRpc(markKnownIssue, { ...values, p_org_id: orgId, p_job_ids: [...jobIds] });
      onDone();
      notify.success('The known issue is shown beside the figures');
      await client.invalidateQueries({ queryKey: KNOWN_ISSUES_KEY });
    },
  });
  return (
    <Form state={state}>
      <Field name="p_issue_text" label="What is wrong">
        {(control) => <Textarea placeholder="GPU 3 throttled: the fan had failed" {...control} />}
      </Field>
      <Field name="p_issue_url" label="Where it is followed up" hint="A ticket or a page. May stay empty.">
        {({ onChange, value, ...control }) => (
          <Input
            inputMode="url"
            autoComplete="off"
            placeholder="https://…"
            value={(value as string | null) ?? ''}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
            {...control}
          />
        )}
      </Field>
      <FormError title="It was not kept" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Mark it
        </Button>
      </div>
    </Form>
  );
}
