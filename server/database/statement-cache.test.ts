import { describe, expect, it } from 'vitest';
import { StatementCache } from './statement-cache.ts';

describe('StatementCache', () => {
  it('parses a statement until one run of it completed, then no more', () => {
    const cache = new StatementCache(10);
    expect(cache.plan('a')).toEqual({ name: 's1', parse: true, close: ['s1'] });
    expect(cache.plan('a')).toEqual({ name: 's1', parse: true, close: ['s1'] });
    cache.confirm('a');
    expect(cache.plan('a')).toEqual({ name: 's1', parse: false, close: [] });
  });

  it('closes the least recently used beyond its limit and never uses a name twice', () => {
    const cache = new StatementCache(2);
    for (const text of ['a', 'b', 'a']) {
      cache.plan(text);
      cache.confirm(text);
    }
    expect(cache.plan('c')).toEqual({ name: 's3', parse: true, close: ['s2', 's3'] });
    expect(cache.plan('a').parse).toBe(false);
    expect(cache.plan('b')).toEqual({ name: 's4', parse: true, close: ['s3', 's4'] });
    expect(cache.size).toBe(2);
  });

  it('closes everything at the next use after forgetting', () => {
    const cache = new StatementCache(5);
    cache.plan('a');
    cache.confirm('a');
    cache.forget();
    expect(cache.plan('a')).toEqual({ name: 's2', parse: true, close: ['s1', 's2'] });
    expect(cache.plan('b').close).toEqual(['s3']);
  });
});
