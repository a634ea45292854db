import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthSchema } from '#contract/auth.ts';
import { versionSchema } from '#contract/version.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';

let t: TestApp;
let me: SignedIn;
beforeAll(async () => {
  t = await openTestApp();
  me = await t.signIn();
});
afterAll(() => t.close());

const logs = (jobId: string | number, headers: Record<string, string> = me.bearer) =>
  t.app.inject({ method: 'GET', url: `/api/jobs/${jobId}/logs.txt`, headers });

/** A job with attempts and log chunks, as the worker's calls leave them. */
async function addJob(
  owner: SignedIn,
  chunks: readonly [attempt: number, stream: string, seq: number, content: string][],
): Promise<number> {
  const { rows } = await t.db.one<{ job_id: number }>(
    { role: 'web_system' },
    `with project as (
       insert into core.projects (org_id, project_name) values ($1::uuid, gen_random_uuid()::text) returning *
     ), run as (
       insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'run' from project returning *
     )
     insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code)
     select org_id, project_id, run_id, 'job', 'bench-llm', 'measured', 'm' from run returning job_id`,
    [owner.orgId],
  );
  const jobId = rows[0]?.job_id ?? 0;
  for (const attempt of new Set(chunks.map(([number]) => number))) {
    await t.db.one(
      { role: 'web_system' },
      `insert into core.job_attempts (job_id, attempt, org_id, worker_epoch, claim_id, lease_token_hash, lease_expires_at, claim_answer)
       values ($1::integer, $2::integer, $3::uuid, 1, gen_random_uuid(), '', now(), '{}')`,
      [jobId, attempt, owner.orgId],
    );
  }
  await t.db.one(
    { role: 'web_system' },
    `insert into core.job_logs (job_id, attempt, stream, seq, org_id, content, byte_count)
     select $1::integer, c ->> 0, c ->> 1, c ->> 2, $2::uuid, c ->> 3, octet_length(c ->> 3) from jsonb_array_elements($3::jsonb) c`
      .replace('c ->> 0,', '(c ->> 0)::integer,')
      .replace('c ->> 2,', '(c ->> 2)::integer,'),
    [jobId, owner.orgId, JSON.stringify(chunks)],
  );
  return jobId;
}

describe('GET /api/jobs/:jobId/logs.txt', () => {
  it('joins the chunks in order, with a line over each stream', async () => {
    const jobId = await addJob(me, [
      [1, 'engine', 1, 'engine two\n'],
      [1, 'engine', 0, 'engine one, '],
      [2, 'bench', 0, 'ünïcode ✓'],
      [1, 'bench', 0, 'bench\n'],
      [2, 'engine', 0, 'again\n'],
    ]);
    const response = await logs(jobId);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.headers['content-disposition']).toBe(`inline; filename="job-${jobId}-logs.txt"`);
    expect(response.body).toBe(
      [
        '==== attempt 1, bench ====\nbench\n',
        '\n==== attempt 1, engine ====\nengine one, engine two\n',
        '\n==== attempt 2, bench ====\nünïcode ✓\n',
        '\n==== attempt 2, engine ====\nagain\n',
      ].join(''),
    );
  });

  it('pages through many chunks and loses none', async () => {
    const chunks = Array.from(
      { length: 100 },
      (_, seq) =>
        [1, seq < 50 ? 'bench' : 'engine', seq % 50, `${seq}\n`] as [number, string, number, string],
    );
    const jobId = await addJob(me, chunks);
    const numbers = (await logs(jobId)).body.split('\n').filter((line) => /^\d+$/.test(line));
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, n) => String(n)));
  });

  it('says so when nothing has arrived', async () => {
    expect((await logs(await addJob(me, []))).body).toBe('No log of this job has arrived yet.\n');
  });

  it('does not exist for another workspace, nor without a job', async () => {
    const other = await t.signIn();
    const jobId = await addJob(other, [[1, 'bench', 0, 'private']]);
    for (const response of [await logs(jobId), await logs(999_999)]) {
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'not_found' });
      expect(response.headers['content-type']).toContain('application/json');
    }
    expect((await logs(jobId, other.bearer)).body).toContain('private');
    expect((await logs(jobId, {})).statusCode).toBe(401);
    expect((await logs('abc')).statusCode).toBe(400);
    expect((await logs('99999999999')).statusCode).toBe(400);
  });

  it('answers HEAD without reading the logs', async () => {
    const jobId = await addJob(me, [[1, 'bench', 0, 'x']]);
    const response = await t.app.inject({
      method: 'HEAD',
      url: `/api/jobs/${jobId}/logs.txt`,
      headers: me.bearer,
    });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
  });
});

describe('GET /api/version and /api/health', () => {
  it('need no token', async () => {
    const version = await t.app.inject({ url: '/api/version' });
    expect(versionSchema.parse(version.json())).toEqual({
      name: 'yardstick',
      version: '1.2.3',
      api: 'v4.0',
      commit: null,
      schema: '0001-test',
    });
    const health = await t.app.inject({ url: '/api/health' });
    expect(health.statusCode).toBe(200);
    expect(healthSchema.parse(health.json())).toMatchObject({
      status: 'ok',
      database: 'ok',
      engine: t.db.engine,
    });
  });

  it('say that the database is away, and so do the endpoints that need it', async () => {
    const away = await openTestApp();
    await away.app.ready();
    await away.db.close();
    const health = await away.app.inject({ url: '/api/health' });
    expect(health.statusCode).toBe(503);
    expect(health.headers['retry-after']).toBe('5');
    expect(healthSchema.parse(health.json())).toMatchObject({ status: 'degraded', database: 'unavailable' });
    const link = await away.app.inject({
      method: 'POST',
      url: '/api/auth/link',
      payload: { token: 'ysi_x' },
    });
    expect(link.statusCode).toBe(503);
    expect(link.headers['retry-after']).toBe('5');
    expect(link.json()).toMatchObject({ code: 'server_unavailable' });
    await away.app.close();
  });
});
