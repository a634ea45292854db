import { z } from 'zod';

/** Codes the client itself adds to those of the server: no answer at all, and an answer that breaks the contract. */
export const OFFLINE = 'offline';
export const BAD_ANSWER = 'bad_answer';

/** Looser than the contract's on purpose: the sizer and proxies add codes, and an error must always be readable. */
const bodySchema = z.object({
  code: z.string().catch('internal'),
  message: z.string().catch(''),
  details: z.record(z.string(), z.unknown()).nullable().catch(null),
  hint: z.string().nullable().catch(null),
});

export interface ApiErrorFields {
  code: string;
  message: string;
  status: number;
  details?: Record<string, unknown> | null;
  hint?: string | null;
  requestId?: string | null;
  retryAfterS?: number | null;
  cause?: unknown;
}

/** Every failure of a request, whatever its cause; `status` is 0 when no answer came. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown> | null;
  readonly hint: string | null;
  readonly requestId: string | null;
  /** Seconds the server asked to wait, from `Retry-After`. */
  readonly retryAfterS: number | null;

  constructor(fields: ApiErrorFields) {
    super(fields.message, { cause: fields.cause });
    this.name = 'ApiError';
    this.code = fields.code;
    this.status = fields.status;
    this.details = fields.details ?? null;
    this.hint = fields.hint ?? null;
    this.requestId = fields.requestId ?? null;
    this.retryAfterS = fields.retryAfterS ?? null;
  }
}

/** Reads an error answer, JSON or not, into an `ApiError`. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const body = bodySchema.safeParse(parseJson(text));
  const fallback = `The server answered ${response.status} ${response.statusText}`.trim();
  return new ApiError({
    code: body.success ? body.data.code : codeOfStatus(response.status),
    message: body.success && body.data.message !== '' ? body.data.message : fallback,
    details: body.data?.details ?? null,
    hint: body.data?.hint ?? null,
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterS: retryAfterSeconds(response.headers.get('retry-after')),
  });
}

/** `Retry-After` as seconds from now: a number of seconds or an HTTP date; null when absent or unreadable. */
export function retryAfterSeconds(header: string | null, nowMs = Date.now()): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOfStatus(status: number): string {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status === 502 || status === 503 || status === 504 ? 'server_unavailable' : 'internal';
}
