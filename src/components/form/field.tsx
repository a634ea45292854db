import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';
import { useController, useFormContext, type ControllerRenderProps, type FieldValues } from 'react-hook-form';

/** What a control inside a `Field` is given: value and handlers, and the ids that tie label, hint and error to it. */
export type FieldControl = ControllerRenderProps<FieldValues, string> & {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

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
  const { control } = useFormContext();
  const { field, fieldState } = useController({ name, control });
  const id = useId();
  const message = fieldState.error?.message ?? (fieldState.error === undefined ? undefined : 'Not valid');
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
