import { LOG_STREAMS, type TelemetryRow } from '#contract/worker/protocol.ts';
import { Backoff, sleep } from './backoff.ts';
import type { AttemptRecord, Journal } from './journal.ts';
import type { Lease } from './lease.ts';
import { LogUpload } from './log-upload.ts';
import { AnswerError, PlatformError } from './platform-client.ts';
import type { SecretMasker } from './secret-masker.ts';
import type { Session } from './session.ts';
import { TelemetrySpool } from './telemetry-spool.ts';
import type { Workspace } from './workspace.ts';

/** Chunks of one stream sent in one round while the job runs: a chatty engine must not use up the calls a minute. */
const CHUNKS_A_ROUND = 3;
/** A log file is emptied past this size, so that a job cannot fill the disk. */
const FILE_LIMIT_BYTES = 64 * 1024 * 1024;

type Stream = (typeof LOG_STREAMS)[number];

/** Sends the logs and samples of one attempt while it runs, and the rest of them at its end. Both wait on disk through an outage. */
export class Uploads {
  readonly telemetry: TelemetrySpool;
  readonly #session: Session;
  readonly #lease: Lease;
  readonly #journal: Journal;
  readonly #retryCapMs: number;
  readonly #logs: readonly (readonly [Stream, LogUpload])[];
  readonly #closing = new AbortController();
  readonly #loops: Promise<void>[] = [];

  constructor(options: {
    session: Session;
    lease: Lease;
    journal: Journal;
    record: AttemptRecord;
    workspace: Workspace;
    masker: SecretMasker;
    logLimitBytes: number;
    retryCapMs: number;
  }) {
    const { record, workspace, masker, logLimitBytes } = options;
    this.#session = options.session;
    this.#lease = options.lease;
    this.#journal = options.journal;
    this.#retryCapMs = options.retryCapMs;
    this.telemetry = new TelemetrySpool(workspace.telemetry);
    this.#logs = LOG_STREAMS.map(
      (s) => [s, new LogUpload(workspace.log(s), masker, logLimitBytes, record.logs[s])] as const,
    );
  }

  addSamples(rows: readonly TelemetryRow[]): void {
    this.telemetry.add(rows);
  }

  /** Uploads at the platform's intervals until `stop`. */
  start(): void {
    const { log_s, telemetry_s } = this.#session.registration.intervals;
    this.#loops.push(
      this.#loop(log_s * 1000, () => this.#sendLogs(false)),
      this.#loop(telemetry_s * 1000, () => this.#sendTelemetry()),
    );
  }

  async stop(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#loops);
    await this.telemetry.cut().catch(() => undefined);
  }

  /** Sends everything that is left; nobody writes the files any more. Throws PlatformError when it has to be tried again. */
  async flush(): Promise<void> {
    await this.#sendTelemetry();
    await this.#sendLogs(true);
  }

  async #loop(intervalMs: number, send: () => Promise<void>): Promise<void> {
    const backoff = new Backoff(intervalMs, Math.max(intervalMs, this.#retryCapMs));
    const { signal } = this.#closing;
    let waitMs = intervalMs;
    for (;;) {
      await sleep(waitMs, signal);
      if (signal.aborted) return;
      try {
        await send();
        backoff.reset();
        waitMs = intervalMs * (0.9 + 0.2 * Math.random());
      } catch (error) {
        if (error instanceof PlatformError && error.status === 409) this.#lease.lose(error.message);
        waitMs = backoff.next(error instanceof PlatformError ? error.retryAfterMs : null);
      }
    }
  }

  async #sendLogs(isFinal: boolean): Promise<void> {
    for (const [stream, upload] of this.#logs) {
      for (let sent = 0; isFinal || sent < CHUNKS_A_ROUND; sent += 1) {
        const chunk = await upload.next(isFinal);
        if (chunk === null) break;
        await this.#save();
        const before = upload.position;
        try {
          const answer = await this.#session.appendLog({
            ...this.#lease.params,
            p_stream: stream,
            p_seq: chunk.seq,
            p_content: chunk.content,
          });
          upload.acknowledge(answer.next_seq, answer.truncated);
        } catch (error) {
          if (!isRefusedForGood(error)) throw error;
          upload.skip();
        }
        if (upload.position.seq === before.seq && upload.position.offset === before.offset) break;
        await this.#save();
      }
      if (!isFinal && (await upload.trim(FILE_LIMIT_BYTES))) await this.#save();
    }
  }

  async #sendTelemetry(): Promise<void> {
    await this.telemetry.cut();
    for (;;) {
      const batch = await this.telemetry.next();
      if (batch === null) return;
      try {
        await this.#session.putTelemetry({ ...this.#lease.params, p_batch_id: batch.id, p_rows: batch.rows });
      } catch (error) {
        if (!isRefusedForGood(error)) throw error;
      }
      await this.telemetry.remove(batch);
    }
  }

  #save(): Promise<void> {
    const logs = Object.fromEntries(this.#logs.map(([stream, upload]) => [stream, upload.position]));
    return this.#journal.update(this.#lease.jobId, this.#lease.attempt, { logs });
  }
}

/** The platform read this very piece and will never take it: leave it out rather than be stuck on it. */
function isRefusedForGood(error: unknown): boolean {
  if (error instanceof AnswerError) return true;
  return (
    error instanceof PlatformError && (error.status === 400 || error.status === 413 || error.status === 422)
  );
}
