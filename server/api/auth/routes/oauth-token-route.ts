import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { oauthTokenSchema } from '#contract/auth.ts';
import { ApiError, type ErrorCode } from '#contract/errors.ts';
import { CLIENT_TOKEN_LIFE_S } from '../access-jwt.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { FailureLimiter } from '../failure-limiter.ts';
import { redeemClientSecret } from '../service-clients.ts';
import { SYSTEM } from '../system.ts';
import type { ZodRoutes } from '../../http/zod-provider.ts';

const WINDOW_MS = 15 * 60_000;
const FAILURES_PER_CLIENT = 10;
const FAILURES_PER_ADDRESS = 50;
/** Tokens of one client in a minute: each lives an hour. */
const TOKENS_PER_MINUTE = 60;

/** The errors of RFC 6749, 5.2, that this flow has, and the contract's codes for them. */
const OAUTH_ERRORS = {
  invalid_request: 'validation_failed',
  invalid_client: 'unauthenticated',
  unsupported_grant_type: 'validation_failed',
  invalid_scope: 'validation_failed',
} as const satisfies Record<string, ErrorCode>;

/** Answered in the contract's body with the two fields of RFC 6749 beside: clients of either kind read it. */
class OAuthError extends ApiError {
  readonly error: keyof typeof OAUTH_ERRORS;

  constructor(error: keyof typeof OAUTH_ERRORS, message: string, hint: string | null = null) {
    super(OAUTH_ERRORS[error], message, {
      details: { error },
      hint,
      headers: error === 'invalid_client' ? { 'WWW-Authenticate': 'Basic realm="yardstick"' } : {},
    });
    this.error = error;
  }
}

const formSchema = z.object({
  grant_type: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  scope: z.string().optional(),
});

/** `POST /api/oauth/token`: the client-credentials flow (RFC 6749, 4.4), by form or by Basic authentication. */
export const oauthTokenRoute: ZodRoutes<AuthDeps> = (app, deps) => {
  const perClient = new FailureLimiter({ limit: FAILURES_PER_CLIENT, windowMs: WINDOW_MS });
  const perAddress = new FailureLimiter({ limit: FAILURES_PER_ADDRESS, windowMs: WINDOW_MS });
  const perMinute = new FailureLimiter({ limit: TOKENS_PER_MINUTE, windowMs: 60_000 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8_192 },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof OAuthError)) throw error;
    return reply
      .code(error.status)
      .headers(error.headers)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({ ...error.toBody(), error: error.error, error_description: error.message });
  });

  app.post('/oauth/token', { schema: { response: { 200: oauthTokenSchema } } }, async (request, reply) => {
    const { clientId, secret } = readCredentials(request);
    if (!z.guid().safeParse(clientId).success) throw wrongClient();
    const key = clientId.toLowerCase();
    perAddress.take(request.ip);
    perClient.take(`${request.ip} ${key}`);
    const client = await redeemClientSecret(deps.db, SYSTEM, key, secret);
    if (client === null) throw wrongClient();
    perAddress.giveBack(request.ip);
    perClient.giveBack(`${request.ip} ${key}`);
    perMinute.take(key);
    reply.header('Pragma', 'no-cache');
    return {
      access_token: await deps.keys.signClient(client),
      token_type: 'Bearer' as const,
      expires_in: CLIENT_TOKEN_LIFE_S,
    };
  });
  return Promise.resolve();
};

/** Throws OAuthError for anything that RFC 6749, 4.4.2 and 2.3.1, do not allow. */
function readCredentials(request: FastifyRequest): { clientId: string; secret: string } {
  const pairs = [...new URLSearchParams(typeof request.body === 'string' ? request.body : '')];
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw new OAuthError('invalid_request', 'A parameter is given twice.');
  const form = formSchema.parse(Object.fromEntries(pairs));
  if (form.grant_type === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.');
  if (form.grant_type !== 'client_credentials')
    throw new OAuthError('unsupported_grant_type', 'Only client_credentials is supported.');
  if (form.scope !== undefined && form.scope !== '')
    throw new OAuthError('invalid_scope', 'There are no scopes: a client has its role.');
  const basic = readBasic(request.headers.authorization);
  if (basic !== null) {
    if (form.client_secret !== undefined)
      throw new OAuthError('invalid_request', 'Give the secret once: in the header or in the body.');
    return basic;
  }
  if (form.client_id === undefined || form.client_secret === undefined) {
    throw new OAuthError(
      'invalid_client',
      'client_id and client_secret are missing.',
      'Give both in the body, or in the header Authorization: Basic.',
    );
  }
  return { clientId: form.client_id, secret: form.client_secret };
}

/** Both parts are form-encoded before they are joined (RFC 6749, 2.3.1). */
function readBasic(header: string | undefined): { clientId: string; secret: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]{1,4096})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return null;
  const [clientId, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (clientId === undefined || rest.length === 0) throw wrongClient();
  const decode = (text: string) => new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? '';
  return { clientId: decode(clientId), secret: decode(rest.join(':')) };
}

function wrongClient(): OAuthError {
  return new OAuthError('invalid_client', 'The client is unknown or revoked, or its secret is wrong.');
}
