import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { setQuota } from '#contract/rpc/organizations.ts';
import { api } from '#src/api/api.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { numberText } from '#src/components/form/number-schema.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { quotaQuery } from './quota-query.ts';
import { quotaUse } from './quota-use.ts';

const schema = z.object({
  p_gpu_hours_per_month: numberText(z.number().min(0).optional()),
  p_judge_tokens_per_month: numberText(z.int().min(0).optional()),
});

/** What the workspace used this month and may use; admins set it. */
export function QuotasPanel() {
  const { orgId, can } = useWorkspace();
  const quota = useQuery(quotaQuery(orgId));
  const use = quota.data;
  return (
    <>
      <Panel
        title="Use this month"
        note={
          use == null
            ? undefined
            : `calendar month in UTC, from ${use.month_start.slice(0, 10)}; it starts again at zero on the first`
        }
        padded
      >
        {quota.isPending ? (
          <Skeleton className="h-16!" />
        ) : quota.isError ? (
          <ErrorState
            error={quota.error}
            title="The use could not be read"
            onRetry={() => void quota.refetch()}
          />
        ) : (
          <div className="grid gap-4 sm:grid-cols-2">
            <Meter
              label="GPU hours"
              used={use?.gpu_hours_used ?? 0}
              quota={use?.gpu_hours_per_month ?? null}
            />
            <Meter
              label="Judge tokens (KYAI)"
              used={use?.judge_tokens_used ?? 0}
              quota={use?.judge_tokens_per_month ?? null}
            />
          </div>
        )}
        <p className="mt-4 max-w-prose text-sm text-ink-3">
          A submission that would go beyond a quota is refused with the code quota_exceeded (402) and says how
          much is left. Jobs that run already go on. Besides, a workspace submits at most 20 jobs a minute,
          and runs at most 5 KYAI evaluations at a time; those limits are the same for everybody.
        </p>
      </Panel>
      {can('admin') && quota.data !== undefined && (
        <Panel title="Quotas" note="empty is unlimited" padded>
          <QuotaForm
            key={orgId}
            gpuHours={use?.gpu_hours_per_month ?? null}
            judgeTokens={use?.judge_tokens_per_month ?? null}
          />
        </Panel>
      )}
    </>
  );
}

const FILL = { good: 'bg-accent', warn: 'bg-warn', bad: 'bg-bad' } as const;

function Meter({ label, used, quota }: { label: string; used: number; quota: number | null }) {
  const { share, tone, text } = quotaUse(used, quota);
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-2 text-sm">
        <span className="text-ink-2">{label}</span>
        <span className={tone === 'good' ? '' : tone === 'warn' ? 'text-warn' : 'text-bad'}>
          {text}
          {tone === 'bad' && ' · used up'}
          {tone === 'warn' && ' · nearly used'}
        </span>
      </div>
      {share !== null && (
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(Math.min(1, share) * 100)}
          aria-valuetext={text}
          className="h-2 overflow-hidden rounded-full border border-line bg-raised"
        >
          <div className={`h-full ${FILL[tone]}`} style={{ width: `${Math.min(1, share) * 100}%` }} />
        </div>
      )}
    </div>
  );
}

function QuotaForm({ gpuHours, judgeTokens }: { gpuHours: number | null; judgeTokens: number | null }) {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const text = (value: number | null) => (value === null ? '' : String(value));
  const state = useSchemaForm({
    schema,
    defaultValues: {
      p_gpu_hours_per_month: text(gpuHours),
      p_judge_tokens_per_month: text(judgeTokens),
    },
    onSubmit: async (values) => {
      await api().callRpc(setQuota, {
        p_org_id: orgId,
        p_gpu_hours_per_month: values.p_gpu_hours_per_month ?? null,
        p_judge_tokens_per_month: values.p_judge_tokens_per_month ?? null,
      });
      await client.invalidateQueries({ queryKey: quotaQuery(orgId).queryKey });
      notify.success('The quotas are set');
    },
  });
  return (
    <Form state={state}>
      <div className="grid gap-3 sm:grid-cols-2 lg:max-w-160">
        <Field name="p_gpu_hours_per_month" label="GPU hours a month">
          {(control) => <Input inputMode="decimal" unit="h" placeholder="unlimited" {...control} />}
        </Field>
        <Field name="p_judge_tokens_per_month" label="Judge tokens a month">
          {(control) => <Input inputMode="numeric" unit="tokens" placeholder="unlimited" {...control} />}
        </Field>
      </div>
      <FormError title="The quotas stay as they were" />
      <div>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Set the quotas
        </Button>
      </div>
    </Form>
  );
}
