import { describe, expect, it } from 'vitest';
import { EMPTY_FORM } from '#contract/sizer/form-state.ts';
import { historyOf } from './chat-merge.ts';
import type { Asked } from './sizer-search.ts';
import { turnLines, turnState, withoutTurn } from './turn-diff.ts';
import { turn } from './turn-fixture.ts';

const asked = (form: Asked['form'], more: Asked['more'] = {}): Asked => ({ form, more, ask: 'sizing_plan' });

describe('a turn of the conversation', () => {
  it('tells the agent what was said, save what was undone', () => {
    const first = turn({});
    const second = turn({
      id: '2',
      message: 'p99 below 5s',
      answer: 'ok',
      patch: { maxP99E2EMs: 5000, selectedRequestInputs: ['modelServing', 'latencyLimit'] },
      before: { maxP99E2EMs: 0, selectedRequestInputs: ['modelServing'] },
    });
    const question = turn({ id: '3', message: 'how sure are you?', answer: 'quite', patch: {}, before: {} });
    const form = { ...EMPTY_FORM, ...first.patch, ...second.patch };
    const turns = [first, second, question];
    expect(historyOf(turns, asked(form)).map(({ content }) => content)).toEqual([
      'llama 70b',
      '8 × H200',
      'p99 below 5s',
      'ok',
      'how sure are you?',
      'quite',
    ]);
    const undone = withoutTurn(asked(form), second).form;
    expect(undone).toEqual({ ...EMPTY_FORM, ...first.patch });
    expect(historyOf(turns, asked(undone)).map(({ content }) => content)).toEqual([
      'llama 70b',
      '8 × H200',
      'how sure are you?',
      'quite',
    ]);
    expect(withoutTurn(asked(undone), second, true).form).toEqual(form);
  });

  it('says what no field carries and the kind of answer, and takes them back one by one', () => {
    const two = turn({
      patch: {},
      before: {},
      more: { usd_per_kwh: 0.2, pp: 2, kv_precision: 'fp8' },
      moreBefore: { usd_per_kwh: 0.2 },
      ask: 'sizing_plan',
      askBefore: 'model_fit',
    });
    expect(turnLines(two)).toEqual([
      { label: 'Answer', from: 'only whether the model fits', to: 'a plan: hardware, speed, money' },
      { label: 'Pipeline parallelism', from: 'not set', to: '2' },
      { label: 'KV cache precision', from: 'not set', to: 'fp8' },
    ]);
    const after = asked(EMPTY_FORM, { usd_per_kwh: 0.2, pp: 2, kv_precision: 'fp8' });
    expect(turnState(after, two)).toBe('held');
    const undone = withoutTurn(after, two);
    expect(undone).toEqual({ form: EMPTY_FORM, more: { usd_per_kwh: 0.2 }, ask: 'model_fit' });
    expect(turnState(undone, two)).toBe('undone');
    expect(historyOf([two], undone)).toEqual([]);
    expect(withoutTurn(undone, two, true)).toEqual(after);
    // What was changed since stays.
    const since = { ...after, more: { usd_per_kwh: 0.3, pp: 4, kv_precision: 'fp8' as const } };
    expect(turnState(since, two)).toBe('partly');
    expect(withoutTurn(since, two)).toEqual({
      form: EMPTY_FORM,
      more: { usd_per_kwh: 0.3, pp: 4 },
      ask: 'model_fit',
    });
  });

  it('is held, undone or changed since as a whole', () => {
    const both = turn({ more: { pp: 2 } });
    const form = { ...EMPTY_FORM, ...both.patch };
    expect(turnState(asked(form, { pp: 2 }), both)).toBe('held');
    expect(turnState(asked(form), both)).toBe('partly');
    expect(turnState(asked(EMPTY_FORM), both)).toBe('undone');
    expect(turnState(asked(form), turn({ patch: {}, before: {} }))).toBe('none');
  });
});
