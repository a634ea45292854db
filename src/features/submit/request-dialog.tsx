import { api } from '#src/api/api.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import type { Situation } from './preflight.ts';
import { curlCommand } from '#src/api/curl-command.ts';
import { jobCall, submitSchema, type SubmitValues } from './submit-schema.ts';

interface RequestDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  values: SubmitValues;
  situation: Situation;
}

/** The call that the form makes, to make it from a script. */
export function RequestDialog({ open, onOpenChange, values, situation }: RequestDialogProps) {
  const { orgId, user } = useWorkspace();
  const parsed = submitSchema.safeParse(values);
  const [first] = situation.jobs;
  const call =
    parsed.success && first !== undefined
      ? jobCall(parsed.data, first, { orgId, accountId: user.account_id })
      : null;
  const body = call?.args ?? null;
  const base = new URL(api().apiBase, window.location.origin).href;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="The request"
      description="Make a token under Profile → Tokens and put it in the environment as YARDSTICK_TOKEN."
      className="w-[min(680px,calc(100vw-24px))]!"
    >
      {body === null ? (
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
        <div className="grid gap-3">
          {situation.names.length > 1 && (
            <p className="text-sm text-ink-2">
              The first of {situation.names.length}; the others differ in name, concurrency and lengths.
            </p>
          )}
          <Code title="Body" text={JSON.stringify(body, null, 2)} />
          <Code
            title="curl"
            text={curlCommand(
              `${base}/rpc/create_${(call?.tool ?? 'bench-llm').replace('-', '_')}_job`,
              body,
            )}
          />
        </div>
      )}
    </Dialog>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid gap-1">
      <div className="flex items-center justify-between">
        <h3 className="text-xs text-ink-3">{title}</h3>
        <CopyButton text={text} label={`Copy the ${title}`} />
      </div>
      <pre
        tabIndex={0}
        aria-label={title}
        className="max-h-64 overflow-auto rounded border border-line bg-raised p-2 font-mono text-xs"
      >
        {text}
      </pre>
    </section>
  );
}
