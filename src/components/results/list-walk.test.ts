import { describe, expect, it } from 'vitest';
import { rememberWalk, walkStep } from './list-walk.ts';

function memory(start?: string) {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? start ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}
const org = '00000000-0000-4000-8000-000000000001';
const run = { page: 'run', id: 7 } as const;
const walk = { orgId: org, of: run, ids: [30, 10, 20], search: '?status=failed&sort=-job_id' };

describe('the walk through a list', () => {
  it('goes in the order of the list, and ends at its ends', () => {
    const storage = memory();
    rememberWalk(walk, storage);
    const step = (id: number) => walkStep({ orgId: org, of: run, id }, storage);
    expect(step(30)).toEqual({ place: 1, of: 3, before: null, after: 10, search: walk.search });
    expect(step(10)).toMatchObject({ before: 30, after: 20 });
    expect(step(20)).toMatchObject({ place: 3, after: null });
  });

  it('is none for a job, run or workspace that is not of the list', () => {
    const storage = memory();
    rememberWalk(walk, storage);
    expect(walkStep({ orgId: org, of: run, id: 40 }, storage)).toBeNull();
    expect(walkStep({ orgId: org, of: { page: 'run', id: 8 }, id: 10 }, storage)).toBeNull();
    expect(walkStep({ orgId: 'x', of: run, id: 10 }, storage)).toBeNull();
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"orgId":1}',
    `{"orgId":"${org}","runId":7,"jobIds":[10],"search":""}`,
    `{"orgId":"${org}","of":{"page":"run","id":7},"ids":["a"],"search":""}`,
  ])('survives %j in the store', (kept) => {
    expect(walkStep({ orgId: org, of: run, id: 10 }, memory(kept))).toBeNull();
  });

  it('through runs is kept while jobs of one are walked through', () => {
    const storage = memory();
    const project = { page: 'project', id: 7 } as const;
    rememberWalk({ ...walk, of: project, ids: [4, 5], search: '?q=nightly' }, storage);
    rememberWalk(walk, storage);
    expect(walkStep({ orgId: org, of: project, id: 4 }, storage)).toMatchObject({
      after: 5,
      search: '?q=nightly',
    });
    expect(walkStep({ orgId: org, of: run, id: 10 }, storage)).toMatchObject({ before: 30, after: 20 });
    expect(walkStep({ orgId: org, of: run, id: 4 }, storage)).toBeNull();
  });

  it('does without a store', () => {
    const broken = {
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    };
    expect(() => rememberWalk(walk, broken)).not.toThrow();
  });
});
