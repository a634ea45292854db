import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { api } from '#src/api/api.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { reproduceCommand } from './reproduce-command.ts';

/** The request that submits this benchmark again, for a shell. */
export function ReproducePanel({
  job,
  options,
}: {
  job: JobCurrentStatus;
  options: Record<string, unknown>;
}) {
  const { user } = useWorkspace();
  const command = reproduceCommand({
    job,
    options,
    apiBase: new URL(api().apiBase, window.location.origin).href,
    accountId: user.account_id,
  });
  if (command === null)
    return (
      <Panel title="Reproduce" padded>
        <p className="text-sm text-ink-2">
          No request can repeat this job: its config, server, framework version or load is not stored.
        </p>
      </Panel>
    );
  return (
    <Panel
      title="Reproduce"
      note="put a token of Profile → Tokens into YARDSTICK_TOKEN"
      actions={<CopyButton text={command} label="Copy the command" />}
    >
      <pre
        tabIndex={0}
        aria-label="Command that submits this benchmark again"
        className="max-h-72 overflow-auto p-3 font-mono text-xs leading-4.5 -outline-offset-2!"
      >
        {command}
      </pre>
    </Panel>
  );
}
