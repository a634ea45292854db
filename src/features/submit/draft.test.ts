import { expect, it } from 'vitest';
import { dropDraft, readDraft, writeDraft } from './draft.ts';
import { EMPTY_VALUES } from './submit-values.ts';

function memoryStore() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
const typed = { ...EMPTY_VALUES, p_project_name: 'Half done', p_concurrency: 'eigh' };

it('gives back what was typed, valid or not, in the workspace it was typed in', () => {
  const store = memoryStore();
  writeDraft(store, 'a', '', typed);
  expect(readDraft(store, 'a', '')).toEqual(typed);
  expect(readDraft(store, 'b', '')).toBeNull();
  dropDraft(store, 'a');
  expect(readDraft(store, 'a', '')).toBeNull();
});

it('does not cover what another link asks for, and comes back from the navigation', () => {
  const store = memoryStore();
  writeDraft(store, 'a', '{"from":"1"}', typed);
  expect(readDraft(store, 'a', '{"from":"2"}')).toBeNull();
  expect(readDraft(store, 'a', '{"from":"1"}')).toEqual(typed);
  expect(readDraft(store, 'a', '')).toEqual(typed);
});

it('survives storage that is broken, foreign or refused', () => {
  const store = memoryStore();
  store.setItem('yardstick.submit-draft.a', '{"origin":"","values":{"p_project_name":1}}');
  expect(readDraft(store, 'a', '')).toBeNull();
  for (const values of [
    { ...typed, p_repeats: undefined },
    { ...typed, p_tool: 'bench-x' },
    { ...typed, p_options: null },
    null,
  ]) {
    store.setItem('yardstick.submit-draft.a', JSON.stringify({ origin: '', values }));
    expect(readDraft(store, 'a', '')).toBeNull();
  }
  const refusing = {
    ...store,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  expect(() => writeDraft(refusing, 'a', '', typed)).not.toThrow();
});
