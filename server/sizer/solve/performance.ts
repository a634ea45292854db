import type { Confidence } from '#contract/sizer/codes.ts';
import type { Prediction, Predictor } from '../calibration/predictor.ts';
import { latencyPercentiles } from '../model/percentiles.ts';
import { speculativeTpot } from '../model/speculative.ts';
import type { Question } from './question.ts';
import { disaggregatedPoint, servingPoint, type Stack } from './stack.ts';

/** Medians of one replica under a load. Times in ms, `tokensPerSec` output tokens a second of the replica. */
export interface OperatingPoint {
  readonly ttftMs: number;
  readonly tpotMs: number;
  readonly e2eMs: number;
  readonly p99TtftMs: number;
  readonly p99TpotMs: number;
  readonly p99E2eMs: number;
  readonly tokensPerSec: number;
}

/** What a replica does as its load changes. */
export interface Performance {
  /** Null: not covered. */
  at(concurrency: number): OperatingPoint | null;
}

/** Most requests in flight a replica is planned with: engines' sequence caps and the measured range end about there. */
export const MAX_CONCURRENCY_PER_REPLICA = 512;

/** The point with its percentiles and the throughput of a closed loop of `concurrency` requests. */
export function operatingPoint(
  ttftMs: number,
  tpotMs: number,
  osl: number,
  concurrency: number,
): OperatingPoint {
  const times = latencyPercentiles(ttftMs, tpotMs, osl);
  return {
    ttftMs,
    tpotMs,
    e2eMs: times.e2eP50Ms,
    p99TtftMs: times.ttftP99Ms,
    p99TpotMs: times.tpotP99Ms,
    p99E2eMs: times.e2eP99Ms,
    tokensPerSec: (1_000 * concurrency * osl) / times.e2eP50Ms,
  };
}

function remembered(compute: (concurrency: number) => OperatingPoint | null): Performance {
  const known = new Map<number, OperatingPoint | null>();
  return {
    at(concurrency) {
      let point = known.get(concurrency);
      if (point === undefined) {
        point = compute(concurrency);
        known.set(concurrency, point);
      }
      return point;
    },
  };
}

/** Physics with the global coefficients only: for searching. */
export function fastPerformance(predictor: Predictor, stack: Stack, question: Question): Performance {
  const fastAt = (concurrency: number) =>
    predictor.predictFast(servingPoint(stack, question.tokens, concurrency));
  return remembered((concurrency) => {
    const fast = fastAt(concurrency);
    if (fast === null) return null;
    const tpot = withSpeculation(
      question,
      concurrency,
      fast.tpotMs,
      (load) => fastAt(load)?.tpotMs ?? fast.tpotMs,
    );
    return operatingPoint(fast.ttftMs, tpot, question.tokens.osl, concurrency);
  });
}

/** The whole prediction of a stack: a curve over concurrency, and what its figures rest on. */
export interface RefinedPerformance extends Performance {
  readonly confidence: Confidence;
  readonly confidenceReason: string;
  /** Relative ends of the 80 % intervals at a load: value · low to value · high; null where none can be stated. */
  intervals(concurrency: number): {
    readonly ttft: readonly [number, number] | null;
    readonly tpot: readonly [number, number] | null;
    readonly tokensPerSec: readonly [number, number] | null;
    readonly e2e: readonly [number, number] | null;
  };
}

/** Loads at which the whole model is asked; between them it is interpolated in logarithms. */
const KNOTS = [1, 16, 128] as const;
/** Loads nearer than this factor to one that is asked anyway are not asked. */
const TOO_NEAR = 1.6;

type Ends = readonly [number, number] | null;

function relativeEnds(estimate: { value: number; low: number | null; high: number | null }): Ends {
  return estimate.low === null || estimate.high === null || estimate.value <= 0
    ? null
    : [estimate.low / estimate.value, estimate.high / estimate.value];
}

/**
 * The trained model along concurrency; `exact` loads are asked themselves, so that a figure that is shown is the model's own.
 * A text instead where the model does not carry the stack.
 */
export function refinedPerformance(
  predictor: Predictor,
  stack: Stack,
  question: Question,
  highest: number,
  exact: readonly number[] = [],
): RefinedPerformance | { readonly uncovered: string } {
  const top = Math.max(1, Math.min(highest, MAX_CONCURRENCY_PER_REPLICA), ...exact);
  const asked = [...exact, top];
  const isFar = (knot: number) => asked.every((load) => Math.max(load / knot, knot / load) > TOO_NEAR);
  const loads = [...new Set([...KNOTS.filter((knot) => knot < top && isFar(knot)), ...asked])].sort(
    (a, b) => a - b,
  );
  const { workers } = stack;
  const curve =
    workers === undefined
      ? predictor.predictCurve(servingPoint(stack, question.tokens, 1), loads)
      : loads.map((load) =>
          predictor.predict(disaggregatedPoint({ ...stack, workers }, question.tokens, load)),
        );
  const knots: { load: number; prediction: Prediction }[] = [];
  for (const [index, prediction] of curve.entries()) {
    if ('uncovered' in prediction) return { uncovered: prediction.uncovered };
    knots.push({ load: loads[index] ?? 1, prediction });
  }
  const [first] = knots;
  if (first === undefined) return { uncovered: 'the performance model gave no figures' };
  const osl = question.tokens.osl;

  const between = (load: number) => {
    const upper = knots.findIndex((knot) => knot.load >= load);
    const right = upper === -1 ? knots[knots.length - 1] : knots[upper];
    const left = upper <= 0 ? right : knots[upper - 1];
    if (left === undefined || right === undefined || left === right || right.load === left.load) {
      return { left: right ?? first, right: right ?? first, share: 0 };
    }
    return { left, right, share: Math.log(load / left.load) / Math.log(right.load / left.load) };
  };
  const mix = (left: number, right: number, share: number) =>
    share <= 0 ? left : share >= 1 ? right : Math.exp(Math.log(left) * (1 - share) + Math.log(right) * share);
  const nearestTo = (load: number): Prediction => {
    const { left, right, share } = between(load);
    return (share < 0.5 ? left : right).prediction;
  };
  const tpotAt = (load: number) => {
    const { left, right, share } = between(load);
    return mix(left.prediction.tpotMs.value, right.prediction.tpotMs.value, share);
  };
  const at = nearestTo(Math.min(top, exact[0] ?? Math.min(top, 16)));
  return {
    ...remembered((load) => {
      const { left, right, share } = between(load);
      const ttft = mix(left.prediction.ttftMs.value, right.prediction.ttftMs.value, share);
      const tpot = withSpeculation(question, load, tpotAt(load), tpotAt);
      // Beyond the last load asked everything more waits in line: throughput stays, the wait grows with the load.
      const last = knots[knots.length - 1] ?? first;
      const waits =
        load > last.load ? (load / last.load - 1) * (last.prediction.ttftMs.value + (osl - 1) * tpot) : 0;
      return operatingPoint(ttft + waits, tpot, osl, load);
    }),
    confidence: at.confidence,
    confidenceReason: at.confidenceReason,
    intervals(load) {
      const prediction = nearestTo(load);
      return {
        ttft: relativeEnds(prediction.ttftMs),
        tpot: relativeEnds(prediction.tpotMs),
        tokensPerSec: relativeEnds(prediction.tokensPerSecPerGpu),
        e2e: relativeEnds(prediction.e2eMs),
      };
    },
  };
}

/** TPOT with the speculative decoding of the question: verifying more tokens a step costs what that many requests more would. */
function withSpeculation(
  question: Question,
  concurrency: number,
  tpotMs: number,
  stepMs: (load: number) => number,
): number {
  if (question.specMethod === 'none' || question.specAcceptLength === null) return tpotMs;
  return speculativeTpot(stepMs, concurrency, {
    method: question.specMethod,
    meanAccepted: question.specAcceptLength,
  }).tpotMs;
}
