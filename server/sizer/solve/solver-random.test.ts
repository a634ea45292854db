import { expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { noViableDetailsSchema, trainingRequiredDetailsSchema } from '#contract/sizer/error-details.ts';
import { solveResponseSchema } from '#contract/sizer/solve-response.ts';
import { SizerError } from '../sizer-error.ts';
import { body, plainPredictor } from './plain-predictor.test-data.ts';
import { isAnswer } from './solve-outcome.ts';
import { createSolver } from './solver.ts';

/** Park and Miller's generator: the same requests in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const random = generator(20_261_128);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const maybe = <T>(share: number, value: () => T): T | undefined => (random() < share ? value() : undefined);
const span = (low: number, high: number) =>
  Math.round(Math.exp(Math.log(low) + random() * Math.log(high / low)));

function randomFeatures(): Record<string, unknown> {
  const features: Record<string, unknown> = {
    display_model: maybe(0.9, () => pick(AI_MODELS).model_name),
    framework: maybe(0.3, () => pick(['vllm', 'sglang', 'trt-llm', 'any'])),
    precision: maybe(0.3, () => pick(['bf16', 'fp8', 'fp4', 'int8', 'int4', 'awq'])),
    conc: maybe(0.7, () => span(1, 100_000)),
    isl: maybe(0.6, () => span(1, 300_000)),
    osl: maybe(0.6, () => span(1, 20_000)),
    workload_mix: maybe(0.2, () => ({ coding_assistant: random(), rag_search: 1 })),
    target_tokens_per_sec: maybe(0.3, () => span(1, 1e7)),
    target_tokens_per_sec_per_user: maybe(0.1, () => span(1, 200)),
    active_users_peak: maybe(0.2, () => span(1, 1e6)),
    budget_usd: maybe(0.3, () => span(1_000, 1e8)),
    budget_basis: maybe(0.3, () => pick(['capex', 'opex_annual', 'tco'])),
    max_latency_p99_ms: maybe(0.3, () => span(100, 1e6)),
    latency_slo: maybe(0.2, () => pick(['production', 'strict', 'batch'])),
    max_nodes: maybe(0.2, () => span(1, 100)),
    growth_pct: maybe(0.2, () => pick([-20, 0, 30, 200])),
    horizon_years: maybe(0.2, () => pick([0.5, 1, 3, 5])),
    gpu_count: maybe(0.15, () => pick([1, 2, 4, 8, 16, 24, 72])),
    decode_tp: maybe(0.1, () => pick([1, 2, 3, 4, 8, 16])),
    pp: maybe(0.05, () => pick([1, 2])),
    allowed_gpu_models: maybe(0.4, () => [pick(GPUS).gpu_model, pick(GPUS).gpu_model]),
    allowed_vendors: maybe(0.1, () => [pick(GPUS).vendor]),
    mode: maybe(0.1, () => 'disaggregated'),
    available_inventory: maybe(0.15, () => [
      { gpu_model: pick(GPUS).gpu_model, count: span(1, 1_000) },
      { gpu_model: pick(GPUS).gpu_model, count: span(1, 1_000) },
    ]),
    recommendation_sort: maybe(0.3, () =>
      pick(['lowest_cost', 'fewest_gpus', 'lowest_power', 'lowest_latency']),
    ),
    spec_method: maybe(0.1, () => 'mtp'),
    spec_accept_length: maybe(0.1, () => 0.7),
  };
  return Object.fromEntries(Object.entries(features).filter(([, value]) => value !== undefined));
}

it('answers any request with rows that keep what was asked, a question, or an error of its own', () => {
  const solver = createSolver({ predictor: plainPredictor(), gpus: GPUS, models: AI_MODELS });
  const seen = { completed: 0, needs_clarification: 0, errors: 0 };
  for (let round = 0; round < 80; round++) {
    const features = randomFeatures();
    const told = JSON.stringify(features);
    const outcome = solver.solve(body(features));
    if (!isAnswer(outcome)) {
      seen.errors++;
      expect(outcome, told).toBeInstanceOf(SizerError);
      if (outcome.code === 'NO_VIABLE_RECOMMENDATION') noViableDetailsSchema.parse(outcome.details);
      else if (outcome.code === 'TRAINING_REQUIRED') trainingRequiredDetailsSchema.parse(outcome.details);
      else expect(outcome.code, told).toBe('MISSING_SIZING_SIGNAL');
      continue;
    }
    const response = solveResponseSchema.parse(outcome);
    seen[response.status]++;
    const { budget_usd, budget_basis, max_nodes, max_latency_p99_ms, gpu_count } = features as Record<
      string,
      number | undefined
    > & {
      budget_basis?: string;
    };
    const growth = response.evaluated_profile?.growth_factor ?? 1;
    for (const row of response.recommendations) {
      const cost = { capex: row.capex_usd, opex_annual: row.opex_annual_usd, tco: row.tco_usd }[
        budget_basis ?? 'capex'
      ];
      if (budget_usd !== undefined) expect(cost, told).toBeLessThanOrEqual(budget_usd + 1);
      expect(row.nodes_needed, told).toBeLessThanOrEqual(max_nodes ?? Infinity);
      expect(row.expected_p99_e2e_ms, told).toBeLessThanOrEqual((max_latency_p99_ms ?? Infinity) + 1);
      if (gpu_count !== undefined) expect(row.gpus_needed, told).toBe(gpu_count);
      const target = response.evaluated_profile?.target_tokens_per_sec ?? 0;
      expect(row.expected_tps_total, told).toBeGreaterThanOrEqual(target * growth * 0.999);
      expect(row.memory.weights_gb, told).toBeGreaterThan(0);
      if (row.fleet.length === 0) expect(row.gpus_needed, told).toBe(row.replicas * row.gpus_per_replica);
    }
  }
  expect(seen.completed).toBeGreaterThan(20);
  expect(seen.errors).toBeGreaterThan(5);
});
