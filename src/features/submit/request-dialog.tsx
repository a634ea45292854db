import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { ApiCallDialog } from '#src/components/api-call/api-call-dialog.tsx';
import { endpointCall } from '#src/components/api-call/api-call.ts';
import type { Situation } from './situation.ts';
import { jobCall, schemaOf, type SubmitValues } from './submit-schema.ts';

interface RequestDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  values: SubmitValues;
  situation: Situation;
}

/** The call that the form makes, to make it from a script. */
export function RequestDialog({ open, onOpenChange, values, situation }: RequestDialogProps) {
  const { orgId, user } = useWorkspace();
  const parsed = schemaOf[values.p_tool].safeParse(values);
  const [first] = situation.jobs;
  const call =
    parsed.success && first !== undefined
      ? jobCall(parsed.data, first, { orgId, accountId: user.account_id })
      : null;
  return (
    <ApiCallDialog
      open={open}
      onOpenChange={onOpenChange}
      title="The request"
      calls={
        call === null
          ? []
          : [endpointCall(`/rpc/create_${call.tool.replace('-', '_')}_job`, call.args, 'Submits the job')]
      }
      note={
        call === null ? (
          <div className="text-sm text-ink-2">
            <p>The form does not hold a whole request yet:</p>
            <ul className="mt-2 grid list-disc gap-1 pl-5">
              {parsed.error?.issues.map((issue) => (
                <li key={issue.path.join('.')}>
                  <code className="font-mono text-xs">{issue.path.join('.')}</code> {issue.message}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          situation.names.length > 1 && (
            <p className="text-sm text-ink-2">
              The first of {situation.names.length}; the others differ in name, concurrency and lengths.
            </p>
          )
        )
      }
    />
  );
}
