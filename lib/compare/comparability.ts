import { grouped } from '#lib/grouped.ts';

/** What one result was made with, by name of the trait. Null: its source does not say. */
export type Traits = Readonly<Record<string, string | number | null>>;

/**
 * A trait that results can differ in. `condition`: how it was measured (lengths, options, provenance): results that differ in one are unlike.
 * `choice`: what people compare (GPU, framework): one that differs is the comparison, several at once cannot be told apart.
 */
export interface TraitSpec {
  readonly key: string;
  /** Plural where it is a noun of many: "input lengths". */
  readonly plural: string;
  readonly kind: 'condition' | 'choice';
  /** Where no result states it they are unlike too: nobody knows whether they differ. */
  readonly isNeeded?: boolean;
}

/** One trait in which results are not the same. */
export interface TraitDifference {
  readonly key: string;
  readonly plural: string;
  /** The values that occur, each once, in order of first appearance. */
  readonly values: readonly (string | number)[];
  /** Results whose source does not say. */
  readonly unstated: number;
}

export interface Comparability {
  /** Whether the results differ in nothing but what is compared. */
  readonly isLike: boolean;
  /** Why they are unlike, as sentences; empty where they are like. */
  readonly reasons: readonly string[];
  /** What is compared: the choices that differ. */
  readonly compared: readonly TraitDifference[];
}

/**
 * Whether results may be read side by side. Unlike where a condition differs, where one result states it and another does not, or where
 * choices differ that `compares` does not name (none named: more than a single one). O(results × traits).
 */
export function comparability(
  items: readonly Traits[],
  specs: readonly TraitSpec[],
  compares: readonly string[] = [],
): Comparability {
  const differences = specs.flatMap((spec) => {
    const difference = differenceIn(items, spec);
    return difference === null ? [] : [{ ...difference, kind: spec.kind }];
  });
  const conditions = differences.filter(({ kind }) => kind === 'condition');
  const choices = differences.filter(({ kind }) => kind === 'choice');
  const others = choices.filter(({ key }) => !compares.includes(key));
  const isAny = compares.length === 0;
  const excess = isAny && others.length === 1 ? [] : others;
  const unknown = specs.filter(
    ({ key, isNeeded }) =>
      isNeeded === true && items.length > 0 && items.every((item) => (item[key] ?? null) === null),
  );
  const reasons = [
    ...conditions.map(differenceText),
    ...unknown.map(({ plural }) => `${plural} are not stated, so they may differ`),
    ...(isAny && excess.length > 1
      ? [
          `more than one thing differs, so no difference has one cause: ${excess.map(differenceText).join('; ')}`,
        ]
      : excess.map(differenceText)),
  ];
  return { isLike: reasons.length === 0, reasons, compared: choices };
}

/** How results differ in one trait; null where they do not, or where none states it. */
export function differenceIn(
  items: readonly Traits[],
  { key, plural }: Pick<TraitSpec, 'key' | 'plural'>,
): TraitDifference | null {
  const values = new Set<string | number>();
  let unstated = 0;
  for (const item of items) {
    const value = item[key] ?? null;
    if (value === null) unstated += 1;
    else values.add(value);
  }
  if (values.size === 0 || (values.size === 1 && unstated === 0)) return null;
  return { key, plural, values: [...values], unstated };
}

const MOST_VALUES = 4;
/** Longer words keep their start and end: citations often differ in the end only. */
const [LONGEST, HEAD, TAIL] = [56, 32, 20];
const shortened = (word: string): string =>
  word.length > LONGEST ? `${word.slice(0, HEAD)}…${word.slice(-TAIL)}` : word;

/** "input lengths differ (1,024 and 8,192)", "precisions are stated for some (fp8) and not for 2 of them". */
export function differenceText({ plural, values, unstated }: TraitDifference): string {
  if (values.length < 2)
    return `${plural} are stated for some (${printed(values)}) and not for ${unstated} of them`;
  return `${plural} differ (${printed(values)}${unstated > 0 ? `; ${unstated} not stated` : ''})`;
}

function printed(values: readonly (string | number)[]): string {
  const words = values.map((value) => (typeof value === 'number' ? grouped(value) : shortened(value)));
  const shown = words.slice(0, MOST_VALUES);
  if (words.length > MOST_VALUES) return `${shown.join(', ')} and ${words.length - MOST_VALUES} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}
