import type { FastifyInstance } from 'fastify';

const ALLOWED_METHODS = 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS';
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Accept, Prefer, Range, Range-Unit, Accept-Profile, Content-Profile, X-Request-Id, X-Requested-With';
const EXPOSED_HEADERS =
  'Content-Range, Content-Location, Content-Profile, Location, Preference-Applied, Server-Timing, Retry-After, X-Request-Id, WWW-Authenticate, Content-Disposition';

/** Lets pages of the listed origins call the API with cookies. Nobody is listed by default, and there is no wildcard. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/')) {
      done();
      return;
    }
    reply.header('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) {
      done();
      return;
    }
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    });
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight) {
      done();
      return;
    }
    void reply
      .code(204)
      .headers({
        'Access-Control-Allow-Methods': ALLOWED_METHODS,
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': '600',
      })
      .send();
  });
}
