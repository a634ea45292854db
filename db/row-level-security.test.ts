import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_RPCS } from '#contract/rpc/all.ts';
import { REFERENCE_ORG_ID, seed } from '#db/seed.ts';
import { DatabaseError, type Database } from '#server/database/port.ts';
import { benchResult } from '#testing/bench-result.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import { fillEveryView } from '#testing/every-view.ts';
import {
  callRpc,
  createConfig,
  createWorkspace,
  jobArguments,
  registerWorker,
  type TestWorkspace,
} from '#testing/workspace.ts';

/** Two workspaces with a row in everything; whatever one asks, the other does not exist. */
let test: TestDatabase;
let db: Database;
let mine: TestWorkspace;
let theirs: TestWorkspace;
let views: string[];
let theirJob: number;
let theirIds: Record<string, string | number>;

async function fill(
  workspace: TestWorkspace,
  secret: string,
): Promise<{ jobId: number; ids: Record<string, string | number> }> {
  const worker = await registerWorker(db, workspace, 'gpu-1', randomUUID());
  await createConfig(db, workspace, { p_config_code: 'shared-code', p_description: secret });
  await callRpc(db, workspace.claims, 'create_ai_model', {
    p_org_id: workspace.orgId,
    p_model_code: `model-${secret}`,
    p_model_name: secret,
  });
  await callRpc(db, workspace.claims, 'create_worker_registration_token', {
    p_org_id: workspace.orgId,
    p_name: secret,
  });
  const jobId = await callRpc<number>(
    db,
    workspace.claims,
    'create_bench_llm_job',
    jobArguments(workspace, { p_config_code: 'shared-code', p_project_name: secret }),
  );
  const job = await callRpc<{ attempt: number; lease_token: string }>(db, worker.claims, 'worker_claim_job', {
    p_worker_id: worker.workerId,
    p_epoch: 1,
    p_claim_id: randomUUID(),
  });
  const lease = { p_job_id: jobId, p_attempt: job.attempt, p_lease_token: job.lease_token };
  await callRpc(db, worker.claims, 'worker_append_log', {
    ...lease,
    p_stream: 'bench',
    p_seq: 0,
    p_content: secret,
  });
  await callRpc(db, worker.claims, 'worker_put_telemetry', {
    ...lease,
    p_batch_id: randomUUID(),
    p_rows: [{ at: new Date().toISOString(), source: 'host', gpu_index: null, gpu_uuid: secret, cpu_pct: 1 }],
  });
  const text = JSON.stringify(benchResult({ label: secret }));
  await callRpc(db, worker.claims, 'worker_put_result', {
    ...lease,
    p_kind: 'bench-llm',
    p_sha256: createHash('sha256').update(text).digest('hex'),
    p_body_text: text,
  });
  await callRpc(db, worker.claims, 'worker_finish_job', {
    ...lease,
    p_status: 'completed',
    p_error_code: null,
    p_message: null,
    p_exit_code: 0,
    p_signal: null,
    p_retryable: false,
    p_launch: {},
  });
  await fillEveryView(db, workspace, jobId, secret);
  const { rows } = await db.one(
    { role: 'web_system' },
    `select project_id, run_id, server_id, server_config_id from core.jobs where job_id = $1`,
    [jobId],
  );
  const instance = await db.one(
    { role: 'web_system' },
    `select server_config_instance_id from core.server_config_instances where org_id = $1`,
    [workspace.orgId],
  );
  const registration = await db.one(
    { role: 'web_system' },
    `select registration_token_id from core.worker_registration_tokens where org_id = $1`,
    [workspace.orgId],
  );
  const savedView = await db.one(
    { role: 'web_system' },
    `select saved_view_id from core.saved_views where org_id = $1`,
    [workspace.orgId],
  );
  const knownIssue = await db.one(
    { role: 'web_system' },
    `select known_issue_id from core.known_issues where org_id = $1`,
    [workspace.orgId],
  );
  const evaluated = await db.one(
    { role: 'web_system' },
    `select r.candidate_endpoint_id, r.judge_config_id, r.prompt_set_id, r.judge_run_id, j.generation_run_id
     from core.kyai_results r join core.kyai_judge_runs j using (judge_run_id) where r.org_id = $1`,
    [workspace.orgId],
  );
  return {
    jobId,
    ids: {
      ...(rows[0] as Record<string, number>),
      ...(evaluated.rows[0] as Record<string, number>),
      ...(instance.rows[0] as Record<string, number>),
      ...(registration.rows[0] as Record<string, string>),
      ...(savedView.rows[0] as Record<string, string>),
      ...(knownIssue.rows[0] as Record<string, string>),
      worker_id: worker.workerId,
    },
  };
}

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  await seed(db);
  mine = await createWorkspace(db, 'Mine');
  theirs = await createWorkspace(db, 'Theirs');
  await fill(mine, 'mine-secret');
  ({ jobId: theirJob, ids: theirIds } = await fill(theirs, 'theirs-secret'));
  views = (
    await db.admin((tx) =>
      tx.query(
        `select relname as name from pg_class where relnamespace = 'api'::regnamespace and relkind = 'v' order by 1`,
      ),
    )
  ).rows.map((row) => String(row['name']));
});
afterAll(() => test.close());

const read = async (view: string, claims: Readonly<Record<string, unknown>>, where = 'true') =>
  (
    await db.one(
      { role: 'web_user', claims, readOnly: true },
      `select to_json(v) as row from api.${view} v where ${where}`,
    )
  ).rows.map((row) => JSON.stringify(row['row']));

describe('every view, for every role', () => {
  it.each(['viewer', 'engineer', 'admin', 'owner'] as const)(
    '%s sees rows of its own workspace and none of another',
    async (role) => {
      const claims = await mine.member(role);
      for (const view of views) {
        const rows = await read(view, claims);
        expect(
          rows.filter((row) => row.includes(theirs.orgId) || row.includes('theirs-secret')),
          view,
        ).toEqual([]);
        if (view !== 'v_audit_logs' || role === 'admin' || role === 'owner') {
          const own = rows.filter((row) => row.includes(mine.orgId));
          const isCatalog = [
            'framework_command_templates',
            'gpu_models',
            'frameworks',
            'framework_versions',
            'quantizations',
            'v_gpu_prices',
            'v_sizer_reference_gpu_models',
            'v_kyai_builtin_sets_with_prompt_count',
          ].includes(view);
          // A matrix over empty views would prove nothing.
          expect(isCatalog ? rows.length : own.length, `${view} has nothing to see`).toBeGreaterThan(0);
        }
      }
    },
  );

  it('shows the audit log to admins only', async () => {
    expect(await read('v_audit_logs', await mine.member('engineer'))).toEqual([]);
    expect((await read('v_audit_logs', await mine.member('admin'))).length).toBeGreaterThan(0);
  });

  it('shows nothing but catalogs to nobody, to a forged account and to a disabled account', async () => {
    const disabled = await mine.member('owner');
    await db.one(
      { role: 'web_system' },
      'update core.accounts set disabled_at = now() where account_id = $1',
      [String(disabled['sub'])],
    );
    for (const claims of [
      {},
      { role: 'web_user', sub: randomUUID() },
      { role: 'web_worker', sub: mine.accountId },
      disabled,
    ]) {
      for (const view of views) {
        const rows = await read(view, claims);
        expect(
          rows.filter((row) => row.includes(mine.orgId) || row.includes(theirs.orgId)),
          view,
        ).toEqual([]);
      }
    }
  });

  it('shows published reference results to everyone and lets nobody write them', async () => {
    const rows = await read('v_benchmark_results', mine.claims, `org_id = '${REFERENCE_ORG_ID}'`);
    expect(rows.length).toBeGreaterThan(800);
    expect(
      rows.every((row) => row.includes('"provenance":"published"') && !row.includes('"citation":null')),
    ).toBe(true);
    const refused = callRpc(db, mine.claims, 'create_project', {
      p_owner_account_id: mine.accountId,
      p_org_id: REFERENCE_ORG_ID,
      p_project_name: 'x',
    });
    await expect(refused).rejects.toThrow(/"code": ?"forbidden"/);
  });

  it('keeps a token that is bound to one workspace inside it', async () => {
    const both = { ...mine.claims };
    await db.one(
      { role: 'web_system' },
      `insert into core.memberships (org_id, account_id, role_code) values ($1, $2, 'owner')`,
      [theirs.orgId, mine.accountId],
    );
    try {
      expect((await read('v_projects', both)).some((row) => row.includes(theirs.orgId))).toBe(true);
      expect(
        (await read('v_projects', { ...both, org_id: mine.orgId })).some((row) => row.includes(theirs.orgId)),
      ).toBe(false);
    } finally {
      await db.one(
        { role: 'web_system' },
        `delete from core.memberships where org_id = $1 and account_id = $2`,
        [theirs.orgId, mine.accountId],
      );
    }
  });
});

describe('every procedure, with ids of another workspace', () => {
  const inTheirs = () => ({ p_owner_account_id: mine.accountId, p_org_id: theirs.orgId });
  /** Arguments that point into the other workspace; a new procedure must be given its line here. */
  const foreignArguments: Record<string, () => Record<string, unknown>> = {
    add_organization_member: () => ({ p_org_id: theirs.orgId, p_email: 'x@example.org' }),
    delete_organization: () => ({ p_org_id: theirs.orgId, p_confirm_name: 'Theirs' }),
    list_organization_members: () => ({ p_org_id: theirs.orgId }),
    remove_organization_member: () => ({ p_org_id: theirs.orgId, p_account_id: theirs.accountId }),
    rename_organization: () => ({ p_org_id: theirs.orgId, p_name: 'x' }),
    set_organization_member_role: () => ({
      p_org_id: theirs.orgId,
      p_account_id: theirs.accountId,
      p_role_code: 'viewer',
    }),
    set_quota: () => ({ p_org_id: theirs.orgId, p_gpu_hours_per_month: 1 }),
    transfer_organization: () => ({ p_org_id: theirs.orgId, p_account_id: mine.accountId }),
    cancel_job: () => ({ p_job_id: theirJob }),
    retry_job: () => ({ p_job_id: theirJob }),
    save_view: () => ({ p_org_id: theirs.orgId, p_view_key: 'runs', p_view_name: 'x', p_search_text: '' }),
    // Shared in its workspace, so only the workspace keeps it from others.
    delete_view: () => ({ p_saved_view_id: theirIds['saved_view_id'] }),
    mark_known_issue: () => ({ p_org_id: theirs.orgId, p_job_ids: [theirJob], p_issue_text: 'x' }),
    clear_known_issue: () => ({ p_known_issue_id: theirIds['known_issue_id'] }),
    create_ai_model: () => ({ p_org_id: theirs.orgId, p_model_code: 'x', p_model_name: 'x' }),
    create_bench_llm_job: () => jobArguments(theirs, { p_owner_account_id: mine.accountId }),
    create_bench_asr_job: () => {
      const args = jobArguments(theirs, { p_audio_duration_bucket: '5-15s' });
      delete args['p_input_sequence_length'];
      return args;
    },
    create_bench_vlm_job: () => jobArguments(theirs, { p_owner_account_id: mine.accountId }),
    create_cloud_execution_request: () => ({
      ...inTheirs(),
      p_project_name: 'x',
      p_workload_code: 'views',
      p_config_code: 'shared-code',
      p_scenario_code: 'c1-isl2-osl3',
      p_auto_terminate: true,
    }),
    create_hf_token: () => ({ p_org_id: theirs.orgId, p_token_name: 'x', p_token: 'enc:v1:x' }),
    create_kyai_evaluation: () => ({
      ...inTheirs(),
      p_project_name: 'x',
      p_evaluation_name: 'x',
      p_candidate_endpoint_ids: [theirIds['candidate_endpoint_id']],
      p_judge_config_ids: [theirIds['judge_config_id']],
      p_prompt_set_id: theirIds['prompt_set_id'],
    }),
    create_kyai_generation_run: () => ({
      ...inTheirs(),
      p_candidate_endpoint_id: theirIds['candidate_endpoint_id'],
      p_prompt_set_id: theirIds['prompt_set_id'],
    }),
    create_kyai_judge_run: () => ({
      p_generation_run_id: theirIds['generation_run_id'],
      p_judge_config_id: theirIds['judge_config_id'],
    }),
    create_project: () => ({
      p_owner_account_id: mine.accountId,
      p_org_id: theirs.orgId,
      p_project_name: 'x',
    }),
    create_scenario: () => ({
      ...inTheirs(),
      p_workload_code: 'views',
      p_scenario_code: 'c2-isl2-osl3',
    }),
    create_server_config_gpu: () => ({
      ...inTheirs(),
      p_server_config_id: theirIds['server_config_id'],
      p_gpu_model: 'h100-sxm',
    }),
    create_server_config_instance: () => ({
      ...inTheirs(),
      p_server_config_id: theirIds['server_config_id'],
      p_server_hostname: 'gpu-1',
    }),
    create_workload: () => ({
      ...inTheirs(),
      p_workload_code: 'x',
      p_framework_code: 'vllm',
      p_version: '0.19.0',
      p_model_code: 'llama-3.1-8b',
    }),
    execute_scenario: () => ({
      ...inTheirs(),
      p_project_name: 'x',
      p_workload_code: 'views',
      p_scenario_code: 'c1-isl2-osl3',
      p_config_code: 'shared-code',
      p_server_hostname: 'gpu-1',
    }),
    get_kyai_generation_run: () => ({ p_generation_run_id: theirIds['generation_run_id'] }),
    get_kyai_judge_run: () => ({ p_judge_run_id: theirIds['judge_run_id'] }),
    get_telemetry_series: () => ({ p_job_id: theirJob }),
    get_telemetry_summary_for_job: () => ({ p_job_id: theirJob }),
    get_telemetry_summary_for_run: () => ({ p_run_id: theirIds['run_id'] }),
    list_jobs: () => ({ p_org_id: theirs.orgId }),
    list_kyai_candidate_endpoints: () => ({ p_org_id: theirs.orgId }),
    list_kyai_judge_configs: () => ({ p_org_id: theirs.orgId }),
    list_projects: () => ({ p_org_id: theirs.orgId }),
    list_scenarios: () => ({ p_org_id: theirs.orgId }),
    list_server_config_instances: () => ({ p_org_id: theirs.orgId }),
    list_workloads: () => ({ p_org_id: theirs.orgId }),
    validate_server_readiness: () => ({ p_org_id: theirs.orgId, p_server_hostname: 'gpu-1' }),
    create_server_config: () => ({
      p_org_id: theirs.orgId,
      p_owner_account_id: mine.accountId,
      p_config_code: 'x',
      p_server_hostname: 'gpu-1',
      p_launch_kind: 'process',
    }),
    create_worker_registration_token: () => ({ p_org_id: theirs.orgId, p_name: 'x' }),
    get_job_status: () => ({ p_job_id: theirJob }),
    list_organizations: () => ({ p_account_id: theirs.accountId }),
    list_worker_registration_tokens: () => ({ p_org_id: theirs.orgId }),
    record_server_config_instance_heartbeat: () => ({
      p_server_config_instance_id: theirIds['server_config_instance_id'],
    }),
    remove_worker: () => ({ p_worker_id: theirIds['worker_id'] }),
    revoke_worker_registration_token: () => ({
      p_registration_token_id: theirIds['registration_token_id'],
    }),
  };
  /** Procedures that name no workspace: what they answer is checked instead of refused. */
  const withoutForeignId = [
    'create_organization',
    'get_current_user_context',
    'list_jobs_filtered',
    'resolve_model_server_runtime_contract',
  ];

  it('covers every procedure that people may call', () => {
    const forPeople = ALL_RPCS.filter((rpc) => !rpc.name.startsWith('worker_')).map((rpc) => rpc.name);
    expect([...Object.keys(foreignArguments), ...withoutForeignId].sort()).toEqual(forPeople.sort());
  });

  it.each(Object.keys(foreignArguments))('%s answers not_found', async (name) => {
    await expect(callRpc(db, mine.claims, name, foreignArguments[name]?.())).rejects.toThrow(
      /"code": ?"not_found"/,
    );
  });

  it('answers only its own from those that name no workspace', async () => {
    const context = JSON.stringify(await callRpc(db, mine.claims, 'get_current_user_context'));
    const jobs = JSON.stringify(await callRpc(db, mine.claims, 'list_jobs_filtered', { p_limit: 500 }));
    for (const answer of [context, jobs]) {
      expect(answer).toContain(mine.orgId);
      expect(answer).not.toContain(theirs.orgId);
      expect(answer).not.toContain('theirs-secret');
    }
  });

  it('changes a cloud execution of its own workspace only', async () => {
    const change = (claims: Readonly<Record<string, unknown>>) =>
      db.one(
        { role: 'web_user', claims },
        `update api.cloud_executions set startup_extra_args_cli = '--x' where workload_code = 'views' returning org_id`,
      );
    expect((await change(mine.claims)).rows).toEqual([{ org_id: mine.orgId }]);
    expect((await change({ role: 'web_user', sub: randomUUID() })).rows).toEqual([]);
    await expect(
      db.one(
        { role: 'web_user', claims: mine.claims },
        `update api.cloud_executions set status_code = 'completed'`,
      ),
    ).rejects.toMatchObject({ sqlstate: '42501' });
    await expect(change(await mine.member('viewer'))).rejects.toThrow(/"code": ?"forbidden"/);
  });

  it('gives a worker no view, no table and no procedure for people', async () => {
    const worker = { role: 'web_worker', sub: String(theirIds['worker_id']) };
    for (const sql of [
      'select * from api.v_job_current_status',
      'select * from core.jobs',
      'select api.get_current_user_context()',
    ]) {
      await expect(db.one({ role: 'web_worker', claims: worker }, sql)).rejects.toMatchObject({
        sqlstate: '42501',
      });
    }
    await expect(
      db.one(
        { role: 'web_user', claims: mine.claims },
        `select api.worker_sync('${randomUUID()}', 1, 'idle', '[]', now())`,
      ),
    ).rejects.toMatchObject({ sqlstate: '42501' });
  });
});

describe('the catalog of the database', () => {
  const query = async (sql: string) => (await db.admin((tx) => tx.query(sql))).rows;

  it('has row-level security, forced, on every table, and a policy beside the platform’s own', async () => {
    expect(
      await query(
        `select relname from pg_class where relnamespace = 'core'::regnamespace and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`,
      ),
    ).toEqual([]);
    expect(
      await query(
        `select c.relname from pg_class c where c.relnamespace = 'core'::regnamespace and c.relkind in ('r', 'p')
         and has_table_privilege('web_user', c.oid, 'select')
         and not exists (select from pg_policy p where p.polrelid = c.oid and 'web_user'::regrole = any (p.polroles))`,
      ),
    ).toEqual([]);
  });

  it('gives people and workers no way to write a table', async () => {
    const rows = await query(
      `select c.relname, r.rolname from pg_class c, pg_roles r where c.relnamespace in ('core'::regnamespace, 'api'::regnamespace) and c.relkind in ('r', 'p', 'v')
       and r.rolname in ('web_user', 'web_worker', 'authenticator')
       and (has_table_privilege(r.oid, c.oid, 'insert') or has_table_privilege(r.oid, c.oid, 'update') or has_table_privilege(r.oid, c.oid, 'delete') or has_table_privilege(r.oid, c.oid, 'truncate'))`,
    );
    expect(rows).toEqual([]);
  });

  it('hides columns that hold a secret', async () => {
    for (const [table, column] of [
      ['accounts', 'password_hash'],
      ['server_configs', 'endpoint_api_key_encrypted'],
      ['workers', 'token_hash'],
      ['job_attempts', 'lease_token_hash'],
      ['jobs', 'launch_spec'],
      ['kyai_candidate_endpoints', 'api_key_encrypted'],
      ['kyai_judge_configs', 'api_key_encrypted'],
    ]) {
      await expect(
        db.one({ role: 'web_user', claims: mine.claims }, `select ${column ?? ''} from core.${table ?? ''}`),
        `${table ?? ''}.${column ?? ''}`,
      ).rejects.toBeInstanceOf(DatabaseError);
    }
    for (const table of [
      'sessions',
      'sign_in_links',
      'access_tokens',
      'worker_registration_tokens',
      'api_keys',
      'service_clients',
      'external_identities',
      'rate_windows',
      'hf_tokens',
      'kyai_slots',
      'sizer_training_points',
    ]) {
      await expect(
        db.one({ role: 'web_user', claims: mine.claims }, `select * from core.${table}`),
        table,
      ).rejects.toMatchObject({ sqlstate: '42501' });
    }
  });

  it('fixes the search_path of every security definer function and lets nobody call one by default', async () => {
    const rows = await query(
      `select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace in ('api'::regnamespace, 'core'::regnamespace, 'auth'::regnamespace)
       and ((p.prosecdef and not coalesce('search_path=""' = any (p.proconfig), false)) or has_function_privilege('public', p.oid, 'execute'))`,
    );
    expect(rows).toEqual([]);
  });
});
