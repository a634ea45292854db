import type { Exit } from './child-group.ts';
import type { Outcome } from './journal.ts';
import { errorText } from './log.ts';

/**
 * Causes that the agent itself gives to `worker_finish_job`. Those of the machine may be tried again;
 * a benchmark that failed is an answer, and a second try would only repeat it.
 */
const CAUSES = {
  unsupported_job: { retryable: false },
  launch_refused: { retryable: false },
  engine_not_ready: { retryable: false },
  engine_died: { retryable: false },
  engine_port_busy: { retryable: true },
  bench_spec_refused: { retryable: false },
  bench_failed: { retryable: false },
  engine_unreachable: { retryable: false },
  result_refused: { retryable: false },
  max_runtime_exceeded: { retryable: false },
  lease_expired: { retryable: true },
  worker_stopped: { retryable: true },
  worker_restarted: { retryable: true },
  worker_fault: { retryable: true },
} as const;
export type Cause = keyof typeof CAUSES;

/** `p_message` stays under this many characters. */
const MESSAGE_LIMIT = 8000;

/** The attempt failed; the message is for the person who asked for the benchmark. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';
  readonly code: Cause;
  readonly exit: Exit | null;

  constructor(code: Cause, message: string, exit: Exit | null = null) {
    super(message);
    this.code = code;
    this.exit = exit;
  }
}

/** Somebody cancelled the job. */
export class AttemptCancelled extends Error {
  override readonly name = 'AttemptCancelled';
}

/** The platform gave the job away: nothing of this attempt is wanted any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export const COMPLETED: Outcome = {
  status: 'completed',
  error_code: null,
  message: null,
  exit_code: 0,
  signal: null,
  retryable: false,
};

/** What to report for whatever ended the attempt; null when nobody waits for a report. */
export function toOutcome(error: unknown): Outcome | null {
  if (error instanceof LeaseLost) return null;
  if (error instanceof AttemptCancelled) {
    return {
      status: 'cancelled',
      error_code: null,
      message: 'Cancelled on request.',
      exit_code: null,
      signal: null,
      retryable: false,
    };
  }
  const failure =
    error instanceof AttemptFailure
      ? error
      : new AttemptFailure('worker_fault', `The worker could not run the job: ${errorText(error)}`);
  return {
    status: 'failed',
    error_code: failure.code,
    message: failure.message.slice(0, MESSAGE_LIMIT),
    exit_code: failure.exit?.code ?? null,
    signal: failure.exit?.signal ?? null,
    retryable: CAUSES[failure.code].retryable,
  };
}

/** A message with the last lines of a log under it, each cut at 300 characters, the oldest dropped first when it gets long. */
export function withLogTail(message: string, title: string, lines: readonly string[]): string {
  const kept: string[] = [];
  let length = message.length + title.length + 4;
  for (const line of lines.map((text) => text.slice(0, 300)).reverse()) {
    length += line.length + 1;
    if (length > MESSAGE_LIMIT) break;
    kept.unshift(line);
  }
  return kept.length === 0 ? message : `${message}\n${title}\n${kept.join('\n')}`;
}
