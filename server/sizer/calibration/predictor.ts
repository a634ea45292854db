import type { Confidence } from '#contract/sizer/codes.ts';
import type { Estimate, NearestPoint } from '#contract/sizer/solve-response.ts';
import type { DisaggregatedPoint, ServingPoint } from '../model/serving-point.ts';

/** What a replica does under a load. Times in ms, rates in output tokens a second. */
export interface Prediction {
  readonly ttftMs: Estimate;
  readonly tpotMs: Estimate;
  /** Concurrency · osl / E2E / GPUs of the replica. */
  readonly tokensPerSecPerGpu: Estimate;
  /** TTFT + (osl − 1) · TPOT. */
  readonly e2eMs: Estimate;
  readonly confidence: Confidence;
  readonly confidenceReason: string;
  /** 0 to 1: likeness of the nearest measured point. */
  readonly similarity: number;
  /** Requests that really run at once: the rest waits for a slot or for KV cache. */
  readonly effectiveConcurrency: number;
  readonly isSaturated: boolean;
}

/** Physics with the trained global coefficients, without the local correction: microseconds a call, for searching. */
export interface FastPrediction {
  readonly ttftMs: number;
  readonly tpotMs: number;
  readonly tokensPerSecPerGpu: number;
  readonly e2eMs: number;
  readonly effectiveConcurrency: number;
}

/** The trained performance model. Pure: same artifact, same answer. */
export interface Predictor {
  readonly version: string;
  /** Null where neither data nor physics carries it (TRAINING_REQUIRED), with the reason. */
  predict(point: ServingPoint | DisaggregatedPoint): Prediction | { readonly uncovered: string };
  predictFast(point: ServingPoint): FastPrediction | null;
  /** Predictions over several concurrencies of one deployment: throughput never falls, TTFT and TPOT never fall, as concurrency grows. */
  predictCurve(
    point: ServingPoint,
    concurrencies: readonly number[],
  ): readonly (Prediction | { readonly uncovered: string })[];
  /** The measured points a figure leans on, likest first. */
  nearest(point: ServingPoint | DisaggregatedPoint, limit: number): readonly NearestPoint[];
}
