import { describe, expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { noViableDetailsSchema, trainingRequiredDetailsSchema } from '#contract/sizer/error-details.ts';
import { solveResponseSchema, type SolveResponse } from '#contract/sizer/solve-response.ts';
import { SizerError } from '../sizer-error.ts';
import { body, plainPredictor, type PlainTimes } from './plain-predictor.test-data.ts';
import { isAnswer, type SolveContext, type SolveOutcome } from './solve-outcome.ts';
import { createSolver } from './solver.ts';

function solverWith(times: PlainTimes = {}) {
  return createSolver({ predictor: plainPredictor(times), gpus: GPUS, models: AI_MODELS });
}

const solver = solverWith();

function answer(outcome: SolveOutcome): SolveResponse {
  if (!isAnswer(outcome)) throw outcome;
  return solveResponseSchema.parse(outcome);
}

function refusal(outcome: SolveOutcome): SizerError {
  if (!(outcome instanceof SizerError)) throw new Error('an error of the sizer was expected');
  return outcome;
}

const solve = (features: Record<string, unknown>, context?: SolveContext) =>
  solver.solve(body(features), context);

const LLAMA = { display_model: 'Llama-3.1-70B', precision: 'fp8', framework: 'vllm', isl: 1000, osl: 101 };

describe('reading a request', () => {
  it.each([
    [{ solve_for: 'sizing_plan', features: { conc: 1 } }],
    [{ fit: {}, solve_for: 'sizing_plan', features: { conc: 1 } }],
    [{ fit: { modality_code: 'llm' }, solve_for: 'sizing_plan', features: {} }],
    [
      {
        fit: { modality_code: 'llm' },
        solve_for: 'sizing_plan',
        features: { framework: 'any', precision: '' },
      },
    ],
    [{ fit: { modality_code: 'llm' }, solve_for: 'sizing_plan', features: { growth_pct: 5 } }],
    [undefined],
  ])('asks for a signal: %j', (request) => {
    expect(refusal(solver.solve(request))).toMatchObject({ code: 'MISSING_SIZING_SIGNAL', status: 400 });
  });

  it('names the field that cannot be read', () => {
    const outcome = solver.solve(body({ conc: -3 }));
    expect(outcome).toMatchObject({ code: 'validation_failed', status: 400 });
    expect(outcome instanceof Error && outcome.message).toContain('features.conc');
  });

  it('wants one of solve_for and solve_for_many', () => {
    const outcome = solver.solve(body({ conc: 1 }, { solve_for_many: ['ttft_p50_ms'] }));
    expect(outcome).toMatchObject({ code: 'validation_failed' });
  });

  it('says which other modality, framework or precision is not covered, with the four steps in order', () => {
    const outcomes = [
      solver.solve({ ...body({ conc: 1 }), fit: { modality_code: 'asr' } }),
      solve({ ...LLAMA, framework: 'ollama' }),
      solve({ ...LLAMA, precision: 'fp3' }),
    ];
    for (const outcome of outcomes) {
      const error = refusal(outcome);
      expect(error.code).toBe('TRAINING_REQUIRED');
      const details = trainingRequiredDetailsSchema.parse(error.details);
      expect(details.recovery.map(({ action }) => action)).toEqual([
        'remove_filters',
        'widen_gpu_models',
        'use_common_model',
        'use_model_fit',
      ]);
      expect(details.covered.frameworks).toEqual(['vllm', 'sglang', 'trt-llm']);
    }
  });

  it('ignores unknown keys and says so', () => {
    const { warnings } = answer(solve({ ...LLAMA, conc: 1, colour: 'red' }));
    expect(warnings).toContain('Unknown feature keys were ignored: colour.');
  });

  it('never guesses a model, GPU or vendor', () => {
    const model = answer(solve({ display_model: 'Mistral 9000', conc: 1 }));
    expect(model).toMatchObject({
      status: 'needs_clarification',
      clarification: { feature: 'display_model' },
    });
    const hardware = answer(solve({ ...LLAMA, allowed_gpu_models: ['b900'] }));
    expect(hardware.clarification?.feature).toBe('allowed_gpu_models');
    expect(answer(solve({ ...LLAMA, allowed_vendors: ['cerebras'] })).clarification?.feature).toBe(
      'allowed_vendors',
    );
  });

  it('says contradictions plainly', () => {
    const vendors = answer(solve({ ...LLAMA, allowed_gpu_models: ['h100-sxm'], allowed_vendors: ['amd'] }));
    expect(vendors.clarification?.question).toContain('no GPU is left');
    const sums = answer(solve({ ...LLAMA, gpu_count: 7, num_prefill_gpu: 4, num_decode_gpu: 8 }));
    expect(sums.clarification?.question).toContain('add up to 12');
    const counts = answer(solve({ ...LLAMA, gpu_count: 6, decode_tp: 4 }));
    expect(counts.clarification).toMatchObject({ feature: 'gpu_count', options: ['4', '8'] });
  });

  it('understands a Hugging Face id and a short name', () => {
    for (const name of ['meta-llama/Llama-3.1-70B', 'llama 70b']) {
      expect(
        answer(solve({ ...LLAMA, display_model: name, conc: 1 })).primary_recommendation?.model_name,
      ).toBe('Llama-3.1-70B');
    }
  });
});

describe('a sizing plan', () => {
  it('names replicas, GPUs and nodes that multiply out, in every row', () => {
    const { recommendations, plan_type } = answer(solve({ ...LLAMA, conc: 700 }));
    expect(plan_type).toBe('capacity_sized');
    expect(recommendations.length).toBeGreaterThan(10);
    for (const row of recommendations) {
      const { tp, pp, dp } = row.parallelism;
      expect(row.gpus_per_replica).toBe(tp * pp * dp);
      expect(row.gpus_needed).toBe(row.replicas * row.gpus_per_replica);
      expect(row.nodes_needed * row.gpus_per_node).toBeGreaterThanOrEqual(row.gpus_needed);
      expect(row.concurrency_per_replica * row.replicas).toBeGreaterThanOrEqual(700);
      expect(row.concurrency_per_replica).toBeLessThanOrEqual(0.8 * row.max_concurrency_per_replica + 1);
      // Throughput follows from the times: 700 · 101 / E2E.
      expect(row.expected_tps_total).toBeCloseTo((700 * 101 * 1_000) / row.expected_p50_e2e_ms, -1);
      expect(row.expected_tps_per_gpu).toBeCloseTo(row.expected_tps_total / row.gpus_needed, 1);
      expect(row.expected_tps_per_user).toBeCloseTo(1_000 / row.expected_tpot_p50_ms, 1);
      expect(row.expected_requests_per_sec).toBeCloseTo(row.expected_tps_total / 101, 2);
      expect(row.expected_ttft_p99_ms).toBeCloseTo(2.62 * row.expected_ttft_p50_ms, 0);
      expect(row.expected_tpot_p99_ms).toBeCloseTo(1.19 * row.expected_tpot_p50_ms, 1);
      expect(row.expected_p99_e2e_ms).toBeCloseTo(
        row.expected_ttft_p99_ms + 100 * row.expected_tpot_p99_ms,
        -2,
      );
      const bought = row.bill_of_materials.filter(({ included }) => !included);
      const sum = bought.reduce((total, { total_usd }) => total + (total_usd ?? Number.NaN), 0);
      if (row.capex_usd !== null) expect(row.capex_usd).toBeCloseTo(sum, -1);
      expect(row.memory.used_gb + row.memory.headroom_gb).toBeCloseTo(row.memory.usable_gb, 2);
      expect(row.nearest_points).toEqual([]);
    }
  });

  it('lists what it took for granted', () => {
    const { assumptions } = answer(solve({ display_model: 'Llama-3.1-70B', conc: 4 }));
    expect(assumptions.join('\n')).toMatch(/1024 tokens in and 1024 out/);
    expect(assumptions.join('\n')).toMatch(/production assumed/);
    expect(assumptions.join('\n')).toMatch(/whole deployment/);
  });

  it('answers without a load with the smallest deployment', () => {
    const response = answer(solve({ display_model: 'Llama-3.1-70B', sizing_goal: 'find_viable_hardware' }));
    expect(response.plan_type).toBe('model_fit_only');
    expect(response.primary_recommendation?.replicas).toBe(1);
  });

  it('gives every allowed GPU model a row or a reason', () => {
    const { recommendations, rejected, warnings } = answer(
      solve({ ...LLAMA, conc: 64, budget_usd: 200_000 }),
    );
    const rows = new Set(recommendations.map(({ gpu_model }) => gpu_model));
    const reasons = rejected.map(({ gpu_model }) => gpu_model);
    const behind = /ranked behind these \d+ rows: (.*)\.$/.exec(
      warnings.find((text) => text.startsWith('Also viable')) ?? '',
    );
    const others = behind?.[1]?.split(', ') ?? [];
    expect([...rows, ...reasons, ...others].sort()).toEqual(GPUS.map(({ gpu_model }) => gpu_model).sort());
    expect(recommendations.length).toBeLessThanOrEqual(20);
    for (const { capex_usd } of recommendations) expect(capex_usd).toBeLessThanOrEqual(200_000);
  });

  it('is the same twice', () => {
    const features = { ...LLAMA, conc: 300, budget_usd: 400_000, max_latency_p99_ms: 9_000 };
    expect(solve(features)).toEqual(solve(features));
    expect(solverWith().solve(body(features))).toEqual(solve(features));
  });

  it('scales a rate for each user to the fleet and holds it for each', () => {
    const response = answer(
      solve({
        ...LLAMA,
        active_users_peak: 500,
        target_tokens_per_sec_per_user: 30,
        allowed_gpu_models: ['h200-sxm'],
      }),
    );
    expect(response.evaluated_profile).toMatchObject({ conc: 500, target_tokens_per_sec: 15_000 });
    const row = response.primary_recommendation;
    expect(row?.expected_tps_total).toBeGreaterThanOrEqual(15_000);
    // 30 tokens/s is 33.3 ms a token.
    expect(row?.expected_tpot_p50_ms).toBeLessThanOrEqual(33.34);
  });

  it('sorts as asked', () => {
    const rows = (sort: string) =>
      answer(solve({ ...LLAMA, conc: 200, recommendation_sort: sort })).recommendations;
    const isSorted = (values: (number | null)[]) =>
      values.every((value, index) => index === 0 || (values[index - 1] ?? Infinity) <= (value ?? Infinity));
    expect(isSorted(rows('lowest_cost').map(({ tco_usd }) => tco_usd))).toBe(true);
    expect(isSorted(rows('fewest_gpus').map(({ gpus_needed }) => gpus_needed))).toBe(true);
    expect(isSorted(rows('highest_throughput').map((row) => -row.expected_tps_total))).toBe(true);
    expect(isSorted(rows('lowest_latency').map((row) => row.expected_p99_e2e_ms))).toBe(true);
    expect(isSorted(rows('lowest_power').map(({ power_w }) => power_w))).toBe(true);
    expect(rows('fewest_gpus').map(({ rank }) => rank)).toEqual(
      rows('fewest_gpus').map((_, index) => index + 1),
    );
  });

  it('takes one row of each GPU, precision and framework', () => {
    const rows = answer(solve({ display_model: 'Llama-3.1-70B', conc: 64 })).recommendations;
    const families = rows.map((row) => `${row.gpu_model} ${row.precision} ${row.framework}`);
    expect(new Set(families).size).toBe(families.length);
  });

  it('stands for a request without a model by a stated set', () => {
    const response = answer(
      solve({
        sizing_goal: 'find_viable_workload_plan',
        workload_mix: { coding_assistant: 60, rag_search: 40 },
        conc: 200,
      }),
    );
    expect(response.primary_recommendation?.model_name).toBe('Llama-3.1-70B');
    expect(new Set(response.recommendations.map(({ model_name }) => model_name)).size).toBe(3);
    // 0.6 · 4096 + 0.4 · 6144 in, 0.6 · 512 + 0.4 · 384 out.
    expect(response.evaluated_profile).toMatchObject({ isl: 4915, osl: 461, source: 'workload_mix' });
    expect(response.fit_check).toBeNull();
  });

  it('gives way to no profile that somebody asked for, but to the assumed one', () => {
    const slow = solverWith({ ttft: () => 30_000 });
    const error = refusal(slow.solve(body({ ...LLAMA, conc: 8, latency_slo: 'production' })));
    expect(error.code).toBe('NO_VIABLE_RECOMMENDATION');
    const lenient = answer(slow.solve(body({ ...LLAMA, conc: 8 })));
    expect(lenient.recommendations.length).toBeGreaterThan(0);
    expect(lenient.warnings.join(' ')).toContain('assumed production latency profile');
  });

  it('keeps an explicit deployment exactly', () => {
    const response = answer(
      solve({ ...LLAMA, conc: 64, gpu_count: 16, decode_tp: 4, allowed_gpu_models: ['h100-sxm'] }),
    );
    for (const row of response.recommendations) {
      expect(row).toMatchObject({
        gpus_needed: 16,
        replicas: 4,
        parallelism: { tp: 4, pp: 1, ep: 1, dp: 1 },
      });
    }
  });

  it('shows disaggregated plans as experimental', () => {
    const response = answer(
      solve({ ...LLAMA, conc: 64, mode: 'disaggregated', allowed_gpu_models: ['h200-sxm'] }),
    );
    expect(response.primary_recommendation).toMatchObject({
      mode: 'disaggregated',
      experimental: true,
      launch_command: null,
    });
    expect(response.warnings.join(' ')).toContain('experimental');
  });

  it('writes a launch command with the split and the context of the request', () => {
    const response = answer(solve({ ...LLAMA, conc: 8, decode_tp: 4, allowed_gpu_models: ['h100-sxm'] }));
    expect(response.primary_recommendation?.launch_command).toBe(
      'VLLM_NO_USAGE_STATS=1 vllm serve meta-llama/Meta-Llama-3.1-70B --host 0.0.0.0 --port 8000 --tensor-parallel-size 4 --max-model-len 2048 --quantization fp8',
    );
  });
});

describe('growth', () => {
  it('sizes for the last year and shows the years before', () => {
    const features = {
      ...LLAMA,
      conc: 100,
      growth_pct: 50,
      horizon_years: 2,
      allowed_gpu_models: ['h100-sxm'],
      decode_tp: 4,
    };
    const response = answer(solve(features));
    expect(response.evaluated_profile).toMatchObject({ conc: 100, growth_factor: 2.25, horizon_years: 2 });
    const row = response.primary_recommendation;
    const years = row?.sensitivity_points.filter(({ input }) => input === 'year') ?? [];
    expect(years.map(({ value }) => value)).toEqual([0, 1, 2]);
    expect(years[2]).toMatchObject({ gpus_needed: row?.gpus_needed, capex_usd: row?.capex_usd });
    const gpus = years.map(({ gpus_needed }) => gpus_needed ?? 0);
    expect([...gpus].sort((a, b) => a - b)).toEqual(gpus);
    expect(gpus[0]).toBe(answer(solve({ ...features, growth_pct: 0 })).primary_recommendation?.gpus_needed);
  });
});

describe('budgets', () => {
  it.each(['capex', 'opex_annual', 'tco'] as const)('compares %s', (basis) => {
    const free = answer(solve({ ...LLAMA, conc: 64, allowed_gpu_models: ['h100-sxm'], horizon_years: 3 }));
    const row = free.primary_recommendation;
    const cost = { capex: row?.capex_usd, opex_annual: row?.opex_annual_usd, tco: row?.tco_usd }[basis] ?? 0;
    const withBudget = (budget_usd: number) =>
      solve({
        ...LLAMA,
        conc: 64,
        allowed_gpu_models: ['h100-sxm'],
        horizon_years: 3,
        budget_basis: basis,
        budget_usd,
      });
    expect(answer(withBudget(cost + 1)).primary_recommendation?.gpu_model).toBe('h100-sxm');
    const error = refusal(withBudget(cost * 0.9));
    expect(error.code).toBe('NO_VIABLE_RECOMMENDATION');
    const details = noViableDetailsSchema.parse(error.details);
    expect(details.rejected[0]?.constraint_failures[0]).toMatchObject({ constraint: 'budget', unit: 'USD' });
  });

  it('takes capex where no basis is given', () => {
    const { assumptions } = answer(solve({ ...LLAMA, conc: 8, budget_usd: 5_000_000 }));
    expect(assumptions.join(' ')).toContain('compared with capex');
  });

  it('offers never less for more money', () => {
    let before = new Set<string>();
    for (const budget_usd of [100_000, 200_000, 400_000, 800_000, 1_600_000, 10_000_000]) {
      const outcome = solve({ ...LLAMA, conc: 400, budget_usd });
      const rejected = isAnswer(outcome)
        ? outcome.rejected
        : noViableDetailsSchema.parse(refusal(outcome).details).rejected;
      const out = new Set(rejected.map(({ gpu_model }) => gpu_model));
      const now = new Set(GPUS.map(({ gpu_model }) => gpu_model).filter((gpu) => !out.has(gpu)));
      for (const gpu of before) expect(now).toContain(gpu);
      before = now;
    }
    expect(before.size).toBeGreaterThan(20);
  });

  it('cannot check a price that is not known, and says so', () => {
    const error = refusal(
      solve({ ...LLAMA, precision: 'bf16', conc: 8, budget_usd: 1e9, allowed_gpu_models: ['tpu-v6e'] }),
    );
    const details = noViableDetailsSchema.parse(error.details);
    expect(details.rejected[0]?.constraint_failures[0]).toMatchObject({ constraint: 'budget', actual: null });
    expect(details.smallest_relaxation?.changes).toEqual([
      { feature: 'budget_basis', from: null, to: 'opex_annual' },
    ]);
  });

  it('uses the prices of the workspace', () => {
    const features = { ...LLAMA, conc: 8, allowed_gpu_models: ['h100-sxm'] };
    const prices = [
      {
        gpu_model: 'h100-sxm',
        capex_server_usd_per_gpu: 10_000,
        capex_gpu_usd: null,
        cloud_usd_h: null,
        source: 'our quote',
        as_of: '2026-11-01',
      },
    ];
    // One node: 8 × 10,000 and a rack of 6,000.
    expect(answer(solve(features, { prices })).primary_recommendation?.capex_usd).toBe(86_000);
    expect(answer(solve(features)).primary_recommendation?.capex_usd).toBe(316_000);
  });
});

describe('latency', () => {
  it('is never cheaper when tighter', () => {
    let cheapest = 0;
    for (const max_latency_p99_ms of [60_000, 12_000, 8_000, 5_000, 3_000, 2_200]) {
      const rows = answer(
        solve({ ...LLAMA, conc: 400, max_latency_p99_ms, recommendation_sort: 'lowest_cost' }),
      ).recommendations;
      for (const row of rows) expect(row.expected_p99_e2e_ms).toBeLessThanOrEqual(max_latency_p99_ms);
      const cost = rows[0]?.tco_usd ?? Infinity;
      expect(cost).toBeGreaterThanOrEqual(cheapest);
      cheapest = cost;
    }
  });
});

describe('relaxations', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['budget', { conc: 400, budget_usd: 50_000, allowed_gpu_models: ['h200-sxm', 'mi300x'] }],
    ['nodes', { conc: 4_000, max_nodes: 1, allowed_gpu_models: ['h100-sxm', 'l40s-48gb'] }],
    ['latency', { conc: 16, max_latency_p99_ms: 1_000, allowed_gpu_models: ['b200-sxm'] }],
    [
      'profile',
      { conc: 64, latency_slo: 'strict', gpu_count: 8, decode_tp: 8, allowed_gpu_models: ['b200-sxm'] },
    ],
    ['hardware', { conc: 8, gpu_count: 1, precision: 'bf16', allowed_gpu_models: ['h100-sxm'] }],
    ['context', { conc: 8, isl: 200_000, osl: 1_000, allowed_gpu_models: ['b300-sxm'] }],
    ['throughput', { target_tokens_per_sec: 90_000, gpu_count: 8, allowed_gpu_models: ['b200-sxm'] }],
    [
      'nodes and budget',
      { conc: 4_000, max_nodes: 1, budget_usd: 200_000, allowed_gpu_models: ['h100-sxm'] },
    ],
    ['inventory', { conc: 2_000, available_inventory: [{ gpu_model: 'h100-sxm', count: 8 }] }],
  ];

  it.each(cases)('for %s really pass when applied', (_, features) => {
    const asked = { ...LLAMA, ...features };
    const error = refusal(solve(asked));
    expect(error.code).toBe('NO_VIABLE_RECOMMENDATION');
    const details = noViableDetailsSchema.parse(error.details);
    expect(details.smallest_relaxation).not.toBeNull();
    for (const row of details.rejected) {
      if (row.relaxation === null) continue;
      expect(row.relaxation.changes.length).toBeLessThanOrEqual(2);
      const changes = Object.fromEntries(row.relaxation.changes.map(({ feature, to }) => [feature, to]));
      const relaxed = answer(solve({ ...asked, allowed_gpu_models: [row.gpu_model], ...changes }));
      expect(relaxed.recommendations.map(({ gpu_model }) => gpu_model)).toContain(row.gpu_model);
    }
  });

  it('asks for no more than is needed', () => {
    const features = { ...LLAMA, conc: 400, allowed_gpu_models: ['h200-sxm'] };
    const cost =
      answer(solve({ ...features, recommendation_sort: 'lowest_cost', latency_slo: 'production' }))
        .primary_recommendation?.capex_usd ?? 0;
    const details = noViableDetailsSchema.parse(
      refusal(solve({ ...features, latency_slo: 'production', budget_usd: cost / 2 })).details,
    );
    const change = details.smallest_relaxation?.changes[0];
    expect(change?.feature).toBe('budget_usd');
    // Rounded up to three digits, no further.
    expect(change?.to).toBeGreaterThanOrEqual(cost);
    expect(change?.to).toBeLessThanOrEqual(cost * 1.01);
  });
});

describe('coverage', () => {
  it('asks for training where only the filters stand in the way', () => {
    const error = refusal(solve({ ...LLAMA, framework: 'trt-llm', allowed_vendors: ['amd'], conc: 8 }));
    expect(error).toMatchObject({ code: 'TRAINING_REQUIRED', status: 422 });
    const details = trainingRequiredDetailsSchema.parse(error.details);
    expect(details.recovery[0]?.changes).toEqual([
      { feature: 'framework', from: 'trt-llm', to: null },
      { feature: 'precision', from: 'fp8', to: null },
    ]);
    expect(details.recovery[1]?.changes).toEqual([{ feature: 'allowed_vendors', from: ['amd'], to: null }]);
    const [first] = details.closest_supported;
    expect(first?.display_model).toBe('Llama-3.1-70B');
  });

  it('asks for training where the model says nothing', () => {
    const blind = solverWith({ uncovered: () => 'nothing was measured' });
    const error = refusal(blind.solve(body({ ...LLAMA, conc: 8 })));
    expect(error.code).toBe('TRAINING_REQUIRED');
  });

  it('still answers whether it fits', () => {
    const blind = solverWith({ uncovered: () => 'nothing was measured' });
    const response = answer(blind.solve(body({ ...LLAMA, conc: 8 }, { solve_for: 'model_fit' })));
    expect(response).toMatchObject({ status: 'completed', plan_type: 'model_fit_only', recommendations: [] });
    expect(response.fit_check).toMatchObject({ fits: true, model_name: 'Llama-3.1-70B', precision: 'fp8' });
    // 70.6 B at about one byte: one H200 of 141 GB holds them, an L40S of 48 GB only half.
    const minimum = response.fit_check?.minimum_hardware ?? [];
    expect(minimum.find(({ gpu_model }) => gpu_model === 'h200-sxm')?.gpus).toBe(1);
    expect(minimum.find(({ gpu_model }) => gpu_model === 'l40s-48gb')?.gpus).toBe(2);
  });
});

describe('inventory', () => {
  it('uses no more than is there and charges nothing for it', () => {
    const response = answer(
      solve({ ...LLAMA, conc: 64, available_inventory: [{ gpu_model: 'h100-sxm', count: 16 }] }),
    );
    const row = response.primary_recommendation;
    expect(row?.gpus_needed).toBeLessThanOrEqual(16);
    expect(row?.capex_usd).toBeLessThan(50_000);
    expect(response.recommendations.every(({ gpu_model }) => gpu_model === 'h100-sxm')).toBe(true);
  });

  it('mixes GPU models where none suffices alone', () => {
    const inventory = [
      { gpu_model: 'h100-sxm', count: 8 },
      { gpu_model: 'h200-sxm', count: 8 },
    ];
    const alone = (gpu_model: string, count: number) =>
      solve({
        ...LLAMA,
        conc: 1_500,
        latency_slo: 'production',
        available_inventory: [{ gpu_model, count }],
      });
    expect(refusal(alone('h100-sxm', 8)).code).toBe('NO_VIABLE_RECOMMENDATION');
    expect(refusal(alone('h200-sxm', 8)).code).toBe('NO_VIABLE_RECOMMENDATION');
    const response = answer(
      solve({ ...LLAMA, conc: 1_500, latency_slo: 'production', available_inventory: inventory }),
    );
    const row = response.primary_recommendation;
    expect(row?.fleet.map(({ gpu_model }) => gpu_model).sort()).toEqual(['h100-sxm', 'h200-sxm']);
    expect(row?.fleet.reduce((sum, part) => sum + part.gpus, 0)).toBe(row?.gpus_needed);
    expect(row?.fleet.reduce((sum, part) => sum + part.share_of_load, 0)).toBeCloseTo(1, 3);
    for (const part of row?.fleet ?? []) expect(part.gpus).toBeLessThanOrEqual(8);
  });
});
