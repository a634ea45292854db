import { Backoff, sleep } from './backoff.ts';
import { readAcceptedResult } from './bench-result.ts';
import type { AttemptRecord, Journal, Outcome } from './journal.ts';
import type { Lease } from './lease.ts';
import { errorText, type Logger } from './log.ts';
import { AttemptFailure, toOutcome } from './outcome.ts';
import { AnswerError, PlatformError } from './platform-client.ts';
import { maskDeep, type SecretMasker } from './secret-masker.ts';
import { SessionRefused, type Session } from './session.ts';
import type { Uploads } from './uploads.ts';
import type { Workspace } from './workspace.ts';

export interface Delivery {
  readonly session: Session;
  readonly journal: Journal;
  readonly lease: Lease;
  readonly uploads: Uploads;
  readonly workspace: Workspace;
  /** Everything that leaves with the end of an attempt goes through it here, wherever it came from. */
  readonly masker: SecretMasker;
  readonly log: Logger;
  readonly retryCapMs: number;
  /** Aborted when the agent has to go: what is not delivered then stays in the journal for its next start. */
  readonly givingUp: AbortSignal;
}

/**
 * Brings an attempt's end to the platform: logs, samples, the result, then the status. Tries through outages until the
 * platform has it (`delivered`), says that the attempt is not ours any more (`dropped`), or the agent leaves (`postponed`).
 * Throws SessionRefused when the platform will not have this worker.
 */
export async function deliver(
  delivery: Delivery,
  outcome: Outcome,
): Promise<'delivered' | 'dropped' | 'postponed'> {
  const { lease, log, givingUp } = delivery;
  const backoff = new Backoff(500, delivery.retryCapMs);
  const wake = AbortSignal.any([lease.lost, givingUp]);
  let report = outcome;
  for (;;) {
    if (lease.lost.aborted) return 'dropped';
    if (givingUp.aborted) return 'postponed';
    try {
      await send(delivery, report);
      return 'delivered';
    } catch (error) {
      if (error instanceof SessionRefused) throw error;
      if (error instanceof PlatformError && (error.status === 409 || error.status === 404)) {
        log.warn('the platform does not hold this attempt any more', { error: error.message });
        return 'dropped';
      }
      if (error instanceof PlatformError && error.isTransient) {
        const waitMs = backoff.next(error.retryAfterMs);
        log.warn('cannot deliver yet', { error: error.message, retry_in_ms: Math.round(waitMs) });
        await sleep(waitMs, wake);
        continue;
      }
      if (report.status !== 'completed') {
        log.error('the platform refuses the end of this attempt', { error: errorText(error) });
        return 'dropped';
      }
      log.error('the platform refuses the result', { error: errorText(error) });
      report = refusedResult(error);
      await delivery.journal.update(lease.jobId, lease.attempt, { outcome: report });
    }
  }
}

function refusedResult(error: unknown): Outcome {
  const outcome = toOutcome(
    new AttemptFailure(
      'result_refused',
      `The benchmark ran, but its result was not accepted: ${errorText(error)}`,
    ),
  );
  if (outcome === null) throw new Error('a failure has an outcome');
  return outcome;
}

async function send(
  { session, journal, lease, uploads, workspace, masker }: Delivery,
  outcome: Outcome,
): Promise<void> {
  await uploads.flush();
  if (outcome.status === 'completed') {
    const { text, sha256 } = await readAcceptedResult(workspace);
    await accepted(
      session.putResult({ ...lease.params, p_kind: 'bench-llm', p_sha256: sha256, p_body_text: text }),
    );
  }
  const record: AttemptRecord | null = journal.attempt;
  await accepted(
    session.finish({
      ...lease.params,
      p_status: outcome.status,
      p_error_code: outcome.error_code,
      p_message: outcome.message === null ? null : masker.mask(outcome.message),
      p_exit_code: outcome.exit_code,
      p_signal: outcome.signal,
      p_retryable: outcome.retryable,
      p_launch: record?.launch == null ? null : (maskDeep(record.launch, masker) as Record<string, unknown>),
    }),
  );
}

/** A 2xx answer means that the call took effect, also where this worker cannot read what it says. */
async function accepted(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
  }
}
