import { z } from 'zod';
import { SIZER_ERROR_CODES, type SizerErrorCode } from '#contract/sizer/errors.ts';

/**
 * Every error code the platform answers with, its HTTP status and what it means.
 * Source: control-plane API, "Errors". Codes and statuses are the contract's to the letter;
 * `unavailable` kinds (database away) use `server_unavailable`, as the contract has no other 503.
 */
export const ERROR_CODES = {
  unauthenticated: { status: 401, meaning: 'Missing or invalid token' },
  forbidden: { status: 403, meaning: 'Valid token, role lacks permission' },
  not_found: { status: 404, meaning: 'Entity does not exist or is not visible' },
  validation_failed: { status: 400, meaning: 'The request was read and refused' },
  conflict: { status: 409, meaning: 'The request contradicts what is stored' },
  rate_limited: { status: 429, meaning: 'Too many requests; Retry-After says when to come back' },
  quota_exceeded: { status: 402, meaning: 'Workspace hit a billing quota' },
  server_unavailable: { status: 503, meaning: 'Target server offline or without heartbeat' },
  internal: { status: 500, meaning: 'Unexpected error' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

export const errorCodeSchema = z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]);

/** The codes of the control plane and of the sizer: what the body of an error may hold. */
export type AnyErrorCode = ErrorCode | SizerErrorCode;

/** Status and meaning of every code of `AnyErrorCode`. */
export const ANY_ERROR_CODES: Readonly<Record<AnyErrorCode, { status: number; meaning: string }>> = {
  ...ERROR_CODES,
  ...SIZER_ERROR_CODES,
};

export const anyErrorCodeSchema = z.enum(Object.keys(ANY_ERROR_CODES) as [AnyErrorCode, ...AnyErrorCode[]]);

/** The body of every error answer; `X-Request-Id` travels as a header beside it. */
export const errorBodySchema = z.object({
  code: anyErrorCodeSchema,
  message: z.string(),
  details: z.record(z.string(), z.unknown()).nullable(),
  hint: z.string().nullable(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Thrown by Node code to answer with a contract error. `status` only where the dialect asks for another than the code's own (405, 406, 416). */
export class ApiError extends Error {
  readonly code: AnyErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | null;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(
    code: AnyErrorCode,
    message: string,
    options: {
      details?: Record<string, unknown> | null;
      hint?: string | null;
      status?: number;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = options.status ?? ANY_ERROR_CODES[code].status;
    this.details = options.details ?? null;
    this.hint = options.hint ?? null;
    this.headers = options.headers ?? {};
  }

  /** The JSON body of this error. */
  toBody(): ErrorBody {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint };
  }
}
