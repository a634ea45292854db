import { clsx } from 'clsx';
import { useRef, useState, type ComponentProps, type SyntheticEvent } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { FieldContext, type UseField } from './field.tsx';

/** How the form stands. Until the library is there the fields hold what a person typed, and nothing is wrong yet. */
interface LateState<Values extends FieldValues> {
  values: Values;
  errors: FieldErrors<Values>;
  isSubmitting: boolean;
  /** What went wrong and belongs to no field. */
  error: unknown;
}

/** What the form library does, once it is there (`FormCore`). */
interface LateCore<Values extends FieldValues> {
  change: (name: string, value: unknown) => void;
  blur: (name: string) => void;
  set: (change: Partial<Values>) => void;
  reset: (values: Values) => void;
  submit: () => void;
}

export interface LateForm<Values extends FieldValues> extends LateState<Values> {
  /** What the form began with. */
  start: Values;
  /** Whether the library is wanted: draw what holds the `FormCore`. */
  isReached: boolean;
  reach: () => void;
  set: (change: Partial<Values>) => void;
  reset: (values: Values) => void;
  submit: (event?: SyntheticEvent) => void;
  useField: UseField;
  /** For `FormCore`: takes over, and is told first what was done before it came. */
  attach: (core: LateCore<Values>) => void;
  isAttached: boolean;
  report: (state: LateState<Values>) => void;
  focus: (name: string) => void;
}

/**
 * A form whose library and schema (18 kB gzipped) are loaded when a person reaches for it. What is typed, chosen or
 * sent before they are there stands in the fields at once and is done again by the library, in its order.
 */
export function useLateForm<Values extends FieldValues>(from: Values): LateForm<Values> {
  const [start] = useState(from);
  const [state, setState] = useState<LateState<Values>>({
    values: start,
    errors: {},
    isSubmitting: false,
    error: null,
  });
  const [isReached, setReached] = useState(false);
  const [isAttached, setAttached] = useState(false);
  const core = useRef<LateCore<Values> | null>(null);
  const waiting = useRef<((core: LateCore<Values>) => void)[]>([]);
  const elements = useRef(new Map<string, HTMLElement>());

  const act = (
    step: (core: LateCore<Values>) => void,
    early?: (before: LateState<Values>) => Partial<LateState<Values>>,
  ) => {
    if (core.current !== null) {
      step(core.current);
      return;
    }
    waiting.current.push(step);
    setReached(true);
    if (early !== undefined) setState((before) => ({ ...before, ...early(before) }));
  };
  return {
    ...state,
    start,
    isReached,
    reach: () => setReached(true),
    set: (change) =>
      act(
        (there) => there.set(change),
        ({ values }) => ({ values: { ...values, ...change } }),
      ),
    reset: (values) =>
      act(
        (there) => there.reset(values),
        () => ({ values }),
      ),
    submit: (event) => {
      event?.preventDefault();
      act(
        (there) => there.submit(),
        () => ({ isSubmitting: true }),
      );
    },
    useField: (name) => ({
      field: {
        name,
        value: valueAt(state.values, name),
        onChange: (input: unknown) => {
          const value = isChangeEvent(input) ? input.target.value : input;
          act(
            (there) => there.change(name, value),
            ({ values }) => ({ values: withValueAt(values, name, value) }),
          );
        },
        onBlur: () => act((there) => there.blur(name)),
        ref: (element: HTMLElement | null) => {
          if (element === null) elements.current.delete(name);
          else elements.current.set(name, element);
        },
      },
      error: valueAt(state.errors, name) as { message?: string } | undefined,
    }),
    attach: (there) => {
      core.current = there;
      setAttached(true);
      for (const step of waiting.current.splice(0)) step(there);
    },
    isAttached,
    report: setState,
    focus: (name) => elements.current.get(name)?.focus(),
  };
}

interface LateFormBoxProps<Values extends FieldValues> extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  form: LateForm<Values>;
}

/** The form element; a pointer on it or the focus in it fetches the library. */
export function LateFormBox<Values extends FieldValues>({
  form,
  className,
  ...props
}: LateFormBoxProps<Values>) {
  return (
    <FieldContext value={form.useField}>
      <form
        noValidate
        onSubmit={form.submit}
        onPointerEnter={form.reach}
        onFocus={form.reach}
        className={clsx('grid gap-3', className)}
        {...props}
      />
    </FieldContext>
  );
}

function isChangeEvent(input: unknown): input is { target: { value: unknown } } {
  return typeof input === 'object' && input !== null && 'target' in input;
}

function valueAt(values: object, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values);
}

function withValueAt<Values extends object>(values: Values, name: string, value: unknown): Values {
  const [key = '', ...inner] = name.split('.');
  const next =
    inner.length === 0
      ? value
      : withValueAt((values as Record<string, object>)[key] ?? {}, inner.join('.'), value);
  return { ...values, [key]: next };
}
