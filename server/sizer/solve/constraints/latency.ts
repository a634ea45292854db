import { failure, say, type Constraint } from './constraint.ts';

/** Median TTFT and TPOT of the profile, TPOT of a rate a user, and p99 end to end. The first that fails speaks. */
export const latencyConstraint: Constraint = {
  name: 'latency',
  check({ stack, plan }, { limits }) {
    if (plan === null) return null;
    const { point } = plan;
    const where = `${stack.gpu.gpu_display_name} at ${plan.concurrencyPerReplica} in flight a replica`;
    if (limits.p99E2eMs !== null && point.p99E2eMs > limits.p99E2eMs) {
      return failure(
        'latency',
        limits.p99E2eMs,
        Math.ceil(point.p99E2eMs),
        'ms p99 E2E',
        `p99 end to end is ${say(point.p99E2eMs)} ms on ${where}; the limit is ${say(limits.p99E2eMs)} ms.`,
      );
    }
    const checks = [
      ['TTFT p50', point.ttftMs, limits.ttftMs, `the ${limits.profile ?? ''} profile allows`],
      ['TPOT p50', point.tpotMs, limits.tpotMs, `the ${limits.profile ?? ''} profile allows`],
      ['TPOT p50', point.tpotMs, limits.tpotFromRateMs, 'the rate for each user allows'],
    ] as const;
    for (const [what, actual, limit, who] of checks) {
      if (limit !== null && actual > limit) {
        return failure(
          'latency',
          Math.round(limit * 10) / 10,
          Math.round(actual * 10) / 10,
          `ms ${what}`,
          `${what} is ${say(actual)} ms on ${where}; ${who} ${say(limit)} ms.`,
        );
      }
    }
    return null;
  },
};
