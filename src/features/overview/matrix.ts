import type { EstimateOutline } from '#src/api/estimate-queries.ts';

/** The best figure of a model on a GPU, and how it stands against the published one. */
export interface MatrixCell {
  readonly best: EstimateOutline;
  /** Output tokens a second of one GPU. */
  readonly value: number;
  /** Share by which it is above the published figure of the same model, GPU and shape; null where there is none, or it is that figure. */
  readonly overPublished: number | null;
}

export interface Matrix {
  readonly models: readonly string[];
  readonly gpus: readonly string[];
  /** What people call a GPU. */
  readonly gpuName: (gpu: string) => string;
  readonly at: (model: string, gpu: string) => MatrixCell | null;
}

const keyOf = (model: string, gpu: string): string => JSON.stringify([model, gpu]);
/** The GPU's identity: its catalog code, which sources that call it differently share. */
const gpuOf = (row: EstimateOutline): string => row.gpu_model ?? row.gpu_name ?? 'unknown GPU';

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
  const cells = new Map<string, { own: EstimateOutline | null; published: EstimateOutline | null }>();
  const better = (before: EstimateOutline | null, row: EstimateOutline): EstimateOutline =>
    before === null || (row.tokens_per_sec_per_gpu ?? 0) > (before.tokens_per_sec_per_gpu ?? 0)
      ? row
      : before;
  for (const row of rows) {
    if (row.workload_shape !== shape || row.provenance === 'simulated' || row.tokens_per_sec_per_gpu === null)
      continue;
    const key = keyOf(row.model_code, gpuOf(row));
    const cell = cells.get(key) ?? { own: null, published: null };
    if (row.provenance === 'published') cell.published = better(cell.published, row);
    else if (row.org_id === ownOrgId) cell.own = better(cell.own, row);
    cells.set(key, cell);
  }
  const known = [...cells.entries()].flatMap(([key, { own, published }]) => {
    const best = own ?? published;
    return best === null ? [] : [{ key, best, own, published }];
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
      const reference = cell.own === null ? null : (cell.published?.tokens_per_sec_per_gpu ?? null);
      return {
        best: cell.best,
        value,
        overPublished: reference === null || reference <= 0 ? null : value / reference - 1,
      };
    },
  };
}
