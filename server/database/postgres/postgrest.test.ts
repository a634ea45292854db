import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createWorkspace, type TestWorkspace } from '#testing/workspace.ts';
import { testEngine } from '#testing/database.ts';
import { startPostgresServer, type PostgresServer } from '#testing/postgres-server.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import type { Database } from '../port.ts';

/** What PostgREST reads out of `raise sqlstate 'PGRST'`; anything else is its 500 PGRST121 (src/PostgREST/Error.hs). */
const raisedMessageSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});
const raisedDetailSchema = z.object({ status: z.int(), headers: z.record(z.string(), z.string()) });

interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The statements of PostgREST 12, sent over a login of their own as it would: PostgREST itself is not needed. */
describe.runIf(testEngine === 'postgres')('a PostgREST in front of the schema', () => {
  let server: PostgresServer;
  let db: Database;
  let client: pg.Client;
  let workspace: TestWorkspace;
  let other: TestWorkspace;
  let engineer: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    server = await startPostgresServer();
    db = await openDatabase({ databaseUrl: server.url, poolSize: 2 });
    await migrate(db, { dbFolder: 'db' });
    workspace = await createWorkspace(db);
    other = await createWorkspace(db, 'Other workspace');
    engineer = await workspace.member('engineer');
    await db.admin((tx) => tx.query('create role postgrest login noinherit'));
    await db.admin((tx) => tx.query('grant web_user to postgrest'));
    client = new pg.Client({ connectionString: server.url.replace('postgres@', 'postgrest@') });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await db.close();
    await server.stop();
  });

  /** One request: its transaction, its settings, then the statement. */
  async function send<T>(
    { method, path, claims }: Request,
    statement: string,
    values: unknown[] = [],
  ): Promise<T> {
    await client.query(
      `begin isolation level read committed ${method === 'GET' ? 'read only' : 'read write'}`,
    );
    try {
      await client.query(
        `select set_config('search_path', $1, true), set_config('role', $2, true), set_config('request.jwt.claims', $3, true),
           set_config('request.method', $4, true), set_config('request.path', $5, true), set_config('request.headers', $6, true),
           set_config('request.cookies', $7, true)`,
        [
          '"api", "public"',
          String(claims['role']),
          JSON.stringify({
            iss: 'yardstick',
            aud: 'yardstick-api',
            kind: 'access',
            exp: 4_102_444_800,
            ...claims,
          }),
          method,
          path,
          '{"accept":"*/*","host":"data.example.org","user-agent":"curl/8.5.0"}',
          '{}',
        ],
      );
      const { rows } = await client.query<{ body: T }>(
        `with pgrst_source as (${statement}) select null::bigint as total_result_set, pg_catalog.count(_postgrest_t) as page_total,
           coalesce(json_agg(_postgrest_t), '[]') as body, nullif(current_setting('response.headers', true), '') as response_headers,
           nullif(current_setting('response.status', true), '') as response_status
         from (select * from pgrst_source) _postgrest_t`,
        values,
      );
      await client.query('commit');
      const [row] = rows;
      if (row === undefined) throw new Error('no answer');
      return row.body;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }

  /** `POST /rpc/<name>`: arguments by name out of the JSON body. `types` as the schema cache has them. */
  async function rpc(
    name: string,
    types: Record<string, string>,
    claims: Request['claims'],
    body: object,
    method: 'GET' | 'POST' = 'POST',
  ) {
    const columns = Object.entries(types).map(([key, type]) => `"${key}" ${type}`);
    const names = Object.keys(types);
    const [row] = await send<{ pgrst_scalar: unknown }[]>(
      { method, path: `/rpc/${name}`, claims },
      `select pgrst_call.pgrst_scalar from (select $1::json as json_data) pgrst_payload,
         lateral (select ${names.map((key) => `"${key}"`).join(', ')} from json_to_record(pgrst_payload.json_data) as _(${columns.join(', ')}) limit 1) pgrst_body,
         lateral (select "api"."${name}"(${names.map((key) => `"${key}" := pgrst_body."${key}"`).join(', ')}) pgrst_scalar) pgrst_call`,
      [JSON.stringify(body)],
    );
    return row?.pgrst_scalar;
  }

  /** What PostgREST would answer to a refusal; fails when there is none, or none that it can read. */
  async function refusal(call: Promise<unknown>) {
    try {
      await call;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== 'PGRST') throw error;
      const { status, headers } = raisedDetailSchema.parse(JSON.parse(error.detail ?? ''));
      return { status, headers, ...raisedMessageSchema.parse(JSON.parse(error.message)) };
    }
    throw new Error('it was let through');
  }

  const project = { p_owner_account_id: 'uuid', p_org_id: 'uuid', p_project_name: 'text' };
  const createProject = (
    claims: Request['claims'],
    orgId: string,
    name: string,
    method: 'GET' | 'POST' = 'POST',
  ) =>
    rpc(
      'create_project',
      project,
      claims,
      { p_owner_account_id: claims['sub'], p_org_id: orgId, p_project_name: name },
      method,
    );
  const projects = (claims: Request['claims']) =>
    send<{ project_name: string }[]>(
      { method: 'GET', path: '/v_projects', claims },
      'select "api"."v_projects"."project_name" from "api"."v_projects" order by "api"."v_projects"."project_name" limit 1000 offset 0',
    );

  it('reaches nothing without a token, and takes no other role than that of people', async () => {
    for (const sql of [
      'select * from api.v_projects',
      'select api.list_organizations(null)',
      'select * from core.accounts',
      'set role web_system',
      'set role web_worker',
      'set role authenticator',
    ])
      await expect(client.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    // A token that is signed well but names a role of the platform's own.
    await expect(projects({ role: 'web_system', sub: randomUUID() })).rejects.toMatchObject({
      code: '42501',
    });
    // A person without an account sees the published results only.
    expect(await projects({ role: 'web_user', sub: randomUUID() })).toEqual([]);
    expect((await client.query('select current_user as who')).rows).toEqual([{ who: 'postgrest' }]);
  });

  it('creates by a procedure and reads through views, each caller their own workspaces', async () => {
    expect(await createProject(engineer, workspace.orgId, 'Through PostgREST')).toEqual(expect.any(Number));
    expect(await projects(engineer)).toEqual([{ project_name: 'Through PostgREST' }]);
    expect(await projects(other.claims)).toEqual([]);
    // PostgREST gives a GET a read-only transaction, and answers 405.
    await expect(createProject(engineer, workspace.orgId, 'By GET', 'GET')).rejects.toMatchObject({
      code: '25006',
    });
  });

  it('refuses in a form that PostgREST passes on, with the status and the code of the contract', async () => {
    const { claims, orgId } = workspace;
    const viewer = await workspace.member('viewer');
    expect(await refusal(createProject(viewer, orgId, 'x'))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    const capped = { ...claims, role_cap: 'viewer' };
    expect(await refusal(createProject(capped, orgId, 'x'))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    expect(await refusal(createProject({ ...claims, org_id: other.orgId }, orgId, 'x'))).toMatchObject({
      status: 404,
    });
    expect(await refusal(createProject(claims, other.orgId, 'x'))).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(await refusal(createProject(engineer, orgId, 'Through PostgREST'))).toMatchObject({
      status: 409,
      code: 'conflict',
    });
    const invalid = await refusal(createProject(engineer, orgId, ' '));
    expect(invalid).toMatchObject({ status: 400, code: 'validation_failed', headers: {} });
    expect(JSON.parse(invalid.details ?? '')).toEqual({ field: 'p_project_name' });
    const missing = await refusal(
      rpc('get_job_status', { p_job_id: 'integer' }, claims, { p_job_id: 2_147_483_647 }),
    );
    expect(missing).toMatchObject({ status: 404, code: 'not_found', details: '{"field": "p_job_id"}' });
    const limited = await refusal(
      db
        .admin((tx) => tx.query(`select core.fail_rate_limited('Slower.', '{"max": 5}', null, 30)`))
        .catch((error: unknown) => {
          const { sqlstate, message, detail } = z
            .object({ sqlstate: z.string(), message: z.string(), detail: z.string() })
            .parse(error);
          throw Object.assign(new pg.DatabaseError(message, 0, 'error'), { code: sqlstate, detail });
        }),
    );
    expect(limited).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '30' },
      details: '{"max": 5, "retry_after_s": 30}',
    });
  });

  it('raises by these functions alone, so that no other form exists', async () => {
    const { rows } = await db.admin((tx) =>
      tx.query<{ name: string }>(
        `select p.oid::regproc::text as name from pg_proc p where p.prosrc like '%''PGRST''%' and p.pronamespace <> 'pg_catalog'::regnamespace order by 1`,
      ),
    );
    expect(rows.map(({ name }) => name)).toEqual(['auth.fail', 'core.admit_job', 'core.fail_rate_limited']);
  });

  it('lets people change what they may, and only that', async () => {
    const root = new pg.Client({ connectionString: server.url });
    await root.connect();
    // Without the workload and the scenario that belong to it: foreign keys are not what is looked at.
    await root.query('set session_replication_role = replica');
    const { rows } = await root.query<{ id: string }>(
      `insert into core.cloud_executions (org_id, owner_account_id, project_id, project_name, workload_id, workload_code, config_code, scenario_id, scenario_code, auto_terminate)
       values ($1, $2, 1, 'Cloud', 1, 'w', 'c', 1, 'c1-isl10-osl10', true) returning execution_id::text as id`,
      [workspace.orgId, workspace.accountId],
    );
    await root.end();
    const id = rows[0]?.id ?? '';
    const patch = (claims: Request['claims'], column: string, value: string) =>
      send<unknown[]>(
        { method: 'PATCH', path: '/cloud_executions', claims },
        `update "api"."cloud_executions" set "${column}" = pgrst_body."${column}"
         from (select $1::json as json_data) pgrst_payload, lateral (select "${column}" from json_to_record(pgrst_payload.json_data) as _("${column}" text) limit 1) pgrst_body
         where "api"."cloud_executions"."execution_id" = $2 returning "api"."cloud_executions"."${column}"`,
        [JSON.stringify({ [column]: value }), id],
      );
    expect(await patch(engineer, 'startup_extra_args_cli', '--max-num-seqs 64')).toEqual([
      { startup_extra_args_cli: '--max-num-seqs 64' },
    ]);
    expect(await patch(other.claims, 'startup_extra_args_cli', '--x')).toEqual([]);
    await expect(patch(engineer, 'status_code', 'completed')).rejects.toMatchObject({ code: '42501' });
    expect(await refusal(patch(engineer, 'startup_extra_args_cli', "--x 'open"))).toMatchObject({
      status: 400,
    });
  });

  it('stores no secret: only the platform’s own API can seal one', async () => {
    const token = await refusal(
      rpc('create_hf_token', { p_org_id: 'uuid', p_token_name: 'text', p_token: 'text' }, engineer, {
        p_org_id: workspace.orgId,
        p_token_name: 'hub',
        p_token: 'hf_in_the_clear',
      }),
    );
    expect(token).toMatchObject({ status: 400, code: 'validation_failed' });
    const config = await refusal(
      rpc(
        'create_server_config',
        {
          p_org_id: 'uuid',
          p_owner_account_id: 'uuid',
          p_config_code: 'text',
          p_server_hostname: 'text',
          p_launch_kind: 'text',
          p_endpoint_url: 'text',
          p_endpoint_api_key: 'text',
        },
        engineer,
        {
          p_org_id: workspace.orgId,
          p_owner_account_id: engineer['sub'],
          p_config_code: 'mine',
          p_server_hostname: 'gpu-1',
          p_launch_kind: 'endpoint',
          p_endpoint_url: 'https://models.example.org',
          p_endpoint_api_key: 'sk-in-the-clear',
        },
      ),
    );
    expect(config).toMatchObject({
      status: 400,
      code: 'validation_failed',
      details: '{"field": "p_endpoint_api_key"}',
    });
  });
});
