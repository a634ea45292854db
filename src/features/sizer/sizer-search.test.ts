import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, formStateSchema, type SizerFormState } from '#contract/sizer/form-state.ts';
import { parseSearchText, stringifySearchText } from '#src/url/search-text.ts';
import { formOf, packAsked, sizerSearch, unpackAsked, viewOf } from './sizer-search.ts';

/** Through the address bar and back. */
function throughAddress(form: SizerFormState): SizerFormState {
  const address = stringifySearchText(sizerSearch.write(viewOf(form)));
  return formOf(sizerSearch.read(sizerSearch.validate(parseSearchText(address))));
}

const FULL: SizerFormState = formStateSchema.parse({
  sizingGoal: 'meetThroughput',
  displayModel: 'Llama-3.1-70B',
  framework: 'vllm',
  precision: 'fp8',
  specMethod: 'mtp',
  allowedGpuModels: ['h200-sxm', 'b200-sxm'],
  allowedGpuVendors: ['nvidia'],
  concurrency: 64,
  inputSequenceLength: 2000,
  outputSequenceLength: 500,
  tensorParallelism: 4,
  servingProcessorCount: 8,
  targetTokensPerSecond: 20_000.5,
  targetThroughputScope: 'perUser',
  recommendationSort: 'lowest_cost',
  maxP99E2EMs: 8000,
  maxNodes: 2,
  activeUsersPeak: 500,
  budgetBasis: 'tco',
  budgetUsd: 600_000,
  horizonYears: 3,
  latencySlo: 'strict',
  growthPct: -12.5,
  tokenProfileMode: 'explicitTokens',
  workloadMix: { codingAssistant: 60, customerSupport: 0, agenticWorkflows: 0, ragSearch: 40 },
  selectedRequestInputs: ['modelServing', 'budget', 'inventory'],
  availableInventoryRows: [
    { gpuModel: 'h100-sxm', count: 16, gpusPerNode: 8 },
    { gpuModel: 'odd:name,%', count: 3, gpusPerNode: 0 },
  ],
});

describe('the form in the address', () => {
  it('keeps every field of a full form', () => {
    expect(throughAddress(FULL)).toEqual(FULL);
    const asked = { form: FULL, more: { ep: 8, kv_precision: 'fp8' as const }, ask: 'model_fit' as const };
    expect(unpackAsked(packAsked(asked))).toEqual(asked);
  });

  it('says nothing of the minimal form, and only what differs of another', () => {
    expect(sizerSearch.write(viewOf(EMPTY_FORM))).toEqual({});
    expect(
      sizerSearch.write(viewOf({ ...EMPTY_FORM, concurrency: 64, selectedRequestInputs: ['workloadShape'] })),
    ).toEqual({
      conc: '64',
      send: 'workloadShape',
    });
  });

  it('holds for changed forms of any kind', () => {
    let seed = 7;
    const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    for (let round = 0; round < 200; round += 1) {
      const form: SizerFormState = { ...EMPTY_FORM };
      for (const key of Object.keys(FULL) as (keyof SizerFormState)[])
        if (next(3) === 0) Object.assign(form, { [key]: FULL[key] });
      form.concurrency = next(5000);
      form.growthPct = next(1000) / 8 - 60;
      expect(throughAddress(form)).toEqual(form);
    }
  });

  it('takes the default for what it does not understand', () => {
    const form = formOf(
      sizerSearch.read({
        conc: '-4',
        in: 'many',
        mix: '1-2',
        growth: '-400',
        goal: 'x',
        inv: 'a:b,,h100-sxm:4',
        send: 'budget,hm',
      }),
    );
    expect(form).toEqual({
      ...EMPTY_FORM,
      selectedRequestInputs: ['budget'],
      availableInventoryRows: [{ gpuModel: 'h100-sxm', count: 4, gpusPerNode: 0 }],
    });
  });

  it('survives a broken escape in an inventory row', () => {
    expect(formOf(sizerSearch.read({ inv: '%:3' })).availableInventoryRows).toEqual([
      { gpuModel: '%', count: 3, gpusPerNode: 0 },
    ]);
  });
});
