import { useEffect, useLayoutEffect, useState } from 'react';
import { useController, useWatch, type Control, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useSchemaForm, type FormSchema } from './form.tsx';
import type { LateForm } from './late-form.tsx';

type FieldActions = Pick<ReturnType<typeof useController>['field'], 'onChange' | 'onBlur'>;

interface FormCoreProps<Schema extends FormSchema> {
  late: LateForm<z.input<Schema>>;
  schema: Schema;
  /** Every field in the order of the page: the first that is wrong takes the focus. */
  names: readonly string[];
  onSubmit: (values: z.output<Schema>) => Promise<void>;
  wireNames?: Record<string, string>;
}

/** The form library behind a `useLateForm`, drawn as nothing: what fields and buttons of the page do is done by it. */
export function FormCore<Schema extends FormSchema>(props: FormCoreProps<Schema>) {
  const { schema, names, onSubmit, wireNames } = props;
  // Names are plain texts here.
  const late = props.late as unknown as LateForm<FieldValues>;
  const state = useSchemaForm({ schema, defaultValues: late.start as never, onSubmit, wireNames });
  const { error } = state;
  const form = state.form as unknown as UseFormReturn;
  const { control } = form;
  const [actions] = useState(() => new Map<string, FieldActions>());
  const values = useWatch({ control, compute: (all) => all });
  const { errors, isSubmitting } = form.formState;
  const { isAttached, report } = late;

  // After every drawing: what is sent is what stands on the page then.
  useEffect(() => {
    late.attach({
      change: (name, value) => actions.get(name)?.onChange(value),
      blur: (name) => actions.get(name)?.onBlur(),
      set: (change) => {
        for (const [name, value] of Object.entries(change)) {
          form.setValue(name, value, {
            shouldDirty: true,
            shouldTouch: true,
            shouldValidate: true,
          });
        }
      },
      reset: (next) => form.reset(next),
      submit: () => state.submit(),
    });
  });
  useLayoutEffect(() => {
    if (isAttached) report({ values, errors, isSubmitting, error });
  }, [isAttached, report, values, errors, isSubmitting, error]);
  // What the server refused was the whole request: any change may have mended it.
  useEffect(() => {
    for (const name of Object.keys(values)) {
      if (form.getFieldState(name).error?.type === 'server') form.clearErrors(name);
    }
  }, [form, values]);

  return names.map((name) => (
    <FieldCore key={name} name={name} control={control} actions={actions} focus={() => late.focus(name)} />
  ));
}

interface FieldCoreProps {
  name: string;
  control: Control;
  actions: Map<string, FieldActions>;
  focus: () => void;
}

function FieldCore({ name, control, actions, focus }: FieldCoreProps) {
  const { field } = useController({ name, control });
  useEffect(() => {
    actions.set(name, field);
    field.ref({ focus });
  });
  return null;
}
