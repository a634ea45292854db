import { describe, expect, it } from 'vitest';
import { readTurns, writeTurns } from './chat-turns.ts';
import { turn } from './turn-fixture.ts';

function memory() {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
}

describe('the conversation', () => {
  it('comes back on a reload as it was, without defaults in its patches, and only in its workspace', () => {
    const store = memory();
    writeTurns(store, 'a', [turn({})]);
    expect(readTurns(store, 'a')).toEqual([turn({})]);
    expect(readTurns(store, 'b')).toEqual([]);
    const older = Object.entries(turn({})).filter(([key]) => !key.startsWith('ask'));
    store.setItem('yardstick.sizer-chat.a', JSON.stringify([Object.fromEntries(older)]));
    expect(readTurns(store, 'a')).toEqual([turn({})]);
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
});
