import { useSuspenseQuery } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { createWorkerRegistrationToken } from '#contract/rpc/resources.ts';
import { api } from '#src/api/api.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { exactTime } from '#src/components/ui/relative-time.tsx';
import { Select, type Option } from '#src/components/ui/select.tsx';
import { apiAddress, workerCommand } from './worker-command.ts';

const HOUR_S = 3600;
const LIVES: readonly Option[] = [
  { value: String(HOUR_S), label: '1 hour' },
  { value: String(24 * HOUR_S), label: '1 day' },
  { value: String(30 * 24 * HOUR_S), label: '30 days' },
  { value: 'never', label: 'never' },
];

const schema = z.object({
  // What the agent takes as --hostname.
  p_name: z
    .string()
    .trim()
    .min(1, 'Enter the name of the machine.')
    .max(120, 'At most 120 characters.')
    .regex(
      /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/,
      'Use letters, digits, dots, dashes, underscores; start and end with a letter or digit.',
    ),
  p_expires_in_seconds: z.string(),
});

interface Created {
  token: string;
  hostname: string;
  expiresAt: string | null;
  /** When, so that a worker heard before does not count as this one. */
  at: number;
}

interface ConnectWorkerDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Makes a registration token, shows once how to start a worker with it, and waits for the worker to be heard. */
export function ConnectWorkerDialog({ open, onOpenChange }: ConnectWorkerDialogProps) {
  const [created, setCreated] = useState<Created | null>(null);
  const change = (isOpen: boolean) => {
    if (!isOpen) setCreated(null);
    onOpenChange(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={created === null ? 'Connect a worker' : `Start the worker on ${created.hostname}`}
      description={
        created === null
          ? 'Makes a token that a machine registers with, and the command to start its worker.'
          : 'The token is shown this once and cannot be read again.'
      }
      className="w-[min(620px,calc(100vw-24px))]!"
    >
      {created === null ? (
        <TokenForm onCreated={setCreated} onCancel={() => change(false)} />
      ) : (
        <Commands created={created} onDone={() => change(false)} />
      )}
    </Dialog>
  );
}

function TokenForm({ onCreated, onCancel }: { onCreated: (created: Created) => void; onCancel: () => void }) {
  const { orgId } = useWorkspace();
  const state = useSchemaForm({
    schema,
    defaultValues: { p_name: '', p_expires_in_seconds: String(24 * HOUR_S) },
    onSubmit: async ({ p_name, p_expires_in_seconds }) => {
      const answer = await api().callRpc(createWorkerRegistrationToken, {
        p_org_id: orgId,
        p_name,
        p_expires_in_seconds: p_expires_in_seconds === 'never' ? null : Number(p_expires_in_seconds),
      });
      onCreated({ token: answer.token, hostname: p_name, expiresAt: answer.expires_at, at: Date.now() });
    },
  });
  return (
    <Form state={state}>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_160px]">
        <Field
          name="p_name"
          label="Machine"
          hint="The server appears under this name; the token carries it too."
        >
          {(control) => <Input autoComplete="off" spellCheck={false} placeholder="gpu-node-1" {...control} />}
        </Field>
        <Field name="p_expires_in_seconds" label="Token ends after">
          {({ value, onChange, ...control }) => (
            <Select {...control} value={value as string} options={LIVES} onValueChange={onChange} />
          )}
        </Field>
      </div>
      <p className="text-xs text-ink-3">
        The token is needed to register, not to stay: a worker that has registered goes on after it ended.
      </p>
      <FormError title="The token was not made" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Make token
        </Button>
      </div>
    </Form>
  );
}

function Commands({ created, onDone }: { created: Created; onDone: () => void }) {
  const { orgId } = useWorkspace();
  const { data: rows } = useSuspenseQuery(serversQuery(orgId));
  const heard = rows.find(
    (row) =>
      row.hostname === created.hostname &&
      row.worker_id !== null &&
      Date.parse(row.last_heartbeat_at ?? '') > created.at,
  );
  const { address, isLoopback } = apiAddress(api().apiBase, window.location.origin);
  const command = workerCommand(created.token, address, created.hostname);
  return (
    <div className="grid gap-3 text-sm">
      <ol className="grid list-decimal gap-3 pl-5 marker:text-ink-3">
        <li>
          Copy the folder <code className="font-mono text-xs">dist/worker</code> of this installation to the
          machine. It needs Node 20 and nothing else.
        </li>
        <li>
          In that folder, run
          <span className="mt-1.5 flex items-start gap-1 rounded border border-line bg-raised p-2">
            <pre
              data-testid="worker-command"
              tabIndex={0}
              aria-label="Command"
              className="min-w-0 flex-1 font-mono text-xs break-all whitespace-pre-wrap"
            >
              {command}
            </pre>
            <CopyButton text={command} label="Copy the command" />
          </span>
        </li>
      </ol>
      {isLoopback && (
        <p className="rounded bg-warn-soft px-2 py-1.5 text-warn">
          {address} works on this machine only. For another one, put the address there under which it reaches
          this server.
        </p>
      )}
      <p className="text-ink-3">
        {created.expiresAt === null
          ? 'The token does not end by itself.'
          : `The token ends on ${exactTime(Date.parse(created.expiresAt))}.`}
      </p>
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
    </div>
  );
}
