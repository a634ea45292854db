import { useSuspenseQuery } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '#src/api/api.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { exactTime } from '#src/components/ui/relative-time.tsx';
import { apiAddress, workerCommand, type NewWorker } from './worker-command.ts';

/** How to start the worker that a token was made for, shown once, and whether it has been heard. */
export function WorkerCommands({ created, onDone }: { created: NewWorker; onDone: () => void }) {
  return (
    <div className="grid gap-3 text-sm">
      {created.bootstrap === null ? <FolderSteps created={created} /> : <BootstrapSteps created={created} />}
      <p className="text-ink-3">
        {created.expiresAt === null
          ? 'The token does not end by itself.'
          : `The token ends on ${exactTime(Date.parse(created.expiresAt))}.`}
      </p>
      <Heard created={created} onDone={onDone} />
    </div>
  );
}

function FolderSteps({ created }: { created: NewWorker }) {
  const { address, isLoopback } = apiAddress(api().apiBase, window.location.origin);
  return (
    <>
      <ol className="grid list-decimal gap-3 pl-5 marker:text-ink-3">
        <li>
          Copy the folder <code className="font-mono text-xs">dist/worker</code> of this installation to the
          machine. It needs Node 20 and nothing else.
        </li>
        <li>
          In that folder, run
          <Command text={workerCommand(created.token, address, created.hostname)} />
        </li>
      </ol>
      {isLoopback && (
        <p className="rounded bg-warn-soft px-2 py-1.5 text-warn">
          {address} works on this machine only. For another one, put the address there under which it reaches
          this server.
        </p>
      )}
    </>
  );
}

function BootstrapSteps({ created: { bootstrap, hostname } }: { created: NewWorker }) {
  if (bootstrap === null) return null;
  return (
    <>
      <ul className="grid gap-1">
        <Passed what="Address">
          <code className="font-mono text-xs break-all">{bootstrap.api_url}</code> is public and https
        </Passed>
        <Passed what="Package set">{bootstrap.package_tag} is complete</Passed>
        <Passed what="Script">
          checked against its SHA-256 before it runs:{' '}
          <code className="font-mono text-xs" title={bootstrap.script_sha256}>
            {bootstrap.script_sha256.slice(0, 12)}…
          </code>
        </Passed>
      </ul>
      <div>
        On {hostname}, run
        <Command text={bootstrap.command} />
        <span className="mt-1 block text-xs text-ink-3">
          It fetches the worker from this server, checks it, and starts it. It needs curl, sha256sum and Node
          20.
        </span>
      </div>
    </>
  );
}

function Passed({ what, children }: { what: string; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <CircleCheck aria-label="passes" className="mt-0.5 size-4 shrink-0 text-good" />
      <span className="min-w-0">
        <span className="font-medium">{what}:</span> <span className="text-ink-2">{children}</span>
      </span>
    </li>
  );
}

function Command({ text }: { text: string }) {
  return (
    <span className="mt-1.5 flex items-start gap-1 rounded border border-line bg-raised p-2">
      <pre
        data-testid="worker-command"
        tabIndex={0}
        aria-label="Command"
        className="min-w-0 flex-1 font-mono text-xs break-all whitespace-pre-wrap"
      >
        {text}
      </pre>
      <CopyButton text={text} label="Copy the command" />
    </span>
  );
}

function Heard({ created, onDone }: { created: NewWorker; onDone: () => void }) {
  const { orgId } = useWorkspace();
  const { data: rows } = useSuspenseQuery(serversQuery(orgId));
  const heard = rows.find(
    (row) =>
      row.hostname === created.hostname &&
      row.worker_id !== null &&
      Date.parse(row.last_heartbeat_at ?? '') > created.at,
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span role="status" className="inline-flex items-center gap-1.5">
        {heard === undefined ? (
          <>
            <LoaderCircle aria-hidden className="size-4 animate-spin text-ink-3" />
            <span className="text-ink-2">Waits to hear from {created.hostname}; looks every 10 s</span>
          </>
        ) : (
          <>
            <CircleCheck aria-hidden className="size-4 text-good" />
            <span className="text-good">{created.hostname} is connected</span>
          </>
        )}
      </span>
      <Button variant="primary" className="ml-auto" onClick={onDone}>
        {heard === undefined ? 'I have stored it' : 'Done'}
      </Button>
    </div>
  );
}
