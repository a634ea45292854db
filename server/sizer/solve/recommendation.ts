import { createHash } from 'node:crypto';
import type { Estimate, Recommendation } from '#contract/sizer/solve-response.ts';
import { gpuFigureSource } from '#catalog/gpu-schema.ts';
import { parallelismWarnings } from '../model/parallelism.ts';
import { costOn } from './constraints/budget.ts';
import { say } from './constraints/constraint.ts';
import { launchCommand, launchNotes } from './launch.ts';
import { usdPerMillionTokens } from './money.ts';
import { MAX_CONCURRENCY_PER_REPLICA } from './performance.ts';
import type { Plan } from './plan.ts';
import type { Question } from './question.ts';
import type { Viable } from './rank.ts';
import { memoryAtLoad, type SearchParts } from './search.ts';
import { sensitivityPoints } from './sensitivity.ts';
import { describeParallelism, disaggregatedPoint, servingPoint } from './stack.ts';

const NEAREST_POINTS = 3;

/** Rounds a figure to `digits` decimals. */
export function round(value: number, digits = 0): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}

export function roundUsd(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}

/** Short, stable name: same model, hardware, split, framework, precision and counts, same id. */
export function candidateId(stackName: string, replicas: number): string {
  return createHash('sha256').update(`${stackName} x${replicas}`).digest('hex').slice(0, 16);
}

function intervalsOf(viable: Viable): Recommendation['intervals'] {
  const { plan, refined } = viable;
  if (refined === null) return {};
  const ends = refined.intervals(plan.concurrencyPerReplica);
  const around = (value: number, range: readonly [number, number] | null, digits: number) =>
    range === null ? [] : [{ low: round(value * range[0], digits), high: round(value * range[1], digits) }];
  const named: [string, { low: number; high: number }[]][] = [
    ['expected_ttft_p50_ms', around(plan.point.ttftMs, ends.ttft, 1)],
    ['expected_ttft_p99_ms', around(plan.point.p99TtftMs, ends.ttft, 1)],
    ['expected_tpot_p50_ms', around(plan.point.tpotMs, ends.tpot, 2)],
    ['expected_tpot_p99_ms', around(plan.point.p99TpotMs, ends.tpot, 2)],
    ['expected_p50_e2e_ms', around(plan.point.e2eMs, ends.e2e, 0)],
    ['expected_p99_e2e_ms', around(plan.point.p99E2eMs, ends.e2e, 0)],
    ['expected_tps_total', around(plan.tokensPerSec, ends.tokensPerSec, 1)],
    ['expected_tps_per_gpu', around(plan.tokensPerSec / plan.totalGpus, ends.tokensPerSec, 2)],
  ];
  return Object.fromEntries(
    named.flatMap(([name, [interval]]) => (interval === undefined ? [] : [[name, interval]])),
  );
}

/** What a growing load, or a tighter limit, would hit first: the limit that is used up most. */
export function bindingConstraint(viable: Viable, question: Question): Recommendation['binding_constraint'] {
  const { plan, memory } = viable;
  const { limits } = question;
  const held = memory?.memory.kv_capacity_sequences ?? Infinity;
  const largest = plan.maxConcurrencyPerReplica;
  const loadConstraint =
    largest >= Math.min(held, MAX_CONCURRENCY_PER_REPLICA)
      ? held <= MAX_CONCURRENCY_PER_REPLICA
        ? {
            constraint: 'memory',
            message: `KV cache of a replica holds ${held} requests of this length; ${plan.concurrencyPerReplica} are planned.`,
          }
        : {
            constraint: 'concurrency',
            message: `A replica is planned with at most ${MAX_CONCURRENCY_PER_REPLICA} requests in flight; ${plan.concurrencyPerReplica} are planned.`,
          }
      : {
          constraint: 'latency',
          message: `A replica keeps the latency limits up to ${largest} requests in flight; ${plan.concurrencyPerReplica} are planned.`,
        };
  const uses: { share: number; constraint: string; message: string }[] = [
    { share: plan.concurrencyPerReplica / Math.max(1, largest), ...loadConstraint },
  ];
  if (limits.maxNodes !== null) {
    uses.push({
      share: plan.nodes.nodes / limits.maxNodes,
      constraint: 'nodes',
      message: `${plan.nodes.nodes} of at most ${limits.maxNodes} nodes.`,
    });
  }
  const cost = limits.budgetUsd === null ? null : costOn(limits.budgetBasis, plan.cost);
  if (cost !== null && limits.budgetUsd !== null) {
    uses.push({
      share: cost / limits.budgetUsd,
      constraint: 'budget',
      message: `${say(cost)} of ${say(limits.budgetUsd)} USD.`,
    });
  }
  if (question.load.tokensPerSec !== null) {
    uses.push({
      share: question.load.tokensPerSec / plan.capacityTokensPerSec,
      constraint: 'throughput',
      message: `${say(question.load.tokensPerSec)} tokens/s asked of ${say(plan.capacityTokensPerSec)} that the fleet gives at most.`,
    });
  }
  uses.sort((a, b) => b.share - a.share);
  const [first] = uses;
  return first === undefined || first.share < 0.01
    ? { constraint: 'none', message: 'Nothing is near its limit.' }
    : { constraint: first.constraint, message: first.message };
}

function notesOf(viable: Viable, question: Question): string[] {
  const { stack, plan, memory } = viable;
  const notes: string[] = [
    `${plan.replicas} ${plan.replicas === 1 ? 'replica' : 'replicas'} × ${describeParallelism(stack.parallelism)} = ${plan.totalGpus} GPUs on ${plan.nodes.nodes} ${plan.nodes.nodes === 1 ? 'node' : 'nodes'} of ${plan.nodes.gpusPerNode}.`,
  ];
  if (plan.nodes.idleGpus > 0) notes.push(`${plan.nodes.idleGpus} GPUs of these nodes stay free.`);
  if (memory?.fit === 'tight') notes.push(memory.message);
  if (plan.maxConcurrencyPerReplica > 0 && plan.concurrencyPerReplica > plan.maxConcurrencyPerReplica) {
    notes.push(
      `Requests wait: ${plan.concurrencyPerReplica} in flight a replica, of which ${plan.maxConcurrencyPerReplica} run at once.`,
    );
  }
  notes.push(...parallelismWarnings(stack.model, stack.gpu, stack.precision, stack.parallelism));
  notes.push(...launchNotes(stack, Math.max(plan.concurrencyPerReplica, 1)));
  const vram = gpuFigureSource(stack.gpu, 'mem_bw_gbps');
  if (vram?.is_guess === true) notes.push('Some hardware facts of this accelerator are unverified.');
  if (question.specMethod !== 'none' && question.specAcceptLength !== null) {
    notes.push(
      `Speculative decoding (${question.specMethod}) with ${question.specAcceptLength} accepted tokens a step on the mean, as given.`,
    );
  }
  return notes;
}

/** A ranked row: what is deployed, what it does, what it costs, and what that rests on. */
export function recommendation(
  viable: Viable,
  rank: number,
  question: Question,
  parts: SearchParts,
): Recommendation {
  const { stack, plan, refined } = viable;
  const { gpu, model, parallelism } = stack;
  const memory = memoryAtLoad(viable, question, plan.concurrencyPerReplica) ?? viable.memory;
  if (memory === null) throw new Error(`No memory figures for ${viable.id}`);
  const { workers } = stack;
  // Where physics alone speaks there is no measurement near.
  const nearest =
    refined === null || refined.confidence === 'very_low'
      ? []
      : parts.predictor.nearest(
          workers === undefined
            ? servingPoint(stack, question.tokens, plan.concurrencyPerReplica)
            : disaggregatedPoint({ ...stack, workers }, question.tokens, plan.concurrencyPerReplica),
          NEAREST_POINTS,
        );
  const { cost, point } = plan;
  const years = question.finance.horizonYears;
  return {
    candidate_id: candidateId(viable.id, plan.replicas),
    rank,
    model_name: model.model_name,
    model_code: model.model_code,
    gpu_model: gpu.gpu_model,
    gpu_display_name: gpu.gpu_display_name,
    vendor: gpu.vendor,
    gpus_needed: plan.totalGpus,
    nodes_needed: plan.nodes.nodes,
    gpus_per_node: plan.nodes.gpusPerNode,
    replicas: plan.replicas,
    gpus_per_replica: plan.gpusPerReplica,
    parallelism: { ...parallelism },
    mode: workers === undefined ? 'aggregated' : 'disaggregated',
    experimental: workers !== undefined,
    framework: stack.framework,
    precision: stack.precision,
    kv_precision: memory.kvPrecision,
    spec_method: question.specMethod,
    expected_tps_total: round(plan.tokensPerSec, 1),
    expected_tps_per_gpu: round(plan.tokensPerSec / plan.totalGpus, 2),
    expected_tps_per_user: round(1_000 / point.tpotMs, 2),
    expected_requests_per_sec: round(plan.tokensPerSec / question.tokens.osl, 4),
    expected_ttft_p50_ms: round(point.ttftMs, 1),
    expected_ttft_p99_ms: round(point.p99TtftMs, 1),
    expected_tpot_p50_ms: round(point.tpotMs, 2),
    expected_tpot_p99_ms: round(point.p99TpotMs, 2),
    expected_p50_e2e_ms: round(point.e2eMs),
    expected_p99_e2e_ms: round(point.p99E2eMs),
    intervals: intervalsOf(viable),
    concurrency_per_replica: plan.concurrencyPerReplica,
    max_concurrency_per_replica: plan.maxConcurrencyPerReplica,
    utilization: round(plan.utilization, 3),
    memory: memory.memory,
    vram_headroom_gb: memory.memory.headroom_gb,
    vram_headroom_pct: memory.memory.headroom_pct,
    binding_constraint: bindingConstraint(viable, question),
    confidence: refined?.confidence ?? 'very_low',
    confidence_reason: refined?.confidenceReason ?? 'physics alone',
    nearest_points: [...nearest],
    capex_usd: roundUsd(cost.capexUsd),
    opex_annual_usd: roundUsd(cost.opexAnnualUsd),
    tco_usd: roundUsd(cost.tcoUsd),
    horizon_years: years,
    usd_per_million_tokens: costPerMillion(plan, years),
    power_w: roundUsd(cost.powerW),
    cooling_w: roundUsd(cost.coolingW),
    pricing_complete: cost.pricingComplete,
    bill_of_materials: cost.lines.map((line) => ({
      ...line,
      unit_price_usd: roundUsd(line.unit_price_usd),
      total_usd: roundUsd(line.total_usd),
    })),
    deployment_notes: notesOf(viable, question),
    launch_command: launchCommand(stack, question.tokens),
    sensitivity_points: sensitivityPoints(viable, question, parts),
    fleet: [],
  };
}

function costPerMillion(plan: Plan, years: number): number | null {
  if (plan.cost.tcoUsd === null) return null;
  const usd = usdPerMillionTokens(plan.cost.tcoUsd, years, plan.tokensPerSec);
  return usd === null ? null : round(usd, 4);
}

/** An estimate with both ends, scaled. */
export function scaled(estimate: Estimate, factor: number, digits: number): Estimate {
  const times = (value: number | null) => (value === null ? null : round(value * factor, digits));
  return {
    value: round(estimate.value * factor, digits),
    low: times(estimate.low),
    high: times(estimate.high),
  };
}
