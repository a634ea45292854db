import type { DeploymentShape } from '../model/deployment-shape.ts';
import { cachedShape } from '../model/deployment-shape.ts';
import { fitBase, type BaseFit } from './base-fit.ts';
import { physicsTimes } from './trained-core.ts';
import { noisyColumns, physicsColumns, type PhysicsColumns } from './columns.ts';
import { choleskyInPlace, inverseFromCholesky } from './gaussian-process.ts';
import { learnEngineLimits, limitKey, type EngineLimits } from './engine-limits.ts';
import {
  CATEGORIES,
  categoryNames,
  covariance,
  deploymentPlace,
  type KernelPlace,
  loadPlace,
  NameTable,
  TAGS,
} from './kernel.ts';
import { LocalCorrection, type ReferenceSet } from './local-correction.ts';
import type { Observation } from './observation.ts';
import { robustWeights, type NoisyProcess } from './robust-weights.ts';
import { isNoisyOrigin, type CorrectionRecipe, type Recipe } from './recipe.ts';
import type { TrainedCore } from './trained-core.ts';

/** An observation with its physics. */
export interface PreparedRow extends Observation {
  readonly shape: DeploymentShape;
  readonly columns: PhysicsColumns;
  readonly framework: Observation['point']['framework'];
}

/** The training rows with all that no fold changes: physics, places, and the inverse covariance of each target. */
export interface PreparedFit {
  readonly rows: readonly PreparedRow[];
  readonly recipe: Recipe;
  readonly limits: EngineLimits;
  readonly reference: ReferenceSet;
  readonly process: Readonly<Record<'ttft' | 'tpot', NoisyProcess>>;
}

/** A fit: the core, and its residuals and weights by row. */
export interface Fit {
  readonly core: TrainedCore;
  readonly weights: Readonly<Record<'ttft' | 'tpot', Float64Array>>;
}

/** Physics of every observation. */
export function prepareRows(observations: readonly Observation[], limits: EngineLimits): PreparedRow[] {
  return observations.map((observation) => {
    const shape = cachedShape(observation.point);
    return {
      ...observation,
      shape,
      framework: observation.point.framework,
      columns: isNoisyOrigin(observation.origin)
        ? noisyColumns(shape, observation.point)
        : physicsColumns(shape, observation.point, limits.get(limitKey(observation.point))),
    };
  });
}

/** Places of the rows, names turned into codes. Saturation is rounded to 0.05, so that few different loads are left. */
export function referenceOf(
  rows: readonly (Pick<PreparedRow, 'point' | 'origin' | 'version'> & { readonly running: number })[],
): ReferenceSet {
  const categories = CATEGORIES.map(() => new NameTable());
  const tags = TAGS.map(() => new NameTable());
  const places = rows.map((row): KernelPlace => {
    const load = loadPlace(row.point, row.running);
    load[3] = Math.round((load[3] ?? 0) * 20) / 20;
    return {
      load,
      deployment: deploymentPlace(row.point),
      categories: categoryNames(row.point).map((name, i) => categories[i]?.add(name) ?? -1),
      tags: [row.origin, row.version].map((name, i) => tags[i]?.add(name) ?? -1),
    };
  });
  const noisyOrigins = new Set(
    (tags[0]?.names ?? []).flatMap((name, code) => (isNoisyOrigin(name) ? [code] : [])),
  );
  return { places, categories, tags, noisyOrigins };
}

/** Prepares a fit; the two inverses take most of the time (seconds for two thousand rows). */
export function prepareFit(observations: readonly Observation[], recipe: Recipe): PreparedFit {
  const limits = learnEngineLimits(observations);
  const rows = prepareRows(observations, limits);
  const reference = referenceOf(rows.map((row) => ({ ...row, running: row.columns.running })));
  const process = (correction: CorrectionRecipe, factorOf: (row: PreparedRow) => number): NoisyProcess => {
    const n = rows.length;
    const matrix = covariance(correction.components, reference.places);
    const noise = Float64Array.from(
      rows,
      (row) =>
        correction.noise *
        factorOf(row) *
        (isNoisyOrigin(row.origin) ? correction.noisyOriginFactor : 1) *
        (row.point.concurrency <= FEW_REQUESTS ? correction.fewRequestsFactor : 1),
    );
    for (let i = 0; i < n; i++) matrix[i * n + i] = (matrix[i * n + i] as number) + (noise[i] as number);
    return { inverse: inverseFromCholesky(choleskyInPlace(matrix, n), n), noise, n };
  };
  return {
    rows,
    recipe,
    limits,
    reference,
    process: { tpot: process(recipe.tpot, () => 1), ttft: process(recipe.ttft, waitingNoise) },
  };
}

/** Concurrency up to which a point counts as having few requests in flight. */
const FEW_REQUESTS = 8;

/** TTFT without the wait for a slot, ms; at least a twentieth, where waiting is nearly all of it. */
function unwaitedMs(row: PreparedRow): number {
  return Math.max(row.ttftMs - row.columns.waitMs(row.tpotMs), row.ttftMs / 20);
}

/** Factor on the noise of TTFT without the wait: grows with the share that waiting has, of which it is the small rest. */
function waitingNoise(row: PreparedRow): number {
  const ratio = row.columns.waitMs(row.tpotMs) / row.ttftMs;
  return 1 + 100 * ratio * ratio;
}

/** Logarithmic residuals of every row against a base fit, cut at the recipe's limit. */
export function residuals(prepared: PreparedFit, base: BaseFit): Record<'ttft' | 'tpot', Float64Array> {
  const cut = (value: number, { residualLimit }: CorrectionRecipe) =>
    Math.max(-residualLimit, Math.min(residualLimit, value));
  const { ttft, tpot } = prepared.recipe;
  const times = prepared.rows.map((row) => physicsTimes(base, row.columns, row.point));
  return {
    ttft: Float64Array.from(prepared.rows, (row, i) =>
      cut(Math.log(unwaitedMs(row) / (times[i]?.ttftMs ?? 1)), ttft),
    ),
    tpot: Float64Array.from(prepared.rows, (row, i) =>
      cut(Math.log(row.tpotMs / (times[i]?.tpotMs ?? 1)), tpot),
    ),
  };
}

/** Fit to all rows but those of `fold`, whose weights are 0: coefficients refitted, weights from the one inverse. */
export function fitWithout(prepared: PreparedFit, fold: readonly number[]): Fit {
  const isHeldOut = new Set(fold);
  const { rows, recipe, process } = prepared;
  const base = fitBase(
    rows.filter((_, i) => !isHeldOut.has(i)),
    recipe.frameworkPriorWeight,
  );
  const residual = residuals(prepared, base);
  const weights = {
    ttft: robustWeights(process.ttft, residual.ttft, fold, recipe.ttft.outlierFrom),
    tpot: robustWeights(process.tpot, residual.tpot, fold, recipe.tpot.outlierFrom),
  };
  return { core: coreOf(prepared, base, weights, (row) => isHeldOut.has(row)), weights };
}

/** A core from its parts. */
function coreOf(
  prepared: Pick<PreparedFit, 'reference' | 'recipe' | 'limits'>,
  base: BaseFit,
  weights: Readonly<Record<'ttft' | 'tpot', Float64Array>>,
  isHeldOut?: (row: number) => boolean,
): TrainedCore {
  const { recipe, reference } = prepared;
  return {
    base,
    limits: prepared.limits,
    correction: new LocalCorrection(
      reference,
      {
        ttft: { components: recipe.ttft.components, weights: weights.ttft },
        tpot: { components: recipe.tpot.components, weights: weights.tpot },
      },
      recipe.likeness,
      isHeldOut,
    ),
  };
}
