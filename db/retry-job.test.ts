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

const system = { role: 'web_system' } as const;

let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  await seed(db);
  workspace = await createWorkspace(db);
  await registerWorker(db, workspace);
  await createConfig(db, workspace);
});
afterAll(() => test.close());

const submit = (name: string) =>
  callRpc<number>(
    db,
    workspace.claims,
    'create_bench_llm_job',
    jobArguments(workspace, { p_job_name: name, p_options: { num_requests: 77, seed: 5 } }),
  );
const end = (jobId: number, status: string) =>
  db.one(system, `update core.jobs set status_code = $2, error_code = 'engine_failed' where job_id = $1`, [
    jobId,
    status,
  ]);
const retry = (jobId: number, claims = workspace.claims) =>
  callRpc<number>(db, claims, 'retry_job', { p_job_id: jobId });
const jobOf = async (jobId: number) =>
  (await db.one(system, 'select * from core.jobs where job_id = $1', [jobId])).rows[0];

describe('retry_job', () => {
  it('makes a new job of the run with the same parameters and launch; the first keeps what it has', async () => {
    const first = await submit('flaky');
    await end(first, 'failed');
    const engineer = await workspace.member('engineer');
    const second = await retry(first, engineer);
    const [before, after] = [await jobOf(first), await jobOf(second)];
    expect(after).toMatchObject({
      job_name: 'flaky (2)',
      status_code: 'pending',
      attempt_count: 0,
      error_code: null,
      owner_account_id: engineer['sub'],
    });
    for (const column of [
      ...['org_id', 'project_id', 'run_id', 'tool_code', 'provenance', 'framework_code', 'framework_version'],
      ...[
        'model_code',
        'quantization_code',
        'server_config_id',
        'server_id',
        'config_code',
        'server_hostname',
      ],
      ...['gpu_model', 'gpu_name', 'gpu_count', 'concurrency', 'input_sequence_length'],
      ...['output_sequence_length', 'options', 'launch_spec', 'max_attempts'],
    ])
      expect(after?.[column], column).toEqual(before?.[column]);
    expect(before).toMatchObject({ status_code: 'failed', error_code: 'engine_failed' });

    // A try of a try, and another of the first, get names of their own.
    await end(second, 'cancelled');
    expect((await jobOf(await retry(second)))?.['job_name']).toBe('flaky (3)');
    expect((await jobOf(await retry(first)))?.['job_name']).toBe('flaky (4)');
    const { rows } = await db.one(
      { role: 'web_user', claims: workspace.claims, readOnly: true },
      `select action, detail from api.v_audit_logs where action = 'retry_job' and object_id = $1`,
      [String(second)],
    );
    expect(rows).toEqual([{ action: 'retry_job', detail: { of_job_id: first } }]);
  });

  it('is a worker’s to take like any other', async () => {
    const first = await submit('claimed');
    await end(first, 'failed');
    const second = await retry(first);
    const { rows } = await db.one(
      { role: 'web_user', claims: workspace.claims, readOnly: true },
      `select status_code, message from api.v_job_status_history where job_id = $1`,
      [second],
    );
    expect(rows).toEqual([
      { status_code: 'pending', message: `Accepted as another try of job ${first}; waits for a worker.` },
    ]);
  });

  it.each(['pending', 'running', 'completed'])('refuses a job that is %s', async (status) => {
    const job = await submit(`is ${status}`);
    await end(job, status);
    expect(await failureOf(retry(job))).toMatchObject({ code: 'conflict', details: { status_code: status } });
  });

  it('counts as a submission of the minute', async () => {
    const other = await createWorkspace(db);
    await registerWorker(db, other, 'gpu-1', 'machine-0002');
    await createConfig(db, other);
    const job = await callRpc<number>(db, other.claims, 'create_bench_llm_job', jobArguments(other));
    await end(job, 'failed');
    const limited = { ...other.claims, limits: 'on' };
    for (let n = 0; n < 19; n += 1) await retry(job, limited);
    expect((await failureOf(retry(job, limited))).code).toBe('rate_limited');
  });

  it('refuses viewers, a server that is silent and a config that is gone', async () => {
    const job = await submit('refused');
    await end(job, 'failed');
    expect((await failureOf(retry(job, await workspace.member('viewer')))).code).toBe('forbidden');
    await db.one(
      system,
      `update core.workers set last_sync_at = now() - interval '1 day' where org_id = $1`,
      [workspace.orgId],
    );
    expect((await failureOf(retry(job))).code).toBe('server_unavailable');
    await db.one(system, 'update core.workers set last_sync_at = now() where org_id = $1', [workspace.orgId]);
    await db.one(system, 'update core.server_configs set archived_at = now() where org_id = $1', [
      workspace.orgId,
    ]);
    expect((await failureOf(retry(job))).code).toBe('conflict');
  });
});
