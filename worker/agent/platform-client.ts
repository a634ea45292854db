import type { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import { errorText } from './log.ts';

export interface Rpc<P extends z.ZodType, R extends z.ZodType> {
  readonly params: P;
  readonly returns: R;
}

/** A call that the platform refused, or that did not reach it (`status` null). */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly status: number | null;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    at: {
      status: number | null;
      code?: string | null;
      requestId?: string | null;
      retryAfterMs?: number | null;
    },
    cause?: unknown,
  ) {
    super(message, { cause });
    this.status = at.status;
    this.code = at.code ?? null;
    this.requestId = at.requestId ?? null;
    this.retryAfterMs = at.retryAfterMs ?? null;
  }

  /** Trying again later may help: no answer, overload, or a fault of the platform. */
  get isTransient(): boolean {
    return (
      this.status === null ||
      this.status === 408 ||
      this.status === 425 ||
      this.status === 429 ||
      this.status >= 500
    );
  }
}

/** What is wrong with one field of an answer. */
export interface AnswerFault {
  /** `launch.base_url`; empty for the answer as a whole. */
  readonly path: string;
  readonly message: string;
}

/** The platform answered, but not in the shape of the contract. `body` is what it said. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
  readonly body: unknown;
  readonly faults: readonly AnswerFault[];

  constructor(message: string, body: unknown, faults: readonly AnswerFault[]) {
    super(message);
    this.body = body;
    this.faults = faults;
  }
}

/** Calls RPCs at `POST {api}/rpc/<name>`. Redirects are refused, so that no token travels to another host. */
export class PlatformClient {
  readonly #api: string;

  constructor(api: string) {
    this.#api = api;
  }

  /** One call, no retry. Throws PlatformError or AnswerError. */
  async call<P extends z.ZodType, R extends z.ZodType>(
    name: string,
    rpc: Rpc<P, R>,
    token: string,
    params: z.input<P>,
    options: { timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<z.output<R>> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 15_000);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    let status: number;
    let headers: Headers;
    let text: string;
    try {
      const response = await fetch(`${this.#api}/rpc/${name}`, {
        method: 'POST',
        redirect: 'error',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify(params),
        signal,
      });
      status = response.status;
      headers = response.headers;
      text = await response.text();
    } catch (error) {
      throw new PlatformError(
        `${name}: no answer from the platform (${errorText(error)})`,
        { status: null },
        error,
      );
    }
    if (status >= 200 && status < 300) return parseAnswer(name, rpc.returns, text);
    const body = errorBodySchema.safeParse(parseJson(text)).data;
    throw new PlatformError(`${name}: ${body?.message ?? `the platform answered ${status}`}`, {
      status,
      code: body?.code ?? null,
      requestId: headers.get('x-request-id'),
      retryAfterMs: parseRetryAfter(headers.get('retry-after'), Date.now()),
    });
  }
}

/** Milliseconds of a Retry-After header, seconds or HTTP date; null when absent or unreadable. At most an hour. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), 3_600_000);
}

function parseAnswer<R extends z.ZodType>(name: string, schema: R, text: string): z.output<R> {
  const body = text === '' ? null : parseJson(text);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new AnswerError(
    `${name}: the answer is not what this worker expects (${faults[0]?.path ?? ''}: ${faults[0]?.message ?? ''})`,
    body,
    faults,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
