import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findProcesses, worksBelow } from '#testing/process-tree.ts';
import { PlatformRefusal, signInByLink, whileAway, type PlatformClient } from '#testing/platform-client.ts';
import { startProduct, type RunningProduct } from '#testing/product.ts';

/**
 * `npm run test:chaos`: kills one program with -9 at a random moment of a job, again and again, and checks that no
 * acknowledged row is lost, no result is doubled and every job ends with a reason. Exit code 1 when one does not hold.
 */
const TARGETS = ['server', 'agent', 'bench', 'engine'] as const;
type Target = (typeof TARGETS)[number];
const JOB_LIMIT_MS = 240_000;

interface Outcome {
  readonly target: Target;
  readonly afterMs: number;
  readonly phase: string;
  readonly status: string;
  readonly attempts: number;
  readonly reason: string | null;
  readonly problems: string[];
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10' }, only: { type: 'string' } },
});
const product = await startProduct({
  args: process.env['CHAOS_NO_BUILD'] === undefined ? [] : ['--no-build'],
  // It watches its jobs more closely than people may.
  env: { LIMITS: 'off' },
});
const outcomes: Outcome[] = [];
let isFine: boolean;
try {
  const client = await signInByLink(product.url, product.link);
  const acknowledged: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const target of TARGETS.filter((name) => values.only === undefined || values.only === name)) {
      const outcome = await killDuringJob(product, client, target, acknowledged);
      outcomes.push(outcome);
      console.log(
        `${String(outcomes.length).padStart(3)} kill ${target.padEnd(6)} after ${String(outcome.afterMs).padStart(5)} ms in ${outcome.phase.padEnd(12)} -> ${outcome.status}, ` +
          `${outcome.attempts} attempt(s)${outcome.reason === null ? '' : `: ${outcome.reason.split('\n')[0] ?? ''}`}${outcome.problems.length === 0 ? '' : `  PROBLEM: ${outcome.problems.join('; ')}`}`,
      );
    }
  }
  const rows = await client.read<{ job_id: number }>(
    `v_job_current_status?org_id=eq.${client.orgId}&select=job_id&limit=1000`,
  );
  const lost = acknowledged.filter((id) => !rows.some((row) => row.job_id === id));
  console.log(
    `\n${acknowledged.length} jobs acknowledged, ${lost.length} lost; ${outcomes.filter((o) => o.problems.length > 0).length} of ${outcomes.length} rounds with a problem`,
  );
  isFine = lost.length === 0 && outcomes.every((outcome) => outcome.problems.length === 0);
} finally {
  await product.stop();
}
process.exit(isFine ? 0 : 1);

async function killDuringJob(
  running: RunningProduct,
  client: PlatformClient,
  target: Target,
  acknowledged: number[],
): Promise<Outcome> {
  const startedAt = Date.now();
  const isDuringSubmit = target === 'server' && acknowledged.length % 8 >= 4;
  const submitting = whileAway(120_000, () => submit(client, acknowledged.length + 1));
  let victim: number | undefined;
  if (isDuringSubmit) {
    await pause(Math.random() * 40);
    victim = findVictim(running, target);
    if (victim !== undefined) kill(victim);
  }
  const jobId = await submitting;
  acknowledged.push(jobId);
  let phase = 'submitting';
  if (!isDuringSubmit) {
    await pause(Math.random() * 20_000);
    // Load generator and engine exist only while the job runs: wait for one to appear.
    while ((victim = findVictim(running, target)) === undefined && Date.now() - startedAt < 60_000)
      await pause(50);
    const state = await whileAway(60_000, () => statusOf(client, jobId));
    phase = state.phase_code ?? state.status_code;
    if (victim !== undefined && !kill(victim)) victim = undefined;
  }
  const afterMs = Date.now() - startedAt;
  const problems: string[] = victim === undefined ? ['the program to kill was not there'] : [];
  const state = await endOf(client, jobId);
  problems.push(...(await findProblems(client, jobId, state)));
  const leftovers = () =>
    (['bench', 'engine'] as const).filter((name) => findVictim(running, name) !== undefined);
  // What is asked to end has ten seconds to.
  for (const until = Date.now() + 20_000; leftovers().length > 0 && Date.now() < until;) await pause(200);
  if (leftovers().length > 0) problems.push(`left running: ${leftovers().join(', ')}`);
  return {
    target,
    afterMs,
    phase,
    status: state.status_code,
    attempts: state.attempt_count,
    reason: state.error_message,
    problems,
  };
}

async function endOf(client: PlatformClient, jobId: number): Promise<Status> {
  const end = Date.now() + JOB_LIMIT_MS;
  for (;;) {
    const state = await whileAway(120_000, () => statusOf(client, jobId));
    if (['completed', 'failed', 'cancelled'].includes(state.status_code) || Date.now() > end) return state;
    await pause(1_000);
  }
}

async function findProblems(client: PlatformClient, jobId: number, state: Status): Promise<string[]> {
  const problems: string[] = [];
  const results = await whileAway(60_000, () => client.read(`v_benchmark_results?job_id=eq.${jobId}`));
  if (!['completed', 'failed'].includes(state.status_code)) problems.push(`stuck in ${state.status_code}`);
  if (results.length !== (state.status_code === 'completed' ? 1 : 0))
    problems.push(`${state.status_code} with ${results.length} results`);
  if (state.status_code === 'failed' && (state.error_message ?? '').length < 10)
    problems.push('failed without a reason');
  // Log chunks are numbered from 0 without a gap or a double.
  const chunks = await whileAway(60_000, () =>
    client.read<{ attempt: number; stream: string; seq: number }>(
      `v_job_logs?job_id=eq.${jobId}&select=attempt,stream,seq&order=attempt.asc,stream.asc,seq.asc`,
    ),
  );
  const next = new Map<string, number>();
  for (const { attempt, stream, seq } of chunks) {
    const key = `${attempt} ${stream}`;
    if (seq !== (next.get(key) ?? 0))
      problems.push(`log ${key}: chunk ${seq} where ${next.get(key) ?? 0} was due`);
    next.set(key, seq + 1);
  }
  const history = await whileAway(60_000, () =>
    client.read<{ status_code: string }>(
      `v_job_status_history?job_id=eq.${jobId}&select=status_code&order=job_status_id.asc`,
    ),
  );
  if (history.filter((entry) => entry.status_code === state.status_code).length !== 1)
    problems.push(`${state.status_code} stands in the history more or less than once`);
  return problems;
}

function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false; // ended by itself
  }
}

function submit(client: PlatformClient, n: number): Promise<number> {
  return client
    .rpc<number>('create_bench_llm_job', {
      p_owner_account_id: client.accountId,
      p_project_name: 'Chaos',
      p_run_name: 'chaos',
      p_job_name: `kill ${n}`,
      p_framework_code: 'vllm',
      p_version: '0.19.0',
      p_model_code: 'llama-3.1-8b',
      p_org_id: client.orgId,
      p_config_code: 'sim-h100-sxm-x1',
      p_server_hostname: 'local-simulator',
      p_concurrency: 16,
      p_input_sequence_length: 256,
      p_output_sequence_length: 128,
      p_quantization_code: 'fp8',
      // Some 20 s of measuring, so that a random moment falls into every phase.
      p_options: { num_requests: 280, num_warmups: 16 },
    })
    .catch(async (error: unknown) => {
      // The answer may have been lost with the server: then the job is there, and asking again is a conflict.
      if (!(error instanceof PlatformRefusal) || error.status !== 409) throw error;
      const [row] = await client.read<{ job_id: number }>(
        `v_job_current_status?org_id=eq.${client.orgId}&job_name=eq.kill%20${n}&select=job_id`,
      );
      if (row === undefined) throw error;
      return row.job_id;
    });
}

interface Status {
  readonly status_code: string;
  readonly phase_code: string | null;
  readonly error_message: string | null;
  readonly attempt_count: number;
}
function statusOf(client: PlatformClient, jobId: number): Promise<Status> {
  return client.rpc<Status>('get_job_status', { p_job_id: jobId });
}

/** The program of this product, not of another one on the machine: the agent names the data folder, its children work below it. */
function findVictim(running: RunningProduct, target: Target): number | undefined {
  if (target === 'server')
    return findProcesses('dist/server/main.js').find((found) => found.parent === running.process.pid)?.pid;
  if (target === 'agent') return findProcesses('dist/worker/agent.js', running.dataFolder)[0]?.pid;
  const program = target === 'bench' ? 'dist/worker/bench-llm.js' : 'dist/worker/engine.js';
  return findProcesses(program).find((found) => worksBelow(found.pid, running.dataFolder))?.pid;
}
