import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import {
  callRpc,
  createWorkspace,
  failureOf,
  registerWorker,
  type TestWorkspace,
} from '#testing/workspace.ts';
import { seed } from './seed.ts';

let test: TestDatabase;
let workspace: TestWorkspace;
beforeAll(async () => {
  test = await openTestDatabase();
  await seed(test.db);
  workspace = await createWorkspace(test.db);
  await registerWorker(test.db, workspace, 'gpu-1');
}, 60_000);
afterAll(() => test.close());

const call = (name: string, args: Record<string, unknown>) =>
  callRpc<unknown>(test.db, workspace.claims, name, {
    p_org_id: workspace.orgId,
    ...(name === 'create_ai_model' || name === 'set_quota'
      ? {}
      : { p_owner_account_id: workspace.accountId }),
    ...args,
  });

const model = { p_model_code: 'ours', p_model_name: 'Ours' };
const config = {
  p_config_code: 'ours',
  p_server_hostname: 'gpu-1',
  p_launch_kind: 'simulated',
  p_gpu_model: 'h100-sxm',
  p_gpu_count: 1,
};

it.each([
  ['create_ai_model', model, 'p_total_params_b'],
  ['create_ai_model', model, 'p_kv_bytes_per_token'],
  ['create_server_config', config, 'p_gpu_memory_gb'],
  ['set_quota', {}, 'p_gpu_hours_per_month'],
])('%s: %j takes no number that JSON or the world does not have as %s', async (name, args, field) => {
  for (const value of ['NaN', 'Infinity', '-Infinity', '1e308', -1]) {
    const failure = await failureOf(call(name, { ...args, [field]: value }));
    expect(failure, String(value)).toMatchObject({ code: 'validation_failed', details: { field } });
  }
});

it.each(['--config=/etc/passwd', '-x', '{host}', 'a b', 'a\nb', ''])(
  'a hub id that a model server would not read as a model is refused: %j',
  async (id) => {
    const failure = await failureOf(call('create_ai_model', { ...model, p_hf_id: id }));
    expect(failure).toMatchObject({ code: 'validation_failed', details: { field: 'p_hf_id' } });
  },
);

it('p_limit of null is its default, as of every optional parameter', async () => {
  for (const name of [
    'list_jobs',
    'list_projects',
    'list_workloads',
    'list_scenarios',
    'list_server_config_instances',
  ])
    expect(
      await callRpc(test.db, workspace.claims, name, { p_org_id: workspace.orgId, p_limit: null }),
      name,
    ).toEqual([]);
  const all = await callRpc<unknown[]>(test.db, workspace.claims, 'list_jobs_filtered', { p_limit: null });
  // Of the hundreds of published ones.
  expect(all).toHaveLength(50);
  const failure = await failureOf(callRpc(test.db, workspace.claims, 'list_jobs_filtered', { p_limit: 0 }));
  expect(failure.details).toEqual({ field: 'p_limit', value: 0 });
});

it('a job that is named by null is not found, and the message says so', async () => {
  const failure = await failureOf(callRpc(test.db, workspace.claims, 'get_job_status', { p_job_id: null }));
  expect(failure).toMatchObject({ code: 'not_found', message: 'There is no job null.' });
});
