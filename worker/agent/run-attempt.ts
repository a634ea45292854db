import type { BenchProgress } from '#contract/worker/bench-llm-result.ts';
import type { ClaimedJob } from '#contract/worker/protocol.ts';
import { Sampler } from '#worker/telemetry/sampler.ts';
import { sleep } from './backoff.ts';
import { buildBenchSpec, checkBenchSpec } from './bench-spec.ts';
import { describeExit, type ChildGroup, type KillLadder } from './child-group.ts';
import type { AgentConfig } from './config.ts';
import { FileTail } from './file-tail.ts';
import type { AttemptRecord, Outcome } from './journal.ts';
import { authorization, checkEndpoint, launchEngine, type Engine } from './launch-engine.ts';
import type { Lease } from './lease.ts';
import { errorText, type Logger } from './log.ts';
import { AttemptCancelled, AttemptFailure, COMPLETED, LeaseLost, toOutcome, withLogTail } from './outcome.ts';
import { LOG_TITLE } from './readiness.ts';
import { killLeftovers } from './process-table.ts';
import { runBench } from './run-bench.ts';
import { isSecretName, type SecretMasker } from './secret-masker.ts';
import type { Uploads } from './uploads.ts';
import { Watchdog } from './watchdog.ts';
import type { Workspace } from './workspace.ts';

const SAMPLE_MS = 1000;
const TAIL_MS = 200;
/** How long after a failed bench the engine's end may show; the bench sees a closed connection a moment earlier. */
const ENGINE_END_MS = 300;
/** Nobody waits for the job's processes to end in good order: lease lost, engine dead, agent stopping. */
const QUICK_LADDER: KillLadder = { intMs: 700, termMs: 700 };

export interface AttemptContext {
  readonly config: AgentConfig;
  readonly env: NodeJS.ProcessEnv;
  readonly machineId: string;
  readonly lease: Lease;
  readonly workspace: Workspace;
  readonly uploads: Uploads;
  readonly masker: SecretMasker;
  readonly log: Logger;
  /** Writes to the journal's record of this attempt. */
  readonly record: (change: Partial<AttemptRecord>) => Promise<void>;
}

/** Values of a job that must not leave this machine in a log. */
export function secretsOf(job: ClaimedJob): string[] {
  const { launch } = job;
  const fromLaunch =
    launch.kind === 'endpoint'
      ? [launch.api_key ?? '', launch.api_key?.trim() ?? '', ...userInfo(launch.base_url)]
      : launch.kind === 'process'
        ? [
            ...Object.entries(launch.env)
              .filter(([name]) => isSecretName(name))
              .map(([, value]) => value),
            ...secretArguments(launch.argv),
          ]
        : [];
  return [job.lease_token, ...fromLaunch].filter((value) => value !== '');
}

/** Name and password in an address, as written and as decoded. */
function userInfo(address: string): string[] {
  const { username, password } = new URL(address);
  return [password, safelyDecoded(password), `${username}:${password}`].filter((part) => part.length > 1);
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function secretArguments(argv: readonly string[]): string[] {
  return argv.flatMap((part, i) => {
    if (!part.startsWith('-') || !isSecretName(part.split('=', 1)[0] ?? '')) return [];
    const at = part.indexOf('=');
    const value = at === -1 ? argv[i + 1] : part.slice(at + 1);
    return value === undefined || value.startsWith('-') ? [] : [value];
  });
}

/** Runs one attempt from its claim to its outcome; all its processes are gone when it resolves. Null: the lease was lost, nobody wants a report. */
export async function runAttempt(job: ClaimedJob, context: AttemptContext): Promise<Outcome | null> {
  const { lease, workspace, log } = context;
  const run = new AttemptRun(job, context);
  const { max_runtime_s } = job.limits;
  const timer = setTimeout(
    () =>
      lease.stop(
        new AttemptFailure(
          'max_runtime_exceeded',
          `The job ran longer than the ${max_runtime_s} s that it may take.`,
        ),
      ),
    Math.min(max_runtime_s * 1000, 2 ** 31 - 1),
  );
  let error: unknown = null;
  try {
    await run.execute();
  } catch (thrown) {
    error = thrown;
  }
  clearTimeout(timer);
  lease.release();
  const outcome = error === null ? COMPLETED : toOutcome(error);
  // On disk before anything else: an agent killed from here on reports this end, not its own.
  await context
    .record({ outcome })
    .catch((failure: unknown) => log.error('the journal cannot be written', { error: errorText(failure) }));
  // The job's processes end before the report: when the platform knows the outcome, the machine is free.
  await run.end(error);
  const text =
    outcome === null
      ? 'lease lost'
      : outcome.status === 'failed'
        ? `failed: ${outcome.error_code ?? ''}`
        : outcome.status;
  log.info('attempt ended', { status: outcome?.status ?? 'lost', error_code: outcome?.error_code ?? null });
  workspace.note(`attempt ended: ${text}`);
  return outcome;
}

class AttemptRun {
  readonly #job: ClaimedJob;
  readonly #context: AttemptContext;
  readonly #tail: FileTail;
  readonly #children: ChildGroup[] = [];
  #sampler: Sampler | null = null;
  #watchdog: Watchdog | null = null;
  #isEngineWanted = true;

  constructor(job: ClaimedJob, context: AttemptContext) {
    this.#job = job;
    this.#context = context;
    this.#tail = new FileTail(context.workspace.log('engine'));
  }

  async execute(): Promise<void> {
    const { lease, config, uploads, workspace } = this.#context;
    this.#check();
    lease.stopped.throwIfAborted();
    await workspace.create();
    lease.enter('preparing');
    workspace.note(
      `job ${this.#job.job_id} (${this.#job.job_name}), attempt ${this.#job.attempt}, on ${config.hostname}`,
    );
    uploads.start();
    lease.enter('launching');
    workspace.note(`launching the model server: ${this.#job.launch.kind}`);
    const engine = await this.#launch();
    lease.enter('ready');
    workspace.note(`the model server is ready at ${engine.baseUrl}`);
    await this.#bench(engine);
    lease.enter('collecting');
    // One more sample after the end of the measurement, so that it is bracketed.
    await sleep(SAMPLE_MS * 1.2, lease.stopped);
    this.#sampler?.stop();
    // The result is there: of all reasons to stop, only a person's wish still counts.
    if (lease.stopped.reason instanceof AttemptCancelled) throw lease.stopped.reason;
    lease.enter('uploading');
  }

  /** Ends all processes of the attempt and what watches them. */
  async end(error: unknown): Promise<void> {
    const { config, uploads, log } = this.#context;
    this.#isEngineWanted = false;
    this.#sampler?.stop();
    const ladder = ladderFor(error, config);
    const gone = await Promise.all(this.#children.map((child) => child.stop(ladder)));
    // Daemons of an engine may have left its process group; the marker stays with them.
    const strays = killLeftovers([], this.#marker());
    if (strays.length > 0)
      log.warn('ended processes that had left the job’s process groups', { pids: strays });
    if (gone.includes(false)) log.error('a process of the job outlived SIGKILL; it may hold the GPU');
    this.#watchdog?.release();
    await this.#tail.stop();
    await uploads.stop();
  }

  #check(): void {
    const { config } = this.#context;
    if (this.#job.tool_code !== 'bench-llm') {
      throw new AttemptFailure(
        'unsupported_job',
        `This worker does not have the tool ${this.#job.tool_code}.`,
      );
    }
    if (!config.launchKinds.includes(this.#job.launch.kind)) {
      throw new AttemptFailure(
        'launch_refused',
        `This machine does not bring up model servers of the kind "${this.#job.launch.kind}".`,
      );
    }
    checkEndpoint(this.#job.launch);
    checkBenchSpec(this.#job);
  }

  async #launch(): Promise<Engine> {
    const { lease, masker, workspace, record } = this.#context;
    this.#tail.start(TAIL_MS);
    // The simulated engine and the bench see the agent's end by themselves.
    if (this.#job.launch.kind === 'process') this.#watchdog = Watchdog.start(this.#marker());
    const engine = await launchEngine(this.#job.launch, {
      workspace,
      masker,
      env: this.#context.env,
      marker: this.#marker(),
      tail: this.#tail,
      stopped: lease.stopped,
      onChild: (child) => this.#adopt(child),
    });
    await record({ launch: engine.record });
    if (engine.child !== null) void this.#watch(engine.child);
    return engine;
  }

  /** The engine's end while it is wanted is the end of the job. */
  async #watch(child: ChildGroup): Promise<void> {
    const { lease, masker } = this.#context;
    const exit = await child.exited;
    if (!this.#isEngineWanted) return;
    await this.#tail.read().catch(() => undefined);
    await this.#tail.read().catch(() => undefined);
    const message = `The model server stopped by itself (${describeExit(exit)}) in the phase "${lease.phase}".`;
    const lines = this.#tail.lastLines().map((line) => masker.mask(line));
    lease.stop(new AttemptFailure('engine_died', withLogTail(message, LOG_TITLE, lines), exit));
  }

  async #bench(engine: Engine): Promise<void> {
    const { lease, masker, workspace, uploads, record } = this.#context;
    const { spec, ignored } = buildBenchSpec(this.#job, engine);
    if (ignored.length > 0) workspace.note(`options that bench-llm does not have: ${ignored.join(', ')}`);
    await record({ launch: { ...engine.record, bench_spec: spec }, max_error_rate: spec.max_error_rate });
    this.#sampler = new Sampler({
      engineUrl: engine.baseUrl,
      headers: authorization(engine.apiKey),
      gpus: engine.gpus,
      visibleGpus: engine.visibleGpus,
      intervalMs: SAMPLE_MS,
      onRows: (rows) => uploads.addSamples(rows),
    });
    workspace.note(`bench-llm: ${spec.num_requests} requests, ${spec.concurrency} at a time`);
    await runBench(spec, {
      workspace,
      masker,
      env: this.#context.env,
      marker: this.#marker(),
      apiKey: engine.apiKey,
      stopped: lease.stopped,
      onChild: (child) => this.#adopt(child),
      onProgress: (progress) => this.#onProgress(progress),
      explain: async () => {
        await sleep(engine.child === null ? 0 : ENGINE_END_MS, lease.stopped);
        lease.stopped.throwIfAborted();
      },
    });
    this.#isEngineWanted = false;
  }

  #onProgress(progress: BenchProgress): void {
    const { lease } = this.#context;
    if (progress.phase === 'preparing') return;
    lease.enter(progress.phase);
    if (progress.phase === 'measuring' && progress.total > 0)
      lease.progress = Math.min(1, progress.done / progress.total);
  }

  /** Takes a child into the journal, so that a later agent can end it. */
  async #adopt(child: ChildGroup): Promise<void> {
    this.#children.unshift(child);
    const processes = this.#children.flatMap((c) => (c.identity === null ? [] : [c.identity]));
    this.#watchdog?.watch(processes);
    await this.#context.record({ processes });
  }

  #marker(): string {
    return `${this.#context.machineId}:${this.#job.job_id}:${this.#job.attempt};`;
  }
}

function ladderFor(error: unknown, config: AgentConfig): KillLadder {
  const isHurried =
    error instanceof LeaseLost ||
    (error instanceof AttemptFailure &&
      ['engine_died', 'lease_expired', 'worker_stopped'].includes(error.code));
  if (
    isHurried ||
    (error !== null && !(error instanceof AttemptCancelled) && !(error instanceof AttemptFailure))
  )
    return QUICK_LADDER;
  return { intMs: config.killIntS * 1000, termMs: config.killTermS * 1000 };
}
