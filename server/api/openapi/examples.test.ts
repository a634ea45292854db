import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seed } from '#db/seed.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';
import { registerWorker } from '#testing/workspace.ts';

type Example = Record<string, unknown>;
interface Document {
  paths: Record<
    string,
    {
      get?: { operationId: string; parameters: { name?: string; example?: string }[] };
      post?: { requestBody?: { content: Record<string, { example: Example }> } };
    }
  >;
}

let t: TestApp;
let me: SignedIn;
let paths: Document['paths'];

beforeAll(async () => {
  t = await openTestApp();
  await seed(t.db);
  me = await t.signIn();
  const workspace = {
    orgId: me.orgId,
    accountId: me.accountId,
    claims: { sub: me.accountId, role: 'web_user' },
    member: () => Promise.reject(new Error('one member is enough here')),
  };
  const tools = ['bench-llm', 'bench-vlm', 'bench-asr'];
  await registerWorker(t.db, workspace, 'gpu-01.example.org', randomUUID(), tools);
  await t.db.one(
    { role: 'web_system' },
    `insert into core.settings (key, value) values ('public_url', '"https://bench.example.org"')
     on conflict (key) do update set value = excluded.value`,
  );
  const answer = await t.app.inject({ url: '/api/openapi.json', headers: me.bearer });
  ({ paths } = answer.json<Document>());
}, 60_000);
afterAll(() => t.close());

/** The example of a procedure with the caller's own ids in it, as a reader would send it. */
function exampleFor(name: string, changes: Example = {}): Example {
  const example = paths[`/rpc/${name}`]?.post?.requestBody?.content['application/json']?.example ?? {};
  const own: Example = { p_org_id: me.orgId, p_owner_account_id: me.accountId, p_account_id: me.accountId };
  const known = Object.keys(example).filter((key) => Object.hasOwn(own, key));
  return { ...example, ...Object.fromEntries(known.map((key) => [key, own[key]])), ...changes };
}

/** In an order in which each finds what it names. */
const CALLS: readonly (readonly [name: string, changes?: Example])[] = [
  ['get_current_user_context'],
  ['list_organizations'],
  ['create_project', { p_project_name: 'Another' }],
  ['create_ai_model'],
  ['create_server_config'],
  ['create_workload'],
  ['create_scenario'],
  ['validate_server_readiness'],
  ['create_bench_llm_job'],
  ['create_bench_vlm_job', { p_job_name: 'a vlm job' }],
  ['create_bench_asr_job', { p_job_name: 'an asr job' }],
  ['execute_scenario'],
  ['create_cloud_execution_request'],
  ['resolve_model_server_runtime_contract'],
  ['list_jobs'],
  ['list_jobs_filtered'],
  ['list_projects'],
  ['list_scenarios'],
  ['list_workloads'],
  ['list_server_config_instances'],
  ['list_kyai_candidate_endpoints'],
  ['list_kyai_judge_configs'],
  ['list_organization_members'],
  ['create_worker_registration_token'],
  ['create_hf_token'],
  ['set_quota'],
  ['save_view'],
];

it('examples of procedures work when they are sent, with nothing changed but the caller’s ids', async () => {
  for (const [name, changes] of CALLS) {
    const answer = await t.app.inject({
      method: 'POST',
      url: `/api/rpc/${name}`,
      headers: me.bearer,
      payload: exampleFor(name, changes),
    });
    expect(answer.statusCode, `${name} ${JSON.stringify(exampleFor(name, changes))}: ${answer.body}`).toBe(
      200,
    );
  }
}, 60_000);

it('examples of filters work when they are sent', async () => {
  for (const [path, { get }] of Object.entries(paths)) {
    if (get?.operationId.startsWith('read_') !== true) continue;
    const { name = '', example = '' } = get.parameters.find((each) => each.name !== undefined) ?? {};
    const url = `/api${path}?limit=1&${name}=${encodeURIComponent(example)}`;
    const answer = await t.app.inject({ url, headers: me.bearer });
    expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200);
  }
}, 60_000);
