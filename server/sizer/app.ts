import { randomUUID } from 'node:crypto';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import { serviceParseModelSchema } from '#contract/sizer/endpoints.ts';
import {
  serviceAgentSchema,
  serviceSolveSchema,
  serviceTrainSchema,
  type ServiceClaims,
  type ServiceContext,
} from '#contract/sizer/service.ts';
import type { SizerEngine } from './engine.ts';
import { Metrics } from './metrics.ts';
import { verifyServiceToken } from './service-token.ts';
import { SizerError } from './sizer-error.ts';

export interface SizerAppDeps {
  readonly engine: SizerEngine;
  /** At least 32 bytes; the control plane has the same. */
  readonly jwtSecret: Uint8Array;
  readonly logger: FastifyBaseLogger;
}

/** Bytes of a body: a question; a conversation with its last answer; 50,000 training points; a config.json. */
const BODY_BYTES = { solve: 1_048_576, agent: 8_388_608, train: 33_554_432, parse: 4_194_304 };
/** Requests that wait or run; above it the caller comes back later rather than waits. */
const MAX_IN_FLIGHT = 256;
const SANE_REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the call's token; null where none is needed. */
    serviceClaims: ServiceClaims | null;
  }
}

/** Builds the HTTP server of the sizing service; it does not listen. Closing it closes the engine. */
export function buildSizerApp({ engine, jwtSecret, logger }: SizerAppDeps): FastifyInstance {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId(request) {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    },
    bodyLimit: BODY_BYTES.solve,
    forceCloseConnections: 'idle',
    keepAliveTimeout: 65_000,
    requestTimeout: 60_000,
  });
  const metrics = new Metrics();
  app.decorateRequest('serviceClaims', null);
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => {
    const known = toKnownError(error);
    if (known.status >= 500) request.log.error({ err: error }, known.message);
    return reply
      .code(known.status)
      .headers(known.headers)
      .send({ code: known.code, message: known.message, details: known.details, hint: known.hint });
  });
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found', 'There is nothing at this address.');
  });
  watch(app, metrics);
  app.addHook('onClose', () => engine.close());

  // Without a token: they say nothing of any workspace.
  app.get('/metrics', (_request, reply) => {
    const { model_version: modelVersion, points } = engine.health();
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metrics.toText({ modelVersion, points }));
  });
  app.get('/health', async (request) => {
    // A token is not needed, but a wrong one is told: that is how a control plane learns that the secrets differ.
    if (request.headers.authorization !== undefined) await authenticate(request);
    return engine.health();
  });

  const authenticate = async (request: FastifyRequest): Promise<void> => {
    request.serviceClaims = await verifyServiceToken(jwtSecret, request.headers.authorization);
    if (request.serviceClaims === null) {
      throw new ApiError('unauthenticated', 'The call needs a token signed with SIZER_JWT_SECRET.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
  };
  app.register((routes, _options, done) => {
    // Before the body is read.
    routes.addHook('onRequest', authenticate);
    routes.get('/gpu-skus', () => engine.gpuSkus());
    routes.get('/models', () => ({ models: engine.models() }));
    routes.post('/solve', { bodyLimit: BODY_BYTES.solve }, async (request, reply) => {
      const body = serviceSolveSchema.parse(request.body);
      return sendOutcome(reply, await engine.solve(ownContext(request, body.context), body.request));
    });
    routes.post('/agent', { bodyLimit: BODY_BYTES.agent }, async (request, reply) => {
      const body = serviceAgentSchema.parse(request.body);
      return sendOutcome(reply, await engine.agent(ownContext(request, body.context), body.request));
    });
    routes.post('/models/parse', { bodyLimit: BODY_BYTES.parse }, (request) =>
      engine.parseModel(serviceParseModelSchema.parse(request.body)),
    );
    routes.post('/train', { bodyLimit: BODY_BYTES.train }, (request) => {
      const body = serviceTrainSchema.parse(request.body);
      return engine.train(ownContext(request, body.context), body.points);
    });
    routes.get('/training', (request) => {
      const { org } = z.object({ org: z.guid() }).parse(request.query);
      return engine.training(requireOwn(request, org));
    });
    done();
  });
  return app;
}

/** Counts, logs and limits what comes in. Nothing that people wrote is logged. */
function watch(app: FastifyInstance, metrics: Metrics): void {
  let inFlight = 0;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    reply.header('Cache-Control', 'no-store');
    inFlight += 1;
    const isTooMuch = inFlight > MAX_IN_FLIGHT && request.method === 'POST';
    done(
      isTooMuch
        ? new ApiError('server_unavailable', 'The sizer has too much to do now.', {
            headers: { 'Retry-After': '2' },
          })
        : undefined,
    );
  });
  const ended = (): void => {
    inFlight -= 1;
  };
  app.addHook('onRequestAbort', (_request, done) => {
    ended();
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const code = reply.statusCode < 400 ? 'ok' : codeOf(payload);
    metrics.count(request.routeOptions.url?.slice(1) ?? 'unknown', code, reply.elapsedTime / 1_000);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    ended();
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.serviceClaims?.org_id == null ? {} : { org_id: request.serviceClaims.org_id }),
      },
      'request',
    );
    done();
  });
}

/** The error code of an answer's body. */
function codeOf(payload: unknown): string {
  return (
    (typeof payload === 'string' ? /^\{"code":"([A-Za-z_]{1,40})"/.exec(payload)?.[1] : undefined) ?? 'error'
  );
}

/** A token for one workspace says nothing about another. */
function requireOwn(request: FastifyRequest, orgId: string): string {
  if (request.serviceClaims?.org_id?.toLowerCase() === orgId.toLowerCase()) return orgId.toLowerCase();
  throw new ApiError('forbidden', 'The token is for another workspace.');
}

function ownContext(request: FastifyRequest, context: ServiceContext): ServiceContext {
  return { ...context, org_id: requireOwn(request, context.org_id) };
}

/** An outcome that is an error becomes the answer's status and body. */
function sendOutcome(reply: FastifyReply, outcome: string | Error): FastifyReply {
  if (outcome instanceof Error) throw outcome;
  return reply.type('application/json; charset=utf-8').send(outcome);
}

interface KnownError {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly details: Record<string, unknown> | null;
  readonly hint: string | null;
  readonly headers: Record<string, string>;
}

function toKnownError(error: unknown): KnownError {
  if (error instanceof ApiError) return error;
  if (error instanceof SizerError) return { ...pick(error), code: error.code, headers: {} };
  if (error instanceof z.ZodError) {
    const fields = Object.fromEntries(
      error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]),
    );
    return new ApiError('validation_failed', 'Some values are missing or not allowed.', {
      details: { fields },
    });
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500
    ? new ApiError('validation_failed', 'The request cannot be read.', { status })
    : new ApiError('internal', 'Unexpected error');
}

function pick({ status, message, details, hint }: SizerError) {
  return { status, message, details, hint };
}
