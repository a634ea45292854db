import type { EstimateOutline } from '#src/api/estimate-queries.ts';
import { shapeWords } from '#src/components/results/shape-words.ts';

/** A comparison that the results there are allow. */
export interface QuickComparison {
  readonly page: 'leaderboard' | 'compare';
  readonly search: Readonly<Record<string, string>>;
  readonly title: string;
  readonly detail: string;
}

interface Kind {
  readonly view: 'models' | 'frameworks' | 'quantization';
  readonly word: string;
  /** What is compared. */
  readonly of: (row: EstimateOutline) => string | null;
  /** What a set holds fixed. */
  readonly fixed: (row: EstimateOutline) => readonly (string | number | null)[];
}

const hardware = (row: EstimateOutline) => [row.gpu_model, row.gpu_name, row.gpu_count];
const KINDS: readonly Kind[] = [
  {
    view: 'frameworks',
    word: 'Frameworks',
    of: (row) => row.framework_code,
    fixed: (row) => [row.model_code, ...hardware(row), row.quantization_code],
  },
  {
    view: 'quantization',
    word: 'Precisions',
    of: (row) => row.quantization_code,
    fixed: (row) => [row.model_code, ...hardware(row), row.framework_code, row.framework_version],
  },
  {
    view: 'models',
    word: 'Models',
    of: (row) => row.model_code,
    fixed: (row) => [...hardware(row), row.framework_code, row.quantization_code],
  },
];

/** For each kind of comparison the richest there is among the best estimates: those with own results first, simulated ones left out. */
export function quickComparisons(rows: readonly EstimateOutline[], ownOrgId: string): QuickComparison[] {
  const real = rows.filter((row) => row.provenance !== 'simulated');
  const isOwn = (row: EstimateOutline) => row.org_id === ownOrgId;
  const board = richest(
    real,
    isOwn,
    (row) => [row.model_code, row.workload_shape],
    (row) => row.gpu_model ?? row.gpu_name,
  );
  const found: QuickComparison[] = [];
  if (board !== null)
    found.push({
      page: 'leaderboard',
      search: { model: board.example.model_code, shape: board.example.workload_shape },
      title: `GPUs for ${board.example.model_code}`,
      detail: `${board.values.length} kinds, ${shapeWords(board.example.workload_shape)}`,
    });
  for (const kind of KINDS) {
    const set = richest(
      real,
      isOwn,
      (row) => [row.org_id, row.provenance, row.workload_shape, ...kind.fixed(row)],
      kind.of,
    );
    if (set === null) continue;
    const { example, values } = set;
    found.push({
      page: 'compare',
      search: {
        view: kind.view,
        ...(kind.view !== 'models' && { model: example.model_code }),
        shape: example.workload_shape,
      },
      title: `${kind.word}: ${values.join(', ')}`,
      detail: [
        kind.view === 'models' ? null : example.model_code,
        `${example.gpu_count === null ? '' : `${example.gpu_count} × `}${example.gpu_name ?? example.gpu_model ?? 'unknown GPU'}`,
        shapeWords(example.workload_shape),
        example.provenance,
      ]
        .filter((part) => part !== null)
        .join(' · '),
    });
  }
  return found;
}

/** The group with most different values, two at least, of those with a preferred row if there are any; null where none has. Ties go to the first by name. */
function richest(
  rows: readonly EstimateOutline[],
  isPreferred: (row: EstimateOutline) => boolean,
  groupOf: (row: EstimateOutline) => readonly unknown[],
  valueOf: (row: EstimateOutline) => string | null,
): { example: EstimateOutline; values: string[] } | null {
  const groups = new Map<string, { example: EstimateOutline; values: Set<string>; preferred: number }>();
  for (const row of rows) {
    const value = valueOf(row);
    if (value === null) continue;
    const key = JSON.stringify(groupOf(row));
    const group = groups.get(key) ?? { example: row, values: new Set(), preferred: 0 };
    group.values.add(value);
    if (isPreferred(row)) group.preferred = 1;
    groups.set(key, group);
  }
  const [best] = [...groups.entries()]
    .filter(([, { values }]) => values.size > 1)
    .sort(
      ([a, one], [b, other]) =>
        other.preferred - one.preferred || other.values.size - one.values.size || a.localeCompare(b),
    );
  if (best === undefined) return null;
  return { example: best[1].example, values: [...best[1].values].sort((a, b) => a.localeCompare(b)) };
}
