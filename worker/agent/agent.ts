import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ClaimedJob } from '#contract/worker/protocol.ts';
import { Backoff, sleep } from './backoff.ts';
import { recoverResult } from './bench-result.ts';
import type { AgentConfig } from './config.ts';
import { deliver } from './deliver.ts';
import type { AttemptRecord, Journal, Outcome } from './journal.ts';
import { Lease } from './lease.ts';
import { errorText, type Logger } from './log.ts';
import { AttemptFailure, COMPLETED, toOutcome } from './outcome.ts';
import { AnswerError, PlatformError } from './platform-client.ts';
import { killLeftovers } from './process-table.ts';
import { runAttempt, secretsOf } from './run-attempt.ts';
import type { SecretMasker } from './secret-masker.ts';
import { SessionRefused, type Session } from './session.ts';
import { refusedJob } from './refused-job.ts';
import { SyncLoop } from './sync-loop.ts';
import { Uploads } from './uploads.ts';
import { wipeOthers, Workspace } from './workspace.ts';

/** How long a stopping agent tries to tell the platform about the job it stopped. */
const GOODBYE_MS = 3000;

export interface AgentParts {
  readonly config: AgentConfig;
  readonly env: NodeJS.ProcessEnv;
  readonly machineId: string;
  readonly session: Session;
  readonly journal: Journal;
  readonly masker: SecretMasker;
  readonly log: Logger;
  /** Aborted when the agent is to stop. */
  readonly closing: AbortController;
}

/** Takes jobs one at a time and runs each to its end. `run` resolves when the agent was told to stop and has. */
export class Agent {
  readonly #parts: AgentParts;
  readonly #givingUp = new AbortController();
  #lease: Lease | null = null;
  #sync: SyncLoop | null = null;
  #isDraining = false;
  #hint = new AbortController();
  #refused: SessionRefused | null = null;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    parts.closing.signal.addEventListener('abort', () => this.#onClosing());
  }

  /** Throws SessionRefused when the platform will not have this worker. */
  async run(): Promise<void> {
    const { session, config, log, journal } = this.#parts;
    const recovered = await this.#clearLeftovers();
    const registration = await session.register();
    log.info('registered', {
      worker_id: registration.worker_id,
      epoch: registration.epoch,
      hostname: config.hostname,
    });
    // Whoever started this process over IPC waits for it to be of use.
    if (process.connected) process.send?.({ event: 'registered' });
    for (const open of registration.open_attempts) {
      if (open.job_id === recovered?.job_id && open.attempt === recovered.attempt) continue;
      log.warn('an attempt that this worker has no record of; the platform takes it back', open);
    }
    // An unanswered claim is asked again before the first sync, which would take its job back as lost.
    const job = recovered === null && journal.claimId !== null ? await this.#claim(journal.claimId) : null;
    if (recovered !== null) this.#lease = new Lease(recovered, recovered.phase);
    const held = job === null ? null : await this.#hold(job);
    this.#sync = this.#startSync();
    const syncing = this.#sync.run();
    if (recovered !== null && this.#lease !== null) await this.#deliverRecovered(recovered, this.#lease);
    if (job !== null && held !== null) await this.#work(job, held.lease, held.record);
    await this.#takeJobs();
    await syncing;
    if (this.#refused !== null) throw this.#refused;
  }

  #startSync(): SyncLoop {
    const { session, log, closing, config } = this.#parts;
    return new SyncLoop({
      session,
      log,
      closing: closing.signal,
      retryCapMs: config.retryCapS * 1000,
      state: {
        lease: () => this.#lease,
        isDraining: () => this.#isDraining,
        onCommand: (kind) => this.#onCommand(kind),
        onPendingJobs: () => this.#hint.abort(),
        onRefused: (error) => this.#onRefused(error),
      },
    });
  }

  async #takeJobs(): Promise<void> {
    const { closing } = this.#parts;
    while (!closing.signal.aborted) {
      const job = this.#isDraining ? null : await this.#claim(randomUUID());
      if (job === null) {
        await sleep(2 ** 31 - 1, AbortSignal.any([this.#hint.signal, closing.signal]));
        this.#hint = new AbortController();
        continue;
      }
      const { lease, record } = await this.#hold(job);
      await this.#work(job, lease, record);
    }
  }

  /** Claims with one id until the platform has answered; null when there is no job. */
  async #claim(claimId: string): Promise<ClaimedJob | null> {
    const { session, journal, log, closing, config } = this.#parts;
    const backoff = new Backoff(500, config.retryCapS * 1000);
    if (journal.claimId !== claimId) await journal.beginClaim(claimId);
    while (!closing.signal.aborted) {
      try {
        const job = await session.claim(claimId);
        if (job === null) await journal.endClaim(null);
        return job;
      } catch (error) {
        if (error instanceof SessionRefused) {
          this.#onRefused(error);
          return null;
        }
        if (error instanceof AnswerError) {
          await this.#giveBack(error);
          return null;
        }
        if (error instanceof PlatformError && !error.isTransient) {
          log.error('the platform refuses the claim', { error: error.message });
          await journal.endClaim(null);
          return null;
        }
        const waitMs = backoff.next(error instanceof PlatformError ? error.retryAfterMs : null);
        log.debug('claim not answered', { error: errorText(error), retry_in_ms: Math.round(waitMs) });
        await sleep(waitMs, closing.signal);
      }
    }
    // The claim stays in the journal: it may have been granted.
    return null;
  }

  /** A job that this version cannot read is refused by name rather than held until its lease ends. */
  async #giveBack(error: AnswerError): Promise<void> {
    const { journal, session, masker, log } = this.#parts;
    log.error('cannot read the job that the platform gave', { error: error.message });
    const named = z
      .object({ job_id: z.int(), attempt: z.int(), lease_token: z.string() })
      .safeParse(error.body);
    const outcome = toOutcome(refusedJob(error));
    if (named.success && outcome !== null) {
      const { status, error_code, message, exit_code, signal, retryable } = outcome;
      await session
        .finish({
          ...new Lease(named.data, 'claimed').params,
          p_status: status,
          p_error_code: error_code,
          p_message: message === null ? null : masker.mask(message),
          p_exit_code: exit_code,
          p_signal: signal,
          p_retryable: retryable,
          p_launch: null,
        })
        .catch((failure: unknown) => log.error('cannot give the job back', { error: errorText(failure) }));
    }
    await journal.endClaim(null);
  }

  /** Takes a claimed job into the journal; from here on this worker answers for it. */
  async #hold(job: ClaimedJob): Promise<{ lease: Lease; record: AttemptRecord }> {
    const { session, journal, masker, closing } = this.#parts;
    const secrets = secretsOf(job);
    for (const secret of secrets) masker.add(secret);
    const lease = new Lease(job, 'claimed', (phase) => {
      void journal.update(job.job_id, job.attempt, { phase }).catch(() => undefined);
      this.#sync?.nudge();
    });
    lease.renew(performance.now() + session.registration.intervals.lease_ttl_s * 1000);
    this.#lease = lease;
    const record: AttemptRecord = {
      job_id: job.job_id,
      attempt: job.attempt,
      lease_token: job.lease_token,
      phase: 'claimed',
      secrets,
      processes: [],
      logs: {},
      launch: null,
      max_error_rate: null,
      outcome: null,
    };
    await journal.endClaim(record);
    if (closing.signal.aborted) this.#stopJob();
    return { lease, record };
  }

  async #work(job: ClaimedJob, lease: Lease, record: AttemptRecord): Promise<void> {
    const { config, env, machineId, masker, journal } = this.#parts;
    const log = this.#parts.log.child({ job_id: job.job_id, attempt: job.attempt });
    log.info('job claimed', { job_name: job.job_name, launch: job.launch.kind });
    const { workspace, uploads } = this.#equip(record, lease);
    const outcome = await runAttempt(job, {
      config,
      env,
      machineId,
      lease,
      workspace,
      uploads,
      masker,
      log,
      record: (change) => journal.update(job.job_id, job.attempt, change),
    });
    await this.#conclude(lease, outcome, workspace, uploads, log);
  }

  #equip(record: AttemptRecord, lease: Lease): { workspace: Workspace; uploads: Uploads } {
    const { config, session, journal, masker } = this.#parts;
    const workspace = new Workspace(config.workDir, record.job_id, record.attempt);
    const uploads = new Uploads({
      session,
      lease,
      journal,
      record,
      workspace,
      masker,
      logLimitBytes: config.logLimitBytes,
      retryCapMs: config.retryCapS * 1000,
    });
    return { workspace, uploads };
  }

  async #conclude(
    lease: Lease,
    outcome: Outcome | null,
    workspace: Workspace,
    uploads: Uploads,
    log: Logger,
  ): Promise<void> {
    const { session, journal, config, closing } = this.#parts;
    // Counted from here: stopping the job's processes has taken its own time.
    if (closing.signal.aborted) setTimeout(() => this.#givingUp.abort(), GOODBYE_MS).unref();
    const delivery = {
      session,
      journal,
      lease,
      uploads,
      workspace,
      masker: this.#parts.masker,
      log,
      retryCapMs: config.retryCapS * 1000,
      givingUp: this.#givingUp.signal,
    };
    let end: Awaited<ReturnType<typeof deliver>>;
    try {
      end = outcome === null ? 'dropped' : await deliver(delivery, outcome);
    } catch (error) {
      if (!(error instanceof SessionRefused)) throw error;
      this.#onRefused(error);
      end = 'postponed';
    }
    if (end === 'postponed') {
      log.warn('the end of the attempt is not delivered; the next start of this worker does it');
      return;
    }
    log.debug('attempt concluded', { end });
    this.#lease = null;
    await journal.endClaim(null);
    await workspace
      .wipe()
      .catch((error: unknown) => log.warn('the job folder cannot be removed', { error: errorText(error) }));
  }

  /** Ends what an agent before this one left running, and decides how its attempt ended. */
  async #clearLeftovers(): Promise<AttemptRecord | null> {
    const { journal, machineId, config, masker, log } = this.#parts;
    const record = journal.attempt;
    const killed = killLeftovers(record?.processes ?? [], `${machineId}:`);
    if (killed.length > 0) log.warn('ended processes that the worker before this one left', { pids: killed });
    const workspace = record === null ? null : new Workspace(config.workDir, record.job_id, record.attempt);
    await wipeOthers(config.workDir, workspace);
    if (record === null || workspace === null) return null;
    for (const secret of record.secrets) masker.add(secret);
    if (record.outcome !== null) return record;
    const isDone = await recoverResult(workspace, record.max_error_rate, masker);
    const outcome = isDone ? COMPLETED : restarted(record);
    workspace.note(
      isDone
        ? 'the worker restarted; the result was complete'
        : 'the worker restarted; the attempt is given up',
    );
    await journal.update(record.job_id, record.attempt, {
      outcome,
      processes: [],
      ...(isDone ? { phase: 'uploading' as const } : {}),
    });
    return journal.attempt;
  }

  async #deliverRecovered(record: AttemptRecord, lease: Lease): Promise<void> {
    const log = this.#parts.log.child({ job_id: record.job_id, attempt: record.attempt });
    log.info('delivering an attempt from before the restart', {
      status: record.outcome?.status ?? null,
      error_code: record.outcome?.error_code ?? null,
    });
    const { workspace, uploads } = this.#equip(record, lease);
    await this.#conclude(lease, record.outcome, workspace, uploads, log);
  }

  #onCommand(kind: 'drain' | 'resume' | 'terminate' | 'no_drain'): void {
    const { log, closing } = this.#parts;
    if (kind === 'terminate') {
      log.info('told to terminate');
      closing.abort();
      return;
    }
    const isDraining = kind === 'drain';
    if (isDraining === this.#isDraining) return;
    this.#isDraining = isDraining;
    log.info(isDraining ? 'draining: no new jobs' : 'taking jobs again');
    this.#hint.abort();
  }

  #onRefused(error: SessionRefused): void {
    this.#refused ??= error;
    this.#lease?.lose(error.message);
    this.#parts.closing.abort();
  }

  #onClosing(): void {
    if (this.#lease === null) this.#givingUp.abort();
    this.#stopJob();
  }

  #stopJob(): void {
    const lease = this.#lease;
    if (lease === null) return;
    lease.stop(
      new AttemptFailure(
        'worker_stopped',
        'The worker was stopped while the job ran; its processes were ended.',
      ),
    );
    setTimeout(() => this.#givingUp.abort(), GOODBYE_MS * 2).unref();
  }
}

function restarted(record: AttemptRecord): Outcome {
  const message = `The worker program restarted while the job was in the phase "${record.phase}"; what was left of the job was ended.`;
  const outcome = toOutcome(new AttemptFailure('worker_restarted', message));
  if (outcome === null) throw new Error('a failure has an outcome');
  return outcome;
}
