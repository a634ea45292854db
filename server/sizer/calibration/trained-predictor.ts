import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { Confidence } from '#contract/sizer/codes.ts';
import type { NearestPoint } from '#contract/sizer/solve-response.ts';
import { cachedShape } from '../model/deployment-shape.ts';
import { derateFor } from '../model/derates.ts';
import type { DisaggregatedPoint, ServingPoint } from '../model/serving-point.ts';
import type { Artifact } from './artifact.ts';
import { physicsColumns } from './columns.ts';
import { uncoveredReason } from './coverage.ts';
import { limitKey } from './engine-limits.ts';
import { createDisaggregatedPredictor, type DisaggregatedPredictor } from './disaggregated.ts';
import { binOf, confidenceOf, type IntervalBin, shifted, withInterval } from './intervals.ts';
import { LocalCorrection, type NamedTags } from './local-correction.ts';
import { isRising, riseTogether } from './monotone-curve.ts';
import { type Catalog, SHIPPED_CATALOG } from './observation.ts';
import { OwnCorrection, type OwnPoint } from './own-points.ts';
import type { FastPrediction, Prediction, Predictor } from './predictor.ts';
import { describeReference, referenceSet } from './reference-points.ts';
import { estimate, physicsTimes, type PointEstimate, rates, type TrainedCore } from './trained-core.ts';

type Answer = Prediction | { readonly uncovered: string };

/** Intervals for a GPU that no point was measured on are stretched by this [guess]: nothing held out says how far off they are. */
const UNMEASURED_GPU_WIDENING = 1.3;
/** Noise of a workspace's own points, of the logarithm: as of the shipped ones in TPOT, less in TTFT, as one bench made them all. */
const OWN_NOISE = { ttft: 0.02, tpot: 0.002 } as const;
/** Above this ratio of requests in flight to requests that run, a deployment counts as saturated. */
const SATURATED_FROM = 1.15;
const RANK: Readonly<Record<Confidence, number>> = { high: 3, medium: 2, low: 1, very_low: 0 };

/** A predictor that also takes what a measured row names besides its configuration; for scoring. */
export interface TaggedPredictor extends Predictor {
  predictTagged(point: ServingPoint, tags: NamedTags): Answer;
}

/**
 * The trained model of an artifact. `ownPoints` are a workspace's own measurements: they stand beside the shipped points. Making one
 * takes milliseconds without own points; a predictor may be shared by any number of callers.
 */
export function createPredictor(
  artifact: Artifact,
  ownPoints: readonly OwnPoint[] = [],
  catalog: Catalog = SHIPPED_CATALOG,
): TaggedPredictor {
  return new TrainedPredictor(artifact, ownPoints, catalog);
}

class TrainedPredictor implements TaggedPredictor {
  readonly version: string;
  readonly #artifact: Artifact;
  readonly #core: TrainedCore;
  readonly #own: OwnCorrection | null;
  readonly #measuredGpus: ReadonlySet<string>;
  readonly #disaggregated: DisaggregatedPredictor | null;
  readonly #estimates = new EstimateMemory();

  constructor(artifact: Artifact, ownPoints: readonly OwnPoint[], catalog: Catalog) {
    this.#artifact = artifact;
    this.#core = coreOfArtifact(artifact);
    this.#own =
      ownPoints.length === 0
        ? null
        : new OwnCorrection(
            ownPoints,
            {
              ttft: { components: artifact.kernel.ttft, noise: OWN_NOISE.ttft },
              tpot: { components: artifact.kernel.tpot, noise: OWN_NOISE.tpot },
            },
            artifact.kernel.likeness,
            // Without its version, as questions come: else the correction would start from another figure than the one it corrects.
            (point) => estimate(this.#core, point, { origin: null, version: null }),
          );
    this.version = this.#own === null ? artifact.version : `${artifact.version}+${this.#own.size}`;
    this.#measuredGpus = new Set([
      ...artifact.names.gpus.map(({ code }) => code),
      ...ownPoints.map(({ point }) => point.gpu.gpu_model),
    ]);
    this.#disaggregated =
      artifact.disaggregated === null ? null : createDisaggregatedPredictor(artifact.disaggregated, catalog);
  }

  predict(point: ServingPoint | DisaggregatedPoint): Answer {
    if (point.mode === 'disaggregated')
      return (
        this.#disaggregated?.predict(point) ?? {
          uncovered: 'the model was trained without disaggregated deployments',
        }
      );
    return this.predictTagged(point, { origin: null, version: point.frameworkVersion });
  }

  predictTagged(point: ServingPoint, tags: NamedTags): Answer {
    const reason = uncoveredReason(point);
    if (reason !== null) return { uncovered: reason };
    return this.#describe(point, this.#estimate(point, tags), tags);
  }

  predictFast(point: ServingPoint): FastPrediction | null {
    if (uncoveredReason(point) !== null) return null;
    const columns = physicsColumns(cachedShape(point), point, this.#core.limits.get(limitKey(point)));
    const times = physicsTimes(this.#core.base, columns, point);
    return {
      ...rates(point, columns.waitMs(times.tpotMs) + times.ttftMs, times.tpotMs),
      effectiveConcurrency: columns.running,
    };
  }

  predictCurve(point: ServingPoint, concurrencies: readonly number[]): readonly Answer[] {
    const reason = uncoveredReason({ ...point, concurrency: 1 });
    if (reason !== null) return concurrencies.map(() => ({ uncovered: reason }));
    const tags = { origin: null, version: point.frameworkVersion };
    const order = [...concurrencies.keys()].sort((a, b) => (concurrencies[a] ?? 0) - (concurrencies[b] ?? 0));
    const points = order.map((i) => ({ ...point, concurrency: concurrencies[i] ?? 1 }));
    const estimates = points.map((one) => this.#estimate(one, tags));
    const raised = isRising(points, estimates) ? estimates : riseTogether(points, estimates);
    const answers: Answer[] = [];
    order.forEach((i, at) => {
      const one = points[at];
      const value = raised[at];
      if (one !== undefined && value !== undefined) answers[i] = this.#describe(one, value, tags);
    });
    return answers;
  }

  nearest(point: ServingPoint | DisaggregatedPoint, limit: number): readonly NearestPoint[] {
    if (point.mode === 'disaggregated') return this.#disaggregated?.nearest(point, limit) ?? [];
    const { running } = physicsColumns(cachedShape(point), point, this.#core.limits.get(limitKey(point)));
    const shipped = this.#core.correction
      .nearest(point, running, limit)
      .map(({ row, similarity }) => describeReference(this.#artifact, row, Math.min(similarity, 1)));
    const own = this.#own?.nearest(point, running, limit) ?? [];
    // The workspace's own come first where they are as like.
    return [...own, ...shipped].sort((a, b) => b.similarity - a.similarity).slice(0, limit);
  }

  /** Remembered: plans are asked again at the same loads, within a solve and by the next question of a conversation. */
  #estimate(point: ServingPoint, tags: NamedTags): PointEstimate {
    if (tags.origin !== null) return this.#computeEstimate(point, tags);
    const known = this.#estimates.of(point.model, point.gpu);
    const { tp, pp, dp, ep } = point.parallelism;
    const key = `${point.concurrency} ${tp} ${ep} ${dp} ${pp} ${point.isl} ${point.osl} ${point.framework} ${point.precision} ${point.kvPrecision ?? ''} ${tags.version ?? ''}`;
    let value = known.get(key);
    if (value === undefined) {
      value = this.#computeEstimate(point, tags);
      known.set(key, value);
      this.#estimates.added();
    }
    return value;
  }

  #computeEstimate(point: ServingPoint, tags: NamedTags): PointEstimate {
    const raw = estimate(this.#core, point, tags);
    const bin = this.#binOf(point, raw.similarity, tags);
    const shipped = shifted(raw, point, bin?.ttftShift ?? 0);
    if (this.#own === null) return shipped;
    const own = this.#own.at(point, shipped.running);
    return {
      ...shipped,
      ...rates(point, shipped.ttftMs * Math.exp(own.ttft), shipped.tpotMs * Math.exp(own.tpot)),
      similarity: Math.max(shipped.similarity, own.similarity),
    };
  }

  #describe(point: ServingPoint, value: PointEstimate, tags: NamedTags): Prediction {
    const isMeasured = this.#measuredGpus.has(point.gpu.gpu_model);
    const confidence = this.#confidenceOf(point, value.similarity, isMeasured);
    const bin = this.#binOf(point, value.similarity, tags);
    const widening = isMeasured ? 1 : UNMEASURED_GPU_WIDENING;
    return {
      ttftMs: withInterval(value.ttftMs, bin, 'ttftMs', widening),
      tpotMs: withInterval(value.tpotMs, bin, 'tpotMs', widening),
      tokensPerSecPerGpu: withInterval(value.tokensPerSecPerGpu, bin, 'tokensPerSecPerGpu', widening),
      e2eMs: withInterval(value.e2eMs, bin, 'e2eMs', widening),
      confidence,
      confidenceReason: this.#reasonOf(point, value, isMeasured),
      similarity: value.similarity,
      effectiveConcurrency: value.running,
      isSaturated: point.concurrency / value.running > SATURATED_FROM,
    };
  }

  #confidenceOf(point: ServingPoint, similarity: number, isMeasured: boolean): Confidence {
    const near = confidenceOf(similarity);
    if (isMeasured) return near;
    const most = derateFor(point.gpu).confidence;
    return RANK[near] < RANK[most] ? near : most;
  }

  #binOf(point: ServingPoint, similarity: number, tags: NamedTags): IntervalBin | null {
    const bins = this.#artifact.intervals[tags.version === null ? 'unnamed' : 'named'];
    return this.#measuredGpus.has(point.gpu.gpu_model) ? binOf(bins, similarity) : (bins[0] ?? null);
  }

  #reasonOf(point: ServingPoint, value: PointEstimate, isMeasured: boolean): string {
    const alike = `${Math.round(100 * value.similarity)} % alike`;
    if (!isMeasured)
      return `no measured point on ${point.gpu.gpu_display_name}: physics with a derate for its architecture (${derateFor(point.gpu).source})`;
    const nearest =
      value.nearest < 0 ? null : describeReference(this.#artifact, value.nearest, value.similarity);
    if (value.similarity < 0.1 || nearest === null)
      return `no measured point is near (${alike}): physics alone speaks`;
    return `likest measured point is ${alike}: ${nearest.model_code} on ${nearest.gpus} × ${nearest.gpu_model}, ${nearest.framework} ${nearest.precision}, ${nearest.isl}/${nearest.osl} tokens at concurrency ${nearest.concurrency}`;
  }
}

/** Estimates kept; one takes some 300 bytes. */
const MOST_ESTIMATES = 20_000;

/** Estimates by model and GPU object; all are forgotten when there are too many. */
class EstimateMemory {
  #byModel = new WeakMap<AiModelFact, WeakMap<GpuFact, Map<string, PointEstimate>>>();
  #count = 0;

  of(model: AiModelFact, gpu: GpuFact): Map<string, PointEstimate> {
    let byGpu = this.#byModel.get(model);
    if (byGpu === undefined) this.#byModel.set(model, (byGpu = new WeakMap()));
    let known = byGpu.get(gpu);
    if (known === undefined) byGpu.set(gpu, (known = new Map<string, PointEstimate>()));
    return known;
  }

  added(): void {
    if (++this.#count < MOST_ESTIMATES) return;
    this.#count = 0;
    this.#byModel = new WeakMap();
  }
}

/** The trained core that an artifact holds. */
export function coreOfArtifact(artifact: Artifact): TrainedCore {
  return {
    base: artifact.base,
    limits: new Map(Object.entries(artifact.engine_limits)),
    correction: new LocalCorrection(
      referenceSet(artifact),
      {
        ttft: {
          components: artifact.kernel.ttft,
          weights: Float64Array.from(artifact.reference.ttft_weight),
        },
        tpot: {
          components: artifact.kernel.tpot,
          weights: Float64Array.from(artifact.reference.tpot_weight),
        },
      },
      artifact.kernel.likeness,
    ),
  };
}
