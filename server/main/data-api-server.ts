import Fastify, { type FastifyInstance } from 'fastify';
import { createDataApi, type DataApi } from '#server/api/data/data-api.ts';
import { dataApiPlugin } from '#server/api/data/fastify-plugin.ts';
import { requestIdOf } from '#server/api/http/request-id.ts';
import type { Database } from '#server/database/port.ts';
import type { DataApiCommand } from './data-api-options.ts';
import { rootDocument } from './data-api-root.ts';

const EXPOSED_HEADERS =
  'Content-Encoding, Content-Location, Content-Profile, Content-Range, Content-Type, Date, Location, Preference-Applied, Server, Server-Timing, Transfer-Encoding, Range-Unit, X-Request-Id';
const ALLOWED_METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';

/** The data API alone over any database, with PostgREST's own errors. Closing it does not close the database. */
export async function buildDataApiServer(
  command: DataApiCommand,
  database: Database,
  onServerError: (error: unknown, requestId: string) => void,
): Promise<FastifyInstance> {
  const { anonymousRole } = command;
  const app = Fastify({ genReqId: requestIdOf, requestIdHeader: false, forceCloseConnections: 'idle' });
  const api = createDataApi({
    database,
    schemas: command.schemas,
    roles: [anonymousRole],
    maxRows: command.maxRows,
    extraSearchPath: command.extraSearchPath,
    anonymousRole,
    aggregates: command.aggregates || command.isTestMode,
    regularExpressions: true,
    errorFormat: 'postgrest',
    serverTiming: command.isTestMode,
    onServerError,
    ...(command.isTestMode ? { testMode: { anonymousRole } } : {}),
  });
  allowEveryOrigin(app);
  app.addHook('onReady', () => api.start());
  app.addHook('onClose', () => api.close());
  await app.register(dataApiPlugin, {
    api,
    prefix: command.prefix,
    authenticate: () => Promise.resolve(null),
  });
  serveRoot(app, command, api);
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(errorBody('PGRST125', 'Invalid path specified in request URL')),
  );
  return app;
}

function serveRoot(
  app: FastifyInstance,
  { prefix, schemas, anonymousRole }: DataApiCommand,
  api: DataApi,
): void {
  app.get(`${prefix}/`, async (request, reply) => {
    const asked = request.headers['accept-profile'] ?? schemas[0];
    const schema = schemas.find((name) => name === asked);
    if (schema === undefined) {
      const hint = `Only the following schemas are exposed: ${schemas.join(', ')}`;
      return reply.code(406).send(errorBody('PGRST106', `Invalid schema: ${String(asked)}`, hint));
    }
    const document = rootDocument(schema, await api.schemaOf(anonymousRole), prefix);
    return reply
      .header('Content-Type', 'application/openapi+json; charset=utf-8')
      .send(JSON.stringify(document));
  });
}

function errorBody(code: string, message: string, hint: string | null = null) {
  return { code, details: null, hint, message };
}

/** Every request is anonymous, so no page gains anything by another's cookies. */
function allowEveryOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED_HEADERS });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      done();
      return;
    }
    void reply
      .code(200)
      .headers({
        'Access-Control-Allow-Methods': ALLOWED_METHODS,
        'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
        'Access-Control-Max-Age': '86400',
      })
      .send();
  });
}
