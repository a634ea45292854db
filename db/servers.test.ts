import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_RPCS } from '#contract/rpc/all.ts';
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

interface Readiness {
  is_ready: boolean;
  checks: { check: string; ok: boolean; message: string }[];
}

const system = { role: 'web_system' } as const;
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
  worker = await registerWorker(db, workspace, 'gpu-1', randomUUID());
});

const own = () => ({ p_owner_account_id: workspace.accountId, p_org_id: workspace.orgId });
const call = <T>(name: string, args: Record<string, unknown>, claims = workspace.claims) =>
  callRpc<T>(db, claims, name, args);
const checked = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
  const answer = await call<T>(name, args);
  ALL_RPCS.find((rpc) => rpc.name === name)?.returns.parse(answer);
  return answer;
};

describe('create_server_config_gpu', () => {
  const bare = () =>
    createConfig(db, workspace, { p_launch_kind: 'process', p_gpu_model: null, p_gpu_count: null });

  it('says which GPUs a config has, once', async () => {
    const id = await bare();
    const gpu = { ...own(), p_server_config_id: id, p_gpu_model: 'h100-sxm', p_gpu_count: 4 };
    expect(await checked('create_server_config_gpu', gpu)).toEqual({
      server_config_id: id,
      gpu_model: 'h100-sxm',
      gpu_count: 4,
      gpu_memory_gb: 80,
    });
    expect(await failureOf(call('create_server_config_gpu', gpu))).toMatchObject({
      code: 'conflict',
      details: { field: 'p_server_config_id', gpu_model: 'h100-sxm' },
    });
  });

  it.each([
    ['validation_failed', 'p_gpu_model', { p_gpu_model: 'nope' }],
    ['validation_failed', 'p_gpu_count', { p_gpu_count: 0 }],
    ['validation_failed', 'p_gpu_memory_gb', { p_gpu_memory_gb: 0 }],
    ['not_found', 'p_server_config_id', { p_server_config_id: 2147483647 }],
  ])('answers %s for a wrong %s', async (code, field, overrides) => {
    const args = { ...own(), p_server_config_id: await bare(), p_gpu_model: 'h100-sxm', ...overrides };
    expect(await failureOf(call('create_server_config_gpu', args))).toMatchObject({
      code,
      details: { field },
    });
  });
});

describe('create_server_config_instance and list_server_config_instances', () => {
  it('puts a config on another server, where jobs can name it', async () => {
    const id = await createConfig(db, workspace);
    await registerWorker(db, workspace, 'gpu-2', randomUUID());
    const instance = await checked<number>('create_server_config_instance', {
      ...own(),
      p_server_config_id: id,
      p_server_hostname: 'gpu-2',
    });
    const rows = await checked<Record<string, unknown>[]>('list_server_config_instances', {
      p_org_id: workspace.orgId,
      p_server_hostname: 'gpu-2',
    });
    expect(rows).toMatchObject([
      { server_config_instance_id: instance, hostname: 'gpu-2', config_code: 'sim-h100x8' },
    ]);
    await call('create_bench_llm_job', jobArguments(workspace, { p_server_hostname: 'gpu-2' }));
    expect(await call('list_server_config_instances', { p_org_id: workspace.orgId })).toHaveLength(2);
  });

  it('refuses one that stands already, and what does not exist', async () => {
    const id = await createConfig(db, workspace);
    const put = (overrides: Record<string, unknown>) =>
      failureOf(
        call('create_server_config_instance', {
          ...own(),
          p_server_config_id: id,
          p_server_hostname: 'gpu-1',
          ...overrides,
        }),
      );
    expect(await put({})).toMatchObject({ code: 'conflict', details: { field: 'p_server_hostname' } });
    expect(await put({ p_server_hostname: 'nope' })).toMatchObject({
      code: 'not_found',
      details: { field: 'p_server_hostname' },
    });
    expect(await put({ p_server_config_id: 2147483647 })).toMatchObject({
      code: 'not_found',
      details: { field: 'p_server_config_id' },
    });
  });
});

describe('validate_server_readiness', () => {
  const ask = (overrides: Record<string, unknown> = {}) =>
    checked<Readiness>('validate_server_readiness', {
      p_org_id: workspace.orgId,
      p_server_hostname: 'gpu-1',
      ...overrides,
    });
  const failing = (readiness: Readiness) => readiness.checks.filter((c) => !c.ok).map((c) => c.check);

  it('is ready with a worker that is heard, a config, and nothing to do', async () => {
    await createConfig(db, workspace);
    const readiness = await ask({ p_model_code: 'llama-3.1-8b' });
    expect(readiness.is_ready).toBe(true);
    expect(readiness.checks.map((each) => each.check)).toEqual([
      'worker_heard',
      'tool',
      'config',
      'launch_kind',
      'free',
      'context',
      'memory',
    ]);
  });

  it('says which check fails', async () => {
    expect(failing(await ask())).toEqual(['config']);
    await createConfig(db, workspace);
    expect(failing(await ask({ p_tool_code: 'bench-asr' }))).toEqual(['tool', 'launch_kind']);
    expect(failing(await ask({ p_config_code: 'nope' }))).toEqual(['config']);
    expect(failing(await ask({ p_model_code: 'deepseek-v3', p_quantization_code: 'fp16' }))).toEqual([
      'memory',
    ]);
    expect(
      failing(await ask({ p_model_code: 'llama-3.1-8b', p_input_sequence_length: 1_000_000 })),
    ).toContain('context');
    await createConfig(db, workspace, { p_config_code: 'second' });
    expect(failing(await ask())).toEqual(['config']);
    await call('create_bench_llm_job', jobArguments(workspace));
    expect(failing(await ask({ p_config_code: 'second' }))).toEqual(['free']);
    await db.one(
      system,
      `update core.workers set last_sync_at = now() - interval '5 minutes' where worker_id = $1`,
      [worker.workerId],
    );
    expect(failing(await ask({ p_config_code: 'second' }))).toEqual([
      'worker_heard',
      'tool',
      'launch_kind',
      'free',
    ]);
  });

  it('agrees with what a job is refused for', async () => {
    await createConfig(db, workspace);
    const args = { p_model_code: 'deepseek-v3', p_quantization_code: 'fp16' };
    const failure = await failureOf(call('create_bench_llm_job', jobArguments(workspace, args)));
    expect(failure).toMatchObject({ code: 'validation_failed' });
    const readiness = await ask({
      ...args,
      p_concurrency: 8,
      p_input_sequence_length: 256,
      p_output_sequence_length: 64,
    });
    const need = Number(failure.details?.['required_gb']).toFixed(1);
    expect(readiness.checks.find((each) => each.check === 'memory')?.message).toContain(`${need} GB`);
  });

  it.each([
    ['not_found', 'p_server_hostname', { p_server_hostname: 'nope' }],
    ['validation_failed', 'p_tool_code', { p_tool_code: 'x' }],
    ['validation_failed', 'p_model_code', { p_model_code: 'nope' }],
    ['validation_failed', 'p_quantization_code', { p_model_code: 'llama-3.1-8b', p_quantization_code: 'x' }],
    ['validation_failed', 'p_concurrency', { p_concurrency: 0 }],
  ])('answers %s for a wrong %s', async (code, field, overrides) => {
    expect(await failureOf(ask(overrides))).toMatchObject({ code, details: { field } });
  });
});

describe('get_telemetry_summary_for_job and _for_run', () => {
  /** A completed job with a window of 10 s and one sample a second of two GPUs at 300 W. */
  async function measuredJob(name: string): Promise<{ jobId: number; runId: number }> {
    await createConfig(db, workspace, { p_config_code: name, p_gpu_count: 2 });
    const jobId = await call<number>(
      'create_bench_llm_job',
      jobArguments(workspace, { p_config_code: name, p_job_name: name }),
    );
    await db.one(
      system,
      `insert into core.results (job_id, org_id, tool_code, provenance, tokens_per_sec, measured_from, measured_to)
       values ($1, $2, 'bench-llm', 'simulated', 100, date_trunc('second', now()) - interval '20 seconds', date_trunc('second', now()) - interval '10 seconds')`,
      [jobId, workspace.orgId],
    );
    await db.one(
      system,
      `insert into core.telemetry_samples (org_id, job_id, attempt, sampled_at, source, gpu_index, gpu_uuid, gpu_util_pct, power_w, memory_used_mb)
       select $1, $2, 1, date_trunc('second', now()) - make_interval(secs => s), 'gpu', g, 'gpu-' || g, 80, 300, 1000 * (g + 1)
       from generate_series(5, 25) s, generate_series(0, 1) g`,
      [workspace.orgId, jobId],
    );
    await db.one(system, 'select core.summarize_telemetry($1)', [jobId]);
    const { rows } = await db.one(system, 'select run_id from core.jobs where job_id = $1', [jobId]);
    return { jobId, runId: Number(rows[0]?.['run_id']) };
  }

  it('sums up a job, GPU by GPU, and its run', async () => {
    const { jobId, runId } = await measuredJob('a');
    await measuredJob('b');
    const job = await checked<Record<string, unknown>>('get_telemetry_summary_for_job', { p_job_id: jobId });
    expect(job).toMatchObject({
      job_id: jobId,
      is_summarized: true,
      is_valid: true,
      power_total_avg_w: 600,
      energy_j: 6000,
      joules_per_token: 6,
      gpus: [
        { gpu_index: 0, energy_j: 3000 },
        { gpu_index: 1, memory_used_max_mb: 2000 },
      ],
    });
    const run = await checked<Record<string, unknown>>('get_telemetry_summary_for_run', { p_run_id: runId });
    expect(run).toMatchObject({
      run_id: runId,
      job_count: 2,
      summarized_count: 2,
      valid_count: 2,
      energy_j: 12_000,
      power_total_avg_w: 600,
      gpu_util_avg_pct: 80,
      memory_used_max_mb: 2000,
    });
  });

  it('has nulls, not zeros, for a job that nothing was sampled of', async () => {
    await createConfig(db, workspace);
    const jobId = await call<number>('create_bench_llm_job', jobArguments(workspace));
    const job = await checked<Record<string, unknown>>('get_telemetry_summary_for_job', { p_job_id: jobId });
    expect(job).toMatchObject({ is_summarized: false, energy_j: null, gpus: [] });
    const run = await checked<Record<string, unknown>>('get_telemetry_summary_for_run', {
      p_run_id: job['run_id'],
    });
    expect(run).toMatchObject({ job_count: 1, summarized_count: 0, energy_j: null, jobs: [] });
  });
});
