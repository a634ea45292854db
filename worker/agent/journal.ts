import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { jobPhaseSchema } from '#contract/jobs.ts';
import { LOG_STREAMS } from '#contract/worker/protocol.ts';
import { writeFileDurably } from './durable-file.ts';

/** A child process, named so that a recycled process id is never mistaken for it. */
export const processIdentitySchema = z.object({
  pid: z.int().positive(),
  start_ticks: z.string().nullable(),
  boot_id: z.string(),
});
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/** How far a log file has been uploaded. `pending_to` is set before a chunk is sent, so that a repeat sends the same bytes. */
export const logPositionSchema = z.object({
  seq: z.int().min(0),
  offset: z.int().min(0),
  pending_to: z.int().nullable(),
  uploaded: z.int().min(0),
  closed: z.boolean(),
});
export type LogPosition = z.infer<typeof logPositionSchema>;

/** How an attempt ended, in the words of `worker_finish_job`. */
export const outcomeSchema = z.object({
  status: z.enum(['completed', 'failed', 'cancelled']),
  error_code: z.string().nullable(),
  message: z.string().nullable(),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  retryable: z.boolean(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

export const attemptRecordSchema = z.object({
  job_id: z.int(),
  attempt: z.int(),
  lease_token: z.string(),
  phase: jobPhaseSchema,
  /** Values to mask in what is left of the logs after a restart; the file is readable by its owner only. */
  secrets: z.array(z.string()),
  processes: z.array(processIdentitySchema),
  logs: z.partialRecord(z.enum(LOG_STREAMS), logPositionSchema),
  /** The resolved launch, secrets masked. */
  launch: z.record(z.string(), z.unknown()).nullable(),
  max_error_rate: z.number().nullable(),
  /** Null while the job runs; once set, only its delivery is left. */
  outcome: outcomeSchema.nullable(),
});
export type AttemptRecord = z.infer<typeof attemptRecordSchema>;

const journalSchema = z.object({
  version: z.literal(1),
  /** A claim whose answer has not been recorded: asked again with the same id, it gives the same job. */
  claim_id: z.guid().nullable(),
  attempt: attemptRecordSchema.nullable(),
});
type JournalState = z.infer<typeof journalSchema>;

/** What the agent must not forget, on disk: the claim it is making and the one attempt it holds. Writes are in order and synced. */
export class Journal {
  readonly #path: string;
  #state: JournalState;
  #tail: Promise<void> = Promise.resolve();

  private constructor(path: string, state: JournalState) {
    this.#path = path;
    this.#state = state;
  }

  /** Opens the journal of a work folder. A file that cannot be read counts as empty: `onDamage` hears of it. */
  static async open(workDir: string, onDamage: (message: string) => void): Promise<Journal> {
    const path = join(workDir, 'journal.json');
    const empty: JournalState = { version: 1, claim_id: null, attempt: null };
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch {
      return new Journal(path, empty);
    }
    try {
      return new Journal(path, journalSchema.parse(JSON.parse(text)));
    } catch (error) {
      onDamage(error instanceof Error ? error.message : String(error));
      return new Journal(path, empty);
    }
  }

  get claimId(): string | null {
    return this.#state.claim_id;
  }

  get attempt(): AttemptRecord | null {
    return this.#state.attempt;
  }

  /** Records that a claim is about to be made. */
  beginClaim(claimId: string): Promise<void> {
    this.#state = { ...this.#state, claim_id: claimId };
    return this.#save();
  }

  /** Records what a claim gave, in one write: the claim is over and the attempt (if any) is held. */
  endClaim(attempt: AttemptRecord | null): Promise<void> {
    this.#state = { version: 1, claim_id: null, attempt };
    return this.#save();
  }

  /** Changes the attempt held; a no-op when another one (or none) is held by now. */
  update(jobId: number, attempt: number, change: Partial<AttemptRecord>): Promise<void> {
    const held = this.#state.attempt;
    if (held?.job_id !== jobId || held.attempt !== attempt) return Promise.resolve();
    this.#state = { ...this.#state, attempt: { ...held, ...change } };
    return this.#save();
  }

  #save(): Promise<void> {
    const text = JSON.stringify(this.#state);
    const written = this.#tail.then(() => writeFileDurably(this.#path, text));
    this.#tail = written.catch(() => undefined);
    return written;
  }
}
