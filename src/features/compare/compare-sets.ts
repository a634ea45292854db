import type { CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import { stableHash } from '#lib/charts/series-style.ts';
import type { MetricSeries } from '#src/components/chart/metric-series.ts';
import { shapeWords } from '#src/components/results/subjects.ts';
import { estimateTraits, frameworkText, layoutText, optionsText } from './compare-traits.ts';

export type SetKind = 'models' | 'frameworks' | 'quantization' | 'concurrency' | 'hardware';
/** Search parameters that hold a fixed part. */
export type PartKey = 'model' | 'gpu' | 'fw' | 'prec' | 'shape' | 'src';

interface Part {
  readonly label: string;
  /** Its identity, as in the URL. */
  readonly id: (row: CapacityEstimateRow) => string;
  /** How it is printed. */
  readonly text: (row: CapacityEstimateRow) => string;
}

const or = (text: string | null): string => text ?? 'not stated';

export const PARTS: Readonly<Record<PartKey, Part>> = {
  model: { label: 'Model', id: (row) => row.model_code, text: (row) => row.model_code },
  gpu: { label: 'GPUs', id: (row) => gpuText(row), text: (row) => gpuText(row) },
  fw: { label: 'Framework', id: (row) => or(frameworkText(row)), text: (row) => or(frameworkText(row)) },
  prec: {
    label: 'Precision',
    id: (row) => or(row.quantization_code),
    text: (row) => or(row.quantization_code),
  },
  shape: {
    label: 'Workload shape',
    id: (row) => row.workload_shape,
    text: (row) => shapeWords(row.workload_shape),
  },
  src: { label: 'Provenance', id: (row) => row.provenance, text: (row) => row.provenance },
};
/** A framework without its version: what models are compared on. */
const FRAMEWORK_CODE: Part = {
  label: 'Framework',
  id: (row) => or(row.framework_code),
  text: (row) => or(row.framework_code),
};

/** What each comparison holds fixed, in the order it is chosen, and the trait it compares. Provenances are never mixed. */
const KINDS: Readonly<Record<SetKind, { fixed: readonly PartKey[]; compares: readonly string[] }>> = {
  models: { fixed: ['gpu', 'fw', 'prec', 'shape', 'src'], compares: ['model'] },
  frameworks: { fixed: ['model', 'gpu', 'prec', 'shape', 'src'], compares: ['framework'] },
  quantization: { fixed: ['model', 'gpu', 'fw', 'shape', 'src'], compares: ['precision'] },
  concurrency: { fixed: ['model', 'shape', 'src'], compares: ['concurrency'] },
  hardware: { fixed: ['model', 'prec', 'shape', 'src'], compares: ['gpu', 'gpu_count'] },
};

export const comparedTraits = (kind: SetKind): readonly string[] => KINDS[kind].compares;
export const fixedParts = (kind: SetKind): readonly PartKey[] => KINDS[kind].fixed;
export const partOf = (kind: SetKind, key: PartKey): Part =>
  kind === 'models' && key === 'fw' ? FRAMEWORK_CODE : PARTS[key];

/** "8 × B200". */
export function gpuText(row: Pick<CapacityEstimateRow, 'gpu_count' | 'gpu_name' | 'gpu_model'>): string {
  const name = row.gpu_name ?? row.gpu_model ?? 'GPU not stated';
  return row.gpu_count === null ? name : `${row.gpu_count} × ${name}`;
}

/** Results that differ only in what is compared (and in load). */
export interface ComparedSet {
  readonly parts: Readonly<Partial<Record<PartKey, string>>>;
  /** One of its rows: for how its parts are printed and asked for. */
  readonly example: CapacityEstimateRow;
  /** How many models, frameworks, precisions … it holds. */
  readonly compared: number;
  readonly rows: number;
}

/** What there is to compare: sets with at least two of what is compared (deployments over load: one will do), most comparable first. */
export function setsOf(kind: SetKind, rows: readonly CapacityEstimateRow[]): ComparedSet[] {
  const { fixed, compares } = KINDS[kind];
  const trait = compares[0] ?? '';
  const sets = new Map<
    string,
    { parts: ComparedSet['parts']; example: CapacityEstimateRow; values: Set<unknown>; rows: number }
  >();
  for (const row of rows) {
    if (kind === 'concurrency' && row.concurrency === null) continue;
    const parts = Object.fromEntries(fixed.map((key) => [key, partOf(kind, key).id(row)]));
    const key = JSON.stringify([row.org_id, parts]);
    const set = sets.get(key) ?? { parts, example: row, values: new Set(), rows: 0 };
    set.rows += 1;
    const value = kind === 'concurrency' ? set.rows : estimateTraits(row)[trait];
    if (value !== null && value !== undefined) set.values.add(value);
    sets.set(key, set);
  }
  return [...sets.values()]
    .map(({ values, ...set }): ComparedSet => ({ ...set, compared: values.size }))
    .filter(({ compared }) => compared >= (kind === 'concurrency' ? 1 : 2))
    .sort(
      (a, b) =>
        Number(a.example.quantization_code === null) - Number(b.example.quantization_code === null) ||
        b.compared - a.compared ||
        b.rows - a.rows ||
        JSON.stringify(a.parts).localeCompare(JSON.stringify(b.parts)),
    );
}

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
  for (const key of KINDS[kind].fixed) {
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

const NAME_PARTS: readonly ((row: CapacityEstimateRow) => string | null)[] = [
  (row) => row.model_code,
  (row) => gpuText(row),
  frameworkText,
  (row) => row.quantization_code,
  (row) => layoutText(row.workload_options),
  (row) => [row.server_hostname, row.config_code].filter((part) => part !== null).join(' / ') || null,
  (row) => optionsText(row.workload_options),
  (row) => row.provenance,
  (row) => row.citation,
];
const NAME_INDEX: Readonly<Record<SetKind, number>> = {
  models: 0,
  frameworks: 2,
  quantization: 3,
  concurrency: 1,
  hardware: 1,
};
/** Where config and source stand among the parts. */
const [CONFIG, SOURCE] = [5, NAME_PARTS.length - 1];
const NAME_LENGTH = 40;

/**
 * One series for each deployment, by identity (a row of another config or source is never joined into the line), named by what is compared
 * and whatever else differs in the set. The best of each of what is compared first.
 */
export function seriesOf<Row extends CapacityEstimateRow>(
  kind: SetKind,
  rows: readonly Row[],
): (Omit<MetricSeries, 'rows'> & { rows: readonly Row[] })[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const id = JSON.stringify([row.org_id, row.gpu_model, ...NAME_PARTS.map((part) => part(row))]);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [row]);
    else group.push(row);
  }
  const entries = [...groups].flatMap(([id, own]) => {
    const [first] = own;
    return first === undefined ? [] : [{ id, own, first }];
  });
  const varies = NAME_PARTS.map((part) => new Set(entries.map(({ first }) => part(first))).size > 1);
  const nameOf = (first: Row, leftOut: readonly number[]): string =>
    NAME_PARTS.flatMap((part, index) => {
      if (leftOut.includes(index) || (index !== NAME_INDEX[kind] && varies[index] !== true)) return [];
      const text = part(first);
      return text === null ? [] : [text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH)}…` : text];
    }).join(' · ');
  // Configs and sources are long: named only where nothing else tells two series apart.
  let names = entries.map(({ first }) => nameOf(first, [CONFIG, SOURCE]));
  for (const leftOut of [[SOURCE], []]) {
    const count = counts(names);
    names = names.map((name, index) => {
      const first = entries[index]?.first;
      return first === undefined || (count.get(name) ?? 0) < 2 ? name : nameOf(first, leftOut);
    });
  }
  const total = counts(names);
  const used = new Map<string, number>();
  const series = entries.map(({ id, own, first }, index) => {
    const name = names[index] ?? '';
    const nth = (used.get(name) ?? 0) + 1;
    used.set(name, nth);
    return {
      id,
      name: (total.get(name) ?? 0) > 1 ? `${name} (${nth})` : name,
      vendor: first.gpu_vendor,
      architecture: first.gpu_architecture,
      rows: own.sort((a, b) => (a.concurrency ?? Infinity) - (b.concurrency ?? Infinity)),
    };
  });
  return leadersFirst(series, NAME_PARTS[NAME_INDEX[kind]] ?? gpuText);
}

/** The best of each of what is compared first, then the second of each, so that the few drawn at first show all of it. */
function leadersFirst<Series extends { rows: readonly CapacityEstimateRow[] }>(
  series: readonly Series[],
  groupOf: (row: CapacityEstimateRow) => string | null,
): Series[] {
  const best = ({ rows }: Series): number =>
    Math.max(-Infinity, ...rows.map((row) => row.tokens_per_sec_per_gpu ?? -Infinity));
  const seen = new Map<string | null, number>();
  return [...series]
    .sort((a, b) => best(b) - best(a))
    .map((one, order) => {
      const group = one.rows[0] === undefined ? null : groupOf(one.rows[0]);
      const place = seen.get(group) ?? 0;
      seen.set(group, place + 1);
      return { one, place, order };
    })
    .sort((a, b) => a.place - b.place || a.order - b.order)
    .map(({ one }) => one);
}

function counts(names: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

/** Short name of a series in the URL. */
export const seriesToken = (id: string): string => stableHash(id).toString(36);
/** Lines drawn unless more are asked for. */
export const FEW_SERIES = 6;

/** Ids of the series not drawn: with many, all but the first few, unless the URL says which. */
export function hiddenOf(series: readonly MetricSeries[], shown: readonly string[]): ReadonlySet<string> {
  if (shown.includes('all')) return new Set();
  if (shown.length > 0)
    return new Set(series.filter(({ id }) => !shown.includes(seriesToken(id))).map(({ id }) => id));
  return new Set(series.slice(FEW_SERIES).map(({ id }) => id));
}

/** What stands in the URL for a set of hidden series. */
export function shownOf(series: readonly MetricSeries[], hidden: ReadonlySet<string>): string[] {
  const shown = series.filter(({ id }) => !hidden.has(id));
  if (shown.length === 0) return ['none'];
  return shown.length === series.length ? ['all'] : shown.map(({ id }) => seriesToken(id));
}
