import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { bootstrapAnswerSchema } from '#contract/endpoints.ts';
import { createWorkerRegistrationToken } from '#contract/rpc/resources.ts';
import { publicAddressFault } from '#lib/public-address.ts';
import { api } from '#src/api/api.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { ChoiceGroup } from '#src/components/ui/choice-group.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { Select, type Option } from '#src/components/ui/select.tsx';
import { apiAddress, type NewWorker } from './worker-command.ts';
import { WorkerCommands } from './worker-commands.tsx';

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
  way: z.enum(['command', 'folder']),
});

interface ConnectWorkerDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Makes a registration token, shows once how to start a worker with it, and waits for the worker to be heard. */
export function ConnectWorkerDialog({ open, onOpenChange }: ConnectWorkerDialogProps) {
  const [created, setCreated] = useState<NewWorker | null>(null);
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
        <WorkerCommands created={created} onDone={() => change(false)} />
      )}
    </Dialog>
  );
}

function TokenForm({
  onCreated,
  onCancel,
}: {
  onCreated: (created: NewWorker) => void;
  onCancel: () => void;
}) {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const { address } = apiAddress(api().apiBase, window.location.origin);
  const fault = publicAddressFault(address);
  const state = useSchemaForm({
    schema,
    defaultValues: {
      p_name: '',
      p_expires_in_seconds: String(24 * HOUR_S),
      way: fault === null ? 'command' : 'folder',
    },
    wireNames: { hostname: 'p_name' },
    onSubmit: async ({ p_name, p_expires_in_seconds, way }) => {
      const at = Date.now();
      if (way === 'command') {
        const bootstrap = await api().request('/onboarding/bootstrap', bootstrapAnswerSchema, {
          method: 'POST',
          body: { org_id: orgId, hostname: p_name },
        });
        const { registration_token: token, expires_at: expiresAt } = bootstrap;
        onCreated({ token, hostname: p_name, expiresAt, at, bootstrap });
      } else {
        const made = await api().callRpc(createWorkerRegistrationToken, {
          p_org_id: orgId,
          p_name,
          p_expires_in_seconds: p_expires_in_seconds === 'never' ? null : Number(p_expires_in_seconds),
        });
        onCreated({ token: made.token, hostname: p_name, expiresAt: made.expires_at, at, bootstrap: null });
      }
      void client.invalidateQueries({ queryKey: ['registration-tokens', orgId] });
    },
  });
  const isCommand = useWatch({ control: state.form.control, name: 'way' }) === 'command';
  return (
    <Form state={state}>
      <Field name="way" label="How the worker gets there">
        {({ value, onChange, ...control }) => (
          <ChoiceGroup
            {...control}
            value={value as 'command' | 'folder'}
            onValueChange={onChange}
            options={[
              {
                value: 'command',
                label: 'One command',
                detail: 'fetches, checks and starts it',
                ...(fault !== null && { warning: `this address ${fault}` }),
              },
              { value: 'folder', label: 'Copy the folder', detail: 'for this machine and closed networks' },
            ]}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_160px]">
        <Field
          name="p_name"
          label="Machine"
          hint="The server appears under this name; the token carries it too."
        >
          {(control) => <Input autoComplete="off" spellCheck={false} placeholder="gpu-node-1" {...control} />}
        </Field>
        {!isCommand && (
          <Field name="p_expires_in_seconds" label="Token ends after">
            {({ value, onChange, ...control }) => (
              <Select {...control} value={value as string} options={LIVES} onValueChange={onChange} />
            )}
          </Field>
        )}
      </div>
      <p className="text-xs text-ink-3">
        The token is needed to register, not to stay: a worker that has registered goes on after it ended.
        {isCommand &&
          ` It ends after a day. The server first checks that its own address is public and https${fault === null ? '' : ` (${address} ${fault}; PUBLIC_URL can name another)`}, and that it has a complete package set.`}
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
