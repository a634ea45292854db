import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { signInMethodsSchema } from '#contract/auth.ts';
import { ApiError } from '#contract/errors.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { signInExternally } from '../external-accounts.ts';
import { FailureLimiter } from '../failure-limiter.ts';
import { OidcProvider, pendingSchema, type Pending } from '../oidc-provider.ts';
import { setRefreshCookie } from '../refresh-cookie.ts';
import type { ZodRoutes } from '../../http/zod-provider.ts';

const COOKIE = 'ys_oidc';
const LIFE_MS = 10 * 60_000;
const STARTS_PER_ADDRESS = 60;

/** `GET /api/auth/methods`, and signing in by an OpenID provider: `GET /api/auth/oidc/start`, `/api/auth/oidc/callback`. */
export const oidcRoutes: ZodRoutes<AuthDeps> = (app, deps) => {
  const { oidc } = deps;
  const provider = oidc === null ? null : new OidcProvider(oidc);
  const starts = new FailureLimiter({ limit: STARTS_PER_ADDRESS, windowMs: 60_000 });
  const isHttps = (request: FastifyRequest) => deps.isPublicHttps || request.protocol === 'https';
  /** Lax, not strict: the way back begins on the provider's page. */
  const cookie = (request: FastifyRequest) =>
    ({ httpOnly: true, sameSite: 'lax', path: '/api/auth/oidc', secure: isHttps(request) }) as const;
  const callbackUrl = (request: FastifyRequest) =>
    new URL('/api/auth/oidc/callback', deps.publicUrl ?? `${request.protocol}://${request.host}`);

  app.get('/methods', { schema: { response: { 200: signInMethodsSchema } } }, () => ({
    password: true as const,
    oidc: oidc === null ? null : { label: oidc.label, start_url: '/api/auth/oidc/start' },
  }));

  app.get(
    '/oidc/start',
    { schema: { querystring: z.object({ return: z.string().max(2_000).optional() }) } },
    async (request, reply) => {
      if (provider === null) throw notConfigured();
      starts.take(request.ip);
      const returnTo = localPath(request.query.return ?? '/');
      try {
        const { url, pending } = await provider.start(callbackUrl(request).href, returnTo, LIFE_MS);
        reply.setCookie(COOKIE, deps.secrets.seal(JSON.stringify(pending)), {
          ...cookie(request),
          maxAge: LIFE_MS / 1_000,
        });
        return await reply.redirect(url.href, 302);
      } catch (error) {
        request.log.error({ err: error }, 'the OpenID provider cannot be reached');
        return fail(reply, 'unreachable', returnTo);
      }
    },
  );

  app.get('/oidc/callback', async (request, reply) => {
    if (provider === null || oidc === null) throw notConfigured();
    starts.take(request.ip);
    const pending = readPending(request, deps);
    reply.clearCookie(COOKIE, cookie(request));
    if (pending === null) return fail(reply, 'expired', '/');
    const current = callbackUrl(request);
    current.search = new URL(request.raw.url ?? '/', 'http://local').search;
    let person;
    try {
      person = await provider.finish(current, pending);
    } catch (error) {
      // The library's errors name what did not fit; their cause may hold the answer, tokens and all.
      const reason = error instanceof Error ? error.message : 'unknown';
      request.log.warn({ reason }, 'a sign-in by the OpenID provider failed');
      return fail(reply, 'failed', pending.returnTo);
    }
    const result = await signInExternally(deps.db, person, oidc, {
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
    });
    if (result.kind === 'refused') return fail(reply, result.why, pending.returnTo);
    setRefreshCookie(reply, result.session.refreshToken, isHttps(request));
    return reply.redirect(pending.returnTo, 302);
  });
  return Promise.resolve();
};

/** A browser came here: it is sent back to the sign-in page, which says why. */
function fail(reply: FastifyReply, why: string, returnTo: string): FastifyReply {
  const query = new URLSearchParams({ oidc: why, ...(returnTo === '/' ? {} : { return: returnTo }) });
  return reply.redirect(`/sign-in?${query.toString()}`, 302);
}

function readPending(request: FastifyRequest, deps: AuthDeps): Pending | null {
  const sealed = request.cookies[COOKIE];
  const text = sealed === undefined ? null : deps.secrets.open(sealed);
  if (text === null) return null;
  try {
    const pending = pendingSchema.parse(JSON.parse(text));
    return pending.expiresAtMs > Date.now() ? pending : null;
  } catch {
    return null;
  }
}

/** Only a path of this site: nobody is sent elsewhere with a session. */
function localPath(path: string): string {
  return /^\/(?![/\\])/.test(path) && !/\p{Cc}/u.test(path) ? path : '/';
}

function notConfigured(): ApiError {
  return new ApiError('not_found', 'No OpenID provider is configured here.');
}
