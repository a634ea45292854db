import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { Database } from '#server/database/port.ts';
import { createJwtKeys } from './auth/access-jwt.ts';
import type { AuthDeps } from './auth/auth-deps.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { IdentityCache } from './auth/identity-cache.ts';
import type { PublicJwtKey } from './auth/public-keys.ts';
import { profileRoutes } from './auth/routes/profile-routes.ts';
import { sessionRoutes } from './auth/routes/session-routes.ts';
import { createDataApi } from './data/data-api.ts';
import { dataApiPlugin } from './data/fastify-plugin.ts';
import { healthRoute } from './endpoints/health.ts';
import { jobLogsRoute } from './endpoints/job-logs.ts';
import { versionRoute, type ProgramVersion } from './endpoints/version.ts';
import { answerClientError } from './http/client-error.ts';
import { allowOrigins } from './http/cors.ts';
import { sendError } from './http/error-body.ts';
import { shedLoad, type PressureLimits } from './http/load-shedding.ts';
import { requestIdOf } from './http/request-id.ts';
import { logRequests } from './http/request-log.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { serveWebApp } from './http/static-files.ts';
import { useZod, type ZodTypeProvider } from './http/zod-provider.ts';
import { laneOf } from './rpc/lanes.ts';
import { createRpcHooks } from './rpc/rpc-hooks.ts';
import { createSecretBox } from './rpc/secret-box.ts';

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
  readonly version: ProgramVersion;
  /** Folder of the built SPA; null or an unbuilt folder serves the API alone. */
  readonly webRoot: string | null;
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
}

/** Rows of one answer of the data API. */
const MAX_ROWS = 1_000;
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
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  app.decorateRequest('identity', null);
  app.setErrorHandler(sendError);
  // Only JSON comes in: a form of a foreign page can send text/plain without asking.
  app.removeContentTypeParser('text/plain');
  useZod(app);
  addRequestId(app);
  logRequests(app);
  neverStore(app);
  refuseWhenClosing(app);
  await addSecurityHeaders(app, { isHttps: isHttps(deps) });
  allowOrigins(app, deps.corsOrigins);
  if (deps.pressure !== null) await shedLoad(app, deps.pressure);
  await app.register(compress, {
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    // Quality 11, the default, takes longer than the query did.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(cookie);
  const auth = authDeps(deps);
  app.register(apiRoutes, { prefix: '/api', deps, auth });
  app.register(dataRoutes, { deps, auth });
  await serveWebApp(app, deps.webRoot);
  return app;
}

function authDeps(deps: AppDeps): AuthDeps {
  const { db } = deps;
  const keys = createJwtKeys(deps.jwtSecret, {
    previousSecrets: deps.previousJwtSecrets ?? [],
    publicKeys: deps.jwtPublicKeys ?? [],
  });
  const cache = new IdentityCache();
  const authenticate = createAuthenticate({ db, keys, cache });
  const trustedOrigins = [
    ...deps.corsOrigins,
    ...(deps.publicUrl === null ? [] : [new URL(deps.publicUrl).origin]),
  ];
  return { db, keys, cache, authenticate, trustedOrigins, isPublicHttps: isHttps(deps) };
}

async function apiRoutes(
  app: FastifyInstance,
  { deps, auth }: { deps: AppDeps; auth: AuthDeps },
): Promise<void> {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  await typed.register(sessionRoutes, { ...auth, prefix: '/auth' });
  await typed.register(profileRoutes, { ...auth, prefix: '/auth' });
  await typed.register(healthRoute, { db: deps.db });
  await typed.register(versionRoute, deps.version);
  await typed.register(jobLogsRoute, auth);
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
    limits: { maxBodyBytes: deps.bodyLimit },
    lane: laneOf,
    rpcHooks: createRpcHooks(createSecretBox(deps.encryptionKey), deps.logger, auth.cache),
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
