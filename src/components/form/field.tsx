import { clsx } from 'clsx';
import { createContext, use, useId, type ReactNode } from 'react';
import type { ControllerRenderProps, FieldValues } from 'react-hook-form';

type FieldHandle = ControllerRenderProps<FieldValues, string>;

/** What a control inside a `Field` is given: value and handlers, and the ids that tie label, hint and error to it. */
export type FieldControl = FieldHandle & {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

/** A field of the form around it, by its name; a hook, and always the same one of a form. */
export type UseField = (name: string) => {
  field: FieldHandle;
  error: { message?: string | undefined } | undefined;
};

/** Where the fields of a form come from: `Form` and `LateFormBox` say so. */
export const FieldContext = createContext<UseField>(() => {
  throw new Error('A Field stands in a form.');
});

interface FieldProps {
  /** Name in the schema; dots reach into objects. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Draws the control: `(control) => <Input {...control} />`. Selects take `control.onChange` as `onValueChange`. */
  children: (control: FieldControl) => ReactNode;
  className?: string;
}

/** Label, control, hint and error of one value. */
export function Field({ name, label, hint, children, className }: FieldProps) {
  const useField = use(FieldContext);
  const { field, error } = useField(name);
  const id = useId();
  const message = error?.message ?? (error === undefined ? undefined : 'Not valid');
  const describedBy = [hint !== undefined && `${id}-hint`, message !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={clsx('grid min-w-0 grid-cols-1 content-start gap-1', className)}>
      <label htmlFor={id} className="text-xs text-ink-3">
        {label}
      </label>
      {children({
        ...field,
        id,
        'aria-invalid': message !== undefined,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
      {message !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-xs text-bad">
          {message}
        </p>
      )}
    </div>
  );
}
