import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '#db/seed.ts';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import {
  callRpc,
  createConfig,
  createWorkspace,
  failureOf,
  jobArguments,
  registerWorker,
  type TestWorkspace,
} from '#testing/workspace.ts';

type Claims = Readonly<Record<string, unknown>>;

let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;
let viewer: Claims;
let engineer: Claims;
let jobs: number[];

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  await seed(db);
  workspace = await createWorkspace(db);
  await registerWorker(db, workspace);
  await createConfig(db, workspace);
  viewer = await workspace.member('viewer');
  engineer = await workspace.member('engineer');
  jobs = [];
  for (const name of ['a', 'b'])
    jobs.push(
      await callRpc<number>(
        db,
        engineer,
        'create_bench_llm_job',
        jobArguments(workspace, { p_job_name: name }),
      ),
    );
});
afterAll(() => test.close());

const mark = (claims: Claims, more: Readonly<Record<string, unknown>> = {}) =>
  callRpc<{ known_issue_id: string; job_id: number }[]>(db, claims, 'mark_known_issue', {
    p_org_id: workspace.orgId,
    p_job_ids: jobs,
    p_issue_text: ' Throttled: the fan had failed ',
    p_issue_url: 'https://tickets.example/7?a=b',
    ...more,
  });
const seen = async (claims: Claims) =>
  (
    await db.one(
      { role: 'web_user', claims, readOnly: true },
      `select job_id, issue_text, issue_url, created_by_name from api.v_known_issues where org_id = $1 order by job_id`,
      [workspace.orgId],
    )
  ).rows;

describe('known issues', () => {
  it('are said of jobs by engineers, read by every member, and taken back', async () => {
    const made = await mark(engineer);
    expect(made.map(({ job_id: id }) => id)).toEqual(jobs);
    expect(await seen(viewer)).toEqual(
      jobs.map((id) => ({
        job_id: id,
        issue_text: 'Throttled: the fan had failed',
        issue_url: 'https://tickets.example/7?a=b',
        created_by_name: 'engineer',
      })),
    );
    const [first] = made;
    const clear = (claims: Claims) =>
      callRpc(db, claims, 'clear_known_issue', { p_known_issue_id: first?.known_issue_id });
    expect((await failureOf(clear(viewer))).code).toBe('forbidden');
    await clear(engineer);
    expect((await seen(viewer)).map(({ job_id: id }) => id)).toEqual([jobs[1]]);
    expect((await failureOf(clear(engineer))).code).toBe('not_found');
  });

  it('a job named twice gets one', async () => {
    const [id] = jobs;
    expect(await mark(engineer, { p_job_ids: [id, id] })).toHaveLength(1);
  });

  it.each([
    ['viewer', {}, 'forbidden', undefined],
    ['engineer', { p_job_ids: [] }, 'validation_failed', 'p_job_ids'],
    ['engineer', { p_job_ids: [null] }, 'validation_failed', 'p_job_ids'],
    ['engineer', { p_job_ids: [987_654] }, 'not_found', 'p_job_ids'],
    ['engineer', { p_issue_text: '  ' }, 'validation_failed', 'p_issue_text'],
    ['engineer', { p_issue_url: 'javascript:alert(1)' }, 'validation_failed', 'p_issue_url'],
  ] as const)('%s, %o: %s', async (who, more, code, field) => {
    const failure = await failureOf(mark(who === 'viewer' ? viewer : engineer, more));
    expect(failure.code).toBe(code);
    if (field !== undefined) expect(failure.details).toMatchObject({ field });
  });

  it('at most ten of a job', async () => {
    const [, id] = jobs;
    for (let n = (await seen(viewer)).filter((row) => row['job_id'] === id).length; n < 10; n += 1)
      await mark(engineer, { p_job_ids: [id] });
    expect(await failureOf(mark(engineer, { p_job_ids: [id] }))).toMatchObject({
      code: 'validation_failed',
      details: { limit: 10 },
    });
  });
});
