import { comparability } from '#lib/compare/comparability.ts';
import { differenceFrom, type Difference, type Figure } from '#lib/compare/difference.ts';
import type { EstimateOutline } from '#src/api/estimate-queries.ts';
import { issueTexts, type KnownIssues } from '#src/api/known-issues.ts';
import { scaledFigure } from '#src/components/results/scaled-figure.ts';
import { estimateTraits, TRAITS } from '#src/components/results/traits.ts';

/** A published figure that one's own is set against. */
interface Against {
  readonly row: EstimateOutline;
  readonly difference: Difference;
  /** In what else the two differ; empty where they are like. */
  readonly reasons: readonly string[];
}

/** The best figure of a model on a GPU, and how it stands against the published one. */
export interface MatrixCell {
  readonly best: EstimateOutline;
  /** Output tokens a second of one GPU. */
  readonly value: number;
  /** The published figure of the same model, GPU and shape, the best of those like it if there are any; null where there is none, or it is that figure. */
  readonly against: Against | null;
}

export interface Matrix {
  readonly models: readonly string[];
  readonly gpus: readonly string[];
  /** What people call a GPU. */
  readonly gpuName: (gpu: string) => string;
  readonly at: (model: string, gpu: string) => MatrixCell | null;
}

/** What is known to be wrong with the figure of a cell, and with the published one that it is set against. */
export const cellIssues = ({ best, against }: MatrixCell, issues: KnownIssues) => ({
  best: issueTexts(issues, best.job_ids),
  against: against === null ? [] : issueTexts(issues, against.row.job_ids),
});

const keyOf = (model: string, gpu: string): string => JSON.stringify([model, gpu]);
/** The GPU's identity: its catalog code, which sources that call it differently share. */
const gpuOf = (row: EstimateOutline): string => row.gpu_model ?? row.gpu_name ?? 'unknown GPU';

/** Own and published are what is set against each other, each at its best load and on its own server. */
const SPECS = TRAITS.filter(({ key }) => key !== 'provenance' && key !== 'source');
const LOOKED_AT = ['config', 'concurrency'];

/** Throughput per GPU with its interval, which follows from that of all GPUs. */
const figureOf = (row: EstimateOutline): Figure | null => scaledFigure(row.tokens_per_sec_per_gpu, 1, row);

/** The published figure for an own one: one that is like it goes before a better one that is not. */
function againstOf(own: EstimateOutline, published: readonly EstimateOutline[]): Against | null {
  const traits = estimateTraits(own);
  const [first] = published
    .map((row) => ({ row, reasons: comparability([traits, estimateTraits(row)], SPECS, LOOKED_AT).reasons }))
    .sort(
      (a, b) =>
        Number(a.reasons.length > 0) - Number(b.reasons.length > 0) ||
        (b.row.tokens_per_sec_per_gpu ?? 0) - (a.row.tokens_per_sec_per_gpu ?? 0),
    );
  const difference =
    first === undefined ? null : differenceFrom(figureOf(first.row), figureOf(own), 'higher');
  return first === undefined || difference === null ? null : { ...first, difference };
}

/** Workload shapes with how many model and GPU pairs have figures, most first. */
export function matrixShapes(rows: readonly EstimateOutline[]): { shape: string; pairs: number }[] {
  const pairs = new Map<string, Set<string>>();
  for (const row of rows) {
    const known = pairs.get(row.workload_shape) ?? new Set<string>();
    pairs.set(row.workload_shape, known.add(keyOf(row.model_code, gpuOf(row))));
  }
  return [...pairs.entries()]
    .map(([shape, known]) => ({ shape, pairs: known.size }))
    .sort((a, b) => b.pairs - a.pairs || a.shape.localeCompare(b.shape));
}

/**
 * The best throughput per GPU of every model on every GPU at one workload shape. A workspace's own figure stands before a published one; simulated
 * figures are left out. Models and GPUs with most figures come first.
 */
export function matrixOf(rows: readonly EstimateOutline[], shape: string, ownOrgId: string): Matrix {
  const cells = new Map<string, { own: EstimateOutline | null; published: EstimateOutline[] }>();
  const better = (before: EstimateOutline | null, row: EstimateOutline): EstimateOutline =>
    before === null || (row.tokens_per_sec_per_gpu ?? 0) > (before.tokens_per_sec_per_gpu ?? 0)
      ? row
      : before;
  for (const row of rows) {
    if (row.workload_shape !== shape || row.provenance === 'simulated' || row.tokens_per_sec_per_gpu === null)
      continue;
    const key = keyOf(row.model_code, gpuOf(row));
    const cell = cells.get(key) ?? { own: null, published: [] };
    if (row.provenance === 'published') cell.published.push(row);
    else if (row.org_id === ownOrgId) cell.own = better(cell.own, row);
    cells.set(key, cell);
  }
  const known = [...cells.entries()].flatMap(([key, { own, published }]) => {
    const best = own ?? published.reduce<EstimateOutline | null>(better, null);
    return best === null ? [] : [{ key, best, against: own === null ? null : againstOf(own, published) }];
  });
  const ordered = (nameOf: (row: EstimateOutline) => string): string[] => {
    const counts = new Map<string, number>();
    for (const { best } of known) counts.set(nameOf(best), (counts.get(nameOf(best)) ?? 0) + 1);
    return [...counts.entries()].sort(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([name]) => name);
  };
  const byKey = new Map(known.map((cell) => [cell.key, cell]));
  return {
    models: ordered(({ model_code: model }) => model),
    gpus: ordered(gpuOf),
    gpuName: (gpu) => {
      const row = known.find(({ best }) => gpuOf(best) === gpu)?.best;
      return row?.gpu_name ?? gpu;
    },
    at: (model, gpu) => {
      const cell = byKey.get(keyOf(model, gpu));
      const value = cell?.best.tokens_per_sec_per_gpu ?? null;
      if (cell === undefined || value === null) return null;
      return { best: cell.best, value, against: cell.against };
    },
  };
}
