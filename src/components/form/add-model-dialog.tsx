import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { createAiModel } from '#contract/rpc/resources.ts';
import { api } from '#src/api/api.ts';
import { aiModelsQuery } from '#src/api/catalog-queries.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { Field } from './field.tsx';
import { Form, FormError, useSchemaForm } from './form.tsx';
import { numberText } from './number-schema.ts';

const params = createAiModel.params.shape;
const schema = z.object({
  p_model_code: params.p_model_code,
  p_model_name: z.string().trim().max(200, 'At most 200 characters.'),
  p_hf_id: z.string().trim().max(200, 'At most 200 characters.'),
  p_total_params_b: numberText(params.p_total_params_b),
  p_max_context: numberText(params.p_max_context),
  p_kv_bytes_per_token: numberText(params.p_kv_bytes_per_token),
});

interface AddModelDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  orgId: string;
  /** Told the code of the new model, once the list of models has it. */
  onAdded?: (modelCode: string) => void;
}

/** Adds a model that the catalog does not have, for this workspace. */
export function AddModelDialog({ open, onOpenChange, orgId, onAdded }: AddModelDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a model"
      description="For endpoints that serve something the catalog does not have. Leave empty what you do not know."
    >
      <AddModelForm orgId={orgId} onAdded={onAdded} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function AddModelForm({
  orgId,
  onAdded,
  onDone,
}: Pick<AddModelDialogProps, 'orgId' | 'onAdded'> & { onDone: () => void }) {
  const client = useQueryClient();
  const state = useSchemaForm({
    schema,
    defaultValues: {
      p_model_code: '',
      p_model_name: '',
      p_hf_id: '',
      p_total_params_b: '',
      p_max_context: '',
      p_kv_bytes_per_token: '',
    },
    onSubmit: async (values) => {
      await api().callRpc(createAiModel, {
        ...values,
        p_org_id: orgId,
        p_hf_id: values.p_hf_id === '' ? null : values.p_hf_id,
      });
      await client.invalidateQueries({ queryKey: aiModelsQuery(orgId).queryKey });
      notify.success(`${values.p_model_code} is added`);
      onAdded?.(values.p_model_code);
      onDone();
    },
  });
  return (
    <Form state={state}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          name="p_model_code"
          label="Code"
          hint="Names the model in jobs and links; it cannot be changed."
        >
          {(control) => (
            <Input autoComplete="off" spellCheck={false} placeholder="my-finetune-8b" {...control} />
          )}
        </Field>
        <Field name="p_model_name" label="Name" hint="Shown in tables; empty takes the code.">
          {(control) => <Input autoComplete="off" placeholder="My finetune 8B" {...control} />}
        </Field>
      </div>
      <Field name="p_hf_id" label="Hugging Face id, optional">
        {(control) => (
          <Input autoComplete="off" spellCheck={false} placeholder="org/my-finetune-8b" {...control} />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field name="p_total_params_b" label="Parameters">
          {(control) => <Input inputMode="decimal" unit="billion" placeholder="8.03" {...control} />}
        </Field>
        <Field name="p_max_context" label="Context">
          {(control) => <Input inputMode="numeric" unit="tokens" placeholder="131072" {...control} />}
        </Field>
        <Field name="p_kv_bytes_per_token" label="KV cache per token">
          {(control) => <Input inputMode="numeric" unit="bytes" placeholder="131072" {...control} />}
        </Field>
      </div>
      <p className="text-xs text-ink-3">
        With parameters and KV cache known, memory is checked before a job is sent.
      </p>
      <FormError title="The model was not added" />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={state.form.formState.isSubmitting}>
          Add model
        </Button>
      </div>
    </Form>
  );
}
