import type { z } from 'zod';
import {
  workerAppendLog,
  workerClaimJob,
  workerFinishJob,
  workerPutResult,
  workerPutTelemetry,
  workerRegister,
  workerSync,
  type ClaimedJob,
} from '#contract/worker/protocol.ts';
import { Backoff, sleep } from './backoff.ts';
import type { Logger } from './log.ts';
import { PlatformError, type PlatformClient, type Rpc } from './platform-client.ts';
import type { SecretMasker } from './secret-masker.ts';

export type Registration = z.output<typeof workerRegister.returns>;
export type SyncAnswer = z.output<typeof workerSync.returns>;
export type SyncReport = Pick<z.input<typeof workerSync.params>, 'p_state' | 'p_leases'>;

/** The platform will not have this worker: wrong token, or another agent uses its identity. */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused';
}

/** Two agents with one machine id take the token from each other; this many forced registrations in a row give it away. */
const FORCED_LIMIT = 3;
const FORCED_WINDOW_MS = 120_000;

/**
 * The worker's standing with the platform: registers, and carries every call with the token it got.
 * A token that stops working (platform restored, worker removed) is replaced by registering again.
 */
export class Session {
  readonly #client: PlatformClient;
  readonly #registrationToken: string;
  readonly #identity: z.input<typeof workerRegister.params>;
  readonly #masker: SecretMasker;
  readonly #log: Logger;
  readonly #retryCapMs: number;
  readonly #closing: AbortSignal;
  #registration: Registration | null = null;
  #registering: Promise<Registration> | null = null;
  #forced: number[] = [];

  constructor(options: {
    client: PlatformClient;
    registrationToken: string;
    identity: z.input<typeof workerRegister.params>;
    masker: SecretMasker;
    log: Logger;
    retryCapMs: number;
    closing: AbortSignal;
  }) {
    this.#client = options.client;
    this.#registrationToken = options.registrationToken;
    this.#identity = options.identity;
    this.#masker = options.masker;
    this.#log = options.log;
    this.#retryCapMs = options.retryCapMs;
    this.#closing = options.closing;
  }

  get registration(): Registration {
    if (this.#registration === null) throw new Error('the worker has not registered yet');
    return this.#registration;
  }

  /** Registers, waiting out outages. Throws SessionRefused when the platform says no, and when the agent closes first. */
  register(): Promise<Registration> {
    this.#registering ??= this.#register().finally(() => {
      this.#registering = null;
    });
    return this.#registering;
  }

  async #register(): Promise<Registration> {
    const backoff = new Backoff(1000, this.#retryCapMs);
    for (;;) {
      try {
        const answer = await this.#client.call(
          'worker_register',
          workerRegister,
          this.#registrationToken,
          this.#identity,
          {
            signal: this.#closing,
          },
        );
        this.#masker.add(answer.access_token);
        this.#registration = answer;
        return answer;
      } catch (error) {
        if (this.#closing.aborted)
          throw new SessionRefused('The worker was stopped before it could register.');
        if (!(error instanceof PlatformError)) throw error;
        if (!error.isTransient)
          throw new SessionRefused(`The platform refused to register this worker: ${error.message}`);
        const waitMs = backoff.next(error.retryAfterMs);
        this.#log.warn('cannot register yet', { error: error.message, retry_in_ms: Math.round(waitMs) });
        await sleep(waitMs, this.#closing);
      }
    }
  }

  /** Heartbeat. 409 means that a newer registration of this machine took over: SessionRefused. */
  sync(report: SyncReport): Promise<SyncAnswer> {
    return this.#fenced(() =>
      this.#call('worker_sync', workerSync, (r) => ({
        p_worker_id: r.worker_id,
        p_epoch: r.epoch,
        p_now: new Date().toISOString(),
        ...report,
      })),
    );
  }

  claim(claimId: string): Promise<ClaimedJob | null> {
    return this.#fenced(() =>
      this.#call('worker_claim_job', workerClaimJob, (r) => ({
        p_worker_id: r.worker_id,
        p_epoch: r.epoch,
        p_claim_id: claimId,
      })),
    );
  }

  appendLog(params: z.input<typeof workerAppendLog.params>) {
    return this.#call('worker_append_log', workerAppendLog, () => params);
  }

  putTelemetry(params: z.input<typeof workerPutTelemetry.params>) {
    return this.#call('worker_put_telemetry', workerPutTelemetry, () => params);
  }

  putResult(params: z.input<typeof workerPutResult.params>) {
    return this.#call('worker_put_result', workerPutResult, () => params, 120_000);
  }

  finish(params: z.input<typeof workerFinishJob.params>) {
    return this.#call('worker_finish_job', workerFinishJob, () => params, 60_000);
  }

  async #call<P extends z.ZodType, R extends z.ZodType>(
    name: string,
    rpc: Rpc<P, R>,
    params: (registration: Registration) => z.input<P>,
    timeoutMs?: number,
  ): Promise<z.output<R>> {
    const used = this.registration;
    const options = timeoutMs === undefined ? {} : { timeoutMs };
    try {
      return await this.#client.call(name, rpc, used.access_token, params(used), options);
    } catch (error) {
      if (!isForgotten(name, error)) throw error;
      const fresh = await this.#registerAgain(used);
      return await this.#client.call(name, rpc, fresh.access_token, params(fresh), options);
    }
  }

  async #registerAgain(used: Registration): Promise<Registration> {
    if (this.registration !== used) return this.registration;
    if (this.#registering === null) {
      const now = performance.now();
      this.#forced = [...this.#forced.filter((at) => now - at < FORCED_WINDOW_MS), now];
      if (this.#forced.length > FORCED_LIMIT) {
        throw new SessionRefused(
          'Another worker uses the identity of this one (a copied work folder?): give each worker a folder of its own.',
        );
      }
      this.#log.warn('the platform does not know this worker any more; registering again');
    }
    return this.register();
  }

  async #fenced<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof PlatformError && error.status === 409) {
        throw new SessionRefused(`Another worker took over the identity of this one: ${error.message}`);
      }
      throw error;
    }
  }
}

/** 401 anywhere, or 404 on the calls about the worker itself: the platform has dropped its registration. */
function isForgotten(name: string, error: unknown): boolean {
  if (!(error instanceof PlatformError)) return false;
  return (
    error.status === 401 ||
    (error.code === 'not_found' && (name === 'worker_sync' || name === 'worker_claim_job'))
  );
}
