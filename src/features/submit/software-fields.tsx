import { useSuspenseQuery } from '@tanstack/react-query';
import type { AiModel } from '#contract/views/catalogs.ts';
import { decimals } from '#lib/decimal-text.ts';
import { grouped } from '#lib/grouped.ts';
import { aiModelsQuery } from '#src/api/catalog-queries.ts';
import { Field } from '#src/components/form/field.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { ChoiceGroup } from '#src/components/ui/choice-group.tsx';
import { Combobox } from '#src/components/ui/combobox.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { frameworkChoices, type Choice } from './choices.ts';
import { newestVersion } from './initial-values.ts';
import type { ValueChange } from './read-request.ts';
import type { Situation } from './situation.ts';

interface SoftwareFieldsProps {
  situation: Situation;
  precisions: readonly Choice[];
  onChange: (change: ValueChange) => void;
  onAddModel: () => void;
}

/** Model, then what serves it, then how its weights are stored. */
export function SoftwareFields({ situation, precisions, onChange, onAddModel }: SoftwareFieldsProps) {
  const { orgId } = useWorkspace();
  const { data: models } = useSuspenseQuery(aiModelsQuery(orgId));
  const { values, config, model, frameworks, versions, framework } = situation;
  const kind = config?.launch_kind ?? null;
  const ownVersions = versions.filter((one) => one.framework_code === values.p_framework_code);
  return (
    <Panel title="What it runs" padded>
      <div className="grid gap-3">
        <Field
          name="p_model_code"
          label="Model"
          hint={model === null ? 'Not in the list? Add it from there.' : modelFacts(model)}
        >
          {({ value, onChange: set, ...control }) => (
            <Combobox
              {...control}
              value={value === '' ? null : (value as string)}
              onValueChange={set}
              placeholder="Choose a model"
              options={models.map((one) => ({
                value: one.model_code,
                label: one.model_name,
                detail: modelFacts(one),
              }))}
              action={{ label: 'Add a model…', onSelect: onAddModel }}
            />
          )}
        </Field>
        <div className="grid gap-3 xl:grid-cols-[minmax(0,1fr)_220px]">
          <Field name="p_framework_code" label="Framework">
            {({ value, onChange: set, ...control }) => (
              <ChoiceGroup
                {...control}
                aria-label="Framework"
                value={value as string}
                options={frameworkChoices(frameworks, kind)}
                onValueChange={(code) => {
                  set(code);
                  onChange({ p_version: newestVersion(versions, code) });
                }}
              />
            )}
          </Field>
          <Field
            name="p_version"
            label="Version"
            hint={kind === 'endpoint' ? 'What the endpoint runs, as well as you know it.' : undefined}
          >
            {({ value, onChange: set, ...control }) => (
              <Combobox
                {...control}
                value={value === '' ? null : (value as string)}
                onValueChange={set}
                placeholder={framework === null ? 'Choose a framework first' : 'Choose a version'}
                options={ownVersions.map((one) => ({ value: one.version, label: one.version }))}
                newLabel={kind === 'endpoint' ? (typed) => `Version "${typed}"` : undefined}
              />
            )}
          </Field>
        </div>
        <Field
          name="p_quantization_code"
          label="Precision"
          hint={kind === 'endpoint' ? 'What the endpoint serves; it is recorded with the result.' : undefined}
        >
          {({ value, onChange: set, ...control }) => (
            <ChoiceGroup
              {...control}
              aria-label="Precision"
              className="grid! grid-cols-2 md:grid-cols-3 2xl:grid-cols-6"
              value={value as string}
              options={precisions}
              onValueChange={set}
            />
          )}
        </Field>
      </div>
    </Panel>
  );
}

function modelFacts(model: AiModel): string {
  return [
    model.total_params_b === null ? 'size not known' : `${decimals(model.total_params_b, 1)} B parameters`,
    model.max_context !== null && `${grouped(model.max_context)} tokens of context`,
    model.org_id !== null && 'added here',
  ]
    .filter((part) => part !== false)
    .join(', ');
}
