import type { FieldErrors } from 'react-hook-form';
import { Panel } from '#src/components/ui/panel.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { LoadFields } from './load-fields.tsx';
import { MediaFields } from './media-fields.tsx';
import type { Situation } from './situation.ts';
import type { ValueChange } from './read-request.ts';
import type { SubmitValues } from './submit-schema.ts';
import { SweepPanel } from './sweep-panel.tsx';

interface MoreFieldsProps {
  situation: Situation;
  errors: FieldErrors<SubmitValues>;
  onChange: (change: ValueChange) => void;
}

/** The lower part of the form: load, sweep and settings. */
export function MoreFields({ situation, errors, onChange }: MoreFieldsProps) {
  const { values } = situation;
  return (
    <div className="grid gap-3.5">
      <Panel title="Load" padded>
        <LoadFields values={values} onChange={onChange} />
        {values.p_tool !== 'bench-llm' && <MediaFields tool={values.p_tool} />}
      </Panel>
      <SweepPanel situation={situation} onChange={onChange} />
      <AdvancedFields options={values.p_options} error={errors.p_options} />
    </div>
  );
}
