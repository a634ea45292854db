import type { ServingPoint } from '../model/serving-point.ts';
import {
  categoryNames,
  deploymentFactor,
  deploymentPlace,
  type KernelComponent,
  type KernelPlace,
  loadPlace,
  type NameTable,
} from './kernel.ts';

/** Measured points as the correction sees them. */
export interface ReferenceSet {
  readonly places: readonly KernelPlace[];
  readonly categories: readonly NameTable[];
  readonly tags: readonly NameTable[];
  /** Codes of origins that call themselves noisy. */
  readonly noisyOrigins: ReadonlySet<number>;
}

/** A target's kernel and the weight of each reference point: (K + noise)⁻¹ · residual. */
export interface CorrectionWeights {
  readonly components: readonly KernelComponent[];
  readonly weights: Float64Array;
}

/** What the points near a request say if it was measured by one origin with one version. */
export interface Candidate {
  /** Probability that the request means this origin and version. */
  readonly share: number;
  readonly isNoisy: boolean;
  /** Logarithmic corrections of TTFT and TPOT. */
  readonly ttft: number;
  readonly tpot: number;
}

/** Corrections, and the likeness (0 to 1) of the likest reference point and which it is (−1: none). */
export interface Correction {
  readonly candidates: readonly Candidate[];
  readonly similarity: number;
  readonly nearest: number;
}

/** A reference point and how like it is. */
export interface Likeness {
  readonly row: number;
  readonly similarity: number;
}

interface DeploymentFactors {
  /** Per component: variance · weight · deployment factor of each active point. */
  readonly ttft: readonly Float64Array[];
  readonly tpot: readonly Float64Array[];
  /** Per component of the likeness: share of variance · deployment factor. */
  readonly likeness: readonly Float64Array[];
}

type TagFactors = Readonly<Record<'ttft' | 'tpot', readonly Float64Array[]>>;

/** Tags that a request names; null: it does not say, and every pair of origin and version is taken by its likelihood. */
export interface NamedTags {
  readonly origin: string | null;
  readonly version: string | null;
}

/** Distinct values, and which of them each point has. */
interface Groups<T> {
  readonly distinct: readonly T[];
  readonly of: Int32Array;
}

function group<T>(
  values: readonly T[],
  keyOf: (value: T) => readonly number[] = (value) => value as readonly number[],
): Groups<T> {
  const known = new Map<string, number>();
  const distinct: T[] = [];
  const of = Int32Array.from(values, (value) => {
    const key = keyOf(value).join(' ');
    let index = known.get(key);
    if (index === undefined) {
      index = distinct.push(value) - 1;
      known.set(key, index);
    }
    return index;
  });
  return { distinct, of };
}

/** Per target and component, a factor for each distinct load. */
type AtLoad = Readonly<Record<'ttft' | 'tpot' | 'likeness', readonly Float64Array[]>>;

/** Loads whose factors are kept, 13 KB each. */
const MOST_LOADS = 64;
/** Deployments whose factors are kept. */
const MOST_DEPLOYMENTS = 400;
/** Pairs of origin and version less likely than this are left out. */
const LEAST_SHARE = 0.02;

/**
 * Corrects physics by what measured points near a request show: the posterior mean of a Gaussian process over logarithmic residuals.
 * All that the load does not change is computed once per deployment and kept.
 */
export class LocalCorrection {
  readonly #reference: ReferenceSet;
  readonly #weights: Readonly<Record<'ttft' | 'tpot', CorrectionWeights>>;
  readonly #likenessKernel: readonly KernelComponent[];
  /** Rows that take part (in cross-validation a fold does not), sorted by their pair of tags. */
  readonly #active: Int32Array;
  /** The active points share few loads and deployments: factors are computed once for each and looked up by point. */
  readonly #loads: Groups<readonly number[]>;
  readonly #deployments: Groups<KernelPlace>;
  /** The pairs of tags, and where the points of each begin in `#active`; one more entry for the end. */
  readonly #pairs: readonly (readonly number[])[];
  readonly #pairFrom: readonly number[];
  /** The four load dimensions of each distinct load, one after the other. */
  readonly #flatLoads: Float64Array;
  readonly #cache = new Map<string, DeploymentFactors>();
  readonly #tagFactors = new Map<string, TagFactors>();
  /** Factors of the last loads asked, oldest first: a solve asks the same few of many deployments. */
  readonly #atLoads = new Map<string, AtLoad>();
  /** Written anew by each question: buffers made for each would be most of what has to be cleared away. */
  readonly #sums: Readonly<Record<'ttft' | 'tpot', readonly Float64Array[]>>;
  readonly #shares: Float64Array;

  constructor(
    reference: ReferenceSet,
    weights: Readonly<Record<'ttft' | 'tpot', CorrectionWeights>>,
    likenessKernel: readonly KernelComponent[],
    isHeldOut: (row: number) => boolean = () => false,
  ) {
    this.#reference = reference;
    this.#weights = weights;
    this.#likenessKernel = likenessKernel;
    const placeOf = (row: number) => reference.places[row] as KernelPlace;
    const kept = Array.from(reference.places.keys()).filter((row) => !isHeldOut(row));
    const tagged = group(kept.map((row) => placeOf(row).tags));
    const pairOf = new Map(kept.map((row, i) => [row, tagged.of[i] ?? 0]));
    this.#active = Int32Array.from(kept.sort((a, b) => (pairOf.get(a) ?? 0) - (pairOf.get(b) ?? 0) || a - b));
    this.#pairs = tagged.distinct;
    const pairs = Array.from(this.#active, (row) => pairOf.get(row) ?? 0);
    this.#pairFrom = [...tagged.distinct.keys(), tagged.distinct.length].map((pair) =>
      pairs.reduce((count, other) => count + (other < pair ? 1 : 0), 0),
    );
    const places = Array.from(this.#active, placeOf);
    this.#loads = group(places.map(({ load }) => load));
    this.#flatLoads = Float64Array.from(this.#loads.distinct.flat());
    this.#deployments = group(places, ({ deployment, categories }) => [...deployment, ...categories]);
    const buffers = (components: readonly KernelComponent[], length: number) =>
      components.map(() => new Float64Array(length));
    this.#sums = {
      ttft: buffers(weights.ttft.components, tagged.distinct.length),
      tpot: buffers(weights.tpot.components, tagged.distinct.length),
    };
    this.#shares = new Float64Array(tagged.distinct.length);
  }

  /** Correction for a point of which `running` requests run at once. */
  at(point: ServingPoint, running: number, tags: NamedTags): Correction {
    const factors = this.#factorsOf(point);
    const atLoad = this.#atLoadOf(loadPlace(point, running));
    const sums = this.#sums;
    this.#sumPairs(factors.ttft, atLoad.ttft, sums.ttft);
    this.#sumPairs(factors.tpot, atLoad.tpot, sums.tpot);
    const { similarity, nearest, shares } = this.#likeness(factors.likeness, atLoad.likeness);
    const candidates = this.#candidates(shares, tags).map(({ codes, share }) => ({
      share,
      isNoisy: this.#reference.noisyOrigins.has(codes[0] ?? -1),
      ttft: this.#posterior('ttft', sums.ttft, codes),
      tpot: this.#posterior('tpot', sums.tpot, codes),
    }));
    return { candidates, similarity: Math.min(similarity, 1), nearest };
  }

  /** The likest reference points and their likeness, likest first. */
  nearest(point: ServingPoint, running: number, limit: number): Likeness[] {
    const { likeness } = this.#factorsOf(point);
    const atLoad = this.#atLoadOf(loadPlace(point, running)).likeness;
    const loadOf = this.#loads.of;
    const isBefore = (a: Likeness, b: Likeness) =>
      a.similarity > b.similarity || (a.similarity === b.similarity && a.row < b.row);
    // All of them are asked for once a predictor, a few for every row of an answer.
    const isAll = limit >= this.#active.length;
    const found: Likeness[] = [];
    for (let i = 0; i < this.#active.length; i++) {
      let similarity = 0;
      for (let c = 0; c < atLoad.length; c++)
        similarity +=
          ((likeness[c] as Float64Array)[i] as number) *
          ((atLoad[c] as Float64Array)[loadOf[i] as number] as number);
      const last = found[limit - 1];
      if (!isAll && last !== undefined && similarity < last.similarity) continue;
      const here = { row: this.#active[i] as number, similarity };
      if (isAll) {
        found.push(here);
        continue;
      }
      let at = Math.min(found.length, limit);
      while (at > 0 && isBefore(here, found[at - 1] as Likeness)) at--;
      if (at >= limit) continue;
      found.splice(at, 0, here);
      if (found.length > limit) found.pop();
    }
    return isAll ? found.sort((a, b) => (isBefore(a, b) ? -1 : 1)) : found;
  }

  /** Per component, the sum over the points of each pair of tags of what they contribute. */
  #sumPairs(
    factors: readonly Float64Array[],
    loads: readonly Float64Array[],
    into: readonly Float64Array[],
  ): void {
    const loadOf = this.#loads.of;
    const pairFrom = this.#pairFrom;
    for (let c = 0; c < factors.length; c++) {
      const weighted = factors[c] as Float64Array;
      const atLoad = loads[c] as Float64Array;
      const sums = into[c] as Float64Array;
      for (let pair = 0; pair < sums.length; pair++) {
        const end = pairFrom[pair + 1] as number;
        let sum = 0;
        for (let i = pairFrom[pair] as number; i < end; i++)
          sum += (weighted[i] as number) * (atLoad[loadOf[i] as number] as number);
        sums[pair] = sum;
      }
    }
  }

  /** Likeness of the likest point, and by pair of tags the sum of the eighth power of its points' likeness. */
  #likeness(factors: readonly Float64Array[], loads: readonly Float64Array[]) {
    const loadOf = this.#loads.of;
    const shares = this.#shares;
    let similarity = 0;
    let nearest = -1;
    for (let pair = 0; pair < shares.length; pair++) {
      const end = this.#pairFrom[pair + 1] as number;
      let share = 0;
      for (let i = this.#pairFrom[pair] as number; i < end; i++) {
        let like = 0;
        for (let c = 0; c < loads.length; c++)
          like +=
            ((factors[c] as Float64Array)[i] as number) *
            ((loads[c] as Float64Array)[loadOf[i] as number] as number);
        if (like > similarity) {
          similarity = like;
          nearest = this.#active[i] as number;
        }
        const fourth = like * like * like * like;
        share += fourth * fourth;
      }
      shares[pair] = share;
    }
    return { similarity, nearest, shares };
  }

  /** The pairs of origin and version that a request may mean, each with its probability. */
  #candidates(shares: Float64Array, tags: NamedTags): { codes: readonly number[]; share: number }[] {
    const tables = this.#reference.tags;
    const origin = tags.origin === null ? null : (tables[0]?.find(tags.origin) ?? -1);
    const version = tags.version === null ? null : (tables[1]?.find(tags.version) ?? -1);
    const named = [{ codes: [origin ?? -1, version ?? -1], share: 1 }];
    if (origin !== null && version !== null) return named;
    const possible = this.#pairs
      .map((codes, i) => ({ codes, share: shares[i] as number }))
      .filter(
        ({ codes }) => (origin === null || codes[0] === origin) && (version === null || codes[1] === version),
      );
    const total = possible.reduce((sum, { share }) => sum + share, 0);
    if (total <= 0) return named;
    const likely = possible.filter(({ share }) => share / total >= LEAST_SHARE);
    const kept = likely.reduce((sum, { share }) => sum + share, 0);
    return likely.map(({ codes, share }) => ({ codes, share: share / kept }));
  }

  #posterior(target: 'ttft' | 'tpot', sums: readonly Float64Array[], codes: readonly number[]): number {
    const factors = this.#tagFactorsOf(codes)[target];
    let value = 0;
    for (let c = 0; c < sums.length; c++) {
      const ofComponent = sums[c] as Float64Array;
      const factor = factors[c] as Float64Array;
      for (let pair = 0; pair < ofComponent.length; pair++)
        value += (ofComponent[pair] as number) * (factor[pair] as number);
    }
    return value;
  }

  /** Per target and component, what each pair of tags counts for a request of the pair `codes`. */
  #tagFactorsOf(codes: readonly number[]): TagFactors {
    const key = codes.join(' ');
    const known = this.#tagFactors.get(key);
    if (known !== undefined) return known;
    const factors = ({ components }: CorrectionWeights) =>
      components.map(({ tags }) =>
        Float64Array.from(this.#pairs, (own) =>
          Math.exp(-tags.reduce((sum, penalty, t) => sum + (own[t] === codes[t] ? 0 : penalty), 0)),
        ),
      );
    const made = { ttft: factors(this.#weights.ttft), tpot: factors(this.#weights.tpot) };
    this.#tagFactors.set(key, made);
    return made;
  }

  /** The factors of each distinct load for a request under `load`. */
  #atLoadOf(load: readonly number[]): AtLoad {
    const key = load.join(' ');
    let made = this.#atLoads.get(key);
    if (made !== undefined) return made;
    // The oldest gives its buffers to the newest.
    const [oldest] = this.#atLoads.size < MOST_LOADS ? [] : this.#atLoads;
    if (oldest !== undefined) this.#atLoads.delete(oldest[0]);
    const buffers = (components: readonly KernelComponent[]) =>
      components.map(() => new Float64Array(this.#loads.distinct.length));
    made = oldest?.[1] ?? {
      ttft: buffers(this.#weights.ttft.components),
      tpot: buffers(this.#weights.tpot.components),
      likeness: buffers(this.#likenessKernel),
    };
    this.#setLoad(this.#weights.ttft.components, made.ttft, load);
    this.#setLoad(this.#weights.tpot.components, made.tpot, load);
    this.#setLoad(this.#likenessKernel, made.likeness, load);
    this.#atLoads.set(key, made);
    return made;
  }

  /** Per component, the factor of each distinct load for a request under `load`. */
  #setLoad(
    components: readonly KernelComponent[],
    into: readonly Float64Array[],
    load: readonly number[],
  ): void {
    const flat = this.#flatLoads;
    const [load0 = 0, load1 = 0, load2 = 0, load3 = 0] = load;
    for (let c = 0; c < components.length; c++) {
      const [rate0 = 0, rate1 = 0, rate2 = 0, rate3 = 0] = (components[c] as KernelComponent).load;
      const factors = into[c] as Float64Array;
      for (let i = 0, at = 0; i < factors.length; i++, at += 4)
        factors[i] = Math.exp(
          -rate0 * Math.abs(load0 - (flat[at] as number)) -
            rate1 * Math.abs(load1 - (flat[at + 1] as number)) -
            rate2 * Math.abs(load2 - (flat[at + 2] as number)) -
            rate3 * Math.abs(load3 - (flat[at + 3] as number)),
        );
    }
  }

  #factorsOf(point: ServingPoint): DeploymentFactors {
    const { tp, pp, dp, ep } = point.parallelism;
    const names = categoryNames(point);
    const key = `${names.join('|')}|${tp}|${pp}|${dp}|${ep}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    // A search over many layouts must not fill the memory: each entry holds a number per reference point and component.
    if (this.#cache.size >= MOST_DEPLOYMENTS) this.#cache.clear();
    const place = {
      deployment: deploymentPlace(point),
      categories: this.#reference.categories.map((table, i) => table.find(names[i] ?? '')),
    };
    const { distinct, of } = this.#deployments;
    const made = (component: KernelComponent, of_: (i: number) => number) => {
      const factors = distinct.map((other) => deploymentFactor(component, place, other));
      const values = new Float64Array(of.length);
      for (let i = 0; i < values.length; i++) values[i] = (factors[of[i] as number] as number) * of_(i);
      return values;
    };
    const target = ({ components, weights }: CorrectionWeights) =>
      components.map((component) =>
        made(component, (i) => component.variance * (weights[this.#active[i] as number] as number)),
      );
    const total = this.#likenessKernel.reduce((sum, component) => sum + component.variance, 0);
    const factors = {
      tpot: target(this.#weights.tpot),
      ttft: target(this.#weights.ttft),
      likeness: this.#likenessKernel.map((component) => made(component, () => component.variance / total)),
    };
    this.#cache.set(key, factors);
    return factors;
  }
}
