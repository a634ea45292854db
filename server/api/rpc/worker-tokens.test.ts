import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listWorkerRegistrationTokens } from '#contract/rpc/resources.ts';
import { workerRegister } from '#contract/worker/protocol.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';
import { createSecretBox } from './secret-box.ts';

const REGISTRATION = {
  p_hostname: 'gpu-1',
  p_machine_id: 'machine-0001',
  p_boot_id: 'boot-1',
  p_agent_version: '1.0.0',
  p_hardware: { cpu_model: null, cpu_count: 2, memory_gb: 4, os: 'linux', gpus: [] },
  p_capabilities: { launch_kinds: ['endpoint'], tools: ['bench-llm'] },
};
const API_KEY = 'sk-endpoint-secret-0123456789';

let t: TestApp;
let me: SignedIn;
let registrationToken: string;
let worker: { worker_id: string; epoch: number; access_token: string };

const call = (
  method: 'GET' | 'POST',
  url: string,
  token: string,
  payload?: object,
  headers: Record<string, string> = {},
) =>
  t.app.inject({
    method,
    url: `/api/${url}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
const asMe = (url: string, payload: object, headers: Record<string, string> = {}) =>
  call('POST', url, me.bearer.authorization.slice('Bearer '.length), payload, headers);

beforeAll(async () => {
  t = await openTestApp();
  me = await t.signIn();
  const made = await asMe('rpc/create_worker_registration_token', { p_org_id: me.orgId, p_name: 'Rack 1' });
  registrationToken = made.json<{ token: string }>().token;
});
afterAll(() => t.close());

describe('a registration token', () => {
  it('registers a worker, which gets a token of its own', async () => {
    const response = await call('POST', 'rpc/worker_register', registrationToken, REGISTRATION);
    expect(response.statusCode).toBe(200);
    worker = workerRegister.returns.parse(response.json());
    expect(worker.access_token).toMatch(/^ysw_/);
    const { rows } = await t.db.one(
      { role: 'web_system' },
      'select row_to_json(w)::text as row from core.workers w',
    );
    expect(JSON.stringify(rows)).not.toContain(worker.access_token.slice(4));
    const used = await t.db.one(
      { role: 'web_system' },
      'select last_used_at from core.worker_registration_tokens',
    );
    expect(used.rows).toMatchObject([{ last_used_at: expect.any(Date) as Date }]);
  });

  it.each([
    ['POST', 'rpc/worker_sync'],
    ['POST', 'rpc/worker%5Fregister'],
    ['GET', 'rpc/worker_register'],
    ['GET', 'v_projects'],
    ['GET', 'auth/tokens'],
    ['GET', 'jobs/1/logs.txt'],
  ] as const)('may not %s %s', async (method, url) => {
    const response = await call(method, url, registrationToken, method === 'POST' ? {} : undefined);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'forbidden' });
  });

  it('ends when it is revoked or expires', async () => {
    for (const column of ['revoked_at', 'expires_at']) {
      const made = await asMe('rpc/create_worker_registration_token', { p_org_id: me.orgId, p_name: column });
      const { token, registration_token_id: id } = made.json<{
        token: string;
        registration_token_id: string;
      }>();
      await t.db.one(
        { role: 'web_system' },
        `update core.worker_registration_tokens set ${column} = now() where registration_token_id = $1::uuid`,
        [id],
      );
      expect((await call('POST', 'rpc/worker_register', token, REGISTRATION)).statusCode, column).toBe(401);
    }
  });
});

describe('a worker token', () => {
  it('speaks the worker protocol and nothing else', async () => {
    const sync = await call('POST', 'rpc/worker_sync', worker.access_token, {
      p_worker_id: worker.worker_id,
      p_epoch: worker.epoch,
      p_state: 'idle',
      p_leases: [],
      p_now: new Date().toISOString(),
    });
    expect(sync.statusCode).toBe(200);
    expect((await call('POST', 'rpc/worker_register', worker.access_token, REGISTRATION)).statusCode).toBe(
      403,
    );
    expect((await call('GET', 'auth/tokens', worker.access_token)).statusCode).toBe(403);
    expect((await call('GET', 'jobs/1/logs.txt', worker.access_token)).statusCode).toBe(403);
    expect((await call('GET', 'v_projects', worker.access_token)).statusCode).toBeGreaterThanOrEqual(403);
    expect(
      (await call('POST', 'rpc/get_current_user_context', worker.access_token, {})).statusCode,
    ).toBeGreaterThanOrEqual(403);
  });
});

describe('the key of an endpoint', () => {
  it('is sealed before SQL sees it and opened only for the worker that claims the job', async () => {
    const config = await asMe(
      'rpc/create_server_config',
      {
        p_org_id: me.orgId,
        p_owner_account_id: me.accountId,
        p_config_code: 'own-vllm',
        p_server_hostname: 'gpu-1',
        p_launch_kind: 'endpoint',
        p_endpoint_url: 'http://127.0.0.1:8000',
        p_endpoint_api_key: API_KEY,
      },
      { 'x-request-id': 'req-of-this-test' },
    );
    expect(config.statusCode).toBe(200);
    const { rows } = await t.db.one<{ key: string }>(
      { role: 'web_system' },
      'select endpoint_api_key_encrypted as key from core.server_configs',
    );
    const stored = rows[0]?.key ?? '';
    expect(stored).toMatch(/^enc:v1:/);
    expect(createSecretBox(t.secrets.encryptionKey).open(stored)).toBe(API_KEY);
    const audit = await t.db.one(
      { role: 'web_system' },
      `select request_id from core.audit_log where action = 'create_server_config'`,
    );
    expect(audit.rows).toEqual([{ request_id: 'req-of-this-test' }]);

    await insertJob(stored);
    const claim = await call('POST', 'rpc/worker_claim_job', worker.access_token, {
      p_worker_id: worker.worker_id,
      p_epoch: worker.epoch,
      p_claim_id: randomUUID(),
    });
    expect(claim.statusCode).toBe(200);
    expect(claim.json()).toMatchObject({ job_name: 'keyed', launch: { kind: 'endpoint', api_key: API_KEY } });
    const left = await t.db.one(
      { role: 'web_system' },
      'select claim_answer::text as text from core.job_attempts',
    );
    expect(JSON.stringify(left.rows)).not.toContain(API_KEY);
    expect(t.logText()).not.toContain(API_KEY);
    expect(t.logText()).not.toContain(registrationToken);
    expect(t.logText()).not.toContain(worker.access_token);
  });

  it.each([
    ['a number', 12_345],
    ['an object', { key: API_KEY }],
    ['an array', [API_KEY]],
    ['false', false],
    ['a line break', `${API_KEY}\r\nX-Other: 1`],
    ['a NUL', `${API_KEY}\0`],
  ])('is refused, not stored, when it is or has %s', async (_what, key) => {
    const response = await asMe('rpc/create_server_config', {
      p_org_id: me.orgId,
      p_owner_account_id: me.accountId,
      p_config_code: 'bad-key',
      p_server_hostname: 'gpu-1',
      p_launch_kind: 'endpoint',
      p_endpoint_url: 'http://127.0.0.1:8000',
      p_endpoint_api_key: key,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      details: { field: 'p_endpoint_api_key' },
    });
    expect(response.body).not.toContain(API_KEY);
    const { rows } = await t.db.one(
      { role: 'web_system' },
      `select from core.server_configs where config_code = 'bad-key'`,
    );
    expect(rows).toEqual([]);
  });

  it('is null to the worker, and a line in the log, when it was sealed with another key', async () => {
    await t.db.one(
      { role: 'web_system' },
      `update core.jobs set status_code = 'completed' where job_name = 'keyed'`,
    );
    const foreign = createSecretBox(Buffer.alloc(32, 7)).seal(API_KEY);
    await insertJob(foreign, 'foreign');
    const claim = await call('POST', 'rpc/worker_claim_job', worker.access_token, {
      p_worker_id: worker.worker_id,
      p_epoch: worker.epoch,
      p_claim_id: randomUUID(),
    });
    expect(claim.json()).toMatchObject({ job_name: 'foreign', launch: { api_key: null } });
    expect(t.logText()).toContain('sealed with another ENCRYPTION_KEY');
  });
});

describe('a result file', () => {
  it('may not nest deeper than the body itself', async () => {
    const put = (text: string) =>
      call('POST', 'rpc/worker_put_result', worker.access_token, {
        p_job_id: 1,
        p_attempt: 1,
        p_lease_token: 'ysl_none',
        p_kind: 'bench-llm',
        p_sha256: '',
        p_body_text: text,
      });
    const deep = await put('['.repeat(60_000) + ']'.repeat(60_000));
    expect(deep.statusCode).toBe(400);
    expect(deep.json()).toMatchObject({ code: 'validation_failed', details: { field: 'p_body_text' } });
    // A good one gets as far as the database, which knows of no such lease.
    expect((await put('['.repeat(100) + ']'.repeat(100))).statusCode).toBe(404);
  });
});

describe('a removed worker', () => {
  it('is nobody at once, though its identity was kept, and may come back by a registration token only', async () => {
    const sync = () =>
      call('POST', 'rpc/worker_sync', worker.access_token, {
        p_worker_id: worker.worker_id,
        p_epoch: worker.epoch,
        p_state: 'idle',
        p_leases: [],
        p_now: new Date().toISOString(),
      });
    expect((await sync()).statusCode).toBe(200);
    const removed = await asMe('rpc/remove_worker', { p_worker_id: worker.worker_id });
    expect(removed.statusCode, removed.body).toBe(200);
    expect((await sync()).statusCode).toBe(401);
    const listed = await asMe('rpc/list_worker_registration_tokens', { p_org_id: me.orgId });
    const rows = listWorkerRegistrationTokens.returns.parse(listed.json());
    const used = rows.find((row) => row.name === 'Rack 1');
    expect(used?.last_used_at).not.toBeNull();
    const again = await call('POST', 'rpc/worker_register', registrationToken, REGISTRATION);
    expect(again.statusCode).toBe(200);
    await asMe('rpc/revoke_worker_registration_token', {
      p_registration_token_id: used?.registration_token_id,
    });
    expect((await call('POST', 'rpc/worker_register', registrationToken, REGISTRATION)).statusCode).toBe(401);
  });
});

async function insertJob(sealedKey: string, name = 'keyed'): Promise<void> {
  await asMe('rpc/create_project', {
    p_owner_account_id: me.accountId,
    p_org_id: me.orgId,
    p_project_name: name,
  });
  await t.db.one(
    { role: 'web_system' },
    `with run as (
       insert into core.runs (org_id, project_id, run_name) select org_id, project_id, $1 from core.projects where project_name = $1
       returning *
     )
     insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, server_id, server_hostname,
       concurrency, input_sequence_length, output_sequence_length, options, launch_spec)
     select r.org_id, r.project_id, r.run_id, $1, 'bench-llm', 'measured', 'm', s.server_id, s.hostname, 1, 10, 10,
       '{"num_requests": 10, "seed": 1}', $2::jsonb
     from run r join core.servers s using (org_id)`,
    [name, JSON.stringify({ kind: 'endpoint', base_url: 'http://127.0.0.1:8000', api_key: sealedKey })],
  );
}
