import { expect, it } from 'vitest';
import { readDraft } from './draft.ts';
import { dropDraft, writeDraft } from './keep-draft.ts';
import { EMPTY_VALUES } from './submit-values.ts';

function memoryStore() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}
const typed = { ...EMPTY_VALUES, p_project_name: 'Half done', p_concurrency: 'eigh' };
const other = { ...EMPTY_VALUES, p_project_name: 'Another' };
const LINK = '{"from":"1"}';
const CLONE = '{"from":"2"}';

it('gives back what was typed, valid or not, in the workspace it was typed in', () => {
  const store = memoryStore();
  writeDraft(store, 'a', [''], typed);
  expect(readDraft(store, 'a', '')).toEqual({ origin: '', values: typed });
  expect(readDraft(store, 'b', '')).toBeUndefined();
  dropDraft(store, 'a', ['']);
  expect(readDraft(store, 'a', '')).toBeUndefined();
});

it('does not cover what another link asks for, and comes back from the navigation', () => {
  const store = memoryStore();
  writeDraft(store, 'a', [LINK], typed);
  expect(readDraft(store, 'a', CLONE)).toBeUndefined();
  expect(readDraft(store, 'a', LINK)?.values).toEqual(typed);
  expect(readDraft(store, 'a', '')).toEqual({ origin: LINK, values: typed });
});

it('stays when the form of another link is opened, changed and sent', () => {
  const store = memoryStore();
  writeDraft(store, 'a', [LINK], typed);
  dropDraft(store, 'a', [CLONE]);
  writeDraft(store, 'a', [CLONE], other);
  // The newest is what the navigation brings.
  expect(readDraft(store, 'a', '')?.values).toEqual(other);
  expect(readDraft(store, 'a', LINK)?.values).toEqual(typed);
  dropDraft(store, 'a', [CLONE]);
  expect(readDraft(store, 'a', '')?.values).toEqual(typed);
});

it('is taken over by the form that began with it', () => {
  const store = memoryStore();
  writeDraft(store, 'a', [LINK], typed);
  writeDraft(store, 'a', ['', LINK], other);
  expect(readDraft(store, 'a', LINK)).toBeUndefined();
  expect(readDraft(store, 'a', '')).toEqual({ origin: '', values: other });
  writeDraft(store, 'a', [LINK], typed);
  dropDraft(store, 'a', ['', LINK]);
  expect(readDraft(store, 'a', '')).toBeUndefined();
});

it('survives storage that is broken, foreign or refused', () => {
  const store = memoryStore();
  for (const text of ['{', '{"origin":"","values":{}}', 'null', '7']) {
    store.setItem('yardstick.submit-draft.a', text);
    expect(readDraft(store, 'a', ''), text).toBeUndefined();
  }
  for (const values of [
    { p_project_name: 1 },
    { ...typed, p_repeats: undefined },
    { ...typed, p_tool: 'bench-x' },
    { ...typed, p_options: null },
    null,
  ]) {
    store.setItem('yardstick.submit-draft.a', JSON.stringify([{ origin: '', values }]));
    expect(readDraft(store, 'a', '')).toBeUndefined();
  }
  const refusing = {
    ...store,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  expect(() => writeDraft(refusing, 'a', [''], typed)).not.toThrow();
});
