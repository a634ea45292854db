import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { Database } from '#server/database/port.ts';
import { createJwtKeys } from './auth/access-jwt.ts';
import type { AuthDeps } from './auth/auth-deps.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import type { Identity } from './auth/identity.ts';
import { IdentityCache } from './auth/identity-cache.ts';
import type { PublicJwtKey } from './auth/public-keys.ts';
import type { OidcSettings } from './auth/oidc-settings.ts';
import { auditRefusals, RefusalAudit } from './auth/refusal-audit.ts';
import { apiKeyRoutes } from './auth/routes/api-key-routes.ts';
import { oauthTokenRoute } from './auth/routes/oauth-token-route.ts';
import { oidcRoutes } from './auth/routes/oidc-routes.ts';
import { profileRoutes } from './auth/routes/profile-routes.ts';
import { serviceClientRoutes } from './auth/routes/service-client-routes.ts';
import { sessionRoutes } from './auth/routes/session-routes.ts';
import { createDataApi } from './data/data-api.ts';
import { dataApiPlugin } from './data/fastify-plugin.ts';
import { healthRoute } from './endpoints/health.ts';
import { jobLogsRoute } from './endpoints/job-logs.ts';
import { laterPartRoutes } from './endpoints/later-parts.ts';
import { onboardingRoute } from './endpoints/onboarding.ts';
import { PackageSets } from './endpoints/package-sets.ts';
import { downloadRoutes, packageRoutes } from './endpoints/packages.ts';
import { sutCsvRoute } from './endpoints/sut-csv.ts';
import { v3Routes } from './endpoints/v3.ts';
import { versionRoute, type ProgramVersion } from './endpoints/version.ts';
import { workerScriptRoutes } from './endpoints/worker-scripts.ts';
import { answerClientError, answerExpectation } from './http/client-error.ts';
import { allowOrigins } from './http/cors.ts';
import { sendError } from './http/error-body.ts';
import { shedLoad, type PressureLimits } from './http/load-shedding.ts';
import { requestIdOf } from './http/request-id.ts';
import { logRequests } from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { serveWebApp } from './http/static-files.ts';
import { limitClassOf, limitSubjectOf } from './limits/limit-classes.ts';
import { RateLimiter } from './limits/rate-limiter.ts';
import { useZod, type ZodTypeProvider } from './http/zod-provider.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { collectRoutes, type KnownRoute } from './openapi/route-registry.ts';
import { laneOf } from './rpc/lanes.ts';
import { createMintHook } from './rpc/mint-jwt.ts';
import { createRpcHooks } from './rpc/rpc-hooks.ts';
import { createSecretBox } from './rpc/secret-box.ts';
import { sizerModelRoutes } from './sizer/model-routes.ts';
import { sizerSettingsRoutes } from './sizer/settings-routes.ts';
import { sizerRoutes } from './sizer/sizer-routes.ts';
import { SizerUpstream, type SizerSettings } from './sizer/sizer-upstream.ts';
import { sizerTrainingRoutes } from './sizer/training-routes.ts';

export interface AppDeps {
  readonly db: Database;
  readonly logger: FastifyBaseLogger;
  /** At least 32 bytes: signs the tokens of people. */
  readonly jwtSecret: Uint8Array;
  /** Earlier ones whose tokens still count; at least 32 bytes each. */
  readonly previousJwtSecrets?: readonly Uint8Array[];
  /** Public keys of others whose tokens count, such as those of JWT_JWKS. */
  readonly jwtPublicKeys?: readonly PublicJwtKey[];
  /** 32 bytes: seals secrets in the database. */
  readonly encryptionKey: Uint8Array;
  /** What `mint_postgrest_write_jwt` asks for; without it that procedure is off. */
  readonly mintSecret?: string | null;
  readonly version: ProgramVersion;
  /** Folder of the built SPA; null or an unbuilt folder serves the API alone. */
  readonly webRoot: string | null;
  /** Folder of the worker's programs with their `manifest.json`, and of more package sets below it. */
  readonly packagesFolder: string;
  /** Folder of `worker-startup.sh` and `restic-restore.sh`. */
  readonly scriptsFolder: string;
  /** Address that people use, such as `https://bench.example.org`; null when it is this server's own. */
  readonly publicUrl: string | null;
  /** Whose X-Forwarded-* to believe: false, true, or addresses. */
  readonly trustProxy: boolean | string[];
  /** Origins of pages elsewhere that may call the API with cookies. */
  readonly corsOrigins: readonly string[];
  /** Bytes of a request body of the data API; the other endpoints take little. */
  readonly bodyLimit: number;
  /** null: never refuses work. */
  readonly pressure: PressureLimits | null;
  /** False: no credential and no workspace is limited. */
  readonly limits: boolean;
  /** Replaces the clock of the limits, in ms: for tests. */
  readonly limitsClock?: () => number;
  /** null: nobody signs in by an OpenID provider. */
  readonly oidc: OidcSettings | null;
  /** null: there is no sizing service. */
  readonly sizer: SizerSettings | null;
}

/** Rows of one answer of the data API. */
const MAX_ROWS = 1_000;
/** The specification answers a `Range` with the total; counting more than this costs more than the page itself. */
const RANGE_TOTALS = 10_000;
/** Bytes of a body outside of the data API. */
const SMALL_BODY = 65_536;

/** Builds the HTTP server of the control plane; it does not listen. Closing it does not close the database. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: deps.trustProxy,
    bodyLimit: SMALL_BODY,
    // Refused by a hook below instead, in the contract's form.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Longer than the usual 60 s of proxies, so that they close first.
    keepAliveTimeout: 65_000,
    requestTimeout: 60_000,
    // Node would refuse a request without a host by itself, without the contract's body.
    http: { requireHostHeader: false },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  app.server.on('checkExpectation', answerExpectation);
  app.decorateRequest('identity', null);
  app.setErrorHandler(sendError);
  // Only JSON comes in: a form of a foreign page can send text/plain without asking.
  app.removeContentTypeParser('text/plain');
  useZod(app);
  addRequestId(app);
  requireHost(app);
  logRequests(app);
  neverStore(app);
  refuseWhenClosing(app);
  addSecurityHeaders(app, { isHttps: isHttps(deps) });
  allowOrigins(app, deps.corsOrigins);
  if (deps.pressure !== null) await shedLoad(app, deps.pressure);
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    // Quality 11, the default, takes longer than the query did.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  const auth = authDeps(app, deps);
  const onAuditError = (error: unknown) =>
    deps.logger.error({ err: error }, 'refused calls could not be written to the audit log');
  auditRefusals(app, new RefusalAudit({ db: deps.db, onError: onAuditError }));
  // Before all of them: the reference lists what is here.
  const routes = collectRoutes(app);
  const packages = new PackageSets(deps.packagesFolder);
  app.register(apiRoutes, { prefix: '/api', deps, auth, packages, routes });
  app.register(downloadRoutes, { authenticate: auth.authenticate, packages });
  app.register(dataRoutes, { deps, auth });
  await serveWebApp(app, deps.webRoot);
  return app;
}

function authDeps(app: FastifyInstance, deps: AppDeps): AuthDeps {
  const { db } = deps;
  const keys = createJwtKeys(deps.jwtSecret, {
    previousSecrets: deps.previousJwtSecrets ?? [],
    publicKeys: deps.jwtPublicKeys ?? [],
  });
  const cache = new IdentityCache();
  const admit = deps.limits ? limitRequests(app, deps) : undefined;
  const authenticate = createAuthenticate({ db, keys, cache, ...(admit === undefined ? {} : { admit }) });
  const trustedOrigins = [
    ...deps.corsOrigins,
    ...(deps.publicUrl === null ? [] : [new URL(deps.publicUrl).origin]),
  ];
  const { publicUrl, oidc } = deps;
  const secrets = createSecretBox(deps.encryptionKey);
  return {
    db,
    keys,
    cache,
    authenticate,
    trustedOrigins,
    publicUrl,
    secrets,
    oidc,
    isPublicHttps: isHttps(deps),
  };
}

/** Counts each request of a known caller once, wherever it is authenticated. */
function limitRequests(
  app: FastifyInstance,
  { db, logger, limitsClock }: AppDeps,
): (request: FastifyRequest, identity: Identity) => Promise<void> {
  const limiter = new RateLimiter({
    db,
    onError: (error) => logger.warn({ err: error }, 'could not share what was counted for the limits'),
    ...(limitsClock === undefined ? {} : { now: limitsClock }),
  });
  app.addHook('onClose', () => limiter.close());
  return (request, identity) => limiter.take(limitSubjectOf(identity), limitClassOf(request, identity));
}

interface ApiParts {
  readonly deps: AppDeps;
  readonly auth: AuthDeps;
  readonly packages: PackageSets;
  readonly routes: readonly KnownRoute[];
}

async function apiRoutes(app: FastifyInstance, { deps, auth, packages, routes }: ApiParts): Promise<void> {
  const { db, scriptsFolder, publicUrl } = deps;
  const { authenticate } = auth;
  await app.register(cookie);
  const typed = app.withTypeProvider<ZodTypeProvider>();
  await typed.register(sessionRoutes, { ...auth, prefix: '/auth' });
  await typed.register(profileRoutes, { ...auth, prefix: '/auth' });
  await typed.register(apiKeyRoutes, { ...auth, prefix: '/auth' });
  await typed.register(serviceClientRoutes, { ...auth, prefix: '/auth' });
  await typed.register(oidcRoutes, { ...auth, prefix: '/auth' });
  await typed.register(oauthTokenRoute, auth);
  await typed.register(healthRoute, { db: deps.db });
  await typed.register(versionRoute, deps.version);
  await typed.register(jobLogsRoute, auth);
  await typed.register(sutCsvRoute, { db, authenticate });
  await typed.register(packageRoutes, { authenticate, packages });
  await typed.register(workerScriptRoutes, { authenticate, scriptsFolder });
  await typed.register(onboardingRoute, { db, authenticate, packages, scriptsFolder, publicUrl });
  await typed.register(laterPartRoutes, { authenticate });
  await sizerParts(app, { deps, auth });
  await typed.register(v3Routes, { authenticate });
  await typed.register(openApiRoute, { db, authenticate, routes, publicUrl, version: deps.version.version });
}

/** The sizer's endpoints. The service itself is another program: only `SizerUpstream` talks to it. */
async function sizerParts(
  app: FastifyInstance,
  { deps, auth }: Pick<ApiParts, 'deps' | 'auth'>,
): Promise<void> {
  const { db, logger } = deps;
  const { authenticate } = auth;
  const upstream =
    deps.sizer === null
      ? null
      : new SizerUpstream(deps.sizer, (fault, requestId) =>
          logger.warn({ fault, request_id: requestId }, 'the sizing service failed'),
        );
  if (upstream !== null) app.addHook('onClose', () => upstream.close());
  const typed = app.withTypeProvider<ZodTypeProvider>();
  await typed.register(sizerRoutes, { db, authenticate, upstream });
  await typed.register(sizerSettingsRoutes, { db, authenticate, upstream });
  await typed.register(sizerModelRoutes, { db, authenticate, upstream });
  await typed.register(sizerTrainingRoutes, {
    db,
    authenticate,
    upstream,
    onError: (error, requestId) =>
      logger.error({ err: error, request_id: requestId }, 'training the sizer failed'),
  });
}

/** Everything under `/api` that is no route of ours: views and functions of the database's schema `api`. */
async function dataRoutes(
  app: FastifyInstance,
  { deps, auth }: { deps: AppDeps; auth: AuthDeps },
): Promise<void> {
  const api = createDataApi({
    database: deps.db,
    schemas: ['api'],
    roles: ['web_user', 'web_worker'],
    maxRows: MAX_ROWS,
    rangeTotals: RANGE_TOTALS,
    limits: { maxBodyBytes: deps.bodyLimit },
    lane: laneOf,
    rpcHooks: {
      ...createRpcHooks(auth.secrets, deps.logger, auth.cache),
      mint_postgrest_write_jwt: createMintHook({ ...auth, mintSecret: deps.mintSecret ?? null }),
    },
    onServerError: (error, requestId) => deps.logger.error({ err: error, request_id: requestId }, 'data API'),
  });
  app.addHook('onReady', () => api.start());
  app.addHook('onClose', async () => {
    // A database that is away has forgotten the listener already; the server closes all the same.
    await api
      .close()
      .catch((error: unknown) =>
        deps.logger.warn({ err: error }, 'could not stop listening for schema changes'),
      );
  });
  const { authenticate } = auth;
  // Before the body is read: nobody unknown makes this process hold megabytes.
  app.addHook('onRequest', async (request) => {
    await authenticate(request);
  });
  await app.register(dataApiPlugin, { api, prefix: '/api', maxBodyBytes: deps.bodyLimit, authenticate });
}

/** Answers of the API are of one caller at one moment. */
function neverStore(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('Cache-Control'))
      reply.header('Cache-Control', 'no-store');
    done(null, payload);
  });
}

function addRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done();
  });
}

/** RFC 9112, 3.2. Requests of HTTP/1.0, as of some health checks, have none. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isMissing = request.headers.host === undefined && request.raw.httpVersion === '1.1';
    done(isMissing ? new ApiError('validation_failed', 'The request has no Host header.') : undefined);
  });
}

/** While the server closes, requests in flight end; new ones on kept connections are sent elsewhere. */
function refuseWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(
      isClosing
        ? new ApiError('server_unavailable', 'The server is stopping.', {
            headers: { 'Retry-After': '5', Connection: 'close' },
          })
        : undefined,
    );
  });
  // Else a kept connection would hold the server open for its whole idle time after its last answer.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('Connection', 'close');
    done(null, payload);
  });
}

function isHttps(deps: AppDeps): boolean {
  return deps.publicUrl?.startsWith('https:') ?? false;
}
