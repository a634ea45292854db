import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { seed } from '#db/seed.ts';
import { buildApp } from '#server/api/app.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';
import { callRpc, createConfig, createWorkspace, jobArguments, registerWorker } from '#testing/workspace.ts';

let test: TestApp;
let me: SignedIn;
let now = Date.now();

beforeAll(async () => {
  test = await openTestApp({ limits: true, limitsClock: () => now });
  await seed(test.db);
  me = await test.signIn();
});
afterAll(() => test.close());

const system = { role: 'web_system' } as const;
const rpc = (who: SignedIn, name: string, payload: object = {}) =>
  test.app.inject({ method: 'POST', url: `/api/rpc/${name}`, headers: who.bearer, payload });

/** Statuses of `tries` requests, counted. */
async function statuses(tries: number, send: () => Promise<{ statusCode: number }>) {
  const counts: Record<number, number> = {};
  for (let i = 0; i < tries; i += 1) {
    const { statusCode } = await send();
    counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  }
  return counts;
}

describe('requests of a token', () => {
  it('are answered 429 with Retry-After and the contract’s body above the limit of procedures', async () => {
    expect(await statuses(125, () => rpc(me, 'get_current_user_context'))).toEqual({ 200: 120, 429: 5 });
    const refused = await rpc(me, 'get_current_user_context');
    expect(refused.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(refused.headers['x-request-id']).toBeTruthy();
    expect(errorBodySchema.parse(refused.json())).toMatchObject({
      code: 'rate_limited',
      details: { limit: 'rpc', max: 60 },
    });
    // Another spelling of the address is the same procedure.
    const spelled = await test.app.inject({
      method: 'POST',
      url: '/api/%72pc/get_current_user_context',
      headers: me.bearer,
      payload: {},
    });
    expect(spelled.statusCode).toBe(429);
    now += 120_000;
    expect((await rpc(me, 'get_current_user_context')).statusCode).toBe(200);
  });

  it('are 600 reads, and 1,200 more where they are paginated', async () => {
    const read = (more = '', headers = {}) =>
      test.app.inject({ url: `/api/frameworks?limit=1${more}`, headers: { ...me.bearer, ...headers } });
    expect(await statuses(605, () => read())).toEqual({ 200: 600, 429: 5 });
    expect((await read('&offset=1')).statusCode).toBe(200);
    expect((await read('', { range: '0-0', 'range-unit': 'items' })).statusCode).toBeLessThan(300);
    now += 120_000;
  });

  it('are counted across processes', async () => {
    const other = await buildApp(test.deps);
    try {
      const apps = [test.app, other];
      let i = 0;
      const counts = await statuses(130, () => {
        const app = apps[i++ % 2] ?? test.app;
        return app.inject({
          method: 'POST',
          url: '/api/rpc/get_current_user_context',
          headers: me.bearer,
          payload: {},
        });
      });
      expect(counts).toEqual({ 200: 120, 429: 10 });
    } finally {
      await other.close();
      now += 120_000;
    }
  });
});

describe('workers', () => {
  it('sync and upload far more often than people call, each without holding up the other', async () => {
    const workspace = await createWorkspace(test.db, 'Of workers');
    const { token, workerId } = await registerByToken(workspace.claims, workspace.orgId);
    const headers = { authorization: `Bearer ${token}` };
    const sync = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/rpc/worker_sync',
        headers,
        payload: {
          p_worker_id: workerId,
          p_epoch: 1,
          p_state: 'idle',
          p_leases: [],
          p_now: new Date().toISOString(),
        },
      });
    expect(await statuses(150, sync)).toEqual({ 200: 150 });
    const upload = () =>
      test.app.inject({ method: 'POST', url: '/api/rpc/worker_append_log', headers, payload: {} });
    // What is refused here is the empty body; 429 comes before it.
    const counts = await statuses(2_410, upload);
    expect(counts[429]).toBe(10);
    expect((await sync()).statusCode).toBe(200);
  }, 30_000);

  async function registerByToken(claims: Readonly<Record<string, unknown>>, orgId: string) {
    const made = await callRpc<{ token: string }>(test.db, claims, 'create_worker_registration_token', {
      p_org_id: orgId,
      p_name: 'w',
    });
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/rpc/worker_register',
      headers: { authorization: `Bearer ${made.token}` },
      payload: registration,
    });
    const body = response.json<{ worker_id: string; access_token: string }>();
    return { token: body.access_token, workerId: body.worker_id };
  }
  const registration = {
    p_hostname: 'gpu-9',
    p_machine_id: 'machine-0009',
    p_boot_id: 'boot',
    p_agent_version: '0.1.0',
    p_hardware: { cpu_model: 'cpu', cpu_count: 2, memory_gb: 8, os: 'linux', gpus: [] },
    p_capabilities: { launch_kinds: ['simulated'], tools: ['bench-llm'] },
  };
});

describe('job submissions of a workspace', () => {
  it('are 20 in any minute, whoever submits, and 402 above its quota', async () => {
    const workspace = await createWorkspace(test.db, 'Busy');
    await registerWorker(test.db, workspace, 'gpu-1');
    await createConfig(test.db, workspace, {});
    const submit = (claims: Readonly<Record<string, unknown>>, name: string) =>
      test.db.one(
        { role: 'web_user', claims },
        `select api.create_bench_llm_job(${Object.keys(jobArguments(workspace))
          .map((key, i) => `${key} => $${i + 1}`)
          .join(', ')})`,
        Object.values(jobArguments(workspace, { p_job_name: name })) as string[],
      );
    const { claims } = workspace;
    const colleague = await workspace.member('engineer');
    for (let i = 0; i < 20; i += 1) await submit(i % 2 === 0 ? claims : colleague, `job ${i}`);
    await expect(submit(claims, 'one more')).rejects.toMatchObject({
      sqlstate: 'PGRST',
      message: expect.stringContaining('"code": "rate_limited"') as string,
      detail: expect.stringMatching(/"Retry-After": "([1-9]|[1-5]\d|60)"/) as string,
    });
    await test.db.one(
      system,
      `update core.jobs set created_at = created_at - interval '61 seconds' where org_id = $1`,
      [workspace.orgId],
    );
    const both = await Promise.allSettled(
      Array.from({ length: 22 }, (_each, i) => submit(claims, `again ${i}`)),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);

    await test.db.one(
      system,
      `update core.jobs set created_at = created_at - interval '61 seconds' where org_id = $1`,
      [workspace.orgId],
    );
    const quota = (hours: number | null) =>
      callRpc(test.db, workspace.claims, 'set_quota', {
        p_org_id: workspace.orgId,
        p_gpu_hours_per_month: hours,
      });
    await quota(0);
    await expect(submit(claims, 'too much')).rejects.toMatchObject({
      message: expect.stringContaining('"code": "quota_exceeded"') as string,
    });
    await quota(null);
    await submit(claims, 'enough');
  });

  it('count GPU-hours of measured jobs in this month only', async () => {
    const { rows } = await test.db.one<{ org_id: string }>(
      system,
      `with o as (insert into core.organizations (name) values ('Hours') returning org_id),
       p as (insert into core.projects (org_id, project_name) select org_id, 'P' from o returning *),
       r as (insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'R' from p returning *),
       j as (insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, gpu_count)
         select org_id, project_id, run_id, n, 'bench-llm', v, 'm', g from r,
           (values ('a', 'measured', 8), ('b', 'simulated', 8), ('c', 'measured', null), ('old', 'measured', 8)) x (n, v, g) returning *)
       insert into core.job_attempts (job_id, attempt, org_id, worker_epoch, claim_id, lease_token_hash, lease_expires_at, claim_answer, started_at, ended_at)
       select job_id, 1, org_id, 1, gen_random_uuid(), '', now(), '{}',
         case job_name when 'old' then core.month_start() - interval '25 hours' else core.month_start() - interval '1 hour' end,
         case job_name when 'old' then core.month_start() - interval '24 hours' else core.month_start() + interval '30 minutes' end
       from j returning org_id`,
    );
    const orgId = rows[0]?.org_id ?? '';
    const used = await test.db.one(system, 'select core.gpu_hours_used($1)::float8 as hours', [orgId]);
    expect(used.rows).toEqual([{ hours: 4 }]);
    await test.db.one(
      system,
      `insert into core.memberships (org_id, account_id, role_code) values ($1, $2, 'viewer')`,
      [orgId, me.accountId],
    );
    await test.db.one(system, 'select core.add_judge_tokens($1, n) from unnest(array[5, 7]) n', [orgId]);
    const view = await test.app.inject({
      url: `/api/v_quota_usage?org_id=eq.${orgId}`,
      headers: me.bearer,
    });
    expect(view.json()).toMatchObject([
      { gpu_hours_used: 4, gpu_hours_per_month: null, judge_tokens_used: 12, judge_tokens_per_month: null },
    ]);
  });

  it('refuse judge tokens above their quota', async () => {
    await callRpc(test.db, { sub: me.accountId, role: 'web_user' }, 'set_quota', {
      p_org_id: me.orgId,
      p_judge_tokens_per_month: 10,
    });
    const check = () => test.db.one(system, `select core.require_quota($1, 'judge_tokens')`, [me.orgId]);
    await test.db.one(system, 'select core.add_judge_tokens($1, 9)', [me.orgId]);
    await check();
    await test.db.one(system, 'select core.add_judge_tokens($1, 1)', [me.orgId]);
    await expect(check()).rejects.toMatchObject({
      detail: expect.stringContaining('402') as string,
      message: expect.stringContaining('\\"used\\": 10') as string,
    });
  });
});

describe('the audit log of refused calls', () => {
  const refusals = async (where: string, params: string[]) =>
    (
      await test.db.one<{ action: string; detail: { status: number; count: number } }>(
        system,
        `select action, detail, org_id, account_id, request_id from core.audit_log where outcome = 'refused' and ${where} order by audit_id`,
        params,
      )
    ).rows;

  it('has a line for each 403 and 404, in the workspace of the caller, without what was sent', async () => {
    const engineer = await test.signIn({ role: 'engineer' });
    const other = await test.signIn();
    const foreign = await rpc(engineer, 'create_project', {
      p_owner_account_id: engineer.accountId,
      p_org_id: other.orgId,
      p_project_name: 'do-not-store-me',
    });
    expect(foreign.statusCode).toBe(404);
    const forbidden = await rpc(engineer, 'rename_organization', { p_org_id: engineer.orgId, p_name: 'x' });
    expect(forbidden.statusCode).toBe(403);
    await vi.waitFor(async () => {
      expect(await refusals('account_id = $1', [engineer.accountId])).toEqual([
        {
          action: 'create_project',
          detail: { status: 404, count: 1 },
          org_id: engineer.orgId,
          account_id: engineer.accountId,
          request_id: foreign.headers['x-request-id'],
        },
        {
          action: 'rename_organization',
          detail: { status: 403, count: 1 },
          org_id: engineer.orgId,
          account_id: engineer.accountId,
          request_id: forbidden.headers['x-request-id'],
        },
      ]);
    }, 5_000);
    expect(JSON.stringify(await refusals('true', []))).not.toContain('do-not-store-me');
  });

  it('has one line with a count for a flood: 429s of a token, unknown tokens of an address', async () => {
    const flooder = await test.signIn();
    await statuses(150, () => rpc(flooder, 'get_current_user_context'));
    for (let i = 0; i < 25; i += 1) {
      const headers = { authorization: `Bearer ysk_unknown_token_${i}` };
      const sent = { url: '/api/frameworks', headers, remoteAddress: '192.0.2.7' };
      expect((await test.app.inject(sent)).statusCode).toBe(401);
    }
    await vi.waitFor(async () => {
      const limited = await refusals(`account_id = $1 and detail ->> 'status' = '429'`, [flooder.accountId]);
      expect(limited.reduce((sum, line) => sum + line.detail.count, 0)).toBe(30);
      expect(limited.length).toBeLessThan(10);
      const unknown = await refusals(`action = 'unknown_caller' and detail ->> 'address' = '192.0.2.7'`, []);
      expect(unknown.reduce((sum, line) => sum + line.detail.count, 0)).toBe(25);
      expect(unknown.length).toBeLessThan(10);
      expect(JSON.stringify(unknown)).not.toContain('unknown_token');
    }, 5_000);
  });
});
