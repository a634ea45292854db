import { fleetCost, type FleetCost } from './fleet-cost.ts';
import { packNodes, type NodePlan } from './nodes.ts';
import { MAX_CONCURRENCY_PER_REPLICA, type OperatingPoint, type Performance } from './performance.ts';
import type { Question } from './question.ts';
import { gpusOfStack, type Stack } from './stack.ts';
import type { GpuPrices } from './unit-prices.ts';

/** Share of what a replica could carry that a plan uses: room for bursts and uneven balance. Guess of the sizing design (2.5). */
export const UTILISATION_HEADROOM = 0.8;

/** A stack sized for a load: how many replicas, where, at what load, for what money. */
export interface Plan {
  readonly replicas: number;
  readonly gpusPerReplica: number;
  readonly totalGpus: number;
  readonly nodes: NodePlan;
  /** Requests in flight over the deployment and in the fullest replica. */
  readonly concurrency: number;
  readonly concurrencyPerReplica: number;
  /** Largest load of a replica within memory and latency limits; 0: not even one request. */
  readonly maxConcurrencyPerReplica: number;
  readonly point: OperatingPoint;
  /** Output tokens a second of the whole deployment at its load, and at the largest load. */
  readonly tokensPerSec: number;
  readonly capacityTokensPerSec: number;
  readonly utilization: number;
  readonly cost: FleetCost;
}

/** True where the median TTFT and TPOT and the p99 end to end keep every limit. */
export function keepsLatency(point: OperatingPoint, limits: Question['limits']): boolean {
  return (
    (limits.ttftMs === null || point.ttftMs <= limits.ttftMs) &&
    (limits.tpotMs === null || point.tpotMs <= limits.tpotMs) &&
    (limits.tpotFromRateMs === null || point.tpotMs <= limits.tpotFromRateMs) &&
    (limits.p99E2eMs === null || point.p99E2eMs <= limits.p99E2eMs)
  );
}

/** Loads tried, about a quarter apart: a plan need not know the largest load to the request. */
const STEPS = [
  1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 448, 512,
] as const;

/**
 * Largest load of one replica that keeps `passes`; 0 where one request does not. `passes` holds up to some load and not beyond. `guess`
 * says where about it ends, given the largest load allowed: a good guess saves most of the questions, a bad one costs some.
 */
export function largestLoad(
  cap: number,
  passes: (load: number) => boolean,
  guess: (top: number) => number = (top) => Math.sqrt(top),
): number {
  const top = Math.min(cap, MAX_CONCURRENCY_PER_REPLICA);
  if (top < 1) return 0;
  if (passes(top)) return top;
  if (!passes(1)) return 0;
  const count = STEPS.findIndex((step) => step >= top);
  let low = 0;
  let high = count === -1 ? STEPS.length : count;
  const guessed = guess(top);
  let next = 1;
  while (next < high - 1 && (STEPS[next] ?? 1) < guessed) next += 1;
  // From the guess outwards by doubling strides while one end is open, then by halves.
  for (let stride = 1; high - low > 1; stride *= 2) {
    const isLow = passes(STEPS[next] ?? 1);
    if (isLow) low = next;
    else high = next;
    const middle = (low + high) >> 1;
    next = isLow ? Math.min(middle, low + stride) : Math.max(middle, high - stride);
  }
  return STEPS[low] ?? 1;
}

/** Where straight lines between the figures of one request and of `top` meet the first limit. */
function guessedLoad(performance: Performance, limits: Question['limits'], top: number): number {
  const [first, last] = [performance.at(1), performance.at(top)];
  if (first === null || last === null) return 1;
  const meets = (limit: number | null, from: number, to: number): number =>
    limit === null || to <= limit
      ? top
      : 1 + ((top - 1) * Math.max(0, limit - from)) / Math.max(to - from, 1e-9);
  return Math.min(
    meets(limits.ttftMs, first.ttftMs, last.ttftMs),
    meets(limits.tpotMs, first.tpotMs, last.tpotMs),
    meets(limits.tpotFromRateMs, first.tpotMs, last.tpotMs),
    meets(limits.p99E2eMs, first.p99E2eMs, last.p99E2eMs),
  );
}

/** Smallest load in [low, high] that passes, or null; passes from some load on. */
function smallestLoad(low: number, high: number, passes: (load: number) => boolean): number | null {
  if (high < low || !passes(high)) return null;
  let [below, above] = [low - 1, high];
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if (passes(middle)) above = middle;
    else below = middle;
  }
  return above;
}

function replicasNeeded(question: Question, largest: number, capacity: number): number {
  const { load } = question;
  const usableLoad = Math.max(1, Math.floor(UTILISATION_HEADROOM * largest + 1e-9));
  const byConcurrency = load.concurrency === null ? 1 : Math.ceil(load.concurrency / usableLoad);
  const byThroughput =
    load.tokensPerSec === null ? 1 : Math.ceil(load.tokensPerSec / (UTILISATION_HEADROOM * capacity) - 1e-9);
  return Math.max(1, byConcurrency, byThroughput);
}

/**
 * The load a deployment of `replicas` runs at: the asked concurrency, raised where a throughput target needs more requests
 * in flight than were asked for (a closed loop of few requests cannot give more than they wait for).
 */
function operatingLoad(
  question: Question,
  replicas: number,
  largest: number,
  performance: Performance,
  isCoarse: boolean,
): number {
  const asked = question.load.concurrency === null ? 1 : Math.ceil(question.load.concurrency / replicas);
  const target = question.load.tokensPerSec;
  if (target === null) return asked;
  const gives = (perReplica: number) => {
    const point = performance.at(perReplica);
    return point !== null && replicas * point.tokensPerSec >= target * (1 - 1e-9);
  };
  const most = Math.max(largest, asked);
  if (isCoarse) return nextStep(asked, most, gives);
  if (gives(asked)) return asked;
  return smallestLoad(asked + 1, most, gives) ?? most;
}

/** The first step from `low` on that passes, `high` where none below it does. */
function nextStep(low: number, high: number, passes: (load: number) => boolean): number {
  const steps = STEPS.filter((step) => step >= low && step < high);
  let [below, above] = [-1, steps.length];
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if (passes(steps[middle] ?? high)) above = middle;
    else below = middle;
  }
  return steps[above] ?? high;
}

/** Inputs of `planFor` that stay the same for one stack. */
export interface PlanInputs {
  readonly stack: Stack;
  readonly performance: Performance;
  /** Sequences of the shape that one replica's KV cache holds. */
  readonly sequencesHeld: number;
  readonly prices: GpuPrices;
  readonly question: Question;
  /** Size for exactly so many replicas. */
  readonly replicas?: number;
  /** The load at which a throughput target is met to the next step only: for searching. */
  readonly isCoarse?: boolean;
}

/** Sizes a stack for the load of a question; null where the performance model says nothing of it. */
export function planFor(inputs: PlanInputs): Plan | null {
  const { stack, performance, question, prices } = inputs;
  const held = Math.max(1, inputs.sequencesHeld);
  const gpusPerReplica = gpusOfStack(stack);
  const passes = (load: number) => {
    const point = performance.at(load);
    return point !== null && keepsLatency(point, question.limits);
  };
  const largest = largestLoad(held, passes, (top) => guessedLoad(performance, question.limits, top));
  const atLargest = performance.at(Math.max(1, largest));
  if (atLargest === null) return null;
  const fixed =
    inputs.replicas ??
    (question.fixed.totalGpus === null
      ? null
      : Math.max(1, Math.floor(question.fixed.totalGpus / gpusPerReplica)));
  const replicas = fixed ?? replicasNeeded(question, Math.max(1, largest), atLargest.tokensPerSec);
  const perReplica = operatingLoad(question, replicas, largest, performance, inputs.isCoarse === true);
  const point = performance.at(perReplica);
  if (point === null) return null;
  const asked = question.load.concurrency;
  // The fullest replica sets the latency; the fleet carries exactly the requests that are there.
  const concurrency =
    asked !== null && Math.ceil(asked / replicas) === perReplica ? asked : perReplica * replicas;
  const tokensPerSec = (1_000 * concurrency * question.tokens.osl) / point.e2eMs;
  const capacity = replicas * atLargest.tokensPerSec;
  const owned = question.inventory?.get(stack.gpu.gpu_model);
  const nodes = packNodes(replicas, gpusPerReplica, owned?.gpusPerNode ?? stack.gpu.gpus_per_node);
  const totalGpus = replicas * gpusPerReplica;
  return {
    replicas,
    gpusPerReplica,
    totalGpus,
    nodes,
    concurrency,
    concurrencyPerReplica: perReplica,
    maxConcurrencyPerReplica: largest,
    point,
    tokensPerSec,
    capacityTokensPerSec: capacity,
    utilization: Math.min(1, perReplica / Math.max(1, largest)),
    cost: fleetCost(
      { gpu: stack.gpu, prices, gpus: totalGpus, nodes, isOwned: owned !== undefined },
      question.finance,
    ),
  };
}
