import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, type SizerFormState } from '#contract/sizer/form-state.ts';
import { diffLines, patchState, undoPatch, valuesBefore, type FormPatch } from './form-diff.ts';

const patch: FormPatch = {
  displayModel: 'Llama-3.1-70B',
  concurrency: 64,
  maxP99E2EMs: 5000,
  selectedRequestInputs: ['modelServing', 'workloadShape', 'latencyLimit'],
};
const form: SizerFormState = { ...EMPTY_FORM, selectedRequestInputs: ['budget'], budgetUsd: 9 };
const before = valuesBefore(form, patch);
const after = { ...form, ...patch };

describe('a change of the form by the chat', () => {
  it('is told field by field, and which inputs start or stop being sent', () => {
    expect(diffLines(before, patch)).toEqual([
      { label: 'Model', from: 'none', to: 'Llama-3.1-70B' },
      { label: 'Concurrency', from: '1 in flight', to: '64 in flight' },
      { label: 'p99 end to end, at most', from: 'not set', to: '5,000 ms' },
      { label: 'Now sent', from: '', to: 'Model, Load, Latency limit' },
      { label: 'No longer sent', from: '', to: 'Budget' },
    ]);
  });

  it('is undone whole while nothing else changed, and made again', () => {
    const undone = { ...after, ...undoPatch(after, before, patch) };
    expect(undone).toEqual(form);
    expect(patchState(undone, before, patch)).toBe('undone');
    const again = { ...undone, ...undoPatch(undone, patch, before) };
    expect({ ...again, selectedRequestInputs: [] }).toEqual({ ...after, selectedRequestInputs: [] });
    expect(new Set(again.selectedRequestInputs)).toEqual(new Set(after.selectedRequestInputs));
    expect(patchState(again, before, patch)).toBe('held');
  });

  it('leaves what was changed since, also inputs chosen since', () => {
    const since: SizerFormState = {
      ...after,
      concurrency: 128,
      selectedRequestInputs: [...after.selectedRequestInputs, 'nodeLimit'],
    };
    expect(patchState(since, before, patch)).toBe('partly');
    const undone = { ...since, ...undoPatch(since, before, patch) };
    expect(undone.concurrency).toBe(128);
    expect(undone.displayModel).toBe('');
    expect(undone.selectedRequestInputs).toEqual(['nodeLimit', 'budget']);
  });

  it('of nothing is nothing', () => {
    expect(patchState(form, {}, {})).toBe('none');
    expect(diffLines({ concurrency: 1 }, { concurrency: 1 })).toEqual([]);
    expect(undoPatch(form, {}, {})).toEqual({});
  });
});
