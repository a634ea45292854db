import { describe, expect, it } from 'vitest';
import { KvBlocks, blockHashes, emptyBlockTable } from './kv-blocks.ts';

const tokens = (n: number, from = 0) => Array.from({ length: n }, (_, i) => from + i);
const create = (totalBlocks: number, prefixCaching = true) =>
  new KvBlocks({ totalBlocks, blockSize: 4, prefixCaching });

/** A sequence that computes its whole prompt and goes. */
function serve(kv: KvBlocks, prompt: readonly number[]): number {
  const table = emptyBlockTable();
  const hashes = blockHashes(prompt, 4);
  const cached = kv.takePrefix(table, hashes, prompt.length);
  expect(kv.grow(table, prompt.length)).toBe(true);
  kv.publish(table, hashes, prompt.length);
  kv.release(table);
  return cached;
}

describe('KvBlocks', () => {
  it('rounds tokens up to blocks and refuses what does not fit, changing nothing', () => {
    const kv = create(3);
    const table = emptyBlockTable();
    expect(kv.grow(table, 5)).toBe(true);
    expect(kv.usage).toBeCloseTo(2 / 3);
    expect(kv.grow(table, 13)).toBe(false);
    expect(kv.usage).toBeCloseTo(2 / 3);
    expect(kv.grow(table, 12)).toBe(true);
    kv.release(table);
    expect(kv.usage).toBe(0);
  });

  it('serves a repeated prompt from the cache but for its last token', () => {
    const kv = create(10);
    expect(serve(kv, tokens(12))).toBe(0);
    expect(serve(kv, tokens(12))).toBe(8);
    expect(serve(kv, tokens(13))).toBe(12);
    expect(kv.hitTokens).toBe(20);
    expect(kv.queriedTokens).toBe(37);
  });

  it('matches only from the start', () => {
    const kv = create(10);
    serve(kv, tokens(12));
    expect(serve(kv, [...tokens(4), ...tokens(8, 100)])).toBe(4);
    expect(serve(kv, [99, ...tokens(11)])).toBe(0);
  });

  it('gives cached space up to new sequences, the longest unused first', () => {
    const kv = create(4);
    serve(kv, tokens(8));
    serve(kv, tokens(8, 50));
    const table = emptyBlockTable();
    expect(kv.grow(table, 8)).toBe(true);
    kv.release(table);
    expect(serve(kv, tokens(9, 50))).toBe(8);
    expect(serve(kv, tokens(9))).toBe(0);
  });

  it('shares a block that is in use and frees it after its last user', () => {
    const kv = create(4);
    const [first, second] = [emptyBlockTable(), emptyBlockTable()];
    const hashes = blockHashes(tokens(9), 4);
    kv.grow(first, 9);
    kv.publish(first, hashes, 9);
    expect(kv.takePrefix(second, hashes, 9)).toBe(8);
    expect(kv.grow(second, 9)).toBe(true);
    expect(kv.usage).toBe(1);
    kv.release(first);
    expect(kv.usage).toBe(0.75);
    kv.release(second);
    expect(kv.usage).toBe(0);
  });

  it('forgets on reset, also what is in use', () => {
    const kv = create(4);
    const table = emptyBlockTable();
    const hashes = blockHashes(tokens(8), 4);
    kv.grow(table, 8);
    kv.publish(table, hashes, 8);
    kv.resetPrefixCache();
    expect(kv.usage).toBe(0.5);
    kv.release(table);
    expect(kv.usage).toBe(0);
    expect(serve(kv, tokens(9))).toBe(0);
  });

  it('can be off', () => {
    const kv = create(10, false);
    serve(kv, tokens(12));
    expect(serve(kv, tokens(12))).toBe(0);
    expect(kv.queriedTokens).toBe(0);
  });
});
