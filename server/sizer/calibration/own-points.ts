import { sizerFrameworkSchema, sizerPrecisionSchema } from '#contract/sizer/codes.ts';
import type { TrainingPoint as OwnTrainingPoint } from '#contract/sizer/service.ts';
import type { NearestPoint } from '#contract/sizer/solve-response.ts';
import type { ServingPoint } from '../model/serving-point.ts';
import { choleskyInPlace, solveWithCholesky } from './gaussian-process.ts';
import { CATEGORIES, covariance, type KernelComponent, NameTable, similarityOf } from './kernel.ts';
import { categoryNames, deploymentPlace, type KernelPlace, loadPlace } from './kernel.ts';
import type { Catalog } from './observation.ts';
import { rates, type PointEstimate } from './trained-core.ts';

/** A workspace's own measurement, its model and GPU found. */
export interface OwnPoint {
  readonly source: OwnTrainingPoint;
  readonly point: ServingPoint;
}

/** Own points that the model can lean on, and those that it cannot with the reason. */
export function resolveOwnPoints(
  points: readonly OwnTrainingPoint[],
  catalog: Catalog,
): { points: OwnPoint[]; skipped: { point_id: string; reason: string }[] } {
  const resolved: OwnPoint[] = [];
  const skipped: { point_id: string; reason: string }[] = [];
  for (const source of points) {
    const skip = (reason: string) => skipped.push({ point_id: source.point_id, reason });
    const model = catalog.models.get(source.model_code);
    const gpu = catalog.gpus.get(source.gpu_model);
    const framework = sizerFrameworkSchema.safeParse(source.framework);
    const precision = sizerPrecisionSchema.safeParse(source.precision);
    const { tp, pp, dp_attention: dp, ep } = source;
    if (model === undefined) skip(`model ${source.model_code} is not in the catalog`);
    else if (gpu === undefined) skip(`GPU ${source.gpu_model} is not in the catalog`);
    else if (!framework.success) skip(`framework ${source.framework} is not one that the model knows`);
    else if (!precision.success) skip(`precision ${source.precision} is not one that the model knows`);
    else if (source.gpus % (tp * pp * dp) !== 0)
      skip(`${source.gpus} GPUs are no multiple of tp · pp · dp = ${tp * pp * dp}`);
    else {
      // Several replicas share the load: one of them is what the model is about.
      const replicas = source.gpus / (tp * pp * dp);
      const concurrency = Math.max(1, source.concurrency / replicas);
      resolved.push({
        source,
        point: {
          mode: 'aggregated',
          model,
          gpu,
          framework: framework.data,
          frameworkVersion: source.framework_version,
          precision: precision.data,
          kvPrecision: null,
          parallelism: { tp, pp, dp, ep },
          isl: source.isl,
          osl: source.osl,
          concurrency,
        },
      });
    }
  }
  return { points: resolved, skipped };
}

/** Kernels and noise that own points are weighed with: those of the shipped model, tags left out. */
export interface OwnKernel {
  readonly components: readonly KernelComponent[];
  readonly noise: number;
}

/** Most own points that take part; the newest are kept. Beyond it the matrix would take seconds. */
export const MOST_OWN_POINTS = 1500;
const TARGETS = ['ttft', 'tpot'] as const;
/** Residuals beyond this are cut. */
const RESIDUAL_LIMIT = 1.5;

/**
 * Corrects the shipped model by what a workspace measured itself: kriging of the logarithmic residual that the shipped model leaves at
 * the workspace's points. Where none is near it changes nothing.
 */
export class OwnCorrection {
  readonly #points: readonly OwnPoint[];
  readonly #categories = CATEGORIES.map(() => new NameTable());
  readonly #places: readonly KernelPlace[];
  readonly #kernels: Readonly<Record<'ttft' | 'tpot', OwnKernel>>;
  readonly #likeness: readonly KernelComponent[];
  readonly #weights: Readonly<Record<'ttft' | 'tpot', Float64Array>>;

  constructor(
    points: readonly OwnPoint[],
    kernels: Readonly<Record<'ttft' | 'tpot', OwnKernel>>,
    likeness: readonly KernelComponent[],
    shipped: (point: ServingPoint) => PointEstimate,
  ) {
    this.#points = newest(points);
    this.#kernels = kernels;
    this.#likeness = likeness;
    const estimates = this.#points.map(({ point }) => shipped(point));
    this.#places = this.#points.map(({ point }, i) =>
      this.#placeOf(point, estimates[i]?.running ?? point.concurrency, (table, name) => table.add(name)),
    );
    const residual = (measured: number, predicted: number | undefined) =>
      Math.max(-RESIDUAL_LIMIT, Math.min(RESIDUAL_LIMIT, Math.log(measured / (predicted ?? measured))));
    this.#weights = {
      ttft: this.#solve(
        'ttft',
        this.#points.map(({ source }, i) => residual(source.ttft_ms, estimates[i]?.ttftMs)),
      ),
      tpot: this.#solve(
        'tpot',
        this.#points.map(({ source }, i) => residual(source.tpot_ms, estimates[i]?.tpotMs)),
      ),
    };
  }

  get size(): number {
    return this.#points.length;
  }

  /** Logarithmic corrections at a point, and the likeness of the likest own point. */
  at(point: ServingPoint, running: number): { ttft: number; tpot: number; similarity: number } {
    const place = this.#placeOf(point, running, (table, name) => table.find(name));
    const result = { ttft: 0, tpot: 0, similarity: 0 };
    for (const target of TARGETS) {
      const { components } = this.#kernels[target];
      this.#places.forEach((other, i) => {
        result[target] += similarityOf(components, place, other, false) * (this.#weights[target][i] ?? 0);
      });
    }
    for (const other of this.#places)
      result.similarity = Math.max(result.similarity, this.#like(place, other));
    return result;
  }

  /** The likest own points, likest first. */
  nearest(point: ServingPoint, running: number, limit: number): NearestPoint[] {
    const place = this.#placeOf(point, running, (table, name) => table.find(name));
    return this.#points
      .map((own, i) => ({
        own,
        i,
        similarity: this.#like(place, this.#places[i] ?? place),
      }))
      .sort((a, b) => b.similarity - a.similarity || a.i - b.i)
      .slice(0, limit)
      .map(({ own, similarity }) => describeOwn(own, similarity));
  }

  #like(a: KernelPlace, b: KernelPlace): number {
    const total = this.#likeness.reduce((sum, { variance }) => sum + variance, 0);
    return similarityOf(this.#likeness, a, b, false) / total;
  }

  #placeOf(
    point: ServingPoint,
    running: number,
    code: (table: NameTable, name: string) => number,
  ): KernelPlace {
    const names = categoryNames(point);
    return {
      load: loadPlace(point, running),
      deployment: deploymentPlace(point),
      categories: this.#categories.map((table, i) => code(table, names[i] ?? '')),
      tags: [],
    };
  }

  #solve(target: 'ttft' | 'tpot', residual: readonly number[]): Float64Array {
    const { components, noise } = this.#kernels[target];
    const n = residual.length;
    const matrix = covariance(
      components.map((component) => ({ ...component, tags: [] })),
      this.#places,
    );
    for (let i = 0; i < n; i++) matrix[i * n + i] = (matrix[i * n + i] ?? 0) + noise;
    return solveWithCholesky(choleskyInPlace(matrix, n), n, residual);
  }
}

function newest(points: readonly OwnPoint[]): OwnPoint[] {
  if (points.length <= MOST_OWN_POINTS) return [...points];
  return [...points]
    .sort((a, b) => (a.source.measured_on < b.source.measured_on ? 1 : -1))
    .slice(0, MOST_OWN_POINTS);
}

function describeOwn({ source, point }: OwnPoint, similarity: number): NearestPoint {
  const { tokensPerSecPerGpu } = rates(point, source.ttft_ms, source.tpot_ms);
  return {
    point_id: source.point_id,
    similarity,
    model_code: source.model_code,
    gpu_model: source.gpu_model,
    framework: source.framework,
    framework_version: source.framework_version,
    precision: source.precision,
    gpus: source.gpus,
    tp: source.tp,
    ep: source.ep,
    dp: source.dp_attention,
    isl: source.isl,
    osl: source.osl,
    concurrency: source.concurrency,
    ttft_ms: source.ttft_ms,
    tpot_ms: source.tpot_ms,
    tokens_per_sec_per_gpu: tokensPerSecPerGpu,
    measured_on: source.measured_on,
    source:
      source.provenance === 'measured'
        ? `this workspace, job ${source.job_id}`
        : `imported into this workspace, job ${source.job_id}`,
    provenance: source.provenance,
    job_id: source.job_id,
  };
}
