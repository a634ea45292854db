import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, REQUEST_INPUTS, type SizerFormState } from '#contract/sizer/form-state.ts';
import { choosePatch, moreOf, requestOf, sentInputs, setPatch, withChanges } from './sizer-request.ts';
import type { Asked } from './sizer-search.ts';

const ORG = '00000000-0000-4000-8000-0000000000aa';
const asked = (form: Partial<SizerFormState>, change: Partial<Asked> = {}): Asked => ({
  form: { ...EMPTY_FORM, ...form },
  more: {},
  ask: 'sizing_plan',
  ...change,
});
const llama = asked({
  displayModel: 'Llama-3.1-70B',
  concurrency: 64,
  inputSequenceLength: 2000,
  outputSequenceLength: 500,
  selectedRequestInputs: ['modelServing', 'workloadShape'],
});

describe('the request of the form', () => {
  it('is none without a signal', () => {
    expect(requestOf(asked({ displayModel: 'not chosen' }), ORG)).toBeNull();
  });

  it('holds what is chosen, what no field carries, the kind of answer and the workspace', () => {
    expect(requestOf({ ...llama, more: { kv_precision: 'fp8' }, ask: 'model_fit' }, ORG)).toEqual({
      fit: { modality_code: 'llm' },
      solve_for: 'model_fit',
      org_id: ORG,
      features: {
        sizing_goal: 'find_viable_hardware',
        display_model: 'Llama-3.1-70B',
        conc: 64,
        isl: 2000,
        osl: 500,
        kv_precision: 'fp8',
      },
    });
    expect(moreOf({ conc: 3, ep: 8, mode: null })).toEqual({ ep: 8 });
  });
});

describe('a change of features', () => {
  it('lands in the form and leaves the rest', () => {
    const next = withChanges(llama, [
      { feature: 'max_latency_p99_ms', to: 9000 },
      { feature: 'isl', to: 1000 },
    ]);
    expect(next.form).toMatchObject({ maxP99E2EMs: 9000, inputSequenceLength: 1000, concurrency: 64 });
    expect(requestOf(next, ORG)?.features).toMatchObject({ max_latency_p99_ms: 9000, isl: 1000, osl: 500 });
  });

  it('of null takes the feature away', () => {
    const filtered = asked({
      ...llama.form,
      framework: 'vllm',
      selectedRequestInputs: ['modelServing', 'frameworkFilter'],
    });
    expect(
      requestOf(withChanges(filtered, [{ feature: 'framework', to: null }]), ORG)?.features,
    ).not.toHaveProperty('framework');
  });

  it('of the fleet target takes the place of a target per user', () => {
    const perUser = asked({
      displayModel: 'Qwen3-235B-A22B',
      activeUsersPeak: 500,
      targetTokensPerSecond: 30,
      targetThroughputScope: 'perUser',
      selectedRequestInputs: ['modelServing', 'activeUsersPeak', 'targetThroughput'],
    });
    expect(requestOf(perUser, ORG)?.features.target_tokens_per_sec).toBe(15_000);
    const next = requestOf(
      withChanges(perUser, [{ feature: 'target_tokens_per_sec', to: 8000 }]),
      ORG,
    )?.features;
    expect(next).toMatchObject({ target_tokens_per_sec: 8000, active_users_peak: 500 });
    expect(next).not.toHaveProperty('target_tokens_per_sec_per_user');
  });

  it('that no field carries travels beside the form', () => {
    expect(withChanges(llama, [{ feature: 'usd_per_kwh', to: 0.2 }]).more).toEqual({ usd_per_kwh: 0.2 });
  });
});

describe('what is sent', () => {
  it('follows from the request, not from the ticks alone', () => {
    const form = {
      ...EMPTY_FORM,
      budgetUsd: 0,
      allowedGpuVendors: ['amd'],
      selectedRequestInputs: ['budget' as const],
    };
    expect([...sentInputs(form)]).toEqual(['hardwareFilter']);
  });

  it('can be stopped for every input', () => {
    const full: SizerFormState = {
      ...EMPTY_FORM,
      displayModel: 'm',
      framework: 'vllm',
      precision: 'fp8',
      specMethod: 'mtp',
      activeUsersPeak: 5,
      targetTokensPerSecond: 5,
      maxP99E2EMs: 5,
      latencySlo: 'strict',
      budgetUsd: 5,
      maxNodes: 5,
      growthPct: 5,
      horizonYears: 3,
      allowedGpuModels: ['h100-sxm'],
      availableInventoryRows: [{ gpuModel: 'h100-sxm', count: 5, gpusPerNode: 0 }],
      tensorParallelism: 4,
      selectedRequestInputs: [...REQUEST_INPUTS],
    };
    expect([...sentInputs(full)].sort()).toEqual([...REQUEST_INPUTS].sort());
    for (const input of REQUEST_INPUTS)
      expect(sentInputs({ ...full, ...choosePatch(full, input, false) }).has(input), input).toBe(false);
  });

  it('starts with what a person sets', () => {
    expect(setPatch(EMPTY_FORM, 'nodeLimit', { maxNodes: 2 })).toEqual({
      selectedRequestInputs: ['nodeLimit'],
      maxNodes: 2,
    });
  });
});
