import { describe, expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { solveResponseSchema, type SolveResponse } from '#contract/sizer/solve-response.ts';
import { body, plainPredictor, question } from './plain-predictor.test-data.ts';
import { isAnswer } from './solve-outcome.ts';
import { createSolver } from './solver.ts';
import { describeMix, mixTokens } from './workload-profiles.ts';

const solver = createSolver({ predictor: plainPredictor(), gpus: GPUS, models: AI_MODELS });

function solve(features: Record<string, unknown>): SolveResponse {
  const outcome = solver.solve(body(features));
  if (!isAnswer(outcome)) throw outcome;
  return solveResponseSchema.parse(outcome);
}

const MIX = { coding_assistant: 25, customer_support: 25, agentic_workflows: 25, rag_search: 25 };

// The table "typical feature sets per sizing_goal" of the sizer API, each with and without its optional features.
describe.each([
  ['find_viable_hardware', { display_model: 'Llama-3.1-70B', framework: 'vllm', precision: 'fp8' }],
  [
    'find_viable_hardware',
    { display_model: 'Llama-3.1-70B', framework: 'vllm', precision: 'fp8', gpu_count: 8 },
  ],
  [
    'find_viable_hardware',
    {
      display_model: 'Llama-3.1-70B',
      framework: 'vllm',
      precision: 'fp8',
      allowed_gpu_models: ['h200-sxm'],
      conc: 64,
      isl: 2000,
      osl: 500,
    },
  ],
  ['find_viable_workload_plan', { conc: 100, isl: 1024, osl: 256, workload_mix: MIX }],
  ['find_viable_workload_plan', { workload_mix: MIX }],
  ['meet_throughput', { target_tokens_per_sec: 20_000, conc: 256, isl: 1024, osl: 1024 }],
  [
    'meet_throughput',
    {
      target_tokens_per_sec: 20_000,
      conc: 256,
      isl: 1024,
      osl: 1024,
      display_model: 'gpt-oss-120b',
      framework: 'vllm',
      precision: 'fp4',
    },
  ],
  ['meet_latency_slo', { max_latency_p99_ms: 30_000, conc: 32, isl: 8000, osl: 1000 }],
  [
    'meet_latency_slo',
    {
      max_latency_p99_ms: 30_000,
      conc: 32,
      isl: 8000,
      osl: 1000,
      display_model: 'Qwen3-32B',
      allowed_gpu_models: ['b200-sxm'],
      workload_mix: MIX,
    },
  ],
  ['meet_latency_slo', { conc: 32, isl: 8000, osl: 1000, display_model: 'Qwen3-32B' }],
  ['stay_within_budget', { budget_usd: 600_000, budget_basis: 'tco', conc: 128, isl: 1024, osl: 1024 }],
  [
    'stay_within_budget',
    { budget_usd: 600_000, conc: 128, isl: 1024, osl: 1024, display_model: 'DeepSeek-R1', workload_mix: MIX },
  ],
  ['limit_nodes', { max_nodes: 2, conc: 256, isl: 1024, osl: 128 }],
  [
    'limit_nodes',
    { max_nodes: 2, conc: 256, isl: 1024, osl: 128, display_model: 'Llama-3.1-8B', workload_mix: MIX },
  ],
])('%s with %j', (sizing_goal, features) => {
  it('is answered within its constraints', () => {
    const response = solve({ sizing_goal, ...features });
    expect(response.status).toBe('completed');
    expect(response.recommendations.length).toBeGreaterThan(0);
    expect(response.primary_recommendation).toEqual(response.recommendations[0]);
    const limits: Partial<Record<string, unknown>> = features;
    const limit = (name: string, otherwise: number) => Number(limits[name] ?? otherwise);
    for (const row of response.recommendations) {
      expect(row.nodes_needed).toBeLessThanOrEqual(limit('max_nodes', Infinity));
      expect(row.expected_p99_e2e_ms).toBeLessThanOrEqual(limit('max_latency_p99_ms', Infinity));
      expect(row.expected_tps_total).toBeGreaterThanOrEqual(limit('target_tokens_per_sec', 0));
    }
    // Explicit lengths win over the mix.
    if ('isl' in features)
      expect(response.evaluated_profile).toMatchObject({ source: 'explicit', isl: features.isl });
  });
});

it.each([
  ['meet_throughput', 'target_tokens_per_sec'],
  ['stay_within_budget', 'budget_usd'],
  ['limit_nodes', 'max_nodes'],
])('asks for the number of %s', (sizing_goal, feature) => {
  expect(solve({ sizing_goal, display_model: 'Llama-3.1-8B', conc: 4 })).toMatchObject({
    status: 'needs_clarification',
    clarification: { feature },
    recommendations: [],
  });
});

describe('demand', () => {
  it('weighs a mix by its shares, whatever they add up to', () => {
    const mix = { coding_assistant: 3, customer_support: 0, agentic_workflows: 0, rag_search: 1 };
    // (3 · 4096 + 6144) / 4 and (3 · 512 + 384) / 4.
    expect(mixTokens(mix)).toEqual({ isl: 4608, osl: 480 });
    expect(describeMix(mix)).toBe('75 % coding assistant, 25 % RAG search');
  });

  it.each([
    [{ target_tokens_per_sec_per_user: 30, active_users_peak: 500 }, 15_000, 500, 1_000 / 30],
    [{ target_tokens_per_sec_per_request: 20, conc: 64 }, 1_280, 64, 50],
    [{ target_tokens_per_sec_per_user_request: 25, active_users_peak: 40 }, 1_000, 40, 40],
    [
      { target_tokens_per_sec: 9_000, target_tokens_per_sec_per_user: 30, active_users_peak: 500 },
      9_000,
      500,
      1_000 / 30,
    ],
    [{ target_tokens_per_sec: 9_000 }, 9_000, null, null],
    [{ target_tokens_per_sec_per_user: 30, conc: 10 }, 300, 10, 1_000 / 30],
  ])('scales %j', (features, target, concurrency, tpot) => {
    const { load, limits } = question({ display_model: 'Llama-3.1-8B', ...features });
    expect(load.tokensPerSec).toBe(target);
    expect(load.concurrency).toBe(concurrency);
    if (tpot === null) expect(limits.tpotFromRateMs).toBeNull();
    else expect(limits.tpotFromRateMs).toBeCloseTo(tpot, 9);
  });

  it('grows load, not lengths or rates', () => {
    const read = question({
      display_model: 'Llama-3.1-8B',
      isl: 1000,
      osl: 100,
      active_users_peak: 100,
      target_tokens_per_sec_per_user: 20,
      growth_pct: 100,
      horizon_years: 2,
    });
    expect(read.load).toMatchObject({
      concurrency: 400,
      concurrencyToday: 100,
      tokensPerSec: 8_000,
      tokensPerSecToday: 2_000,
    });
    expect(read.tokens).toMatchObject({ isl: 1000, osl: 100 });
    expect(read.limits.tpotFromRateMs).toBe(50);
  });

  it('knows the profiles, and gives long prompts more time', () => {
    const limits = (features: Record<string, unknown>) =>
      question({ display_model: 'Llama-3.1-8B', conc: 4, osl: 10, ...features }).limits;
    expect(limits({ isl: 1000 })).toMatchObject({ ttftMs: 2_000, tpotMs: 100, isProfileAssumed: true });
    expect(limits({ isl: 1000, latency_slo: 'strict' })).toMatchObject({
      ttftMs: 450,
      tpotMs: 40,
      isProfileAssumed: false,
    });
    expect(limits({ isl: 32_768 })).toMatchObject({ ttftMs: 8_000, tpotMs: 100 });
    expect(limits({ isl: 1000, latency_slo: 'batch' })).toMatchObject({ ttftMs: null, tpotMs: null });
    // A limit of its own takes the place of the assumed profile, not of one asked for.
    expect(limits({ isl: 1000, max_latency_p99_ms: 5_000 })).toMatchObject({ ttftMs: null, p99E2eMs: 5_000 });
    expect(limits({ isl: 1000, max_latency_p99_ms: 5_000, latency_slo: 'strict' })).toMatchObject({
      ttftMs: 450,
    });
  });

  it('gains nothing from speculative decoding without a measured acceptance, and says so', () => {
    const read = question({ display_model: 'DeepSeek-R1', conc: 4, spec_method: 'mtp' });
    expect(read.warnings.join(' ')).toContain('spec_accept_length');
    const row = (features: Record<string, unknown>) =>
      solve({
        display_model: 'DeepSeek-R1',
        conc: 4,
        latency_slo: 'batch',
        allowed_gpu_models: ['b200-sxm'],
        isl: 1000,
        osl: 101,
        ...features,
      }).primary_recommendation;
    const plain = row({});
    expect(row({ spec_method: 'mtp' })?.expected_tpot_p50_ms).toBe(plain?.expected_tpot_p50_ms);
    expect(row({ spec_method: 'mtp', spec_accept_length: 0.8 })?.expected_tpot_p50_ms).toBeLessThan(
      plain?.expected_tpot_p50_ms ?? 0,
    );
  });
});
