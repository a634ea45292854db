import { zodResolver } from '@hookform/resolvers/zod';
import { clsx } from 'clsx';
import { createContext, use, useState, type ComponentProps, type ReactNode } from 'react';
import {
  FormProvider,
  useController,
  useForm,
  type DefaultValues,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '#src/api/api-error.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { FieldContext, type UseField } from './field.tsx';
import { fieldErrors } from './field-errors.ts';

export type FormSchema = z.ZodType<FieldValues, FieldValues>;
export type FormHandle<Schema extends FormSchema> = UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>;

interface UseSchemaFormOptions<Schema extends FormSchema> {
  schema: Schema;
  /** Read once: a refetch never resets what a person typed. */
  defaultValues: DefaultValues<z.input<Schema>>;
  /** Sends the values. A rejection with `validation_failed` lands on the fields its details name. */
  onSubmit: (values: z.output<Schema>) => Promise<void>;
  /** Names on the wire that differ from field names: `{ p_job_name: 'jobName' }`; a leading `p_` needs no entry. */
  wireNames?: Record<string, string>;
}

interface SchemaForm<Schema extends FormSchema> {
  form: FormHandle<Schema>;
  submit: (event?: React.BaseSyntheticEvent) => void;
  /** What went wrong and belongs to no field. */
  error: unknown;
}

/** A form checked by a zod schema before it is sent and by the server after. */
export function useSchemaForm<Schema extends FormSchema>(
  options: UseSchemaFormOptions<Schema>,
): SchemaForm<Schema> {
  const { schema, defaultValues, onSubmit, wireNames } = options;
  const form: FormHandle<Schema> = useForm({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onTouched',
  });
  const [error, setError] = useState<unknown>(null);
  const send = form.handleSubmit(async (values) => {
    setError(null);
    try {
      await onSubmit(values);
    } catch (caught) {
      const known = Object.keys(form.getValues());
      const placed = caught instanceof ApiError ? fieldErrors(caught, known, wireNames) : [];
      for (const [index, { field, message }] of placed.entries()) {
        form.setError(field as never, { type: 'server', message }, { shouldFocus: index === 0 });
      }
      if (placed.length === 0) setError(caught);
    }
  });
  return { form, submit: (event) => void send(event), error };
}

const useLibraryField: UseField = (name) => {
  const { field, fieldState } = useController({ name });
  return { field, error: fieldState.error };
};

const FormErrorContext = createContext<unknown>(null);

interface FormProps<Schema extends FormSchema> extends Omit<ComponentProps<'form'>, 'onSubmit' | 'children'> {
  state: SchemaForm<Schema>;
  children: ReactNode;
}

/** The form element: native checks are off, as the schema's messages are better. */
export function Form<Schema extends FormSchema>({ state, children, className, ...props }: FormProps<Schema>) {
  return (
    <FormProvider {...state.form}>
      <FormErrorContext value={state.error}>
        <FieldContext value={useLibraryField}>
          <form noValidate onSubmit={state.submit} className={clsx('grid gap-3', className)} {...props}>
            {children}
          </form>
        </FieldContext>
      </FormErrorContext>
    </FormProvider>
  );
}

/** Where a failure that belongs to no field is told; place it above the buttons. `onRetry` also counts a limit down. */
export function FormError({ title, onRetry }: { title?: string; onRetry?: () => void }) {
  const error = use(FormErrorContext);
  return error === null ? null : <ErrorState error={error} title={title} onRetry={onRetry} />;
}
