import type { ServingPoint } from '../model/serving-point.ts';
import { cachedShape } from '../model/deployment-shape.ts';
import { endToEndMs, tokensPerSecPerGpu } from '../model/queue.ts';
import { activationMs, throughputFloorMs } from '../model/throughput-floor.ts';
import { baseTimes, type BaseFit } from './base-fit.ts';
import { noisyColumns, physicsColumns, type PhysicsColumns } from './columns.ts';
import { limitKey, type EngineLimits } from './engine-limits.ts';
import type { LocalCorrection, NamedTags } from './local-correction.ts';

/** Physics with its coefficients and the correction by measured points: what is trained and what is asked. */
export interface TrainedCore {
  readonly base: BaseFit;
  readonly correction: LocalCorrection;
  readonly limits: EngineLimits;
}

/** Point estimates of one replica. Times in ms, rates in output tokens a second. */
export interface PointEstimate {
  readonly ttftMs: number;
  readonly tpotMs: number;
  readonly e2eMs: number;
  readonly tokensPerSecPerGpu: number;
  readonly running: number;
  /** Part of TTFT that is waiting for a slot. */
  readonly waitMs: number;
  /** Likeness of the likest reference point, 0 to 1, and which it is (−1: none). */
  readonly similarity: number;
  readonly nearest: number;
}

/** Corrections beyond this (a factor of 12) are not believed. */
const CORRECTION_LIMIT = 2.5;

/** Estimates with the local correction. */
export function estimate(core: TrainedCore, point: ServingPoint, tags: NamedTags): PointEstimate {
  const shape = cachedShape(point);
  const columns = physicsColumns(shape, point, core.limits.get(limitKey(point)));
  const correction = core.correction.at(point, columns.running, tags);
  const outcomes = correction.candidates.map((candidate) => {
    const own = candidate.isNoisy ? noisyColumns(shape, point) : columns;
    const base = physicsTimes(core.base, own, point);
    const tpotMs = base.tpotMs * Math.exp(limited(candidate.tpot));
    const ttftMs = own.waitMs(tpotMs) + base.ttftMs * Math.exp(limited(candidate.ttft));
    return { share: candidate.share, ttftMs, tpotMs };
  });
  const tpotMs = leastRelativeError(
    outcomes.map((outcome) => ({ share: outcome.share, value: outcome.tpotMs })),
  );
  const ttftMs = leastRelativeError(
    outcomes.map((outcome) => ({ share: outcome.share, value: outcome.ttftMs })),
  );
  return {
    ...rates(point, ttftMs, tpotMs),
    running: columns.running,
    waitMs: Math.min(columns.waitMs(tpotMs), ttftMs),
    similarity: correction.similarity,
    nearest: correction.nearest,
  };
}

/**
 * The one of several possible values that has the least expected relative error: their median with weights share / value. Where an engine
 * version that nobody named doubles the speed, a value in between would be wrong for all.
 */
export function leastRelativeError(
  outcomes: readonly { readonly share: number; readonly value: number }[],
): number {
  const ascending = [...outcomes].sort((a, b) => a.value - b.value);
  const half = ascending.reduce((sum, { share, value }) => sum + share / value, 0) / 2;
  let passed = 0;
  for (const { share, value } of ascending) {
    passed += share / value;
    if (passed >= half) return value;
  }
  return ascending.at(-1)?.value ?? 0;
}

/**
 * TTFT and TPOT of physics alone, ms; no faster than a throughput-bound step: the fit has seen up to some hundred requests in flight on GPUs
 * rich in FLOPS, and short answers to long prompts hardly ever.
 */
export function physicsTimes(base: BaseFit, columns: PhysicsColumns, point: ServingPoint) {
  const times = baseTimes(base, columns, point.framework);
  return { ...times, tpotMs: Math.max(times.tpotMs, mixedStepFloorMs(columns, point)) };
}

/** Least TPOT of a point whose columns are given: every slot brings one prefill per osl steps. */
function mixedStepFloorMs({ running, tpot }: PhysicsColumns, point: ServingPoint): number {
  const shape = cachedShape(point);
  const tokens = (running / shape.stages) * (1 + point.isl / point.osl);
  const expertFlopMs = shape.moeLayers > 0 ? tokens * shape.mlpMsPerToken : 0;
  return throughputFloorMs(
    {
      kvMs: tpot[2] ?? 0,
      expertFlopMs,
      flopMs: (tpot[3] ?? 0) + (tpot[12] ?? 0) - expertFlopMs,
      attentionFlopMs: (tpot[4] ?? 0) + (tpot[13] ?? 0),
      allReduceMs: (tpot[6] ?? 0) + (tpot[14] ?? 0),
      tokens: tokens / shape.groups,
    },
    activationMs(point.model, shape),
  );
}

/** The figures that follow from TTFT and TPOT: end to end and tokens/s of one GPU. */
export function rates(
  point: Pick<ServingPoint, 'parallelism' | 'osl' | 'concurrency'>,
  ttftMs: number,
  tpotMs: number,
) {
  const { tp, pp, dp } = point.parallelism;
  const e2eMs = endToEndMs(ttftMs, tpotMs, point.osl);
  return {
    ttftMs,
    tpotMs,
    e2eMs,
    tokensPerSecPerGpu: tokensPerSecPerGpu(point.concurrency, point.osl, e2eMs, tp * pp * dp),
  };
}

function limited(correction: number): number {
  return Math.max(-CORRECTION_LIMIT, Math.min(CORRECTION_LIMIT, correction));
}
