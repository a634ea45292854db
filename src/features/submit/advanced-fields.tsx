import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { Field } from '#src/components/form/field.tsx';
import { Input, Textarea } from '#src/components/ui/input.tsx';
import type { SubmitValues } from './submit-schema.ts';
import { EMPTY_VALUES } from './submit-values.ts';

interface AdvancedFieldsProps {
  options: SubmitValues['p_options'];
  error: FieldErrors<SubmitValues>['p_options'];
}

/** Settings that most jobs leave alone; the summary says what was changed, and an error opens them. */
export function AdvancedFields({ options, error }: AdvancedFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const changed = changedOptions(options);
  return (
    <details
      className="group rounded border border-line bg-surface"
      open={isOpen || error !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-9.5 cursor-pointer flex-wrap items-center gap-x-2 px-3 py-1 text-sm">
        <ChevronRight aria-hidden className="size-3.5 text-ink-3 group-open:rotate-90" />
        <span className="font-semibold">More settings</span>
        <span className="text-xs text-ink-3">
          {changed.length === 0
            ? 'requests, warm-up, duration, seed, goodput limits'
            : `set: ${changed.join(', ')}`}
        </span>
      </summary>
      <div className="grid gap-3 border-t border-line p-3">
        {error?.message !== undefined && (
          <p role="alert" className="text-xs text-bad">
            {error.message}
          </p>
        )}
        <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <Field
            name="p_options.num_requests"
            label="Requests measured"
            hint="Usually 4 × concurrency, 100 at least"
          >
            {(control) => <Input inputMode="numeric" autoComplete="off" placeholder="usual" {...control} />}
          </Field>
          <Field name="p_options.num_warmups" label="Requests to warm up" hint="Usually 2 × concurrency">
            {(control) => <Input inputMode="numeric" autoComplete="off" placeholder="usual" {...control} />}
          </Field>
          <Field
            name="p_options.max_duration_s"
            label="Longest duration"
            hint="Measuring ends then at the latest"
          >
            {(control) => (
              <Input inputMode="decimal" autoComplete="off" unit="s" placeholder="no limit" {...control} />
            )}
          </Field>
          <Field name="p_options.seed" label="Seed" hint="The same seed sends the same prompts">
            {(control) => <Input inputMode="numeric" autoComplete="off" placeholder="random" {...control} />}
          </Field>
        </div>
        <fieldset className="grid gap-3">
          <legend className="mb-1 text-xs text-ink-3">
            Goodput: a request counts when it meets every limit given
          </legend>
          <div className="grid gap-3 sm:grid-cols-3 xl:max-w-[75%]">
            <Field name="p_options.ttft_ms" label="Time to first token, at most">
              {(control) => (
                <Input inputMode="decimal" autoComplete="off" unit="ms" placeholder="no limit" {...control} />
              )}
            </Field>
            <Field name="p_options.tpot_ms" label="Time per output token, at most">
              {(control) => (
                <Input inputMode="decimal" autoComplete="off" unit="ms" placeholder="no limit" {...control} />
              )}
            </Field>
            <Field name="p_options.e2el_ms" label="End to end, at most">
              {(control) => (
                <Input inputMode="decimal" autoComplete="off" unit="ms" placeholder="no limit" {...control} />
              )}
            </Field>
          </div>
        </fieldset>
        <Field name="p_options.ignore_eos" label="End of answers">
          {({ value, onChange, ...control }) => (
            <span className="flex min-h-6 items-center gap-2 text-sm">
              <input
                {...control}
                type="checkbox"
                className="relative size-4 accent-accent before:absolute before:-inset-1"
                checked={value as boolean}
                onChange={(event) => onChange(event.target.checked)}
              />
              <label htmlFor={control.id}>
                Ignore the end token, so that every answer has the full output length
              </label>
            </span>
          )}
        </Field>
        <Field
          name="p_options.other"
          label="Other settings, JSON"
          hint="temperature, range, extra_body. For instance an even spread of lengths by a tenth: a range of mode symmetric and value 0.1"
        >
          {(control) => (
            <Textarea
              spellCheck={false}
              className="min-h-14 font-mono text-xs!"
              placeholder='{"range": {"mode": "symmetric", "value": 0.1}}'
              {...control}
            />
          )}
        </Field>
      </div>
    </details>
  );
}

const WORDS: Record<keyof SubmitValues['p_options'], string> = {
  num_requests: 'requests',
  num_warmups: 'warm-up',
  max_duration_s: 'duration',
  seed: 'seed',
  ignore_eos: 'end of answers',
  ttft_ms: 'TTFT limit',
  tpot_ms: 'TPOT limit',
  e2el_ms: 'E2E limit',
  other: 'other',
};

function changedOptions(options: SubmitValues['p_options']): string[] {
  return (Object.keys(WORDS) as (keyof typeof WORDS)[])
    .filter((key) => options[key] !== EMPTY_VALUES.p_options[key])
    .map((key) => WORDS[key]);
}
