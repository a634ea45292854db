import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from '#db/seed.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';
import { createConfig, registerWorker, type TestWorkspace } from '#testing/workspace.ts';

/** The cloud flow and the limit of evaluations of the specification, over HTTP. */
let test: TestApp;
let me: SignedIn;

beforeAll(async () => {
  test = await openTestApp();
  await seed(test.db);
  me = await test.signIn();
});
afterAll(() => test.close());

const rpc = (name: string, payload: object) =>
  test.app.inject({ method: 'POST', url: `/api/rpc/${name}`, headers: me.bearer, payload });
const own = () => ({ p_owner_account_id: me.accountId, p_org_id: me.orgId });

describe('the cloud execution flow', () => {
  it('goes from workload to a patched, pending execution', async () => {
    const workspace: TestWorkspace = {
      orgId: me.orgId,
      accountId: me.accountId,
      claims: { sub: me.accountId, role: 'web_user' },
      member: () => Promise.reject(new Error('not needed')),
    };
    await registerWorker(test.db, workspace, 'gpu-1', randomUUID());
    await createConfig(test.db, workspace, { p_config_code: 'own', p_launch_kind: 'process' });
    await test.db.one(
      { role: 'web_system' },
      `insert into core.settings (key, value) values ('public_url', '"https://bench.example.org"')`,
    );
    const point = { ...own(), p_workload_code: 'chat-1k', p_scenario_code: 'c64-isl1024-osl256' };
    const workload = await rpc('create_workload', {
      ...own(),
      p_workload_code: 'chat-1k',
      p_framework_code: 'vllm',
      p_version: '0.19.0',
      p_model_code: 'llama-3.1-8b',
    });
    expect(workload.statusCode).toBe(200);
    expect((await rpc('create_scenario', point)).json()).toBeTypeOf('number');
    const hubToken = `hf_${randomUUID().replaceAll('-', '')}`;
    const stored = await rpc('create_hf_token', {
      p_org_id: me.orgId,
      p_token_name: 'hub',
      p_token: hubToken,
    });
    const kept = await test.db.one(
      { role: 'web_system' },
      'select to_jsonb(t)::text as row from core.hf_tokens t',
    );
    expect(kept.rows[0]?.['row']).not.toContain(hubToken);
    expect(kept.rows[0]?.['row']).toContain('enc:v1:');
    const { execution_id, request_id } = (
      await rpc('create_cloud_execution_request', {
        ...point,
        p_project_name: 'Cloud',
        p_config_code: 'own',
        p_auto_terminate: false,
        p_hf_token_id: stored.json<number>(),
      })
    ).json<{ execution_id: number; request_id: number }>();

    const patch = (payload: object) =>
      test.app.inject({
        method: 'PATCH',
        url: `/api/cloud_executions?execution_id=eq.${execution_id}`,
        headers: { ...me.bearer, prefer: 'return=representation' },
        payload,
      });
    const patched = await patch({ startup_extra_args_cli: '--max-num-seqs 64' });
    expect(patched.statusCode).toBe(200);
    expect(patched.json()).toMatchObject([
      { execution_id, startup_extra_args_cli: '--max-num-seqs 64', status_code: 'pending' },
    ]);
    expect((await patch({ status_code: 'ready' })).statusCode).toBeGreaterThanOrEqual(400);
    const monitored = await test.app.inject({
      url: `/api/cloud_provisioning_requests?request_id=eq.${request_id}&select=request_id,status_code,error_message,updated_at`,
      headers: me.bearer,
    });
    expect(monitored.json()).toMatchObject([{ request_id, status_code: 'pending', error_message: null }]);
    await test.db.one({ role: 'web_system' }, `update core.cloud_executions set status_code = 'ready'`);
    const late = await patch({ startup_extra_args_cli: '--x' });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'conflict', details: { field: 'startup_extra_args_cli' } });
  });
});

describe('evaluations', () => {
  it('are answered 429 with Retry-After above five under way', async () => {
    const one = async (sql: string, params: (string | number)[]) =>
      Number(Object.values((await test.db.one({ role: 'web_system' }, sql, params)).rows[0] ?? {})[0]);
    const candidate = await one(
      `insert into core.kyai_candidate_endpoints (org_id, display_name, base_url, model_id) values ($1, 'c', 'http://127.0.0.1:1', 'm') returning candidate_endpoint_id`,
      [me.orgId],
    );
    const judge = await one(
      `insert into core.kyai_judge_configs (org_id, judge_name, base_url, model_id, rubric) values ($1, 'j', 'http://127.0.0.1:1', 'j', '{}') returning judge_config_id`,
      [me.orgId],
    );
    const set = await one(
      `insert into core.kyai_prompt_sets (org_id, set_code, set_name, licence, source, content_sha256) values ($1, 's', 's', 'CC0', 't', repeat('0', 64)) returning prompt_set_id`,
      [me.orgId],
    );
    await one(
      `insert into core.kyai_prompts (prompt_set_id, ordinal, messages) values ($1, 1, '[]') returning prompt_id`,
      [set],
    );
    const submit = (name: string) =>
      rpc('create_kyai_evaluation', {
        ...own(),
        p_project_name: 'Quality',
        p_evaluation_name: name,
        p_candidate_endpoint_ids: [candidate],
        p_judge_config_ids: [judge],
        p_prompt_set_id: set,
      });
    for (let n = 0; n < 5; n += 1) expect((await submit(`e${n}`)).statusCode).toBe(200);
    const sixth = await submit('e6');
    expect(sixth.statusCode).toBe(429);
    expect(sixth.headers['retry-after']).toBe('30');
    expect(sixth.json()).toMatchObject({ code: 'rate_limited', details: { max: 5 } });
  });
});
