import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import {
  workerAppendLog,
  workerClaimJob,
  workerFinishJob,
  workerPutResult,
  workerPutTelemetry,
  workerRegister,
  workerSync,
  type ClaimedJob,
  type TelemetryRow,
} from '#contract/worker/protocol.ts';

export type JobSetup = Omit<ClaimedJob, 'job_id' | 'attempt' | 'lease_token' | 'lease_expires_at'>;
type Finish = z.output<typeof workerFinishJob.params>;
type RpcName = keyof typeof RPCS;

const RPCS = {
  worker_register: workerRegister,
  worker_sync: workerSync,
  worker_claim_job: workerClaimJob,
  worker_append_log: workerAppendLog,
  worker_put_telemetry: workerPutTelemetry,
  worker_put_result: workerPutResult,
  worker_finish_job: workerFinishJob,
};

export interface PlatformAttempt {
  readonly attempt: number;
  readonly claimId: string;
  leaseToken: string;
  epoch: number;
  expiresAtMs: number;
  /** How it ended; null while it is open. */
  outcome: 'completed' | 'failed' | 'cancelled' | 'lost' | null;
  readonly logs: Record<'engine' | 'bench' | 'agent', string[]>;
  readonly batches: Map<string, TelemetryRow[]>;
  readonly phases: string[];
  readonly progress: number[];
  result: { sha256: string; text: string } | null;
  resultWrites: number;
  finish: Finish | null;
}

export interface PlatformJob {
  readonly jobId: number;
  readonly setup: JobSetup;
  status: 'pending' | 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  isCancelRequested: boolean;
  readonly attempts: PlatformAttempt[];
}

/** A fault that meets the next calls of one RPC. `afterEffect`: the call takes effect and its answer is lost. */
export interface Fault {
  readonly rpc: RpcName;
  readonly times: number;
  readonly status?: number;
  readonly retryAfterS?: number;
  readonly afterEffect?: boolean;
}

const INTERVALS = { sync_s: 0.2, log_s: 0.2, telemetry_s: 0.4, lease_ttl_s: 5 };

/**
 * The platform's side of the worker protocol, in memory and over real HTTP: registration with epochs, leases, fencing,
 * sequence numbers, and faults on demand. Follows `db/functions/worker_*.sql`; keeps every call for the test to look at.
 */
export class WorkerPlatform {
  readonly registrationToken = 'ysr_test-registration-token';
  readonly jobs: PlatformJob[] = [];
  readonly calls: { readonly rpc: string; readonly atMs: number; readonly status: number }[] = [];
  /** Calls that broke the contract; a test ends with none. */
  readonly violations: string[] = [];
  isDraining = false;
  epoch = 0;
  maxAttempts = 3;
  intervals = INTERVALS;
  /** Faults still to come; emptied to end them. */
  readonly faults: { fault: Fault; left: number }[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #workerId = randomUUID();
  readonly #timer: NodeJS.Timeout;
  #server: Server | null = null;
  #port = 0;
  #accessToken: string | null = null;
  #machineId: string | null = null;

  constructor() {
    this.#timer = setInterval(() => this.#expireLeases(), 50);
  }

  get api(): string {
    return `http://127.0.0.1:${this.#port}/api`;
  }

  /** Listens, on the same port as before after `outage`. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#handle(request, response));
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Goes away: connections break and new ones are refused until `listen`. State is kept, as a database would. */
  async outage(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.outage();
  }

  addJob(setup: JobSetup): PlatformJob {
    const job: PlatformJob = {
      jobId: this.jobs.length + 1,
      setup,
      status: 'pending',
      isCancelRequested: false,
      attempts: [],
    };
    this.jobs.push(job);
    return job;
  }

  inject(fault: Fault): void {
    this.faults.push({ fault, left: fault.times });
  }

  /** Forgets the worker's token, as after a restore from a backup. */
  forgetWorker(): void {
    this.#accessToken = null;
  }

  /** Gives the open attempt of a job away. */
  loseLease(job: PlatformJob): void {
    const open = openAttempt(job);
    if (open !== null) this.#release(job, open, 'lost', true);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rpc = (request.url ?? '').replace('/api/rpc/', '') as RpcName;
    const requestId = randomUUID();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      this.calls.push({ rpc, atMs: performance.now(), status });
      response.writeHead(status, {
        'content-type': 'application/json',
        'x-request-id': requestId,
        ...headers,
      });
      response.end(JSON.stringify(body));
    };
    const entry = this.faults.find((f) => f.left > 0 && f.fault.rpc === rpc);
    if (entry !== undefined) entry.left -= 1;
    const fault = entry?.fault;
    if (fault !== undefined && fault.afterEffect !== true) {
      const headers: Record<string, string> =
        fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) };
      const code =
        fault.status === 429 ? 'rate_limited' : fault.status === 409 ? 'conflict' : 'server_unavailable';
      send(fault.status ?? 503, new ApiError(code, 'Injected by the test.').toBody(), headers);
      return;
    }
    try {
      const answer = this.#call(
        rpc,
        request.headers.authorization ?? '',
        Buffer.concat(chunks).toString('utf8'),
      );
      if (fault?.afterEffect === true) {
        this.calls.push({ rpc, atMs: performance.now(), status: 0 });
        request.socket.destroy();
        return;
      }
      send(200, answer);
    } catch (error) {
      const failure = error instanceof ApiError ? error : new ApiError('internal', String(error));
      if (failure.code === 'validation_failed' || failure.code === 'internal')
        this.violations.push(`${rpc}: ${failure.message}`);
      send(failure.status, failure.toBody());
    }
  }

  #call(rpc: RpcName, authorization: string, text: string): unknown {
    const definition = RPCS[rpc] as (typeof RPCS)[RpcName] | undefined;
    if (definition === undefined) throw new ApiError('not_found', `no such function: ${rpc}`);
    const token = rpc === 'worker_register' ? this.registrationToken : this.#accessToken;
    if (token === null || authorization !== `Bearer ${token}`)
      throw new ApiError('unauthenticated', 'The token is not valid.');
    const body: unknown = JSON.parse(text);
    const parse = <T extends z.ZodType>(schema: T): z.output<T> => {
      const parsed = schema.safeParse(body);
      if (!parsed.success) throw new ApiError('validation_failed', parsed.error.message);
      return parsed.data;
    };
    switch (rpc) {
      case 'worker_register':
        return this.#register(parse(workerRegister.params));
      case 'worker_sync':
        return this.#sync(parse(workerSync.params));
      case 'worker_claim_job':
        return this.#claim(parse(workerClaimJob.params));
      case 'worker_append_log':
        return this.#appendLog(parse(workerAppendLog.params));
      case 'worker_put_telemetry':
        return this.#putTelemetry(parse(workerPutTelemetry.params));
      case 'worker_put_result':
        return this.#putResult(parse(workerPutResult.params));
      case 'worker_finish_job':
        return this.#finish(parse(workerFinishJob.params));
    }
  }

  #register(params: z.output<typeof workerRegister.params>) {
    if (this.#machineId !== null && this.#machineId !== params.p_machine_id)
      this.violations.push('the machine id changed');
    this.#machineId = params.p_machine_id;
    this.epoch += 1;
    this.#accessToken = `ysw_${randomUUID()}`;
    return {
      worker_id: this.#workerId,
      org_id: randomUUID(),
      server_id: 1,
      epoch: this.epoch,
      access_token: this.#accessToken,
      intervals: this.intervals,
      open_attempts: this.jobs.flatMap((job) => {
        const open = openAttempt(job);
        return open === null ? [] : [{ job_id: job.jobId, attempt: open.attempt }];
      }),
    };
  }

  #guardEpoch(workerId: string, epoch: number): void {
    if (workerId !== this.#workerId) throw new ApiError('forbidden', 'This token belongs to another worker.');
    if (epoch !== this.epoch)
      throw new ApiError('conflict', `This worker was registered again (epoch ${this.epoch}).`);
  }

  #sync(params: z.output<typeof workerSync.params>) {
    this.#guardEpoch(params.p_worker_id, params.p_epoch);
    for (const job of this.jobs) {
      const open = openAttempt(job);
      const isKnown = params.p_leases.some((l) => l.job_id === job.jobId && l.attempt === open?.attempt);
      if (open !== null && open.epoch < params.p_epoch && !isKnown) this.#release(job, open, 'lost', true);
    }
    return {
      server_time: new Date().toISOString(),
      leases: params.p_leases.map((lease) => this.#renew(lease)),
      commands: this.isDraining ? [{ kind: 'drain' as const }] : [],
      next_sync_ms: this.intervals.sync_s * 1000,
      pending_jobs: this.jobs.filter((job) => job.status === 'pending').length,
    };
  }

  #renew(lease: z.output<typeof workerSync.params>['p_leases'][number]) {
    const job = this.jobs.find((j) => j.jobId === lease.job_id);
    const held = job?.attempts.find((a) => a.attempt === lease.attempt);
    const answer = { job_id: lease.job_id, attempt: lease.attempt };
    if (job === undefined || held?.outcome !== null || held.leaseToken !== lease.lease_token) {
      return { ...answer, expires_at: null, lost: true, cancel_requested: false };
    }
    held.expiresAtMs = Date.now() + this.intervals.lease_ttl_s * 1000;
    if (held.phases.at(-1) !== lease.phase) held.phases.push(lease.phase);
    if (lease.progress !== null) held.progress.push(lease.progress);
    job.status = lease.phase === 'claimed' ? 'queued' : 'running';
    return {
      ...answer,
      expires_at: new Date(held.expiresAtMs).toISOString(),
      lost: false,
      cancel_requested: job.isCancelRequested,
    };
  }

  #claim(params: z.output<typeof workerClaimJob.params>): ClaimedJob | null {
    this.#guardEpoch(params.p_worker_id, params.p_epoch);
    for (const job of this.jobs) {
      const same = job.attempts.find((a) => a.claimId === params.p_claim_id);
      if (same === undefined) continue;
      if (same.outcome !== null) return null;
      same.leaseToken = `ysl_${randomUUID()}`;
      same.epoch = params.p_epoch;
      return this.#claimed(job, same);
    }
    const isBusy = this.jobs.some((job) => openAttempt(job) !== null);
    const job = this.jobs.find((j) => j.status === 'pending');
    if (isBusy || this.isDraining || job === undefined) return null;
    const attempt: PlatformAttempt = {
      attempt: job.attempts.length + 1,
      claimId: params.p_claim_id,
      leaseToken: `ysl_${randomUUID()}`,
      epoch: params.p_epoch,
      expiresAtMs: 0,
      outcome: null,
      logs: { engine: [], bench: [], agent: [] },
      batches: new Map(),
      phases: [],
      progress: [],
      result: null,
      resultWrites: 0,
      finish: null,
    };
    job.attempts.push(attempt);
    job.status = 'queued';
    return this.#claimed(job, attempt);
  }

  #claimed(job: PlatformJob, attempt: PlatformAttempt): ClaimedJob {
    attempt.expiresAtMs = Date.now() + this.intervals.lease_ttl_s * 1000;
    return {
      ...job.setup,
      job_id: job.jobId,
      attempt: attempt.attempt,
      lease_token: attempt.leaseToken,
      lease_expires_at: new Date(attempt.expiresAtMs).toISOString(),
    };
  }

  /** The attempt that a write names, its token checked; `conflict` when it has ended. */
  #leased(params: { p_job_id: number; p_attempt: number; p_lease_token: string }): {
    job: PlatformJob;
    attempt: PlatformAttempt;
  } {
    const job = this.jobs.find((j) => j.jobId === params.p_job_id);
    const attempt = job?.attempts.find((a) => a.attempt === params.p_attempt);
    if (job === undefined || attempt?.leaseToken !== params.p_lease_token)
      throw new ApiError('not_found', 'There is no such attempt for this worker.');
    if (attempt.outcome !== null)
      throw new ApiError('conflict', `The attempt has ended (${attempt.outcome}); its lease is lost.`);
    return { job, attempt };
  }

  #appendLog(params: z.output<typeof workerAppendLog.params>) {
    const chunks = this.#leased(params).attempt.logs[params.p_stream];
    if (params.p_seq === chunks.length) chunks.push(params.p_content);
    return { next_seq: chunks.length, truncated: false };
  }

  #putTelemetry(params: z.output<typeof workerPutTelemetry.params>) {
    const { batches } = this.#leased(params).attempt;
    if (batches.has(params.p_batch_id)) return { accepted: 0 };
    batches.set(params.p_batch_id, params.p_rows);
    return { accepted: params.p_rows.length };
  }

  #putResult(params: z.output<typeof workerPutResult.params>) {
    const { attempt } = this.#leased(params);
    const sha256 = createHash('sha256').update(params.p_body_text).digest('hex');
    if (sha256 !== params.p_sha256)
      throw new ApiError('validation_failed', 'The digest does not fit the body.');
    JSON.parse(params.p_body_text);
    attempt.result ??= { sha256, text: params.p_body_text };
    attempt.resultWrites += 1;
    if (attempt.result.sha256 !== sha256) {
      this.violations.push('another result of the same attempt');
      throw new ApiError('conflict', 'Another result of this attempt is stored already.');
    }
    return { stored: true };
  }

  #finish(params: Finish) {
    const repeated = this.jobs
      .find((j) => j.jobId === params.p_job_id)
      ?.attempts.find(
        (a) =>
          a.attempt === params.p_attempt &&
          a.leaseToken === params.p_lease_token &&
          a.outcome === params.p_status,
      );
    if (repeated !== undefined) return { job_id: params.p_job_id, status_code: params.p_status };
    const { job, attempt } = this.#leased(params);
    if (params.p_status === 'completed' && attempt.result === null) {
      this.violations.push('completed without a result');
      throw new ApiError('conflict', 'A job is completed only with its result.');
    }
    attempt.finish = params;
    this.#release(job, attempt, params.p_status, params.p_retryable);
    return { job_id: job.jobId, status_code: job.status };
  }

  #release(
    job: PlatformJob,
    attempt: PlatformAttempt,
    outcome: NonNullable<PlatformAttempt['outcome']>,
    isRetryable: boolean,
  ): void {
    attempt.outcome = outcome;
    if (outcome === 'completed') job.status = 'completed';
    else if (outcome === 'cancelled' || job.isCancelRequested) job.status = 'cancelled';
    else job.status = isRetryable && job.attempts.length < this.maxAttempts ? 'pending' : 'failed';
  }

  #expireLeases(): void {
    // The loops that expire leases are part of the platform: while it is away, nothing expires.
    if (this.#server === null) return;
    for (const job of this.jobs) {
      const open = openAttempt(job);
      if (open !== null && open.expiresAtMs + 1000 < Date.now()) this.#release(job, open, 'lost', true);
    }
  }
}

function openAttempt(job: PlatformJob): PlatformAttempt | null {
  return job.attempts.find((attempt) => attempt.outcome === null) ?? null;
}
