import { describe, expect, it } from 'vitest';
import { rememberWalk, walkStep } from './list-walk.ts';

function memory(start?: string) {
  let kept = start ?? null;
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value;
    },
  };
}
const org = '00000000-0000-4000-8000-000000000001';
const walk = { orgId: org, runId: 7, jobIds: [30, 10, 20], search: '?status=failed&sort=-job_id' };

describe('the walk through a list', () => {
  it('goes in the order of the list, and ends at its ends', () => {
    const storage = memory();
    rememberWalk(walk, storage);
    const step = (jobId: number) => walkStep({ orgId: org, runId: 7, jobId }, storage);
    expect(step(30)).toEqual({ place: 1, of: 3, before: null, after: 10, search: walk.search });
    expect(step(10)).toMatchObject({ before: 30, after: 20 });
    expect(step(20)).toMatchObject({ place: 3, after: null });
  });

  it('is none for a job, run or workspace that is not of the list', () => {
    const storage = memory();
    rememberWalk(walk, storage);
    expect(walkStep({ orgId: org, runId: 7, jobId: 40 }, storage)).toBeNull();
    expect(walkStep({ orgId: org, runId: 8, jobId: 10 }, storage)).toBeNull();
    expect(walkStep({ orgId: 'x', runId: 7, jobId: 10 }, storage)).toBeNull();
  });

  it.each(['', '{', 'null', '[]', '{"orgId":1}', '{"orgId":"o","runId":7,"jobIds":["a"],"search":""}'])(
    'survives %j in the store',
    (kept) => {
      expect(walkStep({ orgId: org, runId: 7, jobId: 10 }, memory(kept))).toBeNull();
    },
  );

  it('does without a store', () => {
    const broken = {
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    };
    expect(() => rememberWalk(walk, broken)).not.toThrow();
  });
});
