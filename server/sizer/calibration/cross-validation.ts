import { createHash } from 'node:crypto';
import { fitWithout, type PreparedFit, type PreparedRow } from './fit.ts';
import { familyKey } from './kernel.ts';
import type { NamedTags } from './local-correction.ts';
import { estimate, type PointEstimate } from './trained-core.ts';

/** What is held out together: the points of a fold are predicted by a model that has seen none of the fold. */
export const SPLITS = ['configuration', 'deployment', 'pair', 'gpu', 'family'] as const;
export type Split = (typeof SPLITS)[number];

/** How each split groups rows, and into how many folds; null: a fold for each group. */
const GROUPING: Readonly<
  Record<Split, { readonly folds: number | null; readonly key: (row: PreparedRow) => string }>
> = {
  configuration: {
    folds: 5,
    key: (row) =>
      `${deploymentKey(row)} ${row.point.isl} ${row.point.osl} ${row.point.concurrency} ${row.version}`,
  },
  deployment: { folds: 5, key: deploymentKey },
  pair: { folds: null, key: (row) => `${familyKey(row.point.model)} ${row.point.gpu.gpu_model}` },
  gpu: { folds: null, key: (row) => row.point.gpu.gpu_model },
  family: { folds: null, key: (row) => familyKey(row.point.model) },
};

/** Whether the seed changes the folds of a split: where each group is a fold of its own it does not. */
export function isShuffled(split: Split): boolean {
  return GROUPING[split].folds !== null;
}

function deploymentKey(row: PreparedRow): string {
  const { model, gpu, framework, precision, parallelism } = row.point;
  const { tp, pp, dp, ep } = parallelism;
  return [familyKey(model), framework, gpu.gpu_model, precision, tp, pp, dp, ep].join(' ');
}

/** Whether the held-out points name their framework version and origin, as rows of the file do, or not, as most requests. */
export type Naming = 'named' | 'unnamed';

/** A held-out row and what a model without it says. */
export interface HeldOut {
  readonly row: PreparedRow;
  readonly estimate: PointEstimate;
}

/** Folds of a split as lists of row numbers. Groups are shuffled by a hash of their key and the seed, so the same rows give the same folds. */
export function foldsOf(rows: readonly PreparedRow[], split: Split, seed: number): number[][] {
  const { folds, key } = GROUPING[split];
  const groups = new Map<string, number[]>();
  rows.forEach((row, i) => {
    const name = key(row);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [i]);
    else group.push(i);
  });
  const shuffled = Array.from(groups, ([name, members]) => ({
    order: createHash('sha256').update(`${seed} ${name}`).digest('hex'),
    members,
  })).sort((a, b) => (a.order < b.order ? -1 : 1));
  const count = Math.min(folds ?? shuffled.length, shuffled.length);
  const made = Array.from({ length: count }, (): number[] => []);
  shuffled.forEach(({ members }, i) => made[i % count]?.push(...members));
  return made;
}

/** Predicts every row by a model that has not seen its fold. */
export function crossValidate(prepared: PreparedFit, split: Split, seed: number): Record<Naming, HeldOut[]> {
  const result: Record<Naming, HeldOut[]> = { named: [], unnamed: [] };
  for (const fold of foldsOf(prepared.rows, split, seed)) {
    const { core } = fitWithout(prepared, fold);
    for (const index of fold) {
      const row = prepared.rows[index];
      if (row === undefined) continue;
      const named: NamedTags = { origin: row.origin, version: row.version };
      result.named.push({ row, estimate: estimate(core, row.point, named) });
      result.unnamed.push({ row, estimate: estimate(core, row.point, { origin: null, version: null }) });
    }
  }
  return result;
}
