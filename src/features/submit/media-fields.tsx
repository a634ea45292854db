import { AUDIO_DURATION_BUCKETS, IMAGE_CONTENTS, IMAGE_FORMATS } from '#contract/rpc/bench-media-jobs.ts';
import { Field } from '#src/components/form/field.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { Select } from '#src/components/ui/select.tsx';

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** What the requests carry beside text. */
export function MediaFields({ tool }: { tool: 'bench-vlm' | 'bench-asr' }) {
  if (tool === 'bench-asr')
    return (
      <div className="mt-3 grid max-w-80">
        <Field
          name="p_audio_duration_bucket"
          label="Duration of the audio"
          hint="It takes the place of the input length. Whisper reads 30 s at a time."
        >
          {({ onChange, ...control }) => (
            <Select {...control} options={options(AUDIO_DURATION_BUCKETS)} onValueChange={onChange} />
          )}
        </Field>
      </div>
    );
  return (
    <div className="mt-3 grid gap-3 sm:grid-cols-3">
      <Field name="p_images_per_request" label="Images a request">
        {(control) => <Input inputMode="numeric" autoComplete="off" {...control} />}
      </Field>
      <Field name="p_image_width" label="Width">
        {(control) => <Input inputMode="numeric" autoComplete="off" unit="px" {...control} />}
      </Field>
      <Field name="p_image_height" label="Height">
        {(control) => <Input inputMode="numeric" autoComplete="off" unit="px" {...control} />}
      </Field>
      <Field name="p_image_format" label="Format">
        {({ onChange, ...control }) => (
          <Select {...control} options={options(IMAGE_FORMATS)} onValueChange={onChange} />
        )}
      </Field>
      <Field name="p_image_content" label="Content">
        {({ onChange, ...control }) => (
          <Select {...control} options={options(IMAGE_CONTENTS)} onValueChange={onChange} />
        )}
      </Field>
      <Field name="p_image_unique" label="Every image differs" hint="Else the cache of images answers.">
        {({ onChange, ...control }) => (
          <Select {...control} options={options(['yes', 'no'])} onValueChange={onChange} />
        )}
      </Field>
    </div>
  );
}
