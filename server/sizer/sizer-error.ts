import { SIZER_ERROR_CODES, type SizerErrorCode } from '#contract/sizer/errors.ts';

/**
 * An outcome that the sizer answers with one of its error codes: a value inside (solver and agent return it), an error body
 * at the edge. It is an Error so that the edge may also throw it.
 */
export class SizerError extends Error {
  readonly code: SizerErrorCode;
  /** HTTP status of the code. */
  readonly status: number;
  readonly details: Record<string, unknown> | null;
  readonly hint: string | null;

  constructor(
    code: SizerErrorCode,
    message: string,
    options: { details?: Record<string, unknown> | null; hint?: string | null; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SizerError';
    this.code = code;
    this.status = SIZER_ERROR_CODES[code].status;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
  }
}
