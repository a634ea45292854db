import type { Database, Lane, TransactionOptions } from '#server/database/port.ts';
import { dialectError, isStaleSchema, toApiError, unauthenticated } from './errors.ts';
import { execute } from './execute.ts';
import type { DataIdentity } from './identity.ts';
import { DEFAULT_LIMITS, type DataApiLimits } from './limits.ts';
import { CONTENT_TYPES } from './parse/accept.ts';
import { parseApiRequest, type ApiRequest, type RawRequest, type Target } from './parse/api-request.ts';
import type { Outcome } from './outcome.ts';
import { allowHeader, makePlan } from './plan/make-plan.ts';
import type { Plan } from './plan/plan.ts';
import { requestSettings } from './request-settings.ts';
import { respond, respondWithError, type DataResponse } from './respond/respond.ts';
import type { RpcHook, RpcHookContext } from './rpc-hooks.ts';
import { SchemaCache } from './schema-cache.ts';

export interface DataRequest extends RawRequest {
  readonly requestId: string;
  /** null: nobody; answered with 401 outside of test mode. */
  readonly identity: DataIdentity | null;
}

export interface DataApiOptions {
  readonly database: Database;
  /** Exposed schemas; the first is the default. */
  readonly schemas: readonly string[];
  /** Roles a request may run as. Any other is a fault of the caller of this API. */
  readonly roles: readonly string[];
  /** Cap on the rows of one answer. */
  readonly maxRows: number;
  readonly limits?: Partial<DataApiLimits>;
  /** Statement timeout in milliseconds by role; the port's default otherwise. */
  readonly timeoutMs?: (role: string) => number;
  /** Which queue a request waits in on an engine that runs one at a time; the port's default otherwise. */
  readonly lane?: (target: Target) => Lane | undefined;
  /** Schemas behind the exposed ones in `search_path`, for operators of extensions. */
  readonly extraSearchPath?: readonly string[];
  readonly rpcHooks?: Readonly<Record<string, RpcHook>>;
  /** For conformance tests only: a role for requests without a token, and `Prefer: tx=rollback`. */
  readonly testMode?: { readonly anonymousRole: string };
  /** Told of errors that are answered with a 5xx, for the log. */
  readonly onServerError?: (error: unknown, requestId: string) => void;
}

export interface DataApi {
  /** Answers one request; never throws. */
  handle(request: DataRequest): Promise<DataResponse>;
  /** Forgets what is known of the schema. */
  reload(): void;
  /** Starts to listen for NOTIFY `pgrst`. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The data API over any database: parse → plan → SQL → respond. Knows nothing of HTTP servers nor of what the schemas hold. */
export function createDataApi(options: DataApiOptions): DataApi {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const cache = new SchemaCache(options.database, options.schemas);

  async function answer(request: DataRequest): Promise<DataResponse> {
    const identity = identify(request, options);
    const parsed = parseApiRequest(request, options.schemas, limits);
    if (parsed.method === 'OPTIONS') {
      const allow = allowHeader(parsed, await cache.forRole(identity.role));
      return { status: 200, headers: { Allow: allow }, body: '' };
    }
    const hook = hookOf(parsed, options);
    if (hook === undefined) return run(parsed, request, identity);
    const context = { identity, requestId: request.requestId, headers: request.headers };
    return runHooked(hook, parsed, context, (changed) => run(changed, request, identity));
  }

  async function run(
    parsed: ApiRequest,
    request: DataRequest,
    identity: DataIdentity,
  ): Promise<DataResponse> {
    const plan = makePlan(parsed, await cache.forRole(identity.role), options.maxRows);
    const isTxHonoured = options.testMode !== undefined;
    const end = isTxHonoured && parsed.prefer.tx === 'rollback' ? 'rollback' : 'commit';
    const outcome = await runPlan(plan, transactionOptions(plan, parsed, request, identity), end);
    return respond(plan, outcome, { format: parsed.format, prefer: parsed.prefer, isTxHonoured });
  }

  async function runPlan(
    plan: Plan,
    transaction: TransactionOptions,
    end: 'commit' | 'rollback',
  ): Promise<Outcome> {
    try {
      return await execute(options.database, transaction, plan, end);
    } catch (error) {
      if (isStaleSchema(error)) cache.reload();
      throw error;
    }
  }

  function transactionOptions(
    plan: Plan,
    parsed: ApiRequest,
    request: DataRequest,
    identity: DataIdentity,
  ): TransactionOptions {
    const timeoutMs = options.timeoutMs?.(identity.role);
    const lane = options.lane?.(parsed.target);
    return {
      role: identity.role,
      claims: { ...identity.claims, role: identity.role },
      readOnly: plan.kind === 'read' || (plan.kind === 'call' && plan.isReadOnly),
      settings: {
        ...requestSettings(parsed.method, parsed.path, request.headers),
        'request.id': request.requestId,
      },
      searchPath: [parsed.schema, ...(options.extraSearchPath ?? [])],
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(lane === undefined ? {} : { lane }),
    };
  }

  async function handle(request: DataRequest): Promise<DataResponse> {
    const response = await answer(request).catch((error: unknown) => {
      const apiError = toApiError(error, { isAnonymous: request.identity === null });
      if (apiError.status >= 500) options.onServerError?.(error, request.requestId);
      return respondWithError(apiError, request.method === 'HEAD');
    });
    return { ...response, headers: { ...response.headers, 'X-Request-Id': request.requestId } };
  }

  return {
    handle,
    reload: () => cache.reload(),
    start: () => cache.listen(),
    close: () => cache.close(),
  };
}

function identify(request: DataRequest, options: DataApiOptions): DataIdentity {
  const anonymous =
    options.testMode === undefined ? null : { role: options.testMode.anonymousRole, claims: {} };
  const identity = request.identity ?? anonymous;
  if (identity === null) throw unauthenticated();
  if (!options.roles.includes(identity.role))
    throw new Error('The identity has a role that is not in the list of roles');
  return identity;
}

function hookOf(parsed: ApiRequest, options: DataApiOptions): RpcHook | undefined {
  if (parsed.target.kind !== 'rpc' || options.rpcHooks === undefined) return undefined;
  if (!Object.hasOwn(options.rpcHooks, parsed.target.name)) return undefined;
  if (parsed.method !== 'POST') {
    throw dialectError('PGRST101', 'This function is called with POST.', {
      headers: { Allow: 'OPTIONS, POST' },
    });
  }
  return options.rpcHooks[parsed.target.name];
}

async function runHooked(
  hook: RpcHook,
  parsed: ApiRequest,
  context: RpcHookContext,
  next: (parsed: ApiRequest) => Promise<DataResponse>,
): Promise<DataResponse> {
  const decision = await hook.before?.(parsed.body.value, context);
  if (decision !== undefined && 'answer' in decision) return jsonResponse(decision.answer);
  const changed =
    decision === undefined
      ? parsed
      : { ...parsed, body: { text: JSON.stringify(decision.args), value: decision.args } };
  const response = await next(changed);
  if (hook.after === undefined || parsed.format === 'csv') return response;
  const result = await hook.after(
    response.body === '' ? null : (JSON.parse(response.body) as unknown),
    context,
  );
  return result === undefined ? response : { ...response, body: JSON.stringify(result) };
}

function jsonResponse(value: unknown): DataResponse {
  if (value === undefined) return { status: 204, headers: {}, body: '' };
  return { status: 200, headers: { 'Content-Type': CONTENT_TYPES.json }, body: JSON.stringify(value) };
}
