import { fixedParts, partOf, type ComparedSet, type PartKey, type SetKind } from './compare-sets.ts';

export interface PartChoice {
  readonly key: PartKey;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export interface ChosenSet {
  readonly set: ComparedSet;
  readonly choices: readonly PartChoice[];
  /** What the address asks for and is not there. */
  readonly missing: readonly string[];
}

/** The set of the address, part by part: each offers what exists under the parts before it, and what does not exist falls to the most comparable. */
export function chooseSet(
  kind: SetKind,
  sets: readonly ComparedSet[],
  asked: Readonly<Record<PartKey, string>>,
): ChosenSet | null {
  let left = sets;
  const missing: string[] = [];
  const choices: PartChoice[] = [];
  for (const key of fixedParts(kind)) {
    const { id, text, label } = partOf(kind, key);
    const options = new Map(left.map(({ example }) => [id(example), text(example)]));
    const first = left[0];
    if (first === undefined) return null;
    const isThere = options.has(asked[key]);
    const value = isThere ? asked[key] : id(first.example);
    if (asked[key] !== '' && !isThere) missing.push(`${label.toLowerCase()} ${asked[key]}`);
    choices.push({
      key,
      value,
      options: [...options]
        .map(([one, name]) => ({ value: one, label: name }))
        .sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true })),
    });
    left = left.filter((set) => set.parts[key] === value);
  }
  const [set] = left;
  return set === undefined ? null : { set, choices, missing };
}
