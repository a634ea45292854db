import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { SizerPrice } from '#contract/sizer/endpoints.ts';
import type { SizerGpuModelRow } from '#contract/views/sizer.ts';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { numberText } from '#src/components/form/number-schema.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Combobox } from '#src/components/ui/combobox.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { formatUsd } from './answer-format.ts';
import { AnswerTable } from './answer-table.tsx';
import { dropPrice, forgetAnswers, setPrice, sizerGpusQuery, sizerPricesQuery } from './sizer-queries.ts';

interface PricesDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Prices that this workspace uses in place of the catalog's: what a quote says beats a list. */
export function PricesDialog({ open, onOpenChange }: PricesDialogProps) {
  const { orgId } = useWorkspace();
  const { data: gpus } = useSuspenseQuery(sizerGpusQuery);
  const prices = useQuery({ ...sizerPricesQuery(orgId), enabled: open });
  const [gpuModel, setGpuModel] = useState<string | null>(null);
  const gpu = gpus.find((one) => one.gpu_model === gpuModel);
  const own = prices.data?.find((one) => one.gpu_model === gpuModel);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Prices of this workspace"
      description="They replace the catalog's in every answer here, and are marked as own prices."
      className="w-[min(860px,calc(100vw-24px))]!"
    >
      <div className="grid gap-4">
        {prices.isError ? (
          <ErrorState
            error={prices.error}
            title="Prices could not be read"
            onRetry={() => void prices.refetch()}
          />
        ) : prices.data === undefined ? (
          <Skeleton className="h-16" />
        ) : (
          <OwnPrices prices={prices.data} onEdit={setGpuModel} />
        )}
        <div className="grid gap-1">
          <span className="text-xs text-ink-3">Set the price of</span>
          <Combobox
            aria-label="GPU whose price is set"
            value={gpuModel}
            placeholder="Choose a GPU"
            options={gpus.map((one) => ({
              value: one.gpu_model,
              label: one.gpu_display_name,
              detail: one.gpu_model,
            }))}
            onValueChange={setGpuModel}
          />
        </div>
        {gpu !== undefined && (
          <PriceForm key={`${gpu.gpu_model} ${own?.updated_at ?? ''}`} gpu={gpu} own={own ?? null} />
        )}
      </div>
    </Dialog>
  );
}

function OwnPrices({
  prices,
  onEdit,
}: {
  prices: readonly SizerPrice[];
  onEdit: (gpuModel: string) => void;
}) {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  if (prices.length === 0)
    return <p className="text-sm text-ink-2">None set: every answer uses the catalog&apos;s prices.</p>;
  const drop = async (price: SizerPrice) => {
    setError(null);
    try {
      await dropPrice(orgId, price.gpu_model);
      await forgetAnswers(client);
      notify.success(`${price.gpu_display_name} has the catalog's price again`);
    } catch (caught) {
      setError(caught);
    }
  };
  return (
    <>
      <AnswerTable
        label="Own prices"
        head={[
          { header: 'GPU' },
          { header: 'Server per GPU (USD)', isNumber: true },
          { header: 'GPU (USD)', isNumber: true },
          { header: 'Cloud (USD/h)', isNumber: true },
          { header: 'Source' },
          { header: 'Action' },
        ]}
      >
        {prices.map((price) => (
          <tr key={price.gpu_model}>
            <th scope="row" className="whitespace-nowrap">
              {price.gpu_display_name}
            </th>
            <td className="text-right">{formatUsd(price.capex_server_usd_per_gpu)}</td>
            <td className="text-right">{formatUsd(price.capex_gpu_usd)}</td>
            <td className="text-right">{formatUsd(price.cloud_usd_h)}</td>
            <td className="min-w-40">
              {price.source}
              {price.as_of !== null && `, ${price.as_of}`}
            </td>
            <td className="whitespace-nowrap">
              <Button
                variant="quiet"
                aria-label={`Change the price of ${price.gpu_display_name}`}
                onClick={() => onEdit(price.gpu_model)}
              >
                Change
              </Button>
              <Button
                variant="quiet"
                aria-label={`Remove the price of ${price.gpu_display_name}`}
                onClick={() => void drop(price)}
              >
                Remove
              </Button>
            </td>
          </tr>
        ))}
      </AnswerTable>
      {error !== null && <ErrorState error={error} title="The price was not removed" />}
    </>
  );
}

const usd = numberText(z.number().positive().max(1e8).optional());
const schema = z
  .object({
    capex_server_usd_per_gpu: usd,
    capex_gpu_usd: usd,
    cloud_usd_h: usd,
    source: z.string().trim().min(1, 'Say where the price comes from, such as a quote.').max(300),
    as_of: z.string().regex(/^(\d{4}-\d{2}(-\d{2})?)?$/, 'Write the date as 2026-03 or 2026-03-31.'),
  })
  .refine(
    (body) =>
      [body.capex_server_usd_per_gpu, body.capex_gpu_usd, body.cloud_usd_h].some((one) => one !== undefined),
    { error: 'Give at least one price.', path: ['capex_server_usd_per_gpu'] },
  );

function PriceForm({ gpu, own }: { gpu: SizerGpuModelRow; own: SizerPrice | null }) {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value);
  const state = useSchemaForm({
    schema,
    defaultValues: {
      capex_server_usd_per_gpu: text(own?.capex_server_usd_per_gpu),
      capex_gpu_usd: text(own?.capex_gpu_usd),
      cloud_usd_h: text(own?.cloud_usd_h),
      source: own?.source ?? '',
      as_of: own?.as_of ?? '',
    },
    onSubmit: async ({ as_of, ...values }) => {
      await setPrice(gpu.gpu_model, {
        org_id: orgId,
        source: values.source,
        capex_server_usd_per_gpu: values.capex_server_usd_per_gpu ?? null,
        capex_gpu_usd: values.capex_gpu_usd ?? null,
        cloud_usd_h: values.cloud_usd_h ?? null,
        as_of: as_of === '' ? null : as_of,
      });
      await forgetAnswers(client);
      notify.success(`The price of ${gpu.gpu_display_name} is set`);
    },
  });
  const catalog = (value: number | null) => `catalog ${formatUsd(value)}`;
  return (
    <Form state={state}>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          name="capex_server_usd_per_gpu"
          label="Server, per GPU"
          hint={catalog(gpu.capex_server_usd_per_gpu)}
        >
          {(control) => <Input inputMode="decimal" unit="USD" {...control} />}
        </Field>
        <Field name="capex_gpu_usd" label="GPU alone" hint={catalog(gpu.capex_gpu_usd)}>
          {(control) => <Input inputMode="decimal" unit="USD" {...control} />}
        </Field>
        <Field name="cloud_usd_h" label="Cloud, per GPU" hint={catalog(gpu.cloud_usd_h)}>
          {(control) => <Input inputMode="decimal" unit="USD/h" {...control} />}
        </Field>
      </div>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_160px]">
        <Field name="source" label="Source">
          {(control) => <Input autoComplete="off" placeholder="Quote 4711 of a reseller" {...control} />}
        </Field>
        <Field name="as_of" label="As of, optional">
          {(control) => <Input autoComplete="off" placeholder="2026-11-28" {...control} />}
        </Field>
      </div>
      <FormError title="The price was not set" />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Set the price
        </Button>
      </div>
    </Form>
  );
}
