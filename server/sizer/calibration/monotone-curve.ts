import type { ServingPoint } from '../model/serving-point.ts';
import { rates, type PointEstimate } from './trained-core.ts';

/** Slack for rounding. */
const EPSILON = 1e-9;

/** Whether throughput, TTFT and TPOT never fall along estimates of rising concurrency. */
export function isRising(
  points: readonly Pick<ServingPoint, 'concurrency'>[],
  estimates: readonly PointEstimate[],
): boolean {
  return points.every((_, i) => {
    const before = estimates[i - 1];
    const here = estimates[i];
    return (
      before === undefined ||
      here === undefined ||
      (here.ttftMs >= before.ttftMs * (1 - EPSILON) &&
        here.tpotMs >= before.tpotMs * (1 - EPSILON) &&
        here.tokensPerSecPerGpu >= before.tokensPerSecPerGpu * (1 - EPSILON))
    );
  });
}

/**
 * Estimates of rising concurrency with TTFT, TPOT and throughput made to rise together: each of the first two is at least that of the
 * point before, and where throughput would fall both go back towards the point before until it stays level. The figures of a point keep
 * following from each other.
 */
export function riseTogether(
  points: readonly Pick<ServingPoint, 'parallelism' | 'osl' | 'concurrency'>[],
  estimates: readonly PointEstimate[],
): PointEstimate[] {
  const raised: PointEstimate[] = [];
  estimates.forEach((here, i) => {
    const point = points[i];
    const before = raised[i - 1];
    const pointBefore = points[i - 1];
    if (point === undefined) return;
    if (before === undefined || pointBefore === undefined) {
      raised.push(here);
      return;
    }
    let ttftMs = Math.max(here.ttftMs, before.ttftMs);
    let tpotMs = Math.max(here.tpotMs, before.tpotMs);
    const longest = (before.e2eMs * point.concurrency) / pointBefore.concurrency;
    const e2eMs = ttftMs + (point.osl - 1) * tpotMs;
    if (e2eMs > longest) {
      const share = Math.max(0, (longest - before.e2eMs) / (e2eMs - before.e2eMs));
      ttftMs = before.ttftMs + share * (ttftMs - before.ttftMs);
      tpotMs = before.tpotMs + share * (tpotMs - before.tpotMs);
    }
    raised.push({ ...here, ...rates(point, ttftMs, tpotMs) });
  });
  return raised;
}
