import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { ServingPoint } from '../model/serving-point.ts';

/** Numbers that change with the load of one deployment. */
export const LOAD_DIMENSIONS = ['log2Concurrency', 'log2Isl', 'log2Osl', 'logSaturation'] as const;
/** Numbers that are fixed by the deployment. */
export const DEPLOYMENT_DIMENSIONS = ['log2Gpus', 'hasAttentionDp', 'hasExpertParallel'] as const;
/** Names that two points share or not. */
export const CATEGORIES = ['family', 'framework', 'gpu', 'arch', 'precision'] as const;
/** Names that explain differences between measurements but that a request rarely gives. */
export const TAGS = ['origin', 'version'] as const;

/**
 * One part of the covariance: variance · exp(−Σ rate·|difference| − Σ penalty of each name not shared). Rates are per unit of the
 * dimension, in the order of `LOAD_DIMENSIONS` and so on.
 */
export interface KernelComponent {
  readonly variance: number;
  readonly load: readonly number[];
  readonly deployment: readonly number[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
}

/** Where a point lies for the kernel; names as small integers. */
export interface KernelPlace {
  readonly load: readonly number[];
  readonly deployment: readonly number[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
}

/** Names to small integers, in order of first appearance; a name that is not known gets −1, which equals nothing. */
export class NameTable {
  readonly names: string[];
  readonly #codes: Map<string, number>;
  constructor(names: readonly string[] = []) {
    this.names = [...names];
    this.#codes = new Map(this.names.map((name, i) => [name, i]));
  }
  /** The code of a name, which is added when it is new. */
  add(name: string): number {
    const known = this.#codes.get(name);
    if (known !== undefined) return known;
    this.#codes.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
  find(name: string): number {
    return this.#codes.get(name) ?? -1;
  }
}

const familyKeys = new WeakMap<AiModelFact, string>();

/** Models with the same shape behave alike whatever they are called: DeepSeek-R1 and -V3, Llama-3.1-70B and -3.3-70B. */
export function familyKey(model: AiModelFact): string {
  let key = familyKeys.get(model);
  if (key === undefined) {
    const experts = model.experts === null ? 'dense' : `${model.experts}of${model.experts_per_tok ?? 0}`;
    key = `${model.attention} ${model.layers}x${model.hidden} ${experts}`;
    familyKeys.set(model, key);
  }
  return key;
}

/** Values of `CATEGORIES` for a point. */
export function categoryNames(point: ServingPoint): string[] {
  return [familyKey(point.model), point.framework, point.gpu.gpu_model, point.gpu.arch, point.precision];
}

/** Values of `DEPLOYMENT_DIMENSIONS` for a point. */
export function deploymentPlace({ parallelism }: ServingPoint): number[] {
  const { tp, pp, dp, ep } = parallelism;
  return [Math.log2(tp * pp * dp), dp > 1 ? 1 : 0, ep > 1 ? 1 : 0];
}

/** Values of `LOAD_DIMENSIONS`; `running` is how many of the requests run at once. */
export function loadPlace(
  load: { readonly isl: number; readonly osl: number; readonly concurrency: number },
  running: number,
): number[] {
  return [
    Math.log2(load.concurrency),
    Math.log2(load.isl),
    Math.log2(load.osl),
    Math.log(load.concurrency / running),
  ];
}

/** Exponent (≤ 0) of a component between two places; `withTags` false leaves origin and version out. */
function exponent(component: KernelComponent, a: KernelPlace, b: KernelPlace, withTags: boolean): number {
  let sum = 0;
  for (let i = 0; i < a.load.length; i++)
    sum += (component.load[i] as number) * Math.abs((a.load[i] as number) - (b.load[i] as number));
  for (let i = 0; i < component.deployment.length; i++)
    sum +=
      (component.deployment[i] as number) *
      Math.abs((a.deployment[i] as number) - (b.deployment[i] as number));
  for (let i = 0; i < component.categories.length; i++)
    if (!sameName(a.categories[i], b.categories[i])) sum += component.categories[i] as number;
  if (withTags)
    for (let i = 0; i < component.tags.length; i++)
      if (!sameName(a.tags[i], b.tags[i])) sum += component.tags[i] as number;
  return -sum;
}

function sameName(a: number | undefined, b: number | undefined): boolean {
  return a === b && a !== -1;
}

/** Covariance matrix of the places, row-major. */
export function covariance(
  components: readonly KernelComponent[],
  places: readonly KernelPlace[],
): Float64Array {
  const n = places.length;
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const a = places[i] as KernelPlace;
    for (let j = 0; j <= i; j++) {
      const value = similarityOf(components, a, places[j] as KernelPlace, true);
      matrix[i * n + j] = value;
      matrix[j * n + i] = value;
    }
  }
  return matrix;
}

/** Covariance of two places. */
export function similarityOf(
  components: readonly KernelComponent[],
  a: KernelPlace,
  b: KernelPlace,
  withTags: boolean,
): number {
  let value = 0;
  for (const component of components)
    value += component.variance * Math.exp(exponent(component, a, b, withTags));
  return value;
}

/** The product of what a deployment and its names contribute to a component: all of the exponent that no load changes, tags left out. */
export function deploymentFactor(
  component: KernelComponent,
  a: Pick<KernelPlace, 'deployment' | 'categories'>,
  b: Pick<KernelPlace, 'deployment' | 'categories'>,
): number {
  const empty: readonly number[] = [];
  return Math.exp(
    exponent(component, { load: empty, tags: empty, ...a }, { load: empty, tags: empty, ...b }, false),
  );
}
