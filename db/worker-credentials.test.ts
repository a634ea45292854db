import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listWorkerRegistrationTokens, removeWorker } from '#contract/rpc/resources.ts';
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
  type TestWorker,
  type TestWorkspace,
} from '#testing/workspace.ts';

const DAY_S = 86_400;

let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  await seed(db);
});
afterAll(() => test.close());
beforeEach(async () => {
  workspace = await createWorkspace(db);
});

const sql = async (text: string, params: string[]) =>
  (await db.one({ role: 'web_system' }, text, params)).rows;
const audited = (action: string) =>
  sql('select account_id, object_id, detail from core.audit_log where org_id = $1 and action = $2', [
    workspace.orgId,
    action,
  ]);
const makeToken = (args: Record<string, unknown> = {}) =>
  callRpc<{ registration_token_id: string; token: string; expires_at: string | null }>(
    db,
    workspace.claims,
    'create_worker_registration_token',
    { p_org_id: workspace.orgId, p_name: 'Rack', ...args },
  );
const list = async (claims = workspace.claims) =>
  listWorkerRegistrationTokens.returns.parse(
    await callRpc(db, claims, 'list_worker_registration_tokens', { p_org_id: workspace.orgId }),
  );
const revoke = (id: string, claims = workspace.claims) =>
  callRpc<{ revoked_at: string }>(db, claims, 'revoke_worker_registration_token', {
    p_registration_token_id: id,
  });

describe('registration tokens', () => {
  it.each([
    ['30 days when nothing is said', {}, 30 * DAY_S],
    ['as long as was said', { p_expires_in_seconds: 3_600 }, 3_600],
    ['for ever when null was said', { p_expires_in_seconds: null }, null],
  ])('live %s', async (_what, args, lifeS) => {
    const made = await makeToken(args);
    const [row] = await list();
    expect(row).toMatchObject({
      registration_token_id: made.registration_token_id,
      name: 'Rack',
      created_by: workspace.accountId,
      last_used_at: null,
      revoked_at: null,
    });
    expect(row?.expires_at).toBe(made.expires_at);
    if (lifeS === null) expect(made.expires_at).toBeNull();
    else
      expect((Date.parse(made.expires_at ?? '') - Date.parse(row?.created_at ?? '')) / 1000).toBeCloseTo(
        lifeS,
        3,
      );
  });

  it('are listed newest first, without what they are', async () => {
    const one = await makeToken({ p_name: 'one' });
    // PGlite's clock counts whole milliseconds: of one and the same neither is the newer.
    await pause(5);
    const made = [one, await makeToken({ p_name: 'two' })];
    const rows = await list();
    expect(rows.map((row) => row.name)).toEqual(['two', 'one']);
    const raw = JSON.stringify(
      await callRpc(db, workspace.claims, 'list_worker_registration_tokens', { p_org_id: workspace.orgId }),
    );
    for (const { token } of made) {
      expect(raw).not.toContain(token.slice(4));
      expect(raw).not.toContain(createHash('sha256').update(token).digest('hex'));
    }
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      Object.keys(listWorkerRegistrationTokens.returns.element.shape).sort(),
    );
  });

  it('end when they are revoked, once, with a line in the audit log', async () => {
    const { registration_token_id: id } = await makeToken();
    const first = await revoke(id);
    expect((await revoke(id)).revoked_at).toBe(first.revoked_at);
    expect((await list())[0]?.revoked_at).toBe(first.revoked_at);
    expect(await audited('revoke_worker_registration_token')).toEqual([
      { account_id: workspace.accountId, object_id: id, detail: { name: 'Rack' } },
    ]);
  });

  it('are an engineer’s business', async () => {
    const { registration_token_id: id } = await makeToken();
    const viewer = await workspace.member('viewer');
    expect(await failureOf(list(viewer))).toMatchObject({ code: 'forbidden' });
    expect(await failureOf(revoke(id, viewer))).toMatchObject({ code: 'forbidden' });
    expect(await failureOf(revoke(randomUUID()))).toMatchObject({
      code: 'not_found',
      details: { field: 'p_registration_token_id' },
    });
    const engineer = await workspace.member('engineer');
    expect(await list(engineer)).toHaveLength(1);
    await revoke(id, engineer);
  });
});

describe('removing a worker', () => {
  let worker: TestWorker;
  let jobId: number;
  let lease: { p_job_id: number; p_attempt: number; p_lease_token: string };

  beforeEach(async () => {
    worker = await registerWorker(db, workspace, 'gpu-1', randomUUID());
    await createConfig(db, workspace);
    jobId = await callRpc<number>(db, workspace.claims, 'create_bench_llm_job', jobArguments(workspace));
    const claimed = await callRpc<{ attempt: number; lease_token: string }>(
      db,
      worker.claims,
      'worker_claim_job',
      { p_worker_id: worker.workerId, p_epoch: 1, p_claim_id: randomUUID() },
    );
    lease = { p_job_id: jobId, p_attempt: claimed.attempt, p_lease_token: claimed.lease_token };
  });

  const remove = async (claims = workspace.claims, id = worker.workerId) =>
    removeWorker.returns.parse(await callRpc(db, claims, 'remove_worker', { p_worker_id: id }));

  it('deletes its token and gives its job back, with a line in the audit log', async () => {
    expect(await remove()).toEqual({
      worker_id: worker.workerId,
      released: [{ job_id: jobId, status_code: 'pending' }],
    });
    expect(await sql('select from core.workers where worker_id = $1', [worker.workerId])).toEqual([]);
    expect(
      await sql('select outcome, error_code, worker_id from core.job_attempts where job_id = $1', [
        String(jobId),
      ]),
    ).toEqual([{ outcome: 'lost', error_code: 'worker_removed', worker_id: null }]);
    expect(await audited('remove_worker')).toMatchObject([
      {
        account_id: workspace.accountId,
        object_id: worker.workerId,
        detail: { released: [{ job_id: jobId, status_code: 'pending' }] },
      },
    ]);
    expect(await failureOf(remove())).toMatchObject({ code: 'not_found', details: { field: 'p_worker_id' } });
  });

  it('cancels a job of its that was to be cancelled', async () => {
    await sql('update core.jobs set cancel_requested_at = now() where job_id = $1', [String(jobId)]);
    expect((await remove()).released).toEqual([{ job_id: jobId, status_code: 'cancelled' }]);
  });

  it('lets it do nothing more, even where its identity is still kept', async () => {
    await remove();
    const self = { p_worker_id: worker.workerId, p_epoch: 1 };
    const body = '{}';
    const calls: Record<string, Record<string, unknown>> = {
      worker_sync: { ...self, p_state: 'idle', p_leases: [], p_now: new Date().toISOString() },
      worker_claim_job: { ...self, p_claim_id: randomUUID() },
      worker_append_log: { ...lease, p_stream: 'bench', p_seq: 0, p_content: 'x' },
      worker_put_telemetry: { ...lease, p_batch_id: randomUUID(), p_rows: [] },
      worker_put_result: {
        ...lease,
        p_kind: 'bench-llm',
        p_sha256: createHash('sha256').update(body).digest('hex'),
        p_body_text: body,
      },
      worker_finish_job: {
        ...lease,
        p_status: 'failed',
        p_error_code: null,
        p_message: null,
        p_exit_code: 1,
        p_signal: null,
        p_retryable: false,
        p_launch: {},
      },
      record_server_config_instance_heartbeat: {
        p_server_config_instance_id: (
          await sql(
            'select server_config_instance_id as id from core.server_config_instances where org_id = $1',
            [workspace.orgId],
          )
        )[0]?.['id'],
      },
    };
    for (const [name, args] of Object.entries(calls)) {
      const failure = await failureOf(callRpc(db, worker.claims, name, args));
      expect(failure.code, name).toBe('not_found');
    }
    const { rows } = await db.one(
      { role: 'web_system' },
      'select status_code from core.jobs where job_id = $1',
      [jobId],
    );
    expect(rows).toEqual([{ status_code: 'pending' }]);
  });

  it('needs an engineer', async () => {
    expect(await failureOf(remove(await workspace.member('viewer')))).toMatchObject({ code: 'forbidden' });
    await expect(remove(worker.claims)).rejects.toMatchObject({ sqlstate: '42501' });
  });
});
