import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '#contract/errors.ts';
import { compressBody } from './compress-body.ts';
import type { DataApi } from './data-api.ts';
import { dialectError, toApiError } from './errors.ts';
import type { DataIdentity } from './identity.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { respondWithError, type DataResponse } from './respond/respond.ts';

export interface DataApiPluginOptions {
  readonly api: DataApi;
  /** Where Fastify mounts it, such as `/api`; routes registered beside it under the prefix win over its catch-all. */
  readonly prefix: string;
  /** Bytes; the same as the API's own limit. */
  readonly maxBodyBytes?: number;
  /** Throws an ApiError for a bad token; null for none. */
  readonly authenticate: (request: FastifyRequest) => Promise<DataIdentity | null>;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];

/** Mounts a data API on Fastify. Register it without fastify-plugin: its body parser must stay its own. */
export function dataApiPlugin(app: FastifyInstance, options: DataApiPluginOptions): Promise<void> {
  const bodyLimit = options.maxBodyBytes ?? DEFAULT_LIMITS.maxBodyBytes;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    // Decoding puts a mark in place of what is no UTF-8, and that would be stored.
    if (isUtf8(body as Buffer)) done(null, body.toString());
    else done(dialectError('PGRST102', 'The body is not UTF-8.'));
  });
  app.setErrorHandler((error, request, reply) => {
    const apiError = toHttpError(error, bodyLimit);
    if (apiError.status >= 500) request.log.error({ err: error }, 'data API');
    return send(reply, request, respondWithError(apiError, false));
  });
  app.route({
    method: METHODS,
    url: '/*',
    bodyLimit,
    handler: async (request, reply) => {
      const identity = await options.authenticate(request);
      return send(reply, request, await options.api.handle(toDataRequest(request, options.prefix, identity)));
    },
  });
  return Promise.resolve();
}

function toDataRequest(request: FastifyRequest, prefix: string, identity: DataIdentity | null) {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  return {
    method: request.method,
    rawUrl: (request.raw.url ?? '').slice(prefix.length),
    headers,
    body: typeof request.body === 'string' ? request.body : undefined,
    requestId: request.id,
    identity,
  };
}

function toHttpError(error: unknown, bodyLimit: number): ApiError {
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ApiError(
      'validation_failed',
      `The body has more than ${bodyLimit} bytes, which is the most allowed.`,
      {
        details: { limit: 'maxBodyBytes', max: bodyLimit },
      },
    );
  }
  return toApiError(error);
}

async function send(
  reply: FastifyReply,
  request: FastifyRequest,
  response: DataResponse,
): Promise<FastifyReply> {
  reply.code(response.status).headers({ 'X-Request-Id': request.id, ...response.headers });
  const compressed = await compressBody(response.body, request.headers['accept-encoding']);
  if (compressed !== null) {
    const vary = [reply.getHeader('Vary') ?? [], 'Accept-Encoding'].flat().join(', ');
    return reply.headers({ 'Content-Encoding': compressed.encoding, Vary: vary }).send(compressed.body);
  }
  return reply.send(response.body === '' && response.status !== 200 ? undefined : response.body);
}
