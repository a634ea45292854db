import { Backoff, sleep } from './backoff.ts';
import type { Lease } from './lease.ts';
import { errorText, type Logger } from './log.ts';
import { AttemptCancelled } from './outcome.ts';
import { PlatformError } from './platform-client.ts';
import { SessionRefused, type Session, type SyncAnswer } from './session.ts';

/** A clock further off than this makes measured windows and the platform's own times hard to compare. */
const CLOCK_WARNING_MS = 5000;
const JITTER = 0.2;

export interface SyncState {
  /** The attempt held, running or being delivered. */
  readonly lease: () => Lease | null;
  readonly isDraining: () => boolean;
  readonly onCommand: (kind: SyncAnswer['commands'][number]['kind'] | 'no_drain') => void;
  readonly onPendingJobs: () => void;
  /** The platform will not have this worker any more. */
  readonly onRefused: (error: SessionRefused) => void;
}

/** Heartbeat, lease renewal, cancel and drain in one call, at the platform's interval ± 20 %; a loop of its own, so that no job delays it. */
export class SyncLoop {
  readonly #session: Session;
  readonly #state: SyncState;
  readonly #log: Logger;
  readonly #closing: AbortSignal;
  readonly #retryCapMs: number;
  #wake = new AbortController();
  #lastMs = -Infinity;
  #intervalMs: number;
  #hasWarnedOfClock = false;

  constructor(options: {
    session: Session;
    state: SyncState;
    log: Logger;
    closing: AbortSignal;
    retryCapMs: number;
  }) {
    this.#session = options.session;
    this.#state = options.state;
    this.#log = options.log;
    this.#closing = options.closing;
    this.#retryCapMs = options.retryCapMs;
    this.#intervalMs = options.session.registration.intervals.sync_s * 1000;
  }

  /** Asks for a sync soon, such as after a change of phase: at once, but never sooner than a fifth of the interval after the last. */
  nudge(): void {
    this.#wake.abort();
  }

  /** Runs until the agent closes. */
  async run(): Promise<void> {
    const backoff = new Backoff(
      Math.min(1000, this.#intervalMs),
      Math.min(this.#retryCapMs, this.#intervalMs * 1.5),
    );
    let failures = 0;
    while (!this.#closing.aborted) {
      let waitMs: number;
      try {
        await this.#sync();
        if (failures > 0) this.#log.info('contact with the platform again', { failed_tries: failures });
        failures = 0;
        backoff.reset();
        waitMs = this.#intervalMs * (1 - JITTER + 2 * JITTER * Math.random());
      } catch (error) {
        if (error instanceof SessionRefused) {
          this.#state.onRefused(error);
          return;
        }
        failures += 1;
        waitMs = backoff.next(error instanceof PlatformError ? error.retryAfterMs : null);
        // The first and then ever fewer: an outage of half an hour is not a thousand lines.
        if ((failures & (failures - 1)) === 0)
          this.#log.warn('no contact with the platform', { error: errorText(error), failed_tries: failures });
      }
      await this.#pause(waitMs, failures > 0);
    }
  }

  async #pause(waitMs: number, isBackingOff: boolean): Promise<void> {
    if (isBackingOff) {
      await sleep(waitMs, this.#closing);
      return;
    }
    await sleep(waitMs, AbortSignal.any([this.#wake.signal, this.#closing]));
    if (!this.#wake.signal.aborted) return;
    await sleep(this.#lastMs + this.#intervalMs / 5 - performance.now(), this.#closing);
    this.#wake = new AbortController();
  }

  async #sync(): Promise<void> {
    const lease = this.#state.lease();
    const sentAt = performance.now();
    this.#lastMs = sentAt;
    const answer = await this.#session.sync({
      p_state: this.#state.isDraining() ? 'draining' : lease === null ? 'idle' : 'busy',
      p_leases:
        lease === null
          ? []
          : [
              {
                job_id: lease.jobId,
                attempt: lease.attempt,
                lease_token: lease.token,
                phase: lease.phase,
                progress: lease.progress,
              },
            ],
    });
    this.#intervalMs = Math.max(50, answer.next_sync_ms);
    this.#checkClock(answer.server_time);
    if (lease !== null) this.#applyLease(lease, answer, sentAt);
    for (const command of answer.commands) this.#state.onCommand(command.kind);
    if (!answer.commands.some((command) => command.kind === 'drain')) this.#state.onCommand('no_drain');
    if (answer.pending_jobs > 0) this.#state.onPendingJobs();
  }

  #applyLease(lease: Lease, answer: SyncAnswer, sentAt: number): void {
    const entry = answer.leases.find((l) => l.job_id === lease.jobId && l.attempt === lease.attempt);
    if (entry === undefined) return;
    if (entry.lost) {
      this.#log.warn('lease lost', { job_id: lease.jobId, attempt: lease.attempt });
      lease.lose('The platform gave the job to another worker or ended it.');
      return;
    }
    if (entry.expires_at !== null) {
      // As a length on the platform's clock, counted from before the call: both clocks' offset and the way back drop out.
      lease.renew(sentAt + Date.parse(entry.expires_at) - Date.parse(answer.server_time));
    }
    if (entry.cancel_requested) lease.stop(new AttemptCancelled('Cancelled on request.'));
  }

  #checkClock(serverTime: string): void {
    const offsetMs = Date.parse(serverTime) - Date.now();
    if (this.#hasWarnedOfClock || Math.abs(offsetMs) < CLOCK_WARNING_MS) return;
    this.#hasWarnedOfClock = true;
    this.#log.warn('the clock of this machine and of the platform differ', {
      offset_ms: Math.round(offsetMs),
    });
  }
}
