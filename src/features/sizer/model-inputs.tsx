import type { SizerAiModelRow } from '#contract/views/sizer.ts';
import { decimals } from '#lib/decimal-text.ts';
import { Combobox } from '#src/components/ui/combobox.tsx';
import { ChoiceField } from './choice-field.tsx';
import { FormInput, Group, type FormPart } from './form-input.tsx';
import { FRAMEWORK_OPTIONS, PRECISION_OPTIONS, SPEC_OPTIONS } from './form-words.ts';
import { NumberField } from './number-field.tsx';

interface ModelInputsProps extends FormPart {
  models: readonly SizerAiModelRow[];
  /** Opens the dialog for a model the catalog lacks; null where the role does not allow it. */
  onAddModel: (() => void) | null;
}

/** What runs, and how it is served. */
export function ModelInputs({ models, onAddModel, ...own }: ModelInputsProps) {
  const { form } = own;
  const model = models.find((one) => one.model_name === form.displayModel);
  return (
    <Group title="What runs">
      <FormInput of="modelServing" {...own} isOpen>
        {(set) => (
          <Combobox
            aria-label="Model"
            value={form.displayModel === '' ? null : form.displayModel}
            placeholder="Choose a model"
            options={models.map((one) => ({
              value: one.model_name,
              label: one.model_name,
              detail: modelFacts(one),
            }))}
            {...(onAddModel === null
              ? {}
              : { action: { label: 'Add a model from its config.json…', onSelect: onAddModel } })}
            onValueChange={(displayModel) => set({ displayModel })}
          />
        )}
      </FormInput>
      {model !== undefined && model.guesses.length > 0 && (
        <p className="px-1 text-xs text-warn">Guesses among its facts: {model.guesses.join(', ')}.</p>
      )}
      <FormInput of="frameworkFilter" {...own}>
        {(set) => (
          <ChoiceField
            label="Serve it with"
            value={form.framework}
            options={FRAMEWORK_OPTIONS}
            onChange={(framework) => set({ framework })}
          />
        )}
      </FormInput>
      <FormInput of="precisionFilter" {...own}>
        {(set) => (
          <ChoiceField
            label="Weights as"
            value={form.precision}
            options={PRECISION_OPTIONS}
            onChange={(precision) => set({ precision })}
          />
        )}
      </FormInput>
      <FormInput of="specMethod" {...own}>
        {(set) => (
          <ChoiceField
            label="Draft method"
            value={form.specMethod}
            options={SPEC_OPTIONS}
            onChange={(specMethod) => set({ specMethod })}
          />
        )}
      </FormInput>
      <FormInput of="parallelism" {...own}>
        {(set) => (
          <div className="grid grid-cols-2 gap-2">
            <NumberField
              label="TP of a replica"
              integer
              max={1024}
              value={form.tensorParallelism}
              onChange={(tensorParallelism) => set({ tensorParallelism })}
            />
            <NumberField
              label="GPUs in all"
              integer
              max={100_000}
              value={form.servingProcessorCount}
              onChange={(servingProcessorCount) => set({ servingProcessorCount })}
            />
          </div>
        )}
      </FormInput>
    </Group>
  );
}

function modelFacts(model: {
  model_params_b: number | null;
  active_params_b: number | null;
  org_id: string | null;
}): string {
  const size = (value: number) => `${decimals(value, 1)} B`;
  return [
    model.model_params_b === null ? 'size not known' : `${size(model.model_params_b)} parameters`,
    model.active_params_b !== null &&
      model.active_params_b !== model.model_params_b &&
      `${size(model.active_params_b)} active`,
    model.org_id !== null && 'added here',
  ]
    .filter((part) => part !== false)
    .join(', ');
}
