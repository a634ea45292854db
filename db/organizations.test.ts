import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_RPCS } from '#contract/rpc/all.ts';
import { DatabaseError, type Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import { callRpc, createWorkspace, failureOf, type TestWorkspace } from '#testing/workspace.ts';

const ROLES = ['viewer', 'engineer', 'admin', 'owner'] as const;
type Role = (typeof ROLES)[number];
type Claims = Readonly<Record<string, unknown>>;

let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
});
afterAll(() => test.close());
beforeEach(async () => {
  workspace = await createWorkspace(db);
});

const system = { role: 'web_system' } as const;
const idOf = (claims: Claims) => String(claims['sub']);

async function roleOf(claims: Claims): Promise<string | null> {
  const { rows } = await db.one<{ role_code: string }>(
    system,
    'select role_code from core.memberships where org_id = $1 and account_id = $2',
    [workspace.orgId, idOf(claims)],
  );
  return rows[0]?.role_code ?? null;
}

async function audited(action: string): Promise<number> {
  const { rows } = await db.one<{ n: number }>(
    system,
    'select count(*)::integer as n from core.audit_log where org_id = $1 and action = $2',
    [workspace.orgId, action],
  );
  return rows[0]?.n ?? 0;
}

const call = (claims: Claims, name: string, args: object = {}) =>
  callRpc(db, claims, name, { p_org_id: workspace.orgId, ...args });
const refusal = async (promise: Promise<unknown>) => (await failureOf(promise)).code;

async function account(email: string): Promise<Claims> {
  const { rows } = await db.one<{ account_id: string }>(
    system,
    `insert into core.accounts (email, display_name) values ($1, 'Somebody') returning account_id`,
    [email],
  );
  return { sub: rows[0]?.account_id, role: 'web_user' };
}

describe('members', () => {
  it('are listed to every member, owners first', async () => {
    const viewer = await workspace.member('viewer');
    const list = await call(viewer, 'list_organization_members');
    expect(list).toEqual([
      expect.objectContaining({ account_id: workspace.accountId, role: 'owner', is_service: false }),
      expect.objectContaining({ account_id: idOf(viewer), role: 'viewer' }),
    ]);
  });

  it('are added by e-mail in any case, once, and only as viewer, engineer or admin', async () => {
    const somebody = await account(`some.body.${workspace.orgId}@example.org`);
    const admin = await workspace.member('admin');
    const add = (email: string, role = 'engineer') =>
      call(admin, 'add_organization_member', { p_email: email, p_role_code: role });
    expect(await refusal(add(`some.body.${workspace.orgId}@example.org`, 'owner'))).toBe('validation_failed');
    await add(` Some.Body.${workspace.orgId.toUpperCase()}@Example.org `);
    expect(await roleOf(somebody)).toBe('engineer');
    expect(await refusal(add(`some.body.${workspace.orgId}@example.org`))).toBe('conflict');
    expect(await refusal(add('nobody@example.org'))).toBe('not_found');
    expect(await audited('add_organization_member')).toBe(1);
  });

  it('change roles; an admin never touches an owner, and the last owner stays', async () => {
    const [admin, viewer] = [await workspace.member('admin'), await workspace.member('viewer')];
    const set = (by: Claims, whom: string, role: string) =>
      call(by, 'set_organization_member_role', { p_account_id: whom, p_role_code: role });
    await set(admin, idOf(viewer), 'engineer');
    expect(await roleOf(viewer)).toBe('engineer');
    expect(await refusal(set(admin, workspace.accountId, 'viewer'))).toBe('forbidden');
    expect(
      await refusal(call(admin, 'remove_organization_member', { p_account_id: workspace.accountId })),
    ).toBe('forbidden');
    expect(await refusal(set(workspace.claims, workspace.accountId, 'admin'))).toBe('conflict');
    expect(
      await refusal(
        call(workspace.claims, 'remove_organization_member', { p_account_id: workspace.accountId }),
      ),
    ).toBe('conflict');
    const second = await workspace.member('owner');
    await set(second, workspace.accountId, 'admin');
    expect(await roleOf(workspace.claims)).toBe('admin');
    expect(await refusal(set(admin, idOf(await account('x@example.org')), 'viewer'))).toBe('not_found');
  });

  it('keep an owner when two owners leave at once', async () => {
    const second = await workspace.member('owner');
    const leave = (claims: Claims) =>
      call(claims, 'remove_organization_member', { p_account_id: idOf(claims) });
    const both = await Promise.allSettled([leave(workspace.claims), leave(second)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('may leave, and lose their API keys of the workspace', async () => {
    const engineer = await workspace.member('engineer');
    await db.one(
      system,
      `insert into core.api_keys (account_id, org_id, name, prefix, key_hash) values ($1, $2, 'k', 'ysk_x', sha256($3::bytea))`,
      [idOf(engineer), workspace.orgId, 'key'],
    );
    await call(engineer, 'remove_organization_member', { p_account_id: idOf(engineer) });
    expect(await roleOf(engineer)).toBeNull();
    const { rows } = await db.one(
      system,
      'select revoked_at is not null as revoked from core.api_keys where account_id = $1',
      [idOf(engineer)],
    );
    expect(rows).toEqual([{ revoked: true }]);
  });
});

describe('workspaces', () => {
  it('are handed over by the owner, who becomes admin', async () => {
    const [admin, stranger] = [
      await workspace.member('admin'),
      await account(`s-${workspace.orgId}@example.org`),
    ];
    const give = (by: Claims, whom: Claims) =>
      call(by, 'transfer_organization', { p_account_id: idOf(whom) });
    expect(await refusal(give(admin, admin))).toBe('forbidden');
    expect(await refusal(give(workspace.claims, stranger))).toBe('not_found');
    expect(await refusal(give(workspace.claims, workspace.claims))).toBe('validation_failed');
    await give(workspace.claims, admin);
    expect([await roleOf(admin), await roleOf(workspace.claims)]).toEqual(['owner', 'admin']);
    expect(await audited('transfer_organization')).toBe(1);
  });

  it('are renamed', async () => {
    expect(await call(workspace.claims, 'rename_organization', { p_name: '  New name ' })).toEqual({
      org_id: workspace.orgId,
      name: 'New name',
    });
    expect(await refusal(call(workspace.claims, 'rename_organization', { p_name: ' ' }))).toBe(
      'validation_failed',
    );
    expect(await audited('rename_organization')).toBe(1);
  });

  it('are deleted with their name as proof, not while jobs run, and leave their audit line', async () => {
    const remove = (name: string) => call(workspace.claims, 'delete_organization', { p_confirm_name: name });
    expect(await refusal(remove('test workspace'))).toBe('validation_failed');
    await db.one(
      system,
      `with p as (insert into core.projects (org_id, project_name) values ($1, 'P') returning *),
       r as (insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'R' from p returning *)
       insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, status_code)
       select org_id, project_id, run_id, 'J', 'bench-llm', 'measured', 'm', 'running' from r`,
      [workspace.orgId],
    );
    expect(await refusal(remove('Test workspace'))).toBe('conflict');
    await db.one(system, `update core.jobs set status_code = 'failed' where org_id = $1`, [workspace.orgId]);
    await remove('Test workspace');
    expect(await refusal(call(workspace.claims, 'list_organization_members'))).toBe('not_found');
    expect(await audited('delete_organization')).toBe(1);
  });

  it('have quotas that admins set', async () => {
    const admin = await workspace.member('admin');
    const set = (args: object) => call(admin, 'set_quota', args);
    expect(await set({ p_gpu_hours_per_month: 12.5 })).toEqual({
      org_id: workspace.orgId,
      gpu_hours_per_month: 12.5,
      judge_tokens_per_month: null,
    });
    expect(await refusal(set({ p_gpu_hours_per_month: -1 }))).toBe('validation_failed');
    expect(await refusal(set({ p_gpu_hours_per_month: 'NaN' }))).toBe('validation_failed');
    expect(await refusal(set({ p_judge_tokens_per_month: -1 }))).toBe('validation_failed');
    const { rows } = await db.one<{ gpu_hours_per_month: string }>(
      { role: 'web_user', claims: await workspace.member('viewer'), readOnly: true },
      'select gpu_hours_per_month from api.v_quota_usage where org_id = $1',
      [workspace.orgId],
    );
    expect(Number(rows[0]?.gpu_hours_per_month)).toBe(12.5);
  });
});

/**
 * Every procedure by every role, with arguments that name the workspace (or a row of it) and nothing else that is real: a role
 * too low is told so (`forbidden`) before anything is looked at, a role high enough gets past that, to whatever else is wrong.
 */
describe('every procedure, for every role', () => {
  const forPeople = ALL_RPCS.filter((rpc) => rpc.minRole !== 'worker');
  const ofWorkspace = forPeople.filter((rpc) => 'p_org_id' in rpc.params.shape);
  /** Procedures that find their workspace by the id of a row; a new one gets its line here. */
  const byRow: Record<string, (ids: Ids) => Record<string, string | number | null>> = {
    cancel_job: ({ job }) => ({ p_job_id: job }),
    clear_known_issue: ({ knownIssue }) => ({ p_known_issue_id: knownIssue }),
    create_kyai_judge_run: ({ generationRun }) => ({
      p_generation_run_id: generationRun,
      p_judge_config_id: null,
    }),
    get_job_status: ({ job }) => ({ p_job_id: job }),
    get_kyai_generation_run: ({ generationRun }) => ({ p_generation_run_id: generationRun }),
    get_kyai_judge_run: ({ judgeRun }) => ({ p_judge_run_id: judgeRun }),
    get_telemetry_series: ({ job }) => ({ p_job_id: job }),
    get_telemetry_summary_for_job: ({ job }) => ({ p_job_id: job }),
    get_telemetry_summary_for_run: ({ run }) => ({ p_run_id: run }),
    remove_worker: ({ worker }) => ({ p_worker_id: worker }),
    retry_job: ({ job }) => ({ p_job_id: job }),
    revoke_worker_registration_token: ({ token }) => ({ p_registration_token_id: token }),
  };
  /** Of no workspace, or of all of the caller's. */
  const ofNone = [
    'create_organization',
    // Who may depends on whose view it is: saved-views.test.ts.
    'delete_view',
    'get_current_user_context',
    'list_jobs_filtered',
    'list_organizations',
    'resolve_model_server_runtime_contract',
  ];

  interface Ids {
    job: number;
    run: number;
    worker: string;
    token: string;
    generationRun: number;
    judgeRun: number;
    knownIssue: string;
  }

  async function rowsOfWorkspace(): Promise<Ids> {
    const { rows } = await db.one<Ids>(
      system,
      `with o as (select $1::uuid as org_id),
       p as (insert into core.projects (org_id, project_name) select org_id, 'P' from o returning *),
       r as (insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'R' from p returning *),
       j as (insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code)
         select org_id, project_id, run_id, 'J', 'bench-llm', 'measured', 'm' from r returning *),
       ki as (insert into core.known_issues (org_id, job_id, issue_text) select org_id, job_id, 'K' from j returning *),
       s as (insert into core.servers (org_id, hostname) select org_id, 'gpu-1' from o returning *),
       w as (insert into core.workers (org_id, server_id, machine_id, boot_id, token_hash, agent_version, hardware, capabilities)
         select org_id, server_id, 'm', 'b', decode(md5(random()::text), 'hex'), '1', '{}', '{}' from s returning *),
       t as (insert into core.worker_registration_tokens (org_id, token_hash, name)
         select org_id, decode(md5(random()::text), 'hex'), 'T' from o returning *),
       c as (insert into core.kyai_candidate_endpoints (org_id, display_name, base_url, model_id)
         select org_id, 'C', 'http://127.0.0.1:1', 'm' from o returning *),
       ps as (insert into core.kyai_prompt_sets (org_id, set_code, set_name, licence, source, content_sha256)
         select org_id, 'set', 'S', 'CC0', 'here', repeat('0', 64) from o returning *),
       g as (insert into core.kyai_generation_runs (org_id, candidate_endpoint_id, prompt_set_id)
         select c.org_id, candidate_endpoint_id, prompt_set_id from c, ps returning *),
       jc as (insert into core.kyai_judge_configs (org_id, judge_name, base_url, model_id, rubric)
         select org_id, 'J', 'http://127.0.0.1:1', 'm', '{}' from o returning *),
       jr as (insert into core.kyai_judge_runs (org_id, generation_run_id, judge_config_id)
         select g.org_id, generation_run_id, judge_config_id from g, jc returning *)
       select j.job_id as job, j.run_id as run, worker_id as worker, registration_token_id as token,
         g.generation_run_id as "generationRun", judge_run_id as "judgeRun",
         known_issue_id as "knownIssue" from j, w, t, g, jr, ki`,
      [workspace.orgId],
    );
    if (rows[0] === undefined) throw new Error('no rows were made');
    return rows[0];
  }

  /** `allowed` for an answer or another refusal of the contract, `forbidden`, or what broke. */
  async function outcomeFor(role: Role, sql: string, params: (string | number | null)[]): Promise<string> {
    const claims = { ...(await workspace.member(role)), limits: 'off' };
    try {
      await db.one({ role: 'web_user', claims }, sql, params, 'rollback');
      return 'allowed';
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.sqlstate !== 'PGRST') return String(error);
      return /"code": ?"forbidden"/.test(error.message) ? 'forbidden' : 'allowed';
    }
  }

  const expectedFor = (minRole: string) =>
    ROLES.map((role) => [
      role,
      ROLES.indexOf(role) >= ROLES.indexOf(minRole as Role) ? 'allowed' : 'forbidden',
    ]);

  it('covers every procedure that people may call', () => {
    const covered = [...ofWorkspace.map((rpc) => rpc.name), ...Object.keys(byRow), ...ofNone];
    expect(covered.sort()).toEqual(forPeople.map((rpc) => rpc.name).sort());
  });

  it.each(ofWorkspace.map((rpc) => [rpc.name, rpc] as const))('%s', async (name, rpc) => {
    const { rows } = await db.admin((tx) =>
      tx.query<{ names: string[]; types: string[] }>(
        `select (p.proargnames)[1:p.pronargs] as names,
           array(select format_type(t, null) from unnest(p.proargtypes) with ordinality u(t, n) order by n)::text[] as types
         from pg_proc p where p.pronamespace = 'api'::regnamespace and p.proname = '${name}'`,
      ),
    );
    const [signature] = rows;
    const args = (signature?.names ?? []).map((argument, i) =>
      argument === 'p_org_id' ? '$1' : `null::${signature?.types[i] ?? 'text'}`,
    );
    const outcomes = [];
    for (const role of ROLES)
      outcomes.push([
        role,
        await outcomeFor(role, `select api.${name}(${args.join(', ')})`, [workspace.orgId]),
      ]);
    expect(outcomes).toEqual(expectedFor(rpc.minRole));
  });

  it.each(Object.keys(byRow))('%s', async (name) => {
    const args = Object.entries(byRow[name]?.(await rowsOfWorkspace()) ?? {});
    const named = args.map(([key], i) => `${key} => $${i + 1}`).join(', ');
    const outcomes = [];
    for (const role of ROLES)
      outcomes.push([
        role,
        await outcomeFor(
          role,
          `select api.${name}(${named})`,
          args.map(([, value]) => value),
        ),
      ]);
    expect(outcomes).toEqual(expectedFor(ALL_RPCS.find((rpc) => rpc.name === name)?.minRole ?? ''));
  });
});
