import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { benchLlmOptionsSchema } from '#contract/rpc/create-bench-llm-job.ts';
import { seed } from '#db/seed.ts';
import type { Database } from '#server/database/port.ts';
import { benchResult } from '#testing/bench-result.ts';
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

interface Claimed {
  job_id: number;
  attempt: number;
  lease_token: string;
  bench: Record<string, unknown>;
  launch: Record<string, unknown>;
}
interface Status {
  status_code: string;
  phase_code: string | null;
  error_code: string | null;
  error_message: string | null;
  attempt_count: number;
}

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
  await createConfig(db, workspace);
});

const submit = (overrides: Record<string, unknown> = {}) =>
  callRpc<number>(db, workspace.claims, 'create_bench_llm_job', jobArguments(workspace, overrides));
const status = (jobId: number) =>
  callRpc<Status>(db, workspace.claims, 'get_job_status', { p_job_id: jobId });
const claim = (by = worker, claimId = randomUUID()) =>
  callRpc<Claimed | null>(db, by.claims, 'worker_claim_job', {
    p_worker_id: by.workerId,
    p_epoch: by.epoch,
    p_claim_id: claimId,
  });
const leaseOf = (job: Claimed) => ({
  p_job_id: job.job_id,
  p_attempt: job.attempt,
  p_lease_token: job.lease_token,
});
const sync = (leases: unknown[], by = worker) =>
  callRpc<{
    leases: { lost: boolean; cancel_requested: boolean; expires_at: string | null }[];
    pending_jobs: number;
    commands: unknown[];
  }>(db, by.claims, 'worker_sync', {
    p_worker_id: by.workerId,
    p_epoch: by.epoch,
    p_state: 'busy',
    p_leases: leases,
    p_now: new Date().toISOString(),
  });
const report = (job: Claimed, phase: string, progress: number | null = null) => ({
  job_id: job.job_id,
  attempt: job.attempt,
  lease_token: job.lease_token,
  phase,
  progress,
});
const putResult = (job: Claimed, text: string) =>
  callRpc(db, worker.claims, 'worker_put_result', {
    ...leaseOf(job),
    p_kind: 'bench-llm',
    p_sha256: createHash('sha256').update(text).digest('hex'),
    p_body_text: text,
  });
const finish = (job: Claimed, overrides: Record<string, unknown> = {}, by = worker) =>
  callRpc<{ status_code: string }>(db, by.claims, 'worker_finish_job', {
    ...leaseOf(job),
    p_status: 'completed',
    p_error_code: null,
    p_message: null,
    p_exit_code: 0,
    p_signal: null,
    p_retryable: false,
    p_launch: { argv: ['engine'] },
    ...overrides,
  });
/** Makes the waits of a released job pass. */
const skipPause = (jobId: number) =>
  db.one({ role: 'web_system' }, `update core.jobs set not_before = null where job_id = $1`, [jobId]);
const view = async (name: string, filter: string, claims = workspace.claims) =>
  (await db.one({ role: 'web_user', claims }, `select * from api.${name} where ${filter}`)).rows;

describe('a job from submission to result', () => {
  it('is leased, reported on and completed, and its figures are read from the result file', async () => {
    const jobId = await submit({ p_quantization_code: 'fp8' });
    expect(await status(jobId)).toMatchObject({ status_code: 'pending', attempt_count: 0 });

    const job = await claim();
    expect(job).toMatchObject({
      job_id: jobId,
      attempt: 1,
      bench: { concurrency: 8, input_len: 256, output_len: 64, num_requests: 100, num_warmups: null },
      launch: {
        kind: 'simulated',
        gpu_model: 'h100-sxm',
        gpu_count: 8,
        model_code: 'llama-3.1-8b',
        quantization_code: 'fp8',
      },
    });
    if (job === null) throw new Error('no job');
    expect(await status(jobId)).toMatchObject({ status_code: 'queued', phase_code: 'claimed' });

    const answer = await sync([report(job, 'measuring', 0.5)]);
    expect(answer.leases).toEqual([expect.objectContaining({ lost: false, cancel_requested: false })]);
    expect(await status(jobId)).toMatchObject({
      status_code: 'running',
      phase_code: 'measuring',
      progress: 0.5,
    });

    await putResult(job, JSON.stringify(benchResult()));
    expect(await finish(job)).toEqual({ job_id: jobId, status_code: 'completed' });
    // The answer may be lost: the same end again is the same answer.
    expect(await finish(job)).toEqual({ job_id: jobId, status_code: 'completed' });

    const [row] = await view('v_bench_llm_outputs', `job_id = ${jobId}`);
    expect(row).toMatchObject({
      provenance: 'simulated',
      tokens_per_sec: 640,
      total_tokens_per_sec: 3200,
      requests_per_sec: 10,
      tokens_per_sec_per_gpu: 80,
      ttft_mean_ms: 10,
      ttft_p50_ms: 13,
      ttft_p99_ms: 16,
      tpot_p50_ms: 23,
      e2e_p99_ms: 46,
      success_rate: 1,
      num_requests: 100,
      num_failed: 0,
      goodput_rps: null,
      joules_per_token: null,
      price_basis: 'cloud_usd_h_low',
      is_valid: true,
    });
    // 8 GPUs at 1.99 USD over 640 x 3600 tokens an hour.
    expect(row?.['usd_per_million_tokens']).toBeCloseTo(6.909722, 6);
    expect(row?.['tokens_per_sec_per_user']).toBeCloseTo(1000 / 23, 9);
    const history = await view('v_job_status_history', `job_id = ${jobId} order by job_status_id`);
    expect(history.map((entry) => entry['status_code'])).toEqual([
      'pending',
      'queued',
      'running',
      'completed',
    ]);
  });

  it('refuses completed without a result', async () => {
    await submit();
    const job = await claim();
    if (job === null) throw new Error('no job');
    expect(await failureOf(finish(job))).toMatchObject({ code: 'conflict' });
  });

  it('takes the same result twice and refuses another one', async () => {
    await submit();
    const job = await claim();
    if (job === null) throw new Error('no job');
    const text = JSON.stringify(benchResult());
    await putResult(job, text);
    await putResult(job, text);
    expect(await failureOf(putResult(job, JSON.stringify(benchResult({ seed: 2 }))))).toMatchObject({
      code: 'conflict',
    });
    expect(
      await failureOf(
        callRpc(db, worker.claims, 'worker_put_result', {
          ...leaseOf(job),
          p_kind: 'bench-llm',
          p_sha256: '0'.repeat(64),
          p_body_text: text,
        }),
      ),
    ).toMatchObject({
      code: 'validation_failed',
    });
  });

  it('computes energy per token from the samples of every GPU inside the measured window only', async () => {
    const jobId = await submit();
    const job = await claim();
    if (job === null) throw new Error('no job');
    const result = benchResult({ output_throughput: 800, handover_output_tokens: 1_600 });
    const rows = Array.from({ length: 8 }, (_, gpu) => gpu).flatMap((gpu) =>
      [-5, 1, 9].map((offset) => ({
        at: new Date((result.started_at_unix + offset) * 1000).toISOString(),
        source: 'gpu',
        gpu_index: gpu,
        gpu_uuid: `g${gpu}`,
        gpu_util_pct: 90,
        memory_used_mb: 1,
        memory_total_mb: 2,
        power_w: offset < 0 ? 10_000 : 100,
        power_limit_w: 700,
        temperature_c: 50,
        sm_clock_mhz: 1980,
        cpu_pct: null,
        engine_running: null,
        engine_waiting: null,
        kv_cache_pct: null,
      })),
    );
    const batch = { ...leaseOf(job), p_batch_id: randomUUID(), p_rows: rows };
    expect(await callRpc(db, worker.claims, 'worker_put_telemetry', batch)).toEqual({ accepted: 24 });
    expect(await callRpc(db, worker.claims, 'worker_put_telemetry', batch)).toEqual({ accepted: 0 });
    await putResult(job, JSON.stringify(result));
    await finish(job);
    const [row] = await view('v_bench_llm_outputs', `job_id = ${jobId}`);
    // 8 GPUs x 100 W x 10 s / 8,000 tokens: 6,400 of the measured requests, 1,600 of those handed over from the warm-up.
    expect(row?.['joules_per_token']).toBeCloseTo(1, 9);
  });
});

describe('leases', () => {
  it('answers the same claim with the same job and a fresh lease token', async () => {
    await submit();
    await submit({ p_job_name: 'job 2' });
    const claimId = randomUUID();
    const first = await claim(worker, claimId);
    const again = await claim(worker, claimId);
    expect(again).toMatchObject({ job_id: first?.job_id, attempt: 1 });
    expect(again?.lease_token).not.toBe(first?.lease_token);
    if (first === null || again === null) throw new Error('no job');
    expect((await sync([report(first, 'preparing')])).leases[0]).toMatchObject({ lost: true });
    expect((await sync([report(again, 'preparing')])).leases[0]).toMatchObject({ lost: false });
  });

  it('runs one job at a time on a machine', async () => {
    await submit();
    await submit({ p_job_name: 'job 2' });
    expect(await claim()).not.toBeNull();
    expect(await claim()).toBeNull();
  });

  it('takes a job back when its worker stops answering, refuses the zombie, and fails after the last attempt', async () => {
    const jobId = await submit();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const job = await claim();
      if (job === null) throw new Error(`no job at attempt ${attempt}`);
      await sync([report(job, 'measuring')]);
      await db.one(
        { role: 'web_system' },
        `update core.job_attempts set lease_expires_at = now() - interval '10 minutes' where job_id = $1 and outcome is null`,
        [jobId],
      );
      await db.one({ role: 'web_system' }, 'select core.expire_leases()');
      expect(await failureOf(putResult(job, JSON.stringify(benchResult())))).toMatchObject({
        code: 'conflict',
      });
      await skipPause(jobId);
    }
    expect(await status(jobId)).toMatchObject({ status_code: 'failed', error_code: 'lease_lost' });
    expect((await status(jobId)).error_message).toContain('attempt 3 of 3');
    expect(await view('v_benchmark_results', `job_id = ${jobId}`)).toHaveLength(0);
  });

  it('keeps a lease whose worker only restarted and still knows the job', async () => {
    const jobId = await submit();
    const job = await claim();
    if (job === null) throw new Error('no job');
    const machine = (
      await db.one({ role: 'web_system' }, `select machine_id from core.workers where worker_id = $1`, [
        worker.workerId,
      ])
    ).rows[0]?.['machine_id'];
    const restarted = await registerWorker(db, workspace, 'gpu-1', String(machine));
    expect(restarted).toMatchObject({
      workerId: worker.workerId,
      epoch: 2,
      openAttempts: [{ job_id: jobId, attempt: 1 }],
    });
    // The agent before it is fenced.
    expect(await failureOf(sync([]))).toMatchObject({ code: 'conflict' });
    expect((await sync([report(job, 'uploading')], restarted)).leases[0]).toMatchObject({ lost: false });
    await putResult(job, JSON.stringify(benchResult()));
    await finish(job, {}, restarted);
    expect(await status(jobId)).toMatchObject({ status_code: 'completed' });
  });

  it('gives a job back at once when the restarted worker does not know it', async () => {
    const jobId = await submit();
    await claim();
    const machine = (
      await db.one({ role: 'web_system' }, `select machine_id from core.workers where worker_id = $1`, [
        worker.workerId,
      ])
    ).rows[0]?.['machine_id'];
    const restarted = await registerWorker(db, workspace, 'gpu-1', String(machine));
    await sync([], restarted);
    expect(await status(jobId)).toMatchObject({ status_code: 'pending' });
  });

  it('tries again after a fault of the machine, not after a failed benchmark', async () => {
    const first = await submit();
    const job = await claim();
    if (job === null) throw new Error('no job');
    expect(
      await finish(job, {
        p_status: 'failed',
        p_error_code: 'worker_stopped',
        p_message: 'The worker was stopped.',
        p_retryable: true,
      }),
    ).toMatchObject({ status_code: 'pending' });
    await skipPause(first);
    const again = await claim();
    expect(again).toMatchObject({ job_id: first, attempt: 2 });
    if (again === null) throw new Error('no job');
    expect(
      await finish(again, {
        p_status: 'failed',
        p_error_code: 'bench_failed',
        p_message: '12 % of requests failed.',
        p_exit_code: 1,
      }),
    ).toMatchObject({ status_code: 'failed' });
    expect(await status(first)).toMatchObject({
      error_code: 'bench_failed',
      error_message: '12 % of requests failed.',
    });
  });

  it('refuses another worker and a wrong lease token', async () => {
    await submit();
    const job = await claim();
    if (job === null) throw new Error('no job');
    const other = await registerWorker(db, workspace, 'gpu-2', randomUUID());
    expect(await failureOf(finish(job, {}, other))).toMatchObject({ code: 'not_found' });
    expect(await failureOf(finish({ ...job, lease_token: 'ysl_wrong' }))).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('heartbeats', () => {
  it('a sync is the heartbeat of every config of the server', async () => {
    await sync([]);
    const [row] = await view(
      'v_server_current_status',
      `hostname = 'gpu-1' and org_id = '${workspace.orgId}'`,
    );
    expect(row).toMatchObject({ status_code: 'online', config_code: 'sim-h100x8' });
    const [instance] = await view('server_config_instances', `org_id = '${workspace.orgId}'`);
    expect(instance?.['last_heartbeat_at']).not.toBeNull();
  });

  it('a person’s heartbeat does not make a server online that no worker serves', async () => {
    await db.one(
      { role: 'web_system' },
      `update core.workers set last_sync_at = now() - interval '1 hour' where worker_id = $1`,
      [worker.workerId],
    );
    const [instance] = await view('server_config_instances', `org_id = '${workspace.orgId}'`);
    await callRpc(db, workspace.claims, 'record_server_config_instance_heartbeat', {
      p_server_config_instance_id: instance?.['server_config_instance_id'],
    });
    const [row] = await view(
      'v_server_current_status',
      `hostname = 'gpu-1' and org_id = '${workspace.orgId}'`,
    );
    expect(row).toMatchObject({ status_code: 'offline' });
  });
});

describe('cancelling', () => {
  it('ends a pending job at once', async () => {
    const jobId = await submit();
    expect(await callRpc(db, workspace.claims, 'cancel_job', { p_job_id: jobId })).toMatchObject({
      status_code: 'cancelled',
    });
    expect(await claim()).toBeNull();
    expect(await failureOf(callRpc(db, workspace.claims, 'cancel_job', { p_job_id: jobId }))).toMatchObject({
      code: 'conflict',
    });
  });

  it('signals a running job and is done when the worker confirms', async () => {
    const jobId = await submit();
    const job = await claim();
    if (job === null) throw new Error('no job');
    await sync([report(job, 'measuring')]);
    expect(await callRpc(db, workspace.claims, 'cancel_job', { p_job_id: jobId })).toMatchObject({
      status_code: 'running',
    });
    expect((await sync([report(job, 'measuring')])).leases[0]).toMatchObject({ cancel_requested: true });
    expect(await finish(job, { p_status: 'cancelled' })).toMatchObject({ status_code: 'cancelled' });
  });

  it('becomes cancelled, not pending, when the worker dies after the request', async () => {
    const jobId = await submit();
    const job = await claim();
    if (job === null) throw new Error('no job');
    await sync([report(job, 'measuring')]);
    await callRpc(db, workspace.claims, 'cancel_job', { p_job_id: jobId });
    await db.one(
      { role: 'web_system' },
      `update core.job_attempts set lease_expires_at = now() - interval '10 minutes' where job_id = $1`,
      [jobId],
    );
    await db.one({ role: 'web_system' }, 'select core.expire_leases()');
    expect(await status(jobId)).toMatchObject({ status_code: 'cancelled' });
  });
});

describe('logs', () => {
  it('keeps chunks in order: a repeat is a no-op, a gap is told what is missing', async () => {
    const jobId = await submit();
    const job = await claim();
    if (job === null) throw new Error('no job');
    const append = (seq: number, content: string) =>
      callRpc(db, worker.claims, 'worker_append_log', {
        ...leaseOf(job),
        p_stream: 'bench',
        p_seq: seq,
        p_content: content,
      });
    expect(await append(0, 'a\n')).toEqual({ next_seq: 1, truncated: false });
    expect(await append(0, 'a\n')).toEqual({ next_seq: 1, truncated: false });
    expect(await append(2, 'c\n')).toEqual({ next_seq: 1, truncated: false });
    expect(await append(1, 'b\n')).toEqual({ next_seq: 2, truncated: false });
    expect(
      (await view('v_job_logs', `job_id = ${jobId} order by seq`)).map((chunk) => chunk['content']),
    ).toEqual(['a\n', 'b\n']);
    // At the limit of a job one line says that the log ends.
    const setLimit = (bytes: number) =>
      db.one(
        { role: 'web_system' },
        `update core.settings set value = to_jsonb($1::bigint) where key = 'log_max_bytes_per_job'`,
        [bytes],
      );
    await setLimit(4);
    expect(await append(2, 'too much')).toEqual({ next_seq: 3, truncated: true });
    await setLimit(104_857_600);
    expect((await view('v_job_logs', `job_id = ${jobId} and seq = 2`))[0]?.['content']).toContain(
      'log cut off here',
    );
  });
});

describe('pre-run validation', () => {
  const refusal = (overrides: Record<string, unknown>, claims = workspace.claims) =>
    failureOf(callRpc(db, claims, 'create_bench_llm_job', jobArguments(workspace, overrides)));

  it.each([
    ['p_concurrency', { p_concurrency: 0 }],
    ['p_input_sequence_length', { p_input_sequence_length: 0 }],
    ['p_output_sequence_length', { p_output_sequence_length: null }],
    ['p_framework_code', { p_framework_code: 'nope' }],
    ['p_framework_code', { p_framework_code: 'openai', p_version: 'any' }],
    ['p_version', { p_version: '9.9.9' }],
    ['p_model_code', { p_model_code: 'no-such-model' }],
    ['p_quantization_code', { p_quantization_code: 'fp3' }],
    ['p_input_sequence_length', { p_input_sequence_length: 131_072 }],
    ['p_job_name', { p_job_name: '  ' }],
    ['p_options', { p_options: { nope: 1 } }],
    ['p_options', { p_options: { num_requests: 0 } }],
    ['p_options', { p_options: { num_requests: 'many' } }],
    ['p_options', { p_options: { num_warmups: 1_000_001 } }],
    ['p_options', { p_options: { seed: 2_147_483_648 } }],
    ['p_options', { p_options: { seed: -1 } }],
    ['p_options', { p_options: { seed: 1.5 } }],
    ['p_options', { p_options: { temperature: 'hot' } }],
    ['p_options', { p_options: { range: 5 } }],
    ['p_options', { p_options: { range: { mode: 'symmetric' } } }],
    ['p_options', { p_options: { goodput: 'x' } }],
    ['p_options', { p_options: { goodput: { ttft_ms: -1 } } }],
    ['p_options', { p_options: { goodput: { ttft: 1 } } }],
    ['p_options', { p_options: { ignore_eos: 'yes' } }],
    ['p_input_sequence_length', { p_input_sequence_length: 2_147_483_647 }],
    ['p_output_sequence_length', { p_output_sequence_length: 2_147_483_647 }],
  ])('names the field %s', async (field, overrides) => {
    const error = await refusal(overrides);
    expect(error).toMatchObject({ code: 'validation_failed', details: { field } });
  });

  it('takes the options it gave a job back, whatever seed that got', async () => {
    const optionsOf = async (jobId: number) => {
      const [row] = await view('v_run_jobs_with_params', `job_id = ${jobId}`);
      return benchLlmOptionsSchema.strict().parse(row?.['options']);
    };
    const options = await optionsOf(await submit());
    expect(options.num_requests).toBe(100);
    const again = await submit({ p_job_name: 'again', p_options: options });
    expect(await optionsOf(again)).toEqual(options);
    // The highest there is.
    const highest = await submit({ p_job_name: 'highest', p_options: { seed: 2_147_483_647 } });
    expect((await optionsOf(highest)).seed).toBe(2_147_483_647);
  });

  it('says how much memory is short and what would fit', async () => {
    // DeepSeek-R1 at 16 bits: 671 x 2 = 1,342 GB of weights; 8 x 80 x 0.9 = 576 GB usable.
    const error = await refusal({ p_model_code: 'deepseek-r1', p_quantization_code: 'fp16' });
    expect(error).toMatchObject({
      code: 'validation_failed',
      details: {
        field: 'p_concurrency',
        available_gb: 576,
        suggestion: { quantization_code: 'fp4', gpu_count: 19 },
      },
    });
    expect(error.details?.['required_gb']).toBeGreaterThan(1341);
  });

  it('refuses a second job of the same name in a run and takes it in another run', async () => {
    await submit();
    expect(await refusal({ p_job_name: 'JOB 1' })).toMatchObject({
      code: 'conflict',
      details: { field: 'p_job_name' },
    });
    await expect(submit({ p_run_name: 'second' })).resolves.toBeTypeOf('number');
  });

  it('refuses a server whose worker is silent', async () => {
    await db.one(
      { role: 'web_system' },
      `update core.workers set last_sync_at = now() - interval '2 minutes' where worker_id = $1`,
      [worker.workerId],
    );
    expect(await refusal({})).toMatchObject({ code: 'server_unavailable' });
  });

  it('refuses a kind of model server that no live worker there can bring up', async () => {
    await db.one(
      { role: 'web_system' },
      `update core.workers set capabilities = '{"launch_kinds": ["endpoint"], "tools": ["bench-llm"]}' where worker_id = $1`,
      [worker.workerId],
    );
    expect(await refusal({})).toMatchObject({
      code: 'server_unavailable',
      details: { field: 'p_config_code', launch_kind: 'simulated' },
    });
  });

  it.each([
    'http://gpu:80000',
    'http://u:secret@gpu:8000',
    'http://gpu:8000/?key=1',
    'ftp://gpu',
    'gpu:8000',
    'http://gpu :80',
  ])('refuses the endpoint address %s', async (address) => {
    const call = createConfig(db, workspace, {
      p_config_code: 'bad',
      p_launch_kind: 'endpoint',
      p_gpu_model: null,
      p_gpu_count: null,
      p_endpoint_url: address,
    });
    expect(await failureOf(call)).toMatchObject({
      code: 'validation_failed',
      details: { field: 'p_endpoint_url' },
    });
  });

  it('asks for the role engineer, and knows nothing of other workspaces', async () => {
    expect(await refusal({}, await workspace.member('viewer'))).toMatchObject({ code: 'forbidden' });
    const stranger = await createWorkspace(db, 'Other');
    expect(await refusal({}, stranger.claims)).toMatchObject({ code: 'not_found' });
    const jobId = await submit();
    expect(
      await failureOf(callRpc(db, stranger.claims, 'get_job_status', { p_job_id: jobId })),
    ).toMatchObject({ code: 'not_found' });
    expect(await failureOf(callRpc(db, stranger.claims, 'cancel_job', { p_job_id: jobId }))).toMatchObject({
      code: 'not_found',
    });
  });

  it('benchmarks a running endpoint with a model and framework of its own', async () => {
    await callRpc(db, workspace.claims, 'create_ai_model', {
      p_org_id: workspace.orgId,
      p_model_code: 'tiny',
      p_model_name: 'Tiny',
      p_max_context: 4096,
    });
    await createConfig(db, workspace, {
      p_config_code: 'mine',
      p_launch_kind: 'endpoint',
      p_gpu_model: null,
      p_gpu_count: null,
      p_endpoint_url: 'http://127.0.0.1:8000/',
      p_endpoint_api_key: 'enc:v1:abc',
    });
    const jobId = await submit({
      p_config_code: 'mine',
      p_model_code: 'tiny',
      p_framework_code: 'openai',
      p_version: 'b4567',
    });
    const job = await claim();
    expect(job).toMatchObject({
      job_id: jobId,
      launch: { kind: 'endpoint', base_url: 'http://127.0.0.1:8000', api_key: 'enc:v1:abc' },
    });
    const [row] = await view('v_job_current_status', `job_id = ${jobId}`);
    expect(row).toMatchObject({ provenance: 'measured', gpu_count: null });
    if (job === null) throw new Error('no job');
    // An engine that says it is simulated never counts as measured.
    await putResult(job, JSON.stringify(benchResult()));
    await finish(job, { p_launch: { simulated: true } });
    const [result] = await view('v_benchmark_results', `job_id = ${jobId}`);
    expect(result).toMatchObject({ provenance: 'simulated', tokens_per_sec_per_gpu: null });
  });

  it('fills the launch command of a framework word by word', async () => {
    await createConfig(db, workspace, {
      p_config_code: 'real',
      p_launch_kind: 'process',
      p_tensor_parallel: 4,
      p_extra_args: ['--enforce-eager', 'a b"; rm'],
    });
    await submit({ p_config_code: 'real', p_quantization_code: 'fp8' });
    const job = await claim();
    expect(job?.launch['argv']).toEqual([
      'vllm',
      'serve',
      'meta-llama/Meta-Llama-3.1-8B',
      '--host',
      '127.0.0.1',
      '--port',
      '8000',
      '--tensor-parallel-size',
      '4',
      '--max-model-len',
      '1344',
      '--quantization',
      'fp8',
      '--enforce-eager',
      'a b"; rm',
    ]);
  });
});

describe('list_jobs_filtered', () => {
  it('filters, limits and refuses a limit over 500', async () => {
    const first = await submit();
    await submit({ p_job_name: 'job 2' });
    await callRpc(db, workspace.claims, 'cancel_job', { p_job_id: first });
    const list = (args: Record<string, unknown>) =>
      callRpc<{ job_id: number }[]>(db, workspace.claims, 'list_jobs_filtered', args);
    expect(
      (await list({ p_status_code: 'cancelled', p_owner_account_id: workspace.accountId })).map(
        (row) => row.job_id,
      ),
    ).toEqual([first]);
    expect(await list({ p_owner_account_id: workspace.accountId, p_limit: 1 })).toHaveLength(1);
    expect(await failureOf(list({ p_limit: 501 }))).toMatchObject({
      code: 'validation_failed',
      details: { field: 'p_limit' },
    });
  });
});
