import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY_FORM, type SizerFormState } from '#contract/sizer/form-state.ts';
import { answeredTurn, emptyRequest, mergeTurn } from './chat-merge.ts';
import type { Asked } from './sizer-search.ts';

const asked = (form: Partial<SizerFormState>, more: Asked['more'] = {}): Asked => ({
  form: { ...EMPTY_FORM, ...form },
  more,
  ask: 'sizing_plan',
});
const start = asked({
  displayModel: 'Llama-3.1-70B',
  concurrency: 64,
  selectedRequestInputs: ['modelServing', 'workloadShape'],
});
const answer = {
  form: {
    maxP99E2EMs: 60_000,
    concurrency: 128,
    selectedRequestInputs: ['modelServing', 'workloadShape', 'latencyLimit'],
  } satisfies Partial<SizerFormState>,
  more: {},
  ask: 'sizing_plan' as const,
};

it('takes the whole answer where nothing was changed meanwhile', () => {
  expect(mergeTurn(start, start, answer)).toEqual({ change: answer, left: [] });
});

it('writes nothing that was changed meanwhile, and says what it left', () => {
  const now = asked({
    ...start.form,
    concurrency: 32,
    budgetUsd: 9000,
    selectedRequestInputs: ['modelServing', 'workloadShape', 'budget'],
  });
  const { change, left } = mergeTurn(start, now, answer);
  expect(change.form).toEqual({
    maxP99E2EMs: 60_000,
    selectedRequestInputs: ['modelServing', 'workloadShape', 'budget', 'latencyLimit'],
  });
  expect(left).toEqual(['Concurrency: 128 in flight']);
});

it('leaves out what a person took out, and keeps sending what they filled in anew', () => {
  const unticked = asked({ ...start.form, selectedRequestInputs: ['modelServing'] });
  expect(mergeTurn(start, unticked, answer).change.form.selectedRequestInputs).toEqual([
    'modelServing',
    'latencyLimit',
  ]);
  const filled = asked({ ...start.form, concurrency: 32 });
  const drops = { ...answer, form: { selectedRequestInputs: ['modelServing' as const] } };
  expect(mergeTurn(start, start, drops).change.form.selectedRequestInputs).toEqual(['modelServing']);
  expect(mergeTurn(start, filled, drops)).toMatchObject({
    change: { form: {} },
    left: ['No longer sent: Load'],
  });
});

it('merges what no field carries, and the kind of answer, in the same way', () => {
  const before = asked({}, { usd_per_kwh: 0.2, pp: 2 });
  const now: Asked = { ...asked({}, { pp: 4 }), ask: 'model_fit' };
  const agents = { form: {}, more: { usd_per_kwh: 0.3, pp: 2, ep: 8 }, ask: 'sizing_plan' as const };
  expect(mergeTurn(before, now, agents).change).toEqual({
    form: {},
    more: { pp: 4, ep: 8 },
    ask: 'model_fit',
  });
});

it('never writes over a number that was changed meanwhile, and always writes one that was not', () => {
  const numbers = fc.record({
    concurrency: fc.integer({ min: 0, max: 3 }),
    budgetUsd: fc.integer({ min: 0, max: 3 }),
    maxNodes: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(numbers, numbers, numbers, (first, later, agents) => {
      const now = asked(later).form;
      const { change } = mergeTurn(asked(first), asked(later), { ...answer, form: agents });
      const form = { ...now, ...change.form };
      for (const key of ['concurrency', 'budgetUsd', 'maxNodes'] as const)
        expect(form[key]).toBe(first[key] === later[key] ? agents[key] : later[key]);
    }),
  );
});

it('makes a turn of an answer, with all that it changed and what stood there', () => {
  const fit: Asked = { ...asked({ concurrency: 4 }, { pp: 2 }), ask: 'model_fit' };
  const request = { fit: { modality_code: 'llm' }, solve_for: 'sizing_plan' as const, features: { pp: 8 } };
  const { turn, change } = answeredTurn(
    'pipeline parallel 8, 64 at once',
    {
      status: 'solved',
      assistant_message: 'done',
      steps: [],
      request,
      response: null,
      form_patch: { concurrency: 64 },
      assumptions: [],
      error_code: null,
    },
    fit,
    fit,
  );
  expect(change).toEqual({ form: { concurrency: 64 }, more: { pp: 8 }, ask: 'sizing_plan' });
  expect(turn).toMatchObject({
    patch: { concurrency: 64 },
    before: { concurrency: 4 },
    more: { pp: 8 },
    moreBefore: { pp: 2 },
    ask: 'sizing_plan',
    askBefore: 'model_fit',
  });
});

it('tells the agent of an empty form which kind of answer is wanted, where it is not a plan', () => {
  expect(emptyRequest(asked({}), 'a')).toBeNull();
  expect(emptyRequest({ ...asked({}), ask: 'model_fit' }, 'a')).toEqual({
    fit: { modality_code: 'llm' },
    solve_for: 'model_fit',
    features: {},
    org_id: 'a',
  });
});
