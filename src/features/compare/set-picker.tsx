import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import type { ChosenSet } from './chosen-set.ts';
import { partOf, type PartKey, type SetKind } from './compare-sets.ts';

interface SetPickerProps {
  kind: SetKind;
  chosen: ChosenSet;
  onChange: (parts: Partial<Record<PartKey, string>>) => void;
}

/** What a comparison holds fixed: each select offers what exists under those before it. */
export function SetPicker({ kind, chosen, onChange }: SetPickerProps) {
  return (
    <div role="group" aria-label="Held fixed" className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="text-xs text-ink-3">Held fixed</span>
      {chosen.choices.map(({ key, value, options }) => {
        const { label } = partOf(kind, key);
        return (
          <label key={key} className="inline-flex max-w-full min-w-0 items-center gap-1 text-xs text-ink-3">
            {label}
            {options.length === 1 ? (
              <span className="font-medium text-ink">{options[0]?.label}</span>
            ) : (
              <CompactSelect
                label={label}
                value={value}
                options={options}
                onValueChange={(next) => onChange({ ...partsUpTo(chosen, key), [key]: next })}
              />
            )}
          </label>
        );
      })}
    </div>
  );
}

/** The parts chosen before one, made explicit, so that a choice below them does not move them. */
function partsUpTo({ choices }: ChosenSet, key: PartKey): Partial<Record<PartKey, string>> {
  const index = choices.findIndex((choice) => choice.key === key);
  return Object.fromEntries(choices.map((choice, at) => [choice.key, at < index ? choice.value : '']));
}
