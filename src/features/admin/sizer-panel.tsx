import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { z } from 'zod';
import type { SizerSettings } from '#contract/sizer/endpoints.ts';
import { grouped } from '#lib/grouped.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { numberText } from '#src/components/form/number-schema.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { notify } from '#src/components/ui/toast.ts';
import type { AdminPanelProps } from './admin-view.ts';
import {
  changeSizerSettings,
  sizerHealthQuery,
  sizerSettingsQuery,
  sizerStatusQuery,
} from './sizer-queries.ts';
import { SizerJobsPanel } from './sizer-jobs-panel.tsx';

/** Whether the sizer answers here, with what, at which rates, and what it learned from this workspace. */
export function SizerPanel(props: AdminPanelProps) {
  const { orgId } = useWorkspace();
  const settings = useQuery(sizerSettingsQuery(orgId));
  return (
    <>
      <ServicePanel />
      {settings.isPending ? (
        <Skeleton className="h-40!" />
      ) : settings.isError ? (
        <Panel title="Settings" padded>
          <ErrorState
            error={settings.error}
            title="The settings could not be read"
            onRetry={() => void settings.refetch()}
          />
        </Panel>
      ) : (
        <SettingsPanel key={orgId} settings={settings.data} />
      )}
      <SizerJobsPanel {...props} settings={settings.data} />
    </>
  );
}

function ServicePanel() {
  const { orgId } = useWorkspace();
  const status = useQuery(sizerStatusQuery(orgId));
  const health = useQuery({ ...sizerHealthQuery(orgId), enabled: status.data?.configured === true });
  const service = health.data;
  return (
    <Panel
      title="Service"
      actions={
        status.data?.configured === false ? (
          <Badge tone="neutral">not configured</Badge>
        ) : service !== undefined ? (
          <Badge tone="good">answers</Badge>
        ) : health.isError ? (
          <Badge tone="bad">does not answer</Badge>
        ) : undefined
      }
      padded
    >
      {status.isPending || (status.data?.configured === true && health.isPending) ? (
        <Skeleton className="h-24!" />
      ) : status.isError ? (
        <ErrorState
          error={status.error}
          title="The state of the sizer could not be read"
          onRetry={() => void status.refetch()}
        />
      ) : !status.data.configured ? (
        <p className="max-w-prose text-sm text-ink-2">
          Whoever runs the server sets HARDWARE_SIZER_URL and SIZER_JWT_SECRET (the same 32 characters or more
          on both sides) and starts it again; npm start does both by itself.
        </p>
      ) : health.isError ? (
        <ErrorState
          error={health.error}
          title="The sizer does not answer now"
          onRetry={() => void health.refetch()}
        />
      ) : (
        <KeyValue
          items={[
            {
              label: 'Model of the figures',
              value: service && <CopyableId label="" id={service.model_version} />,
            },
            { label: 'Trained on', value: service?.trained_on },
            { label: 'Measured points', value: service ? grouped(service.points) : undefined },
            { label: 'Accelerators', value: service?.gpus },
            { label: 'Models', value: service?.models },
            {
              label: 'Messages are read by',
              value: service && (service.agent_model ?? 'its own parser, without a language model'),
            },
          ]}
        />
      )}
    </Panel>
  );
}

const schema = z.object({
  usd_per_kwh: numberText(z.number().positive().max(10).optional()),
  colo_usd_per_kw_month: numberText(z.number().positive().max(10_000).optional()),
});

function SettingsPanel({ settings }: { settings: SizerSettings }) {
  const { orgId, can } = useWorkspace();
  const client = useQueryClient();
  const id = useId();
  const mayChange = can('admin');
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => changeSizerSettings({ org_id: orgId, enabled }),
    onSuccess: async (after) => {
      await client.invalidateQueries({ queryKey: ['sizer'] });
      notify.success(after.enabled ? 'The sizer is on' : 'The sizer is off');
    },
  });
  const text = (value: number | null) => (value === null ? '' : String(value));
  const state = useSchemaForm({
    schema,
    defaultValues: {
      usd_per_kwh: text(settings.usd_per_kwh),
      colo_usd_per_kw_month: text(settings.colo_usd_per_kw_month),
    },
    onSubmit: async (values) => {
      await changeSizerSettings({
        org_id: orgId,
        usd_per_kwh: values.usd_per_kwh ?? null,
        colo_usd_per_kw_month: values.colo_usd_per_kw_month ?? null,
      });
      await client.invalidateQueries({ queryKey: ['sizer'] });
      notify.success('The rates are set; answers count with them from now on');
    },
  });
  return (
    <Panel
      title="Settings"
      note={
        settings.updated_at === null ? (
          'never changed'
        ) : (
          <>
            changed <RelativeTime at={settings.updated_at} />
          </>
        )
      }
      padded
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <Switch
            id={id}
            checked={settings.enabled}
            disabled={!mayChange || toggle.isPending}
            onCheckedChange={(on) => toggle.mutate(on)}
          />
          <label htmlFor={id}>Members of this workspace may ask the sizer</label>
          {!mayChange && <span className="text-xs text-ink-3">admins change it</span>}
        </div>
        {toggle.isError && <ErrorState error={toggle.error} title="The switch stays as it was" />}
        {mayChange ? (
          <Form state={state}>
            <div className="grid gap-3 sm:grid-cols-2 lg:max-w-160">
              <Field
                name="usd_per_kwh"
                label="Electricity"
                hint="Empty: the sizer’s default, which each answer states."
              >
                {(control) => <Input inputMode="decimal" unit="USD/kWh" placeholder="default" {...control} />}
              </Field>
              <Field name="colo_usd_per_kw_month" label="Colocation" hint="Empty: not counted.">
                {(control) => (
                  <Input inputMode="decimal" unit="USD/kW and month" placeholder="not counted" {...control} />
                )}
              </Field>
            </div>
            <FormError title="The rates stay as they were" />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
                Set the rates
              </Button>
              <Link to="/w/$orgId/sizer" params={{ orgId }} className="self-center text-sm">
                Prices of GPUs are set on the Sizer page
              </Link>
            </div>
          </Form>
        ) : (
          <KeyValue
            items={[
              {
                label: 'Electricity',
                value: settings.usd_per_kwh === null ? 'default' : `${settings.usd_per_kwh} USD/kWh`,
              },
              {
                label: 'Colocation',
                value:
                  settings.colo_usd_per_kw_month === null
                    ? 'not counted'
                    : `${settings.colo_usd_per_kw_month} USD/kW and month`,
              },
            ]}
          />
        )}
        <p className="text-sm text-ink-3">
          {settings.trained_points === null
            ? 'Never trained on results of this workspace.'
            : `Trained on ${counted(settings.trained_points, 'point')} of this workspace.`}{' '}
          {settings.trained_at !== null && (
            <>
              Last training <RelativeTime at={settings.trained_at} />, model{' '}
              {settings.model_version ?? NO_VALUE}.
            </>
          )}
        </p>
      </div>
    </Panel>
  );
}
