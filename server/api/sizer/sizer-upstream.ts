import { SignJWT } from 'jose';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { ApiError, errorBodySchema } from '#contract/errors.ts';
import { SERVICE_TOKEN, type ServiceClaims } from '#contract/sizer/service.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** The sizing service as the settings name it. */
export interface SizerSettings {
  /** HARDWARE_SIZER_URL, without a slash at its end. */
  readonly url: string;
  /** SIZER_JWT_SECRET, at least 32 bytes. */
  readonly secret: Uint8Array;
}

export interface SizerCall<Answer extends z.ZodType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** Null: about no workspace. */
  readonly orgId: string | null;
  readonly requestId: string;
  readonly timeoutMs: number;
  readonly answer: Answer;
}

/** Seconds that the token of a call lives: longer than any call waits to be sent. */
const TOKEN_LIFE_S = 30;
/** Bytes of an answer; a plan has some hundred thousand. */
const MAX_ANSWER = 33_554_432;
/** Outcomes of a question, as opposed to faults of the service: they pass through as they are. */
const OUTCOMES: ReadonlySet<string> = new Set([
  'MISSING_SIZING_SIGNAL',
  'TRAINING_REQUIRED',
  'NO_VIABLE_RECOMMENDATION',
  'INSUFFICIENT_SCOPE',
  'validation_failed',
]);

/** The way to the sizing service: every call has a token of its own, a time limit, and a breaker before it. */
export class SizerUpstream {
  readonly #settings: SizerSettings;
  readonly #agent = new Agent({ connections: 64, connect: { timeout: 3_000 } });
  readonly #breaker = new CircuitBreaker();
  readonly #onFault: (fault: string, requestId: string) => void;

  /** `onFault` is told why a call failed, for the log. */
  constructor(settings: SizerSettings, onFault: (fault: string, requestId: string) => void) {
    this.#settings = settings;
    this.#onFault = onFault;
  }

  /** Throws ApiError: the service's own outcome, or `SIZER_UPSTREAM_UNAVAILABLE` when it is away, late or answers nonsense. */
  async call<Answer extends z.ZodType>(call: SizerCall<Answer>): Promise<z.output<Answer>> {
    const wait = this.#breaker.enter();
    if (wait !== null) throw unavailable(wait);
    let outcome: ApiError | z.output<Answer>;
    try {
      outcome = await this.#send(call);
    } catch (error) {
      this.#breaker.failed();
      this.#onFault(faultOf(error), call.requestId);
      throw unavailable(5, error);
    }
    this.#breaker.succeeded();
    if (outcome instanceof ApiError) throw outcome;
    return outcome;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #send<Answer extends z.ZodType>(call: SizerCall<Answer>): Promise<ApiError | z.output<Answer>> {
    const claims: ServiceClaims = { org_id: call.orgId, request_id: call.requestId };
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(SERVICE_TOKEN.issuer)
      .setAudience(SERVICE_TOKEN.audience)
      .setIssuedAt()
      .setExpirationTime(`${TOKEN_LIFE_S}s`)
      .sign(this.#settings.secret);
    const response = await request(`${this.#settings.url}${call.path}`, {
      method: call.method,
      dispatcher: this.#agent,
      signal: AbortSignal.timeout(call.timeoutMs),
      headersTimeout: call.timeoutMs,
      bodyTimeout: call.timeoutMs,
      headers: {
        authorization: `Bearer ${token}`,
        'x-request-id': call.requestId,
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
    const text = await readText(response.body);
    const status = response.statusCode;
    if (status === 401)
      throw new Error('it refused our token: SIZER_JWT_SECRET is not the same on both sides');
    if (status >= 400 && status < 500) {
      const body = errorBodySchema.safeParse(JSON.parse(text));
      if (body.success && OUTCOMES.has(body.data.code)) {
        const { code, message, details, hint } = body.data;
        return new ApiError(code, message, { status, details, hint });
      }
    }
    if (status !== 200) throw new Error(`it answered ${status}`);
    return call.answer.parse(JSON.parse(text));
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unavailable(retryAfterS: number, cause?: unknown): ApiError {
  return new ApiError('SIZER_UPSTREAM_UNAVAILABLE', 'The sizer could not answer now.', {
    details: { retry_after_s: retryAfterS },
    hint: 'Try again shortly; when it stays so, an administrator looks at the sizing service.',
    headers: { 'Retry-After': String(retryAfterS) },
    cause,
  });
}

/** What went wrong, without what was asked or answered. */
function faultOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const paths = error.issues.slice(0, 5).map((issue) => issue.path.join('.') || 'body');
    return `its answer does not fit the contract: ${paths.join(', ')}`;
  }
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  if (!(error instanceof Error)) return 'unknown';
  return error.name === 'TimeoutError' ? 'it did not answer in time' : error.message;
}
