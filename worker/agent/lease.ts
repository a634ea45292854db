import { JOB_PHASES, type JobPhase } from '#contract/jobs.ts';
import { AttemptFailure, LeaseLost } from './outcome.ts';

/** setTimeout's own limit. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * The right to run one attempt: who holds it, how far it is, and the one signal that stops it. The lease ends by a local
 * deadline of the monotonic clock too, so that a worker without network stops before the platform gives the job away.
 */
export class Lease {
  readonly jobId: number;
  readonly attempt: number;
  readonly token: string;
  phase: JobPhase;
  /** Share of the measurement that is done; null outside of it. */
  progress: number | null = null;
  readonly #stop = new AbortController();
  readonly #lost = new AbortController();
  readonly #onPhase: (phase: JobPhase) => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    held: { job_id: number; attempt: number; lease_token: string },
    phase: JobPhase,
    onPhase: (phase: JobPhase) => void = () => undefined,
  ) {
    this.jobId = held.job_id;
    this.attempt = held.attempt;
    this.token = held.lease_token;
    this.phase = phase;
    this.#onPhase = onPhase;
  }

  /** Aborted once the job must stop; the reason is the error that says why. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborted once the platform has given the job away. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Names the attempt in every write. */
  get params(): { p_job_id: number; p_attempt: number; p_lease_token: string } {
    return { p_job_id: this.jobId, p_attempt: this.attempt, p_lease_token: this.token };
  }

  /** Goes on to a later phase; an earlier one is ignored. */
  enter(phase: JobPhase): void {
    if (JOB_PHASES.indexOf(phase) <= JOB_PHASES.indexOf(this.phase)) return;
    this.phase = phase;
    if (phase !== 'measuring') this.progress = null;
    this.#onPhase(phase);
  }

  /** The lease holds until `deadlineMs` of performance.now(). */
  renew(deadlineMs: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const waitMs = Math.min(Math.max(0, deadlineMs - performance.now()), TIMER_MAX_MS);
    this.#timer = setTimeout(() => this.stop(new AttemptFailure('lease_expired', EXPIRED)), waitMs);
  }

  /** Nothing runs any more: the local deadline no longer matters. */
  release(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Stops the job; the first reason stays. */
  stop(reason: Error): void {
    this.#stop.abort(reason);
  }

  /** The platform says that the attempt is not ours any more. */
  lose(message: string): void {
    this.#lost.abort();
    this.stop(new LeaseLost(message));
  }
}

const EXPIRED =
  'The worker had no contact with the platform until its lease on the job ran out, and stopped the job.';

/** Settles like `promise`, or rejects with the reason as soon as the signal is aborted. */
export async function orStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    onAbort = () => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}
