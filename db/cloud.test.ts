import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveModelServerRuntimeContract } from '#contract/rpc/cloud.ts';
import { cloudExecutions, cloudProvisioningRequests } from '#contract/views/cloud.ts';
import { seed } from '#db/seed.ts';
import { publicAddressFault } from '#lib/public-address.ts';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import {
  callRpc,
  createConfig,
  createWorkspace,
  failureOf,
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
});
afterAll(() => test.close());

const own = () => ({ p_owner_account_id: workspace.accountId, p_org_id: workspace.orgId });
const publicUrl = (url: string | null) =>
  url === null
    ? db.one(system, `delete from core.settings where key = 'public_url'`)
    : db.one(
        system,
        `insert into core.settings (key, value) values ('public_url', to_jsonb($1::text)) on conflict (key) do update set value = excluded.value`,
        [url],
      );

describe('create_cloud_execution_request', () => {
  beforeEach(async () => {
    workspace = await createWorkspace(db);
    await registerWorker(db, workspace, 'gpu-1', randomUUID());
    await createConfig(db, workspace, { p_config_code: 'own', p_launch_kind: 'process' });
    await createConfig(db, workspace);
    await callRpc(db, workspace.claims, 'create_workload', {
      ...own(),
      p_workload_code: 'chat-1k',
      p_framework_code: 'vllm',
      p_version: '0.19.0',
      p_model_code: 'llama-3.1-8b',
    });
    await callRpc(db, workspace.claims, 'create_scenario', {
      ...own(),
      p_workload_code: 'chat-1k',
      p_scenario_code: 'c64-isl1024-osl256',
    });
    await publicUrl('https://bench.example.org');
  });

  const ask = (overrides: Record<string, unknown> = {}) =>
    callRpc<{ execution_id: number; request_id: number }>(
      db,
      workspace.claims,
      'create_cloud_execution_request',
      {
        ...own(),
        p_project_name: 'Cloud',
        p_workload_code: 'chat-1k',
        p_config_code: 'own',
        p_scenario_code: 'c64-isl1024-osl256',
        p_auto_terminate: false,
        ...overrides,
      },
    );
  const read = async (view: string, where: string, claims = workspace.claims) =>
    (await db.one({ role: 'web_user', claims }, `select to_json(v) as row from api.${view} v where ${where}`))
      .rows[0]?.['row'];
  const patch = (executionId: number, text: string, claims = workspace.claims) =>
    db.one(
      { role: 'web_user', claims },
      `update api.cloud_executions set startup_extra_args_cli = $2 where execution_id = $1 returning startup_extra_args_cli`,
      [executionId, text],
    );

  it('writes an execution and a provisioning request, both pending', async () => {
    const ids = await ask();
    const execution = await read('cloud_executions', `execution_id = ${ids.execution_id}`);
    expect(cloudExecutions.row.parse(execution)).toMatchObject({
      status_code: 'pending',
      startup_extra_args_cli: '',
      scenario_code: 'c64-isl1024-osl256',
      project_name: 'Cloud',
      auto_terminate: false,
      hf_token_id: null,
    });
    const request = await read('cloud_provisioning_requests', `request_id = ${ids.request_id}`);
    expect(cloudProvisioningRequests.row.parse(request)).toMatchObject({
      execution_id: ids.execution_id,
      status_code: 'pending',
      error_message: null,
      gpu_model: 'h100-sxm',
      gpu_count: 8,
    });
    const { rows } = await db.one(system, 'select action from core.audit_log where org_id = $1', [
      workspace.orgId,
    ]);
    expect(rows.map((row) => row['action'])).toContain('create_cloud_execution_request');
  });

  it('stops when the platform is not reachable from outside', async () => {
    for (const url of [null, 'http://bench.example.org', 'https://localhost:4600', 'https://127.0.0.1']) {
      await publicUrl(url);
      expect(await failureOf(ask()), String(url)).toMatchObject({
        code: 'validation_failed',
        details: { field: 'public_url', stop_condition: 'public_url_not_public' },
      });
    }
  });

  it.each([
    ['not_found', 'p_workload_code', { p_workload_code: 'nope' }],
    ['not_found', 'p_scenario_code', { p_scenario_code: 'c1-isl1-osl1' }],
    ['validation_failed', 'p_scenario_code', { p_scenario_code: 'x' }],
    ['not_found', 'p_config_code', { p_config_code: 'nope' }],
    ['validation_failed', 'p_config_code', { p_config_code: 'sim-h100x8' }],
    ['validation_failed', 'p_auto_terminate', { p_auto_terminate: null }],
    ['not_found', 'p_hf_token_id', { p_hf_token_id: 2147483647 }],
    ['validation_failed', 'p_project_name', { p_project_name: ' ' }],
  ])('answers %s for a wrong %s', async (code, field, overrides) => {
    expect(await failureOf(ask(overrides))).toMatchObject({ code, details: { field } });
  });

  it('lets engineers change the launch flags while it is pending, and nothing else', async () => {
    const { execution_id } = await ask();
    const engineer = await workspace.member('engineer');
    expect((await patch(execution_id, `--max-num-seqs 64 --x 'a b'`, engineer)).rows).toEqual([
      { startup_extra_args_cli: `--max-num-seqs 64 --x 'a b'` },
    ]);
    expect(await failureOf(patch(execution_id, '--y', await workspace.member('viewer')))).toMatchObject({
      code: 'forbidden',
    });
    for (const bad of [
      'a\nb',
      `--x 'open`,
      '--x "open',
      '--x \\',
      '--api-key abc',
      `--token hf_${'a'.repeat(20)}`,
    ])
      expect(await failureOf(patch(execution_id, bad)), bad).toMatchObject({
        code: 'validation_failed',
        details: { field: 'startup_extra_args_cli' },
      });
    await expect(
      db.one(
        { role: 'web_user', claims: workspace.claims },
        `update api.cloud_executions set status_code = 'failed' where execution_id = $1`,
        [execution_id],
      ),
    ).rejects.toMatchObject({ sqlstate: '42501' });
    await db.one(
      system,
      `update core.cloud_executions set status_code = 'provisioning' where execution_id = $1`,
      [execution_id],
    );
    expect(await failureOf(patch(execution_id, '--z'))).toMatchObject({
      code: 'conflict',
      details: { field: 'startup_extra_args_cli', status_code: 'provisioning' },
    });
  });
});

describe('core.is_public_address', () => {
  it.each([
    'https://bench.example.org/api',
    'https://bench.example.org:8443',
    'https://203.0.113.7/api',
    'https://172.32.0.1',
    'https://[2001:db8::1]/api',
    'http://bench.example.org',
    'https://localhost/api',
    'https://LOCALHOST./api',
    'https://api.localhost',
    'https://host.docker.internal',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f.0.0.1',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254',
    'https://100.64.0.1',
    'https://[::1]',
    'https://[fd00::1]',
    'https://[::ffff:127.0.0.1]',
    'https://gpu-01',
    'https://bench.corp',
    'https://router.home.arpa',
    'bench.example.org',
    '',
  ])('judges %s as lib/public-address.ts does', async (url) => {
    const { rows } = await db.one(system, 'select core.is_public_address($1) as is_public', [url]);
    expect(rows[0]?.['is_public']).toBe(publicAddressFault(url) === null);
  });
});

describe('resolve_model_server_runtime_contract', () => {
  beforeAll(async () => {
    workspace = await createWorkspace(db);
  });
  const resolve = (overrides: Record<string, unknown> = {}, claims?: Readonly<Record<string, unknown>>) =>
    callRpc<{
      argv: string[];
      command: string;
      runtime_env: Record<string, string>;
      contract_sha256: string;
    }>(db, claims ?? workspace.claims, 'resolve_model_server_runtime_contract', {
      p_framework_code: 'vllm',
      p_framework_version: '0.19.0',
      p_model_identifier: 'deepseek-v3',
      p_engine_args_set_code: 'vllm-large-model-fp8',
      p_bind_host: '0.0.0.0',
      p_port: 8000,
      p_launch_adapter: 'direct_process',
      p_container_image_override: '',
      ...overrides,
    });

  it('resolves the large-model runbook to its command and environment', async () => {
    const contract = await resolve();
    resolveModelServerRuntimeContract.returns.parse(contract);
    expect(contract.command).toBe(
      'vllm serve deepseek-ai/DeepSeek-V3 --host 0.0.0.0 --port 8000 --tensor-parallel-size 8' +
        ' --max-model-len 16384 --quantization fp8 --enable-chunked-prefill',
    );
    // The chunked-prefill flag is bare: nothing follows it.
    expect(contract.argv.slice(-3)).toEqual(['--quantization', 'fp8', '--enable-chunked-prefill']);
    expect(contract.runtime_env).toEqual({
      ENGINE_ATTENTION_BACKEND: 'FLASHMLA',
      ENGINE_USE_DEEP_GEMM: '1',
      ENGINE_MULTI_STREAM_GEMM_TOKEN_THRESHOLD: '256',
      ENGINE_TORCH_COMPILE_LEVEL: 'O2',
      VLLM_NO_USAGE_STATS: '1',
    });
    expect(contract).toMatchObject({
      health_path: '/health',
      host: '0.0.0.0',
      port: 8000,
      container_image: null,
    });
    expect((await resolve()).contract_sha256).toBe(contract.contract_sha256);
    expect((await resolve({ p_port: 8001 })).contract_sha256).not.toBe(contract.contract_sha256);
  });

  it('runs the same command inside an image, with the environment', async () => {
    const { argv } = await resolve({
      p_launch_adapter: 'container',
      p_container_image_override: 'registry.example.org/engine:1.2',
    });
    const image = argv.indexOf('registry.example.org/engine:1.2');
    expect(argv.slice(0, 2)).toEqual(['docker', 'run']);
    expect(argv.slice(image - 2, image + 4)).toEqual([
      '--entrypoint',
      'vllm',
      'registry.example.org/engine:1.2',
      'serve',
      'deepseek-ai/DeepSeek-V3',
      '--host',
    ]);
    expect(argv).toContain('ENGINE_USE_DEEP_GEMM=1');
  });

  it('takes a path or hub id that the catalog does not have, where the set gives the length', async () => {
    expect((await resolve({ p_model_identifier: '/models/x' })).argv[2]).toBe('/models/x');
    expect(
      await failureOf(resolve({ p_model_identifier: '/models/x', p_engine_args_set_code: 'vllm-default' })),
    ).toMatchObject({ code: 'validation_failed', details: { field: 'p_model_identifier' } });
  });

  it('resolves the plain set of every framework', async () => {
    for (const [framework, version] of [
      ['vllm', '0.19.0'],
      ['sglang', '0.5.9'],
    ] as const) {
      const { argv } = await resolve({
        p_framework_code: framework,
        p_framework_version: version,
        p_model_identifier: 'llama-3.1-8b',
        p_engine_args_set_code: `${framework}-default`,
      });
      expect(argv).toContain('131072');
      expect(argv.join(' ')).not.toMatch(/[{}]/);
    }
  });

  it('stops when the command or the environment lacks what the set requires', async () => {
    await db.one(
      system,
      `insert into core.engine_args_sets (engine_args_set_code, framework_code, template_code, argv, template_values, required_argv, required_env, description, source)
       values ('test-broken', 'vllm', 'default', '["--enable-chunked-prefill", "--quantization"]', '{"max_model_len": "10"}', '[["--quantization", "fp8"]]', '{ENGINE_USE_DEEP_GEMM}', 'x', 'x')`,
    );
    expect(await failureOf(resolve({ p_engine_args_set_code: 'test-broken' }))).toMatchObject({
      code: 'validation_failed',
      details: {
        stop_condition: 'runtime_contract_mismatch',
        missing: [['--quantization', 'fp8'], 'ENGINE_USE_DEEP_GEMM'],
      },
    });
  });

  it.each([
    ['p_framework_code', { p_framework_code: 'openai' }],
    ['p_framework_version', { p_framework_version: '1' }],
    ['p_framework_version', { p_framework_version: '0.11.2' }],
    ['p_model_identifier', { p_model_identifier: '--trust-remote-code' }],
    ['p_model_identifier', { p_model_identifier: 'a b' }],
    ['p_model_identifier', { p_model_identifier: '{port}' }],
    ['p_engine_args_set_code', { p_engine_args_set_code: 'nope' }],
    ['p_engine_args_set_code', { p_engine_args_set_code: 'sglang-default' }],
    ['p_bind_host', { p_bind_host: '0.0.0.0 --x' }],
    ['p_port', { p_port: 0 }],
    ['p_launch_adapter', { p_launch_adapter: 'ssh' }],
    ['p_container_image_override', { p_launch_adapter: 'container' }],
    ['p_container_image_override', { p_container_image_override: 'image' }],
    [
      'p_container_image_override',
      { p_launch_adapter: 'container', p_container_image_override: '--privileged' },
    ],
  ])('refuses a wrong %s', async (field, overrides) => {
    expect(await failureOf(resolve(overrides))).toMatchObject({
      code: 'validation_failed',
      details: { field },
    });
  });

  it('needs an account', async () => {
    expect(await failureOf(resolve({}, { role: 'web_user', sub: randomUUID() }))).toMatchObject({
      code: 'unauthenticated',
    });
  });
});
