import { clsx } from 'clsx';
import { grouped } from '#lib/grouped.ts';
import { Field } from '#src/components/form/field.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { ValueChange } from './read-request.ts';
import type { SubmitValues } from './submit-schema.ts';

const CONCURRENCIES = ['1', '8', '32', '64', '128', '256'];
const SWEEP = '1, 2, 4, 8, 16, 32, 64, 128, 256';
/** Input and output lengths that published results use, so that figures can stand beside theirs. */
const SHAPES: readonly (readonly [isl: string, osl: string, what: string])[] = [
  ['128', '128', 'Short questions'],
  ['1024', '1024', 'Chat'],
  ['1024', '8192', 'Reasoning: long answers'],
  ['8192', '1024', 'Retrieval: long prompts'],
  ['32768', '512', 'Long documents'],
];

interface LoadFieldsProps {
  values: SubmitValues;
  onChange: (change: ValueChange) => void;
}

/** How many requests are in flight and how long they are. */
export function LoadFields({ values, onChange }: LoadFieldsProps) {
  // The audio's duration takes the place of the input length.
  const isSpeech = values.p_tool === 'bench-asr';
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <Field
          name="p_concurrency"
          label="Concurrency"
          hint="Requests in flight. A list such as 1, 8, 32 makes one job for each, in one run."
        >
          {(control) => (
            <Input inputMode="text" autoComplete="off" unit="in flight" className="max-w-80" {...control} />
          )}
        </Field>
        <div role="group" aria-label="Usual concurrencies" className="flex flex-wrap gap-1">
          {CONCURRENCIES.map((text) => (
            <ToggleChip
              key={text}
              pressed={values.p_concurrency.trim() === text}
              onPressedChange={() => onChange({ p_concurrency: text })}
            >
              {text}
            </ToggleChip>
          ))}
          <ToggleChip
            pressed={values.p_concurrency.trim() === SWEEP}
            onPressedChange={() => onChange({ p_concurrency: SWEEP })}
            title={SWEEP}
          >
            sweep 1 to 256
          </ToggleChip>
        </div>
      </div>
      <div className="grid gap-1.5">
        <div className={clsx('grid max-w-80 gap-3', !isSpeech && 'grid-cols-2')}>
          {!isSpeech && (
            <Field name="p_input_sequence_length" label="Input length, ISL">
              {(control) => <Input inputMode="numeric" autoComplete="off" unit="tokens" {...control} />}
            </Field>
          )}
          <Field name="p_output_sequence_length" label="Output length, OSL">
            {(control) => <Input inputMode="numeric" autoComplete="off" unit="tokens" {...control} />}
          </Field>
        </div>
        <div role="group" aria-label="Usual lengths" className={isSpeech ? 'hidden' : 'flex flex-wrap gap-1'}>
          {SHAPES.map(([isl, osl, what]) => (
            <ToggleChip
              key={`${isl}/${osl}`}
              title={what}
              pressed={
                values.p_input_sequence_length.trim() === isl &&
                values.p_output_sequence_length.trim() === osl
              }
              onPressedChange={() =>
                onChange({ p_input_sequence_length: isl, p_output_sequence_length: osl })
              }
            >
              {grouped(Number(isl))} / {grouped(Number(osl))}
            </ToggleChip>
          ))}
        </div>
      </div>
    </div>
  );
}
