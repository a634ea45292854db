import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { createServerConfig } from '#contract/rpc/resources.ts';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { grouped } from '#lib/grouped.ts';
import { ApiError } from '#src/api/api-error.ts';
import { api } from '#src/api/api.ts';
import { gpuModelsQuery } from '#src/api/catalog-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { ChoiceGroup, type ChoiceOption } from '#src/components/ui/choice-group.tsx';
import { Combobox } from '#src/components/ui/combobox.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input, Textarea } from '#src/components/ui/input.tsx';
import {
  configArguments,
  configSchema,
  suggestConfigCode,
  type ConfigRequest,
  type ConfigValues,
} from './config-schema.ts';

const KINDS: readonly ChoiceOption<ConfigValues['p_launch_kind']>[] = [
  { value: 'endpoint', label: 'Running endpoint', detail: 'yours, by its address' },
  { value: 'process', label: 'Launched process', detail: 'the worker starts it' },
  { value: 'simulated', label: 'Simulated engine', detail: 'needs no GPU' },
];

interface AddConfigDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  servers: readonly ServerCurrentStatus[];
  /** The server it starts with; empty for none. */
  hostname: string;
}

interface Added {
  hostname: string;
  code: string;
  kind: ConfigValues['p_launch_kind'];
}

/** Adds a way to bring a model server up on a server, by its kind. */
export function AddConfigDialog({ open, onOpenChange, servers, hostname }: AddConfigDialogProps) {
  const [added, setAdded] = useState<Added | null>(null);
  const change = (isOpen: boolean) => {
    if (!isOpen) setAdded(null);
    onOpenChange(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={added === null ? 'Add config' : `${added.code} is added`}
      description={added === null ? 'What to benchmark on a server, and how it comes up.' : undefined}
      className="top-[5dvh]! max-h-[90dvh]! w-[min(620px,calc(100vw-24px))]!"
    >
      {added === null ? (
        <ConfigForm servers={servers} hostname={hostname} onAdded={setAdded} onCancel={() => change(false)} />
      ) : (
        <AddedConfig added={added} onDone={() => change(false)} />
      )}
    </Dialog>
  );
}

interface ConfigFormProps {
  servers: readonly ServerCurrentStatus[];
  hostname: string;
  onAdded: (added: Added) => void;
  onCancel: () => void;
}

function ConfigForm({ servers, hostname, onAdded, onCancel }: ConfigFormProps) {
  const { orgId, user } = useWorkspace();
  const client = useQueryClient();
  const send = async (request: ConfigRequest) => {
    const code = request.p_config_code === '' ? suggestion : request.p_config_code;
    if (code === '')
      throw new ApiError({
        code: 'validation_failed',
        status: 400,
        message: 'Enter a code.',
        details: { field: 'p_config_code' },
      });
    await api().callRpc(
      createServerConfig,
      configArguments(request, code, { orgId, accountId: user.account_id }),
    );
    await client.invalidateQueries({ queryKey: serversQuery(orgId).queryKey });
    onAdded({ hostname: request.p_server_hostname, code, kind: request.p_launch_kind });
  };
  const state = useSchemaForm({
    schema: configSchema,
    defaultValues: {
      p_server_hostname: hostname,
      p_launch_kind: 'endpoint',
      p_config_code: '',
      p_gpu_model: '',
      p_gpu_count: '',
      p_gpu_memory_gb: '',
      p_tensor_parallel: '',
      p_endpoint_url: '',
      p_endpoint_api: 'completions',
      p_endpoint_api_key: '',
      p_served_model_name: '',
      p_extra_args: '',
      p_description: '',
    },
    onSubmit: (request) => send(request),
  });
  const values = useWatch({ control: state.form.control, compute: (all) => all });
  const suggestion = suggestConfigCode(values);
  const kind = values.p_launch_kind;
  return (
    <Form state={state}>
      <Field name="p_server_hostname" label="Server">
        {({ value, onChange, ...control }) => (
          <Combobox
            {...control}
            value={value === '' ? null : (value as string)}
            onValueChange={onChange}
            placeholder="Choose a server"
            options={servers.map((server) => ({
              value: server.hostname,
              label: server.hostname,
              detail: server.status_code.replace('_', ' '),
            }))}
          />
        )}
      </Field>
      <Field name="p_launch_kind" label="Kind">
        {({ value, onChange, ...control }) => (
          <ChoiceGroup
            {...control}
            aria-label="Kind"
            className="grid! sm:grid-cols-3"
            value={value as ConfigValues['p_launch_kind']}
            options={KINDS}
            onValueChange={onChange}
          />
        )}
      </Field>
      {kind === 'endpoint' && <EndpointFields />}
      <HardwareFields kind={kind} />
      {kind === 'process' && <ProcessFields />}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          name="p_config_code"
          label="Code"
          hint={suggestion === '' ? 'Names the config in jobs and links.' : `Empty: ${suggestion}`}
        >
          {(control) => <Input autoComplete="off" spellCheck={false} placeholder={suggestion} {...control} />}
        </Field>
        <Field name="p_description" label="Description, optional">
          {(control) => <Input autoComplete="off" {...control} />}
        </Field>
      </div>
      <FormError title="The config was not added" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Add config
        </Button>
      </div>
    </Form>
  );
}

const APIS: readonly ChoiceOption<'completions' | 'chat'>[] = [
  { value: 'completions', label: '/v1/completions' },
  { value: 'chat', label: '/v1/chat/completions' },
];

function EndpointFields() {
  return (
    <>
      <Field
        name="p_endpoint_url"
        label="Address"
        hint="As the worker reaches it, without /v1. The worker calls it, not this page."
      >
        {(control) => (
          <Input
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="http://127.0.0.1:8000"
            {...control}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field name="p_endpoint_api" label="API">
          {({ value, onChange, ...control }) => (
            <ChoiceGroup
              {...control}
              aria-label="API"
              value={value as 'completions' | 'chat'}
              options={APIS}
              onValueChange={onChange}
            />
          )}
        </Field>
        <Field
          name="p_served_model_name"
          label="Model name there"
          hint="Empty: the only model that it lists."
        >
          {(control) => <Input autoComplete="off" spellCheck={false} {...control} />}
        </Field>
      </div>
      <Field
        name="p_endpoint_api_key"
        label="API key, optional"
        hint="Stored encrypted, and never shown again: to change it, add another config."
      >
        {(control) => <Input type="password" autoComplete="new-password" {...control} />}
      </Field>
    </>
  );
}

function HardwareFields({ kind }: { kind: ConfigValues['p_launch_kind'] }) {
  const gpus = useQuery(gpuModelsQuery);
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <Field
        name="p_gpu_model"
        label={kind === 'simulated' ? 'GPU it plays' : 'GPU, if known'}
        hint={kind === 'endpoint' ? 'For figures per GPU; the endpoint does not tell.' : undefined}
      >
        {({ value, onChange, ...control }) => (
          <Combobox
            {...control}
            value={value === '' ? null : (value as string)}
            onValueChange={(model) => onChange(model === NOT_KNOWN ? '' : model)}
            placeholder="Choose a GPU"
            empty={gpus.isError ? 'The catalog could not be read' : gpus.isPending ? 'Reading…' : undefined}
            options={[
              ...(kind === 'simulated' || value === '' ? [] : [{ value: NOT_KNOWN, label: 'Not known' }]),
              ...(gpus.data ?? []).map((gpu) => ({
                value: gpu.gpu_model,
                label: gpu.display_name,
                detail: `${grouped(gpu.memory_gb)} GB, ${gpu.vendor}`,
              })),
            ]}
          />
        )}
      </Field>
      <Field name="p_gpu_count" label="How many">
        {(control) => <Input inputMode="numeric" autoComplete="off" placeholder="8" {...control} />}
      </Field>
      <Field name="p_gpu_memory_gb" label="Memory of each">
        {(control) => (
          <Input inputMode="decimal" autoComplete="off" unit="GB" placeholder="catalog" {...control} />
        )}
      </Field>
    </div>
  );
}

const NOT_KNOWN = '-';

function ProcessFields() {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field name="p_tensor_parallel" label="Tensor parallel" hint="Empty: all GPUs of the config.">
        {(control) => <Input inputMode="numeric" autoComplete="off" {...control} />}
      </Field>
      <Field name="p_served_model_name" label="Served model name" hint="Empty: the model's own.">
        {(control) => <Input autoComplete="off" spellCheck={false} {...control} />}
      </Field>
      <Field
        name="p_extra_args"
        className="sm:col-span-2"
        label="More arguments"
        hint="Added to the framework's command line, separated by spaces or lines. No secrets: they are kept as they are."
      >
        {(control) => (
          <Textarea
            spellCheck={false}
            className="min-h-14 font-mono text-xs!"
            placeholder="--enable-prefix-caching"
            {...control}
          />
        )}
      </Field>
    </div>
  );
}

function AddedConfig({ added, onDone }: { added: Added; onDone: () => void }) {
  const { orgId } = useWorkspace();
  return (
    <div className="grid gap-3">
      <p className="text-sm text-ink-2">
        It stands on {added.hostname} and can be chosen for jobs
        {added.kind === 'endpoint' && ' once a worker there is heard: the worker is what calls the endpoint'}.
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Close</Button>
        <Link
          to="/w/$orgId/submit"
          params={{ orgId }}
          search={{ server: added.hostname, config: added.code }}
          className={buttonStyles({ variant: 'primary' })}
        >
          {added.kind === 'endpoint' ? 'Benchmark this endpoint' : 'Submit a job on it'}
        </Link>
      </div>
    </div>
  );
}
