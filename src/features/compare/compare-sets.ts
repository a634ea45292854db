import type { EstimateOutline } from '#src/api/estimate-queries.ts';
import { shapeWords } from '#src/components/results/shape-words.ts';
import { estimateTraits, frameworkText } from '#src/components/results/traits.ts';

export type SetKind = 'models' | 'frameworks' | 'quantization' | 'concurrency' | 'hardware';
/** Search parameters that hold a fixed part. */
export type PartKey = 'model' | 'gpu' | 'fw' | 'prec' | 'shape' | 'src';

interface Part {
  readonly label: string;
  /** Its identity, as in the URL. */
  readonly id: (row: EstimateOutline) => string;
  /** How it is printed. */
  readonly text: (row: EstimateOutline) => string;
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
export function gpuText(row: Pick<EstimateOutline, 'gpu_count' | 'gpu_name' | 'gpu_model'>): string {
  const name = row.gpu_name ?? row.gpu_model ?? 'GPU not stated';
  return row.gpu_count === null ? name : `${row.gpu_count} × ${name}`;
}

/** Results that differ only in what is compared (and in load). */
export interface ComparedSet {
  readonly parts: Readonly<Partial<Record<PartKey, string>>>;
  /** One of its rows: for how its parts are printed and asked for. */
  readonly example: EstimateOutline;
  /** How many models, frameworks, precisions … it holds. */
  readonly compared: number;
  readonly rows: number;
}

/** What there is to compare: sets with at least two of what is compared (deployments over load: one will do), most comparable first. */
export function setsOf(kind: SetKind, rows: readonly EstimateOutline[]): ComparedSet[] {
  const { fixed, compares } = KINDS[kind];
  const trait = compares[0] ?? '';
  const sets = new Map<
    string,
    { parts: ComparedSet['parts']; example: EstimateOutline; values: Set<unknown>; rows: number }
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
