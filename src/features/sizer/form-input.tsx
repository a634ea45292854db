import type { ReactNode } from 'react';
import type { RequestInput, SizerFormState } from '#contract/sizer/form-state.ts';
import type { FormPatch } from './form-diff.ts';
import { InputBlock } from './input-block.tsx';
import { NumberField } from './number-field.tsx';
import { choosePatch, setPatch } from './sizer-request.ts';

/** What every part of the form is given. */
export interface FormPart {
  form: SizerFormState;
  /** Inputs of which something is in the request. */
  sent: ReadonlySet<RequestInput>;
  onPatch: (patch: FormPatch) => void;
}

interface FormInputProps extends FormPart {
  of: RequestInput;
  isOpen?: boolean;
  /** Draws the fields; what they set is also sent. */
  children: (set: (values: FormPatch) => void) => ReactNode;
}

/** One input of the form with its tick. */
export function FormInput({ of, form, sent, onPatch, isOpen, children }: FormInputProps) {
  return (
    <InputBlock
      input={of}
      isChosen={form.selectedRequestInputs.includes(of)}
      isSent={sent.has(of)}
      isOpen={isOpen}
      onChoose={(isChosen) => onPatch(choosePatch(form, of, isChosen))}
    >
      {children((values) => onPatch(setPatch(form, of, values)))}
    </InputBlock>
  );
}

/** Inputs that belong together. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-1.5">
      <h3 className="text-xs text-ink-3">{title}</h3>
      {children}
    </section>
  );
}

/** Years that growth and costs are counted over: one number, shown with each. */
export function Horizon({ form, onChange }: { form: SizerFormState; onChange: (patch: FormPatch) => void }) {
  return (
    <NumberField
      label="Horizon (years)"
      max={30}
      value={form.horizonYears}
      onChange={(horizonYears) => onChange({ horizonYears })}
    />
  );
}
