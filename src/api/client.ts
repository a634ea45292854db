import type { z } from 'zod';
import type { RpcContract, ViewContract } from '#contract/define.ts';
import { ApiError, BAD_ANSWER, errorFromResponse, OFFLINE } from './api-error.ts';
import { EndpointLimits } from './endpoint-limits.ts';
import { SessionKeeper } from './session.ts';
import { totalOf, viewRequest, type ViewQuery } from './view-query.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface ViewPage<Row> {
  rows: Row[];
  /** Rows that match in all; null unless the query asked for a count. */
  total: number | null;
}

export interface ApiClientOptions {
  /** Where the API is, without a slash at the end: "/api" or "https://host/api". */
  apiBase: string;
  fetch?: typeof fetch;
  now?: () => number;
  /**
   * Called once per lost session: a request was refused and the cookie did not help. Where it answers true, or a
   * promise of it, the same person is signed in again and what was refused is sent again; requests wait meanwhile.
   */
  onSignedOut?: () => unknown;
}

/** The one way to the control plane: adds the token, parses answers by the contract, turns failures into `ApiError`. */
export class ApiClient {
  readonly session: SessionKeeper;
  readonly apiBase: string;
  private readonly fetch: typeof fetch;
  readonly limits: EndpointLimits;
  private readonly onSignedOut: () => unknown;
  /** Whether the person signs in again; set while they are asked. */
  private signingIn: Promise<boolean> | null = null;

  constructor(options: ApiClientOptions) {
    this.apiBase = options.apiBase;
    this.fetch = options.fetch ?? ((...args) => globalThis.fetch(...args));
    const now = options.now ?? Date.now;
    this.limits = new EndpointLimits(now);
    this.onSignedOut = options.onSignedOut ?? (() => undefined);
    this.session = new SessionKeeper((path, body) => this.sendPlain(path, body), now);
  }

  /** Reads rows of a view of the contract; a range past the end answers no rows and the total. */
  async readView<Row extends z.ZodObject>(
    view: ViewContract<Row>,
    query: ViewQuery<z.output<Row>> = {},
    options: { signal?: AbortSignal } = {},
  ): Promise<ViewPage<z.output<Row>>> {
    const { search, headers } = viewRequest(query);
    const response = await this.send(`/${view.name}${search}`, { headers, signal: options.signal }, [416]);
    const total = totalOf(response.headers.get('content-range'));
    if (response.status === 416) return { rows: [], total };
    return { rows: await this.parse(response, view.row.array()), total };
  }

  /** Calls a procedure of the contract. Throws ZodError, before anything is sent, for arguments that break it. */
  async callRpc<Params extends z.ZodObject, Returns extends z.ZodType>(
    rpc: Pick<RpcContract<Params, Returns>, 'name' | 'params' | 'returns'>,
    args: z.input<Params>,
    options: { signal?: AbortSignal } = {},
  ): Promise<z.output<Returns>> {
    const body: unknown = rpc.params.parse(args);
    return this.request(`/rpc/${rpc.name}`, rpc.returns, { method: 'POST', body, signal: options.signal });
  }

  /** Any other endpoint under the API base that answers JSON. */
  async request<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    options: RequestOptions = {},
  ): Promise<z.output<Schema>> {
    return this.parse(await this.send(path, options), schema);
  }

  /** An endpoint whose answer is not JSON or has no body (logs, downloads, 204). */
  async requestRaw(path: string, options: RequestOptions = {}): Promise<Response> {
    return this.send(path, options);
  }

  /** An endpoint that answers anybody: no session is looked for, so that nobody's page asks for one in vain. */
  async requestPublic<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    options: { signal?: AbortSignal } = {},
  ): Promise<z.output<Schema>> {
    const response = await this.attempt(path, options, null);
    if (!response.ok) throw this.remember(path, await errorFromResponse(response));
    return this.parse(response, schema);
  }

  private async send(
    path: string,
    options: RequestOptions,
    alsoOk: readonly number[] = [],
  ): Promise<Response> {
    if (this.signingIn !== null) await unlessAborted(this.signingIn, options.signal);
    const token = await this.session.token();
    let response = await this.attempt(path, options, token);
    if (response.status === 401) {
      const renewed = await this.session.renewAfterRefusal(token);
      if (renewed !== null && renewed !== token) response = await this.attempt(path, options, renewed);
      if (response.status === 401) {
        this.session.forget();
        if (await unlessAborted(this.askToSignIn(), options.signal))
          response = await this.attempt(path, options, await this.session.token());
      }
    }
    if (response.ok || alsoOk.includes(response.status)) return response;
    throw this.remember(path, await errorFromResponse(response));
  }

  private askToSignIn(): Promise<boolean> {
    this.signingIn ??= Promise.resolve(this.onSignedOut())
      .then((answer) => answer === true)
      .finally(() => {
        this.signingIn = null;
      });
    return this.signingIn;
  }

  private async attempt(path: string, options: RequestOptions, token: string | null): Promise<Response> {
    const limited = this.limits.errorFor(path);
    if (limited !== null) throw limited;
    const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
    if (token !== null) headers['Authorization'] = `Bearer ${token}`;
    if (options.body !== undefined) headers['Content-Type'] = 'application/json';
    try {
      return await this.fetch(this.apiBase + path, {
        method: options.method ?? 'GET',
        headers,
        body: options.body === undefined ? undefined : JSON.stringify(options.body),
        signal: options.signal,
        credentials: 'include',
      });
    } catch (error) {
      if (options.signal?.aborted === true) throw error;
      throw new ApiError({
        code: OFFLINE,
        status: 0,
        message: 'The server did not answer',
        hint: 'Check the connection; nothing was lost, and the request can be sent again.',
        cause: error,
      });
    }
  }

  /** Sign-in endpoints: no token is sent, and a 401 is an answer, not the end of a session. */
  private async sendPlain(path: string, body?: unknown): Promise<unknown> {
    const response = await this.attempt(path, { method: 'POST', body: body ?? {} }, null);
    if (!response.ok) throw this.remember(path, await errorFromResponse(response));
    return response.status === 204 ? null : response.json();
  }

  private async parse<Schema extends z.ZodType>(
    response: Response,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const requestId = response.headers.get('x-request-id');
    const text = await response.text();
    try {
      return schema.parse(text === '' ? null : (JSON.parse(text) as unknown));
    } catch (error) {
      throw new ApiError({
        code: BAD_ANSWER,
        status: response.status,
        message: 'The server answered in a form this page does not understand',
        hint: 'The page may be older than the server: reload it.',
        details: { reason: String(error) },
        requestId,
        cause: error,
      });
    }
  }

  private remember(path: string, error: ApiError): ApiError {
    if (error.status === 429) this.limits.refused(path, error);
    return error;
  }

  /** Signs in through `/auth/sign-in` or `/auth/link`. */
  async signIn(path: '/auth/sign-in' | '/auth/link', body: Record<string, string>): Promise<void> {
    this.session.accept(await this.sendPlain(path, body));
  }

  /**
   * Ends the session here and on the server; the local part ends even when the server is away. Whoever has no session
   * any more is not asked to sign in for it.
   */
  async signOut(): Promise<void> {
    try {
      await this.sendPlain('/auth/sign-out');
    } finally {
      this.session.forget();
    }
  }
}

/** Waits for `work`, or for the request that waits to be given up, as when its page is left. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
