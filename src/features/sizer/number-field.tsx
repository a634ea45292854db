import { useId, useState, type ReactNode } from 'react';
import { grouped } from '#lib/grouped.ts';
import { readNumber } from '#src/components/form/number-text.ts';
import { Input } from '#src/components/ui/input.tsx';

interface NumberFieldProps {
  label: string;
  /** 0 is "not set" and shows as an empty field, unless `zero` is a value here. */
  value: number;
  onChange: (value: number) => void;
  unit?: ReactNode;
  hint?: ReactNode;
  min?: number;
  max?: number;
  integer?: boolean;
  zero?: boolean;
  placeholder?: string;
  /** The label is only read out: what stands beside the field says it. */
  isLabelHidden?: boolean;
}

interface Typed {
  text: string;
  /** The form's value last seen. */
  from: number;
  /** What was handed up and has not come back yet. */
  sent: number | null;
}

/** A number of the form. What is typed shows at once; the form follows while it is a number within its limits. */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    value,
    onChange,
    unit,
    hint,
    min = 0,
    max = 1e12,
    integer = false,
    zero = false,
    placeholder,
    isLabelHidden = false,
  } = props;
  const id = useId();
  const shown = value === 0 && !zero ? '' : String(value);
  const [typed, setTyped] = useState<Typed>({ text: shown, from: value, sent: null });
  // Echoes of one's own typing leave the text alone; a change by another way (the chat, back, an undo) wins.
  if (typed.from !== value)
    setTyped({
      text: typed.sent === null ? shown : typed.text,
      from: value,
      sent: typed.sent === value ? null : typed.sent,
    });
  const fault = faultOf(typed.text, { min, max, integer });
  return (
    <div className="relative grid min-w-0 grid-cols-1 content-start gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-xs text-ink-3'}>
        {label}
      </label>
      <Input
        id={id}
        unit={unit}
        inputMode={integer ? 'numeric' : 'decimal'}
        autoComplete="off"
        placeholder={placeholder ?? 'not set'}
        value={typed.text}
        aria-invalid={fault !== null}
        aria-describedby={fault === null && hint === undefined ? undefined : `${id}-note`}
        onChange={(event) => {
          const text = event.target.value;
          const next = text.trim() === '' ? 0 : (readNumber(text) ?? 0);
          if (faultOf(text, { min, max, integer }) === null && next !== (typed.sent ?? value)) {
            setTyped({ text, from: value, sent: next });
            onChange(next);
          } else setTyped({ ...typed, text });
        }}
        onBlur={() => {
          if (fault !== null) setTyped({ text: shown, from: value, sent: null });
        }}
      />
      {(fault !== null || hint !== undefined) && (
        <p id={`${id}-note`} className={fault === null ? 'text-xs text-ink-3' : 'text-xs text-bad'}>
          {fault ?? hint}
        </p>
      )}
    </div>
  );
}

function faultOf(text: string, limits: { min: number; max: number; integer: boolean }): string | null {
  const value = readNumber(text);
  if (value === undefined) return null;
  if (Number.isNaN(value)) return 'Enter a number.';
  if (limits.integer && !Number.isInteger(value)) return 'Enter a whole number.';
  if (value < limits.min) return `At least ${grouped(limits.min)}.`;
  return value > limits.max ? `At most ${grouped(limits.max)}.` : null;
}
