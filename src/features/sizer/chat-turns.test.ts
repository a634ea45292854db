import { describe, expect, it } from 'vitest';
import { EMPTY_FORM } from '#contract/sizer/form-state.ts';
import { historyOf, readTurns, withoutTurn, writeTurns, type ChatTurn } from './chat-turns.ts';

function memory() {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}

const turn = (change: Partial<ChatTurn>): ChatTurn => ({
  id: '1',
  message: 'llama 70b',
  status: 'solved',
  answer: '8 × H200',
  steps: [{ kind: 'read', title: 'Read', detail: 'a model', data: { span: [0, 9] } }],
  assumptions: [],
  errorCode: null,
  patch: { displayModel: 'Llama-3.1-70B', selectedRequestInputs: ['modelServing'] },
  before: { displayModel: '', selectedRequestInputs: [] },
  more: {},
  moreBefore: {},
  left: [],
  ...change,
});

describe('the conversation', () => {
  it('comes back on a reload as it was, without defaults in its patches, and only in its workspace', () => {
    const store = memory();
    writeTurns(store, 'a', [turn({})]);
    expect(readTurns(store, 'a')).toEqual([turn({})]);
    expect(readTurns(store, 'b')).toEqual([]);
    store.setItem('yardstick.sizer-chat.a', '[{"id":1}]');
    expect(readTurns(store, 'a')).toEqual([]);
  });

  it('keeps a bounded number of turns and works without storage', () => {
    const store = memory();
    writeTurns(
      store,
      'a',
      Array.from({ length: 100 }, (_, index) => turn({ id: String(index) })),
    );
    expect(readTurns(store, 'a')).toHaveLength(60);
    const full = {
      ...store,
      setItem: () => {
        throw new Error('quota');
      },
    };
    expect(() => writeTurns(full, 'a', [turn({})])).not.toThrow();
  });

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
    expect(historyOf(turns, form).map(({ content }) => content)).toEqual([
      'llama 70b',
      '8 × H200',
      'p99 below 5s',
      'ok',
      'how sure are you?',
      'quite',
    ]);
    const undone = withoutTurn({ form, more: {}, ask: 'sizing_plan' }, second).form;
    expect(undone).toEqual({ ...EMPTY_FORM, ...first.patch });
    expect(historyOf(turns, undone).map(({ content }) => content)).toEqual([
      'llama 70b',
      '8 × H200',
      'how sure are you?',
      'quite',
    ]);
    expect(withoutTurn({ form: undone, more: {}, ask: 'sizing_plan' }, second, true).form).toEqual(form);
  });

  it('takes back what no field carries, unless it changed since', () => {
    const rate = turn({ patch: {}, before: {}, more: { usd_per_kwh: 0.2 } });
    const asked = { form: EMPTY_FORM, more: { usd_per_kwh: 0.2 }, ask: 'sizing_plan' as const };
    expect(withoutTurn(asked, rate).more).toEqual({});
    expect(withoutTurn({ ...asked, more: { usd_per_kwh: 0.3 } }, rate).more).toEqual({ usd_per_kwh: 0.3 });
  });
});
