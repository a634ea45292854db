import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, formStateSchema, REQUEST_INPUTS, type SizerFormState } from './form-state.ts';
import {
  compactFeatures,
  featuresOfForm,
  formOfFeatures,
  formPatch,
  requestOfForm,
  scaleThroughput,
} from './form-mapping.ts';
import { solveFeaturesSchema, solveRequestSchema, type SolveFeatures } from './solve-request.ts';

/** A plain linear congruential source (Numerical Recipes): contract imports nothing of ours. */
function source(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** One of each kind of input, each there or not. */
function randomFeatures(next: () => number): SolveFeatures {
  const pick = <T>(...values: readonly T[]): T | undefined =>
    next() < 0.5 ? values[Math.floor(next() * values.length)] : undefined;
  const features: SolveFeatures = {
    display_model: pick('Llama-3.1-70B', 'DeepSeek-R1'),
    framework: pick('vllm', 'sglang'),
    precision: pick('fp8', 'fp4'),
    spec_method: pick('mtp', 'eagle3'),
    conc: pick(1, 64, 128),
    isl: pick(128, 2000),
    osl: pick(128, 500),
    workload_mix: pick({ coding_assistant: 60, customer_support: 0, agentic_workflows: 0, rag_search: 40 }),
    active_users_peak: pick(500),
    decode_tp: pick(1, 8),
    gpu_count: pick(1, 16),
    max_latency_p99_ms: pick(5000),
    latency_slo: pick('production', 'strict', 'batch'),
    growth_pct: pick(20, -5),
    max_nodes: pick(2),
    allowed_gpu_models: pick(['h200-sxm'], ['h200-sxm', 'b200-sxm']),
    allowed_vendors: pick(['nvidia']),
    available_inventory: pick(
      [{ gpu_model: 'h100-sxm', count: 16 }],
      [{ gpu_model: 'mi300x', count: 8, gpus_per_node: 8 }],
    ),
    recommendation_sort: pick('lowest_cost', 'fewest_gpus'),
  };
  // A growth of its own needs no horizon; a budget always says its basis.
  if (next() < 0.5) features.horizon_years = next() < 0.5 ? 1 : 3;
  if (next() < 0.5)
    Object.assign(features, { budget_usd: 600_000, budget_basis: pick('opex_annual', 'tco') ?? 'capex' });
  const scope = Math.floor(next() * 5);
  if (scope === 1) features.target_tokens_per_sec = 20_000;
  if (scope === 2) features.target_tokens_per_sec_per_user = 30;
  if (scope === 3) features.target_tokens_per_sec_per_request = 25;
  if (scope === 4) features.target_tokens_per_sec_per_user_request = 20;
  const scaled = compactFeatures(scaleThroughput(features));
  return Object.keys(scaled).length === 0
    ? {}
    : { ...scaled, sizing_goal: pick('meet_throughput', 'limit_nodes') ?? 'find_viable_hardware' };
}

describe('form and features', () => {
  it('an empty form asks for nothing, not even a goal', () => {
    expect(featuresOfForm(EMPTY_FORM)).toEqual({});
    expect(requestOfForm(EMPTY_FORM)).toEqual({
      fit: { modality_code: 'llm' },
      solve_for: 'sizing_plan',
      features: {},
    });
  });

  it('what features say, the form says: 2,000 random requests from random forms', () => {
    const next = source(7);
    for (let round = 0; round < 2_000; round++) {
      const before = formOfFeatures(randomFeatures(next));
      const features = randomFeatures(next);
      expect(solveFeaturesSchema.parse(features)).toEqual(features);
      const after = formOfFeatures(features, before);
      expect(featuresOfForm(after)).toEqual(features);
      const patch = formPatch(before, after);
      expect(formStateSchema.parse({ ...before, ...patch })).toEqual(after);
      for (const [key, value] of Object.entries(patch)) {
        expect(value).not.toEqual(before[key as keyof SizerFormState]);
      }
    }
  });

  it('a request of a form is a valid request', () => {
    const next = source(11);
    for (let round = 0; round < 200; round++) {
      const request = requestOfForm(formOfFeatures(randomFeatures(next)));
      expect(solveRequestSchema.parse(request)).toEqual(request);
    }
  });

  it('sends only chosen inputs', () => {
    const form = formStateSchema.parse({
      displayModel: 'GLM-5',
      budgetUsd: 5,
      maxNodes: 2,
      selectedRequestInputs: ['nodeLimit'],
    });
    expect(featuresOfForm(form)).toEqual({ max_nodes: 2, sizing_goal: 'find_viable_hardware' });
  });

  it('0 is not set', () => {
    const form = formStateSchema.parse({
      budgetUsd: 0,
      maxNodes: 0,
      maxP99E2EMs: 0,
      targetTokensPerSecond: 0,
      activeUsersPeak: 0,
      concurrency: 0,
      inputSequenceLength: 0,
      outputSequenceLength: 0,
      selectedRequestInputs: ['budget', 'nodeLimit', 'targetThroughput', 'activeUsersPeak', 'workloadShape'],
    });
    expect(featuresOfForm(form)).toEqual({});
  });

  it('a latency limit chosen with the default profile sends the limit, a stricter one both', () => {
    const limit = formStateSchema.parse({ maxP99E2EMs: 5000, selectedRequestInputs: ['latencyLimit'] });
    expect(featuresOfForm(limit)).toEqual({ max_latency_p99_ms: 5000, sizing_goal: 'find_viable_hardware' });
    expect(featuresOfForm({ ...limit, latencySlo: 'strict' }).latency_slo).toBe('strict');
    expect(featuresOfForm({ ...limit, maxP99E2EMs: 0 }).latency_slo).toBe('production');
  });

  it('token counts come from the mix where the mix is chosen and the mode says so', () => {
    const form = formStateSchema.parse({
      concurrency: 64,
      inputSequenceLength: 2000,
      selectedRequestInputs: ['workloadShape', 'workloadMix'],
    });
    expect(featuresOfForm(form)).toMatchObject({ conc: 64, workload_mix: { rag_search: 25 } });
    expect(featuresOfForm(form)).not.toHaveProperty('isl');
    expect(featuresOfForm({ ...form, tokenProfileMode: 'explicitTokens' }).isl).toBe(2000);
  });

  it.each([
    ['totalFleet', { target_tokens_per_sec: 30 }],
    ['perUser', { target_tokens_per_sec_per_user: 30, target_tokens_per_sec: 15_000 }],
    ['perRequest', { target_tokens_per_sec_per_request: 30, target_tokens_per_sec: 1_920 }],
    ['perUserRequest', { target_tokens_per_sec_per_user_request: 30, target_tokens_per_sec: 15_000 }],
  ] as const)('throughput of scope %s', (targetThroughputScope, expected) => {
    const form = formStateSchema.parse({
      targetTokensPerSecond: 30,
      targetThroughputScope,
      activeUsersPeak: 500,
      concurrency: 64,
      selectedRequestInputs: ['targetThroughput', 'activeUsersPeak', 'workloadShape'],
    });
    expect(featuresOfForm(form)).toMatchObject(expected);
  });

  it('hardware, inventory and order have no flag in the specification: a value is a choice', () => {
    const form = formStateSchema.parse({
      allowedGpuModels: ['h200-sxm'],
      availableInventoryRows: [{ gpuModel: 'h200-sxm', count: 8 }],
    });
    expect(featuresOfForm(form)).toMatchObject({
      allowed_gpu_models: ['h200-sxm'],
      available_inventory: [{ gpu_model: 'h200-sxm', count: 8 }],
    });
    expect(featuresOfForm(formStateSchema.parse({ hardware: 'mi300x' })).allowed_gpu_models).toEqual([
      'mi300x',
    ]);
  });

  it('names each input once', () => {
    expect(new Set(REQUEST_INPUTS).size).toBe(REQUEST_INPUTS.length);
  });
});
