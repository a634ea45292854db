import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_RPCS } from '#contract/rpc/all.ts';
import { seed } from '#db/seed.ts';
import { parseScenarioCode } from '#lib/scenario-code.ts';
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

let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;
let worker: TestWorker;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  await seed(db);
});
afterAll(() => test.close());

beforeEach(async () => {
  workspace = await createWorkspace(db);
  worker = await registerWorker(db, workspace, 'gpu-1', randomUUID(), [
    'bench-llm',
    'bench-vlm',
    'bench-asr',
  ]);
  await createConfig(db, workspace);
});

const own = () => ({ p_owner_account_id: workspace.accountId, p_org_id: workspace.orgId });
const call = <T>(name: string, args: Record<string, unknown>, claims = workspace.claims) =>
  callRpc<T>(db, claims, name, args);
/** Calls and holds the answer to the contract. */
const checked = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
  const answer = await call<T>(name, args);
  ALL_RPCS.find((rpc) => rpc.name === name)?.returns.parse(answer);
  return answer;
};
const workload = (overrides: Record<string, unknown> = {}) => ({
  ...own(),
  p_workload_code: 'chat-1k',
  p_framework_code: 'vllm',
  p_version: '0.19.0',
  p_model_code: 'llama-3.1-8b',
  ...overrides,
});
const scenario = (overrides: Record<string, unknown> = {}) => ({
  ...own(),
  p_workload_code: 'chat-1k',
  p_scenario_code: 'c64-isl1024-osl256',
  ...overrides,
});
const execution = (overrides: Record<string, unknown> = {}) => ({
  ...scenario(),
  p_project_name: 'Project A',
  p_config_code: 'sim-h100x8',
  p_server_hostname: 'gpu-1',
  ...overrides,
});
const jobRow = async (jobId: number) =>
  (await db.one({ role: 'web_system' }, 'select * from core.jobs where job_id = $1', [jobId])).rows[0];
const audited = async () =>
  (
    await db.one(
      { role: 'web_system' },
      'select action from core.audit_log where org_id = $1 order by audit_id',
      [workspace.orgId],
    )
  ).rows.map((row) => row['action']);

describe('create_workload and list_workloads', () => {
  it('creates, lists and audits a workload', async () => {
    const id = await checked<number>('create_workload', workload({ p_quantization_code: 'fp8' }));
    const [row] = await checked<Record<string, unknown>[]>('list_workloads', { p_org_id: workspace.orgId });
    expect(row).toMatchObject({
      workload_id: id,
      workload_code: 'chat-1k',
      workload_name: 'chat-1k',
      tool_code: 'bench-llm',
      framework_version: '0.19.0',
      quantization_code: 'fp8',
      parameters: {},
      scenario_count: 0,
    });
    expect(await audited()).toContain('create_workload');
  });

  it('keeps the parameters of a tool with their defaults', async () => {
    await call(
      'create_workload',
      workload({ p_tool_code: 'bench-vlm', p_parameters: { image_width: 640, image_format: 'jpeg' } }),
    );
    const [row] = await call<{ parameters: unknown }[]>('list_workloads', { p_org_id: workspace.orgId });
    expect(row?.parameters).toEqual({
      images_per_request: 1,
      image_width: 640,
      image_height: 1024,
      image_format: 'jpeg',
      image_content: 'noise',
      image_unique: true,
    });
  });

  it.each([
    ['p_workload_code', { p_workload_code: '-x' }],
    ['p_workload_name', { p_workload_name: ' ' }],
    ['p_tool_code', { p_tool_code: 'bench-x' }],
    ['p_framework_code', { p_framework_code: 'nope' }],
    ['p_version', { p_version: '9.9' }],
    ['p_model_code', { p_model_code: 'nope' }],
    ['p_quantization_code', { p_quantization_code: 'fp3' }],
    ['p_parameters', { p_parameters: { image_width: 10 } }],
    ['p_parameters', { p_tool_code: 'bench-vlm', p_parameters: { image_width: 'wide' } }],
    ['p_parameters', { p_tool_code: 'bench-vlm', p_parameters: { image_width: 1e300 } }],
    ['p_image_width', { p_tool_code: 'bench-vlm', p_parameters: { image_width: 1 } }],
    ['p_audio_duration_bucket', { p_tool_code: 'bench-asr' }],
    [
      'p_audio_duration_bucket',
      { p_tool_code: 'bench-asr', p_parameters: { audio_duration_bucket: '1-2s' } },
    ],
  ])('refuses a wrong %s', async (field, overrides) => {
    const failure = await failureOf(call('create_workload', workload(overrides)));
    expect(failure).toMatchObject({ code: 'validation_failed', details: { field } });
  });

  it('has one workload of a code, and engineers make them', async () => {
    await call('create_workload', workload());
    expect(await failureOf(call('create_workload', workload({ p_workload_code: 'CHAT-1K' })))).toMatchObject({
      code: 'conflict',
      details: { field: 'p_workload_code' },
    });
    const viewer = await workspace.member('viewer');
    expect(await failureOf(call('create_workload', workload(), viewer))).toMatchObject({ code: 'forbidden' });
    expect(await call('list_workloads', { p_org_id: workspace.orgId }, viewer)).toHaveLength(1);
  });
});

describe('create_scenario and list_scenarios', () => {
  beforeEach(() => call('create_workload', workload()));

  it('takes a code or its three numbers and keeps both', async () => {
    await checked<number>('create_scenario', scenario());
    await call('create_scenario', {
      ...own(),
      p_workload_code: 'chat-1k',
      p_concurrency: 8,
      p_input_sequence_length: 1024,
      p_output_sequence_length: 256,
    });
    const rows = await checked<Record<string, unknown>[]>('list_scenarios', {
      p_org_id: workspace.orgId,
      p_workload_code: 'chat-1k',
    });
    expect(
      rows.map((row) => [row['scenario_code'], row['concurrency'], row['input_sequence_length']]),
    ).toEqual([
      ['c8-isl1024-osl256', 8, 1024],
      ['c64-isl1024-osl256', 64, 1024],
    ]);
  });

  it.each([
    ['p_scenario_code', { p_scenario_code: 'c0-isl1-osl1' }],
    ['p_scenario_code', { p_concurrency: 1, p_input_sequence_length: 1024, p_output_sequence_length: 256 }],
    ['p_input_sequence_length', { p_scenario_code: null, p_concurrency: 4 }],
    ['p_concurrency', { p_scenario_code: null }],
  ])('refuses a wrong %s', async (field, overrides) => {
    const failure = await failureOf(call('create_scenario', scenario(overrides)));
    expect(failure).toMatchObject({ code: 'validation_failed', details: { field } });
  });

  it('has a scenario once and knows no other workload', async () => {
    await call('create_scenario', scenario());
    expect(await failureOf(call('create_scenario', scenario()))).toMatchObject({ code: 'conflict' });
    expect(await failureOf(call('create_scenario', scenario({ p_workload_code: 'nope' })))).toMatchObject({
      code: 'not_found',
      details: { field: 'p_workload_code' },
    });
  });

  it('reads codes as lib/scenario-code.ts does', async () => {
    const parts = fc.constantFrom(
      'c',
      '-isl',
      '-osl',
      '0',
      '1',
      '7',
      '16384',
      '16385',
      '16777216',
      '99999999',
      ' ',
    );
    const near = fc.array(parts, { maxLength: 8 }).map((each) => each.join(''));
    const numbers = fc.tuple(fc.nat(20_000), fc.nat(20_000_000), fc.nat(20_000_000));
    const codes = fc.sample(
      fc.oneof(
        near,
        numbers.map(([c, i, o]) => `c${c}-isl${i}-osl${o}`),
      ),
      {
        numRuns: 400,
        seed: 7,
      },
    );
    const { rows } = await db.one(
      { role: 'web_system' },
      `select to_json(core.parse_scenario_code(code)) as numbers from jsonb_array_elements_text($1::jsonb) code`,
      [JSON.stringify(codes)],
    );
    const expected = codes.map((code) => {
      const parsed = parseScenarioCode(code);
      return parsed === null ? null : [parsed.concurrency, parsed.isl, parsed.osl];
    });
    expect(expected.filter((each) => each !== null).length).toBeGreaterThan(20);
    expect(rows.map((row) => row['numbers'])).toEqual(expected);
  });
});

describe('execute_scenario', () => {
  beforeEach(async () => {
    await call('create_workload', workload({ p_quantization_code: 'fp8' }));
    await call('create_scenario', scenario());
  });

  it('creates the jobs that create_bench_llm_job would, and counts their names on', async () => {
    const first = await checked<{ job_ids: number[] }>('execute_scenario', execution({ p_repeats: 2 }));
    const again = await checked<{ job_ids: number[] }>('execute_scenario', execution());
    const jobs = await Promise.all([...first.job_ids, ...again.job_ids].map(jobRow));
    expect(jobs.map((job) => job?.['job_name'])).toEqual([
      'chat-1k c64-isl1024-osl256',
      'chat-1k c64-isl1024-osl256 #2',
      'chat-1k c64-isl1024-osl256 #3',
    ]);
    expect(jobs[0]).toMatchObject({
      tool_code: 'bench-llm',
      status_code: 'pending',
      concurrency: 64,
      input_sequence_length: 1024,
      output_sequence_length: 256,
      quantization_code: 'fp8',
      model_code: 'llama-3.1-8b',
      server_hostname: 'gpu-1',
    });
    expect(await audited()).toEqual(expect.arrayContaining(['create_bench_llm_job', 'execute_scenario']));
    const claimed = await callRpc<{ job_id: number }>(db, worker.claims, 'worker_claim_job', {
      p_worker_id: worker.workerId,
      p_epoch: 1,
      p_claim_id: randomUUID(),
    });
    expect(claimed.job_id).toBe(first.job_ids[0]);
  });

  it('takes a given job name as it is', async () => {
    await call('execute_scenario', execution({ p_job_name: 'mine' }));
    expect(await failureOf(call('execute_scenario', execution({ p_job_name: 'mine' })))).toMatchObject({
      code: 'conflict',
      details: { field: 'p_job_name' },
    });
  });

  it.each([
    ['validation_failed', 'p_repeats', { p_repeats: 0 }],
    ['validation_failed', 'p_scenario_code', { p_scenario_code: 'c1' }],
    ['not_found', 'p_scenario_code', { p_scenario_code: 'c1-isl1-osl1' }],
    ['not_found', 'p_config_code', { p_config_code: 'nope' }],
  ])('answers %s for a wrong %s', async (code, field, overrides) => {
    expect(await failureOf(call('execute_scenario', execution(overrides)))).toMatchObject({
      code,
      details: { field },
    });
  });

  it('is refused while the server is not heard, and leaves no job behind', async () => {
    await db.one(
      { role: 'web_system' },
      `update core.workers set last_sync_at = now() - interval '10 minutes' where worker_id = $1`,
      [worker.workerId],
    );
    expect(await failureOf(call('execute_scenario', execution()))).toMatchObject({
      code: 'server_unavailable',
      details: { field: 'p_server_hostname' },
    });
    expect(await call('list_jobs', { p_org_id: workspace.orgId })).toEqual([]);
  });

  it('carries the images of a workload into its jobs', async () => {
    await call('create_workload', workload({ p_workload_code: 'see', p_tool_code: 'bench-vlm' }));
    await call('create_scenario', scenario({ p_workload_code: 'see' }));
    const { job_ids } = await call<{ job_ids: number[] }>(
      'execute_scenario',
      execution({ p_workload_code: 'see' }),
    );
    expect(await jobRow(job_ids[0] ?? 0)).toMatchObject({
      tool_code: 'bench-vlm',
      options: { images_per_request: 1, image_format: 'png', num_requests: 256 },
    });
  });
});

describe('create_bench_vlm_job', () => {
  const vlm = (overrides: Record<string, unknown> = {}) => jobArguments(workspace, overrides);

  it('keeps its images in the options of the job', async () => {
    const id = await checked<number>(
      'create_bench_vlm_job',
      vlm({ p_images_per_request: 2, p_image_width: 512 }),
    );
    expect(await jobRow(id)).toMatchObject({
      tool_code: 'bench-vlm',
      input_sequence_length: 256,
      options: {
        images_per_request: 2,
        image_width: 512,
        image_height: 1024,
        image_format: 'png',
        image_content: 'noise',
        image_unique: true,
      },
    });
    expect(await audited()).toContain('create_bench_vlm_job');
  });

  it('launches with a context that holds the images', async () => {
    await createConfig(db, workspace, { p_config_code: 'own', p_launch_kind: 'process' });
    const id = await call<number>(
      'create_bench_vlm_job',
      vlm({ p_config_code: 'own', p_image_width: 140, p_image_height: 28, p_images_per_request: 3 }),
    );
    // 3 images of 10 x 2 patches, 256 + 64 tokens of text, 1024 to spare.
    const { argv } = (await jobRow(id))?.['launch_spec'] as { argv: string[] };
    expect(argv[argv.indexOf('--max-model-len') + 1]).toBe(String(60 + 256 + 64 + 1024));
  });

  it.each([
    ['p_images_per_request', { p_images_per_request: 0 }],
    ['p_image_width', { p_image_width: 15 }],
    ['p_image_height', { p_image_height: 8193 }],
    ['p_image_format', { p_image_format: 'gif' }],
    ['p_image_content', { p_image_content: 'cats' }],
    ['p_image_unique', { p_image_unique: null }],
    ['p_input_sequence_length', { p_input_sequence_length: null }],
  ])('refuses a wrong %s', async (field, overrides) => {
    expect(await failureOf(call('create_bench_vlm_job', vlm(overrides)))).toMatchObject({
      code: 'validation_failed',
      details: { field },
    });
  });

  it('names the tool when no live worker of the server offers it', async () => {
    const other = await createWorkspace(db);
    await registerWorker(db, other, 'gpu-1', randomUUID());
    await createConfig(db, other);
    const failure = await failureOf(callRpc(db, other.claims, 'create_bench_vlm_job', jobArguments(other)));
    expect(failure).toMatchObject({
      code: 'server_unavailable',
      details: { field: 'p_server_hostname', tool_code: 'bench-vlm', offered_tools: ['bench-llm'] },
    });
    expect(failure.message).toContain('bench-vlm');
  });
});

describe('create_bench_asr_job', () => {
  const asr = (overrides: Record<string, unknown> = {}) => {
    const args: Record<string, unknown> = jobArguments(workspace, {
      p_audio_duration_bucket: '15-30s',
      ...overrides,
    });
    delete args['p_input_sequence_length'];
    return args;
  };

  it.each([
    ['0-5s', 0, 5],
    ['300-1800s', 300, 1800],
  ])('keeps the bucket %s', async (bucket, from, to) => {
    const id = await checked<number>('create_bench_asr_job', asr({ p_audio_duration_bucket: bucket }));
    expect(await jobRow(id)).toMatchObject({
      tool_code: 'bench-asr',
      input_sequence_length: null,
      options: { audio_duration_bucket: bucket, audio_min_s: from, audio_max_s: to },
    });
  });

  it('refuses another bucket, and an output that no context holds', async () => {
    expect(
      await failureOf(call('create_bench_asr_job', asr({ p_audio_duration_bucket: '1h' }))),
    ).toMatchObject({
      code: 'validation_failed',
      details: { field: 'p_audio_duration_bucket', allowed: expect.arrayContaining(['30-60s']) as unknown },
    });
    expect(
      await failureOf(call('create_bench_asr_job', asr({ p_output_sequence_length: 10_000_000 }))),
    ).toMatchObject({ code: 'validation_failed', details: { field: 'p_output_sequence_length' } });
  });

  it('names the tool when no live worker of the server offers it', async () => {
    await db.one(
      { role: 'web_system' },
      `update core.workers set capabilities = jsonb_set(capabilities, '{tools}', '["bench-llm"]') where worker_id = $1`,
      [worker.workerId],
    );
    expect(await failureOf(call('create_bench_asr_job', asr()))).toMatchObject({
      code: 'server_unavailable',
      details: { tool_code: 'bench-asr' },
    });
  });
});

describe('list_projects and list_jobs', () => {
  it('list what a workspace has, newest first, within p_limit', async () => {
    const first = await call<number>('create_bench_llm_job', jobArguments(workspace));
    const second = await call<number>(
      'create_bench_llm_job',
      jobArguments(workspace, { p_project_name: 'Project B', p_run_name: 'other' }),
    );
    const jobs = await checked<{ job_id: number; run_id: number }[]>('list_jobs', {
      p_org_id: workspace.orgId,
    });
    expect(jobs.map((job) => job.job_id)).toEqual([second, first]);
    const ofRun = await call<unknown[]>('list_jobs', {
      p_org_id: workspace.orgId,
      p_run_id: jobs[1]?.run_id,
    });
    expect(ofRun).toHaveLength(1);
    const projects = await checked<{ project_name: string }[]>('list_projects', {
      p_org_id: workspace.orgId,
    });
    expect(projects.map((project) => project.project_name)).toEqual(['Project B', 'Project A']);
    expect(await call('list_projects', { p_org_id: workspace.orgId, p_limit: 1 })).toHaveLength(1);
    for (const name of ['list_projects', 'list_jobs', 'list_workloads', 'list_scenarios'])
      expect(await failureOf(call(name, { p_org_id: workspace.orgId, p_limit: 501 }))).toMatchObject({
        code: 'validation_failed',
        details: { field: 'p_limit' },
      });
  });
});
