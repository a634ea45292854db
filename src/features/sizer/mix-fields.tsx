import { useEffect, useRef, useState } from 'react';
import type { SizerFormState } from '#contract/sizer/form-state.ts';
import { grouped } from '#lib/grouped.ts';
import { whenRested } from '#src/url/when-rested.ts';
import { NumberField } from './number-field.tsx';
import { MIX_LABELS } from './form-words.ts';

type Mix = SizerFormState['workloadMix'];
/** A drag rests this long before the form follows. */
const REST_MS = 200;

/** Weights of the workload categories: a slider and a number each; their sum counts as the whole. */
export function MixFields({ mix, onChange }: { mix: Mix; onChange: (mix: Mix) => void }) {
  const sum = MIX_LABELS.reduce((total, { key }) => total + mix[key], 0);
  return (
    <div className="grid gap-1.5">
      {MIX_LABELS.map(({ key, label }) => (
        <div key={key} className="grid grid-cols-[minmax(0,1fr)_80px] items-center gap-x-2">
          <span aria-hidden className="col-span-2 text-xs text-ink-3">
            {label}
          </span>
          <Slider
            label={`${label}, slider`}
            value={mix[key]}
            onChange={(value) => onChange({ ...mix, [key]: value })}
          />
          <NumberField
            label={label}
            isLabelHidden
            value={mix[key]}
            zero
            unit="%"
            onChange={(value) => onChange({ ...mix, [key]: value })}
          />
        </div>
      ))}
      <p className={sum > 0 ? 'text-xs text-ink-3' : 'text-xs text-bad'}>
        {sum > 0
          ? `Sum ${grouped(sum)}${sum === 100 ? ' %' : '; the weights count as shares of it'}`
          : 'Give at least one category a weight.'}
      </p>
    </div>
  );
}

function Slider({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
}) {
  const [drag, setDrag] = useState<number | null>(null);
  const callOff = useRef<() => void>(undefined);
  useEffect(() => () => callOff.current?.(), []);
  return (
    <input
      type="range"
      aria-label={label}
      min={0}
      max={100}
      step={5}
      value={drag ?? value}
      className="h-6 w-full accent-accent"
      onChange={(event) => {
        const next = Number(event.target.value);
        setDrag(next);
        callOff.current?.();
        callOff.current = whenRested(() => {
          setDrag(null);
          onChange(next);
        }, REST_MS);
      }}
    />
  );
}
