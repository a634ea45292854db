import type { Recommendation } from '#contract/sizer/solve-response.ts';
import { failuresOf, PLAN_CONSTRAINTS } from './constraints/all.ts';
import type { FleetCost } from './fleet-cost.ts';
import { usdPerMillionTokens } from './money.ts';
import { packNodes } from './nodes.ts';
import type { OperatingPoint } from './performance.ts';
import { planFor, UTILISATION_HEADROOM, type Plan } from './plan.ts';
import type { Question } from './question.ts';
import type { Viable } from './rank.ts';
import { candidateId, recommendation, round, roundUsd } from './recommendation.ts';
import type { Candidate, SearchParts } from './search.ts';

/** One GPU model's part of a mixed fleet. */
interface Part {
  readonly candidate: Candidate & { readonly plan: Plan };
  readonly mostReplicas: number;
  /** Load of a replica with headroom. */
  readonly usable: number;
  readonly tokensPerSec: number;
}

function partOf(candidate: Candidate, question: Question): Part | null {
  const { plan, performance, stack } = candidate;
  if (
    plan === null ||
    performance === null ||
    candidate.failures.some(({ constraint }) => constraint !== 'inventory')
  ) {
    return null;
  }
  const held = question.inventory?.get(stack.gpu.gpu_model)?.count ?? 0;
  const mostReplicas = Math.floor(held / plan.gpusPerReplica);
  const usable = Math.max(1, Math.floor(UTILISATION_HEADROOM * plan.maxConcurrencyPerReplica + 1e-9));
  const point = performance.at(usable);
  if (mostReplicas < 1 || plan.maxConcurrencyPerReplica < 1 || point === null) return null;
  return { candidate: { ...candidate, plan }, mostReplicas, usable, tokensPerSec: point.tokensPerSec };
}

function suffices(parts: readonly { part: Part; replicas: number }[], question: Question): boolean {
  const { concurrency, tokensPerSec } = question.load;
  const load = parts.reduce((sum, { part, replicas }) => sum + replicas * part.usable, 0);
  const rate = parts.reduce((sum, { part, replicas }) => sum + replicas * part.tokensPerSec, 0);
  return (concurrency === null || load >= concurrency) && (tokensPerSec === null || rate >= tokensPerSec);
}

function sum(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (total, value) => (total === null || value === null ? null : total + value),
    0,
  );
}

/**
 * A fleet of several GPU models out of the inventory, where none of them suffices alone: GPUs of most tokens a second first,
 * load shared by what each part carries, latency that of the slowest part. Null where even all of them do not carry the load.
 */
export function mixedFleet(
  candidates: readonly Candidate[],
  question: Question,
  parts: SearchParts,
): Recommendation | null {
  if (question.inventory === null || question.inventory.size < 2) return null;
  const byGpu = new Map<string, Part>();
  for (const candidate of candidates) {
    const part = partOf(candidate, question);
    if (part === null) continue;
    const { gpu_model } = candidate.stack.gpu;
    const rate = (entry: Part) => entry.tokensPerSec * entry.mostReplicas;
    const known = byGpu.get(gpu_model);
    if (known === undefined || rate(part) > rate(known)) byGpu.set(gpu_model, part);
  }
  const perGpu = (part: Part) => part.tokensPerSec / part.candidate.plan.gpusPerReplica;
  const order = [...byGpu.values()].sort(
    (a, b) => perGpu(b) - perGpu(a) || (a.candidate.id < b.candidate.id ? -1 : 1),
  );
  const fleet: { part: Part; replicas: number }[] = [];
  for (const part of order) {
    const entry = { part, replicas: 0 };
    fleet.push(entry);
    entry.replicas = part.mostReplicas;
    if (!suffices(fleet, question)) continue;
    // The last part needs no more than the rest of the load: halve the range, as more replicas never carry less.
    let [tooFew, enough] = [0, part.mostReplicas];
    while (enough - tooFew > 1) {
      entry.replicas = (tooFew + enough) >> 1;
      if (suffices(fleet, question)) enough = entry.replicas;
      else tooFew = entry.replicas;
    }
    entry.replicas = enough;
    break;
  }
  const used = fleet.filter(({ replicas }) => replicas > 0);
  return used.length < 2 || !suffices(used, question) ? null : fleetRow(used, question, parts);
}

/** Least uniform share of each part's usable load that carries the demand. */
function sharedLoads(used: readonly { part: Part; replicas: number }[], question: Question) {
  const { concurrency, tokensPerSec } = question.load;
  for (let share = 0.01; share <= 1.0001; share += 0.01) {
    const loads = used.map(({ part, replicas }) => {
      const load = Math.max(1, Math.round(part.usable * share));
      const point = part.candidate.performance?.at(load) ?? part.candidate.plan.point;
      return { part, replicas, load, point };
    });
    const carried = loads.reduce((total, { replicas, load }) => total + replicas * load, 0);
    const rate = loads.reduce((total, { replicas, point }) => total + replicas * point.tokensPerSec, 0);
    if ((concurrency === null || carried >= concurrency) && (tokensPerSec === null || rate >= tokensPerSec)) {
      return loads;
    }
  }
  return null;
}

function slowest(points: readonly OperatingPoint[]): OperatingPoint {
  return points.reduce((worst, point) => (point.p99E2eMs > worst.p99E2eMs ? point : worst));
}

function fleetRow(
  used: readonly { part: Part; replicas: number }[],
  question: Question,
  parts: SearchParts,
): Recommendation | null {
  const loads = sharedLoads(used, question);
  if (loads === null) return null;
  const planned = loads.map(({ part, replicas, load, point }) => {
    const { stack, memory, performance } = part.candidate;
    const single = planFor({
      stack,
      performance: performance ?? { at: () => point },
      sequencesHeld: memory?.memory.kv_capacity_sequences ?? 1,
      prices: parts.pricesOf(stack.gpu),
      question: { ...question, load: { ...question.load, concurrency: load * replicas, tokensPerSec: null } },
      replicas,
    });
    return { part, replicas, load, point, plan: single };
  });
  const plans = planned.flatMap(({ plan }) => plan ?? []);
  const [lead] = planned;
  if (plans.length !== planned.length || lead?.plan == null) return null;
  const point = slowest(planned.map((entry) => entry.point));
  const tokensPerSec = planned.reduce((total, entry) => total + entry.replicas * entry.point.tokensPerSec, 0);
  const cost: FleetCost = {
    capexUsd: sum(plans.map((plan) => plan.cost.capexUsd)),
    opexAnnualUsd: sum(plans.map((plan) => plan.cost.opexAnnualUsd)),
    tcoUsd: sum(plans.map((plan) => plan.cost.tcoUsd)),
    powerW: sum(plans.map((plan) => plan.cost.powerW)),
    coolingW: sum(plans.map((plan) => plan.cost.coolingW)),
    pricingComplete: plans.every((plan) => plan.cost.pricingComplete),
    lines: plans.flatMap((plan) => plan.cost.lines),
  };
  const nodes = planned.map(({ part, replicas }) => {
    const { stack, plan } = part.candidate;
    const perNode = question.inventory?.get(stack.gpu.gpu_model)?.gpusPerNode ?? stack.gpu.gpus_per_node;
    return packNodes(replicas, plan.gpusPerReplica, perNode).nodes;
  });
  const nodesNeeded = nodes.reduce((total, count) => total + count, 0);
  const leadPlan: Plan = { ...lead.plan, point, cost, nodes: { ...lead.plan.nodes, nodes: nodesNeeded } };
  const candidate: Viable = { ...lead.part.candidate, plan: leadPlan, failures: [] };
  const open = failuresOf(PLAN_CONSTRAINTS, candidate, {
    ...question,
    inventory: null,
    load: { ...question.load, tokensPerSec: null },
  });
  if (open.length > 0) return null;
  const totalGpus = plans.reduce((total, plan) => total + plan.totalGpus, 0);
  const base = recommendation({ ...candidate, plan: lead.plan }, 1, question, parts);
  const years = question.finance.horizonYears;
  const perMillion = cost.tcoUsd === null ? null : usdPerMillionTokens(cost.tcoUsd, years, tokensPerSec);
  const names = planned.map(
    ({ part, plan }) => `${plan?.totalGpus ?? 0} × ${part.candidate.stack.gpu.gpu_display_name}`,
  );
  return {
    ...base,
    candidate_id: candidateId(
      planned.map(({ part, replicas }) => `${part.candidate.id}*${replicas}`).join('+'),
      1,
    ),
    gpus_needed: totalGpus,
    nodes_needed: nodesNeeded,
    replicas: planned.reduce((total, { replicas }) => total + replicas, 0),
    expected_tps_total: round(tokensPerSec, 1),
    expected_tps_per_gpu: round(tokensPerSec / totalGpus, 2),
    expected_tps_per_user: round(1_000 / point.tpotMs, 2),
    expected_requests_per_sec: round(tokensPerSec / question.tokens.osl, 4),
    expected_ttft_p50_ms: round(point.ttftMs, 1),
    expected_ttft_p99_ms: round(point.p99TtftMs, 1),
    expected_tpot_p50_ms: round(point.tpotMs, 2),
    expected_tpot_p99_ms: round(point.p99TpotMs, 2),
    expected_p50_e2e_ms: round(point.e2eMs),
    expected_p99_e2e_ms: round(point.p99E2eMs),
    intervals: {},
    confidence: planned.reduce<Recommendation['confidence']>(
      (worst, { part }) => worseOf(worst, part.candidate.refined?.confidence ?? 'very_low'),
      'high',
    ),
    capex_usd: roundUsd(cost.capexUsd),
    opex_annual_usd: roundUsd(cost.opexAnnualUsd),
    tco_usd: roundUsd(cost.tcoUsd),
    usd_per_million_tokens: perMillion === null ? null : round(perMillion, 4),
    power_w: roundUsd(cost.powerW),
    cooling_w: roundUsd(cost.coolingW),
    pricing_complete: cost.pricingComplete,
    bill_of_materials: cost.lines.map((line) => ({ ...line })),
    deployment_notes: [
      `Mixed fleet out of the inventory: ${names.join(' and ')}. Requests are shared by what each part carries; times are those of the slowest part, memory and launch command those of the first.`,
      ...base.deployment_notes,
    ],
    sensitivity_points: [],
    fleet: planned.map(({ part, replicas, point: partPoint, plan }, index) => ({
      gpu_model: part.candidate.stack.gpu.gpu_model,
      gpus: plan?.totalGpus ?? 0,
      nodes: nodes[index] ?? 0,
      replicas,
      share_of_load: round((replicas * partPoint.tokensPerSec) / tokensPerSec, 4),
    })),
  };
}

const ORDER: readonly Recommendation['confidence'][] = ['high', 'medium', 'low', 'very_low'];

function worseOf(
  a: Recommendation['confidence'],
  b: Recommendation['confidence'],
): Recommendation['confidence'] {
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b;
}
