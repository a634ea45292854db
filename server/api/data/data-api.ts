import type { Database, Lane, TransactionOptions } from '#server/database/port.ts';
import { dialectError, isStaleSchema, toApiError, unauthenticated } from './errors.ts';
import { toPostgrestError } from './errors-postgrest.ts';
import { execute, explain } from './execute.ts';
import type { DataIdentity } from './identity.ts';
import { checkLimit, DEFAULT_LIMITS, type DataApiLimits } from './limits.ts';
import { CONTENT_TYPES } from './parse/accept.ts';
import { parseApiRequest, type ApiRequest, type RawRequest, type Target } from './parse/api-request.ts';
import type { Outcome } from './outcome.ts';
import { allowHeader, makePlan } from './plan/make-plan.ts';
import type { Plan } from './plan/plan.ts';
import { ReadMemo } from './read-memo.ts';
import { requestSettings } from './request-settings.ts';
import {
  respond,
  respondWithError,
  respondWithPlan,
  respondWithPostgrestError,
  type DataResponse,
} from './respond/respond.ts';
import type { RpcHook, RpcHookContext } from './rpc-hooks.ts';
import { SchemaCache } from './schema-cache.ts';
import type { RoleSchema } from './schema-model.ts';
import { oversizeOf } from './sql/answer-size-sql.ts';
import { Stopwatch } from './stopwatch.ts';

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
  /** A `Range` is answered with the total, also unasked, where that is at most this many rows; PostgREST never does. */
  readonly rangeTotals?: number;
  readonly limits?: Partial<DataApiLimits>;
  /** Statement timeout in milliseconds by role; the port's default otherwise. */
  readonly timeoutMs?: (role: string) => number;
  /** Which queue a request waits in on an engine that runs one at a time; the port's default otherwise. */
  readonly lane?: (target: Target) => Lane | undefined;
  /** Schemas behind the exposed ones in `search_path`, for operators of extensions. */
  readonly extraSearchPath?: readonly string[];
  readonly rpcHooks?: Readonly<Record<string, RpcHook>>;
  /** The role of requests without a token; they are refused without it. */
  readonly anonymousRole?: string;
  /** Aggregates in select, off by default: one request can then read a whole table. */
  readonly aggregates?: boolean;
  /** `match` and `imatch`, off by default: a pattern may take a second a row. */
  readonly regularExpressions?: boolean;
  /** For conformance tests only: an anonymous role, aggregates, `match`, `Prefer: tx=rollback` and plans of statements. */
  readonly testMode?: { readonly anonymousRole: string };
  /** Bodies of errors: the contract's (default), or PostgREST's with PostgreSQL's own messages. */
  readonly errorFormat?: 'contract' | 'postgrest';
  /** Answers with a `Server-Timing` header. */
  readonly serverTiming?: boolean;
  /** Told of errors that are answered with a 5xx, for the log. */
  readonly onServerError?: (error: unknown, requestId: string) => void;
}

export interface DataApi {
  /** Answers one request; never throws. */
  handle(request: DataRequest): Promise<DataResponse>;
  /** What a role may see of the schemas. */
  schemaOf(role: string): Promise<RoleSchema>;
  /** Forgets what is known of the schema. */
  reload(): void;
  /** Starts to listen for NOTIFY `pgrst`. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** The data API over any database: parse → plan → SQL → respond. Knows nothing of HTTP servers nor of what the schemas hold. */
export function createDataApi(options: DataApiOptions): DataApi {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const memo = new ReadMemo();
  const cache = new SchemaCache(options.database, options.schemas);
  const isTestMode = options.testMode !== undefined;
  const dialect = {
    plans: isTestMode,
    regularExpressions: options.regularExpressions ?? isTestMode,
  };
  const workMemoryKb = Math.max(4_096, Math.ceil((3 * limits.maxAnswerBytes) / 1024));
  const planning = {
    maxRows: options.maxRows,
    maxAnswerBytes: limits.maxAnswerBytes,
    rangeTotals: options.rangeTotals ?? null,
    aggregates: options.aggregates ?? isTestMode,
  };

  async function answer(request: DataRequest, watch: Stopwatch): Promise<DataResponse> {
    const identity = identify(request, options);
    const parsed = memo.request(request, () => parseApiRequest(request, options.schemas, limits, dialect));
    watch.lap('parse');
    if (parsed.method === 'OPTIONS') {
      const allow = allowHeader(parsed, await cache.forRole(identity.role));
      return { status: 200, headers: { Allow: allow }, body: '' };
    }
    const hook = hookOf(parsed, options);
    if (hook === undefined) return run(parsed, request, identity, watch);
    const context = { identity, requestId: request.requestId, headers: request.headers };
    return runHooked(hook, parsed, context, (changed) => run(changed, request, identity, watch));
  }

  async function run(
    parsed: ApiRequest,
    request: DataRequest,
    identity: DataIdentity,
    watch: Stopwatch,
  ): Promise<DataResponse> {
    const { explain: asked, prefer } = parsed;
    const format = asked?.for ?? (parsed.format === 'plan' ? 'json' : parsed.format);
    const schema = await (isEmbedding(parsed)
      ? cache.forEmbedding(identity.role)
      : cache.forRole(identity.role));
    const plan = memo.plan(parsed, schema, () => makePlan({ ...parsed, format }, schema, planning));
    watch.lap('plan');
    const transaction = transactionOptions(plan, parsed, request, identity);
    if (asked !== null)
      return respondWithPlan(await explain(options.database, transaction, plan, asked), asked);
    const end = isTestMode && prefer.tx === 'rollback' ? 'rollback' : 'commit';
    const outcome = await runPlan(plan, transaction, end);
    watch.lap('transaction');
    return withProfile(parsed, respond(plan, outcome, { format, prefer, isTxHonoured: isTestMode }));
  }

  /** Which schema answered, where there are several. */
  function withProfile(parsed: ApiRequest, response: DataResponse): DataResponse {
    if (options.schemas.length < 2) return response;
    return { ...response, headers: { ...response.headers, 'Content-Profile': parsed.schema } };
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
      checkLimit(limits, 'maxAnswerBytes', oversizeOf(error));
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
        // What is measured as it grows must fit: a buffer that spills is first filled to its end.
        ...(isEmbedding(parsed) ? { work_mem: `${workMemoryKb}kB` } : {}),
        ...(parsed.prefer.timezone === null ? {} : { timezone: parsed.prefer.timezone }),
      },
      searchPath: [parsed.schema, ...(options.extraSearchPath ?? [])],
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(lane === undefined ? {} : { lane }),
    };
  }

  async function handle(request: DataRequest): Promise<DataResponse> {
    const watch = new Stopwatch();
    const response = await answer(request, watch).catch((error: unknown) => refuse(error, request));
    watch.lap('response');
    const timing = options.serverTiming === true ? { 'Server-Timing': watch.header() } : {};
    return { ...response, headers: { ...response.headers, ...timing, 'X-Request-Id': request.requestId } };
  }

  function refuse(error: unknown, request: DataRequest): DataResponse {
    const context = { isAnonymous: request.identity === null };
    const isHead = request.method === 'HEAD';
    if (options.errorFormat === 'postgrest') {
      const answered = toPostgrestError(error, context);
      if (answered.status >= 500) options.onServerError?.(error, request.requestId);
      return respondWithPostgrestError(answered, isHead);
    }
    const apiError = toApiError(error, context);
    if (apiError.status >= 500) options.onServerError?.(error, request.requestId);
    return respondWithError(apiError, isHead);
  }

  return {
    handle,
    schemaOf: (role) => cache.forRole(role),
    reload: () => cache.reload(),
    start: () => cache.listen(),
    close: () => cache.close(),
  };
}

function isEmbedding({ select }: ApiRequest): boolean {
  return select.some((item) => item.kind === 'embed');
}

function identify(request: DataRequest, options: DataApiOptions): DataIdentity {
  const role = options.testMode?.anonymousRole ?? options.anonymousRole;
  const anonymous = role === undefined ? null : { role, claims: {} };
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
      : {
          ...parsed,
          body: { text: JSON.stringify(decision.args), isObject: true, value: decision.args },
        };
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
