import type { FastifyReply, FastifyRequest } from 'fastify';
import { redeemLinkSchema, signInSchema } from '#contract/auth.ts';
import { sessionSchema, type Session } from '#contract/session.ts';
import { ACCESS_TOKEN_LIFE_S } from '../access-jwt.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { unauthenticated } from '../authenticate.ts';
import { requireSameOrigin } from '../csrf.ts';
import { FailureLimiter } from '../failure-limiter.ts';
import { auditRefusedSignIn, findByEmail, signInByPassword } from '../passwords.ts';
import { verifyPassword } from '../password.ts';
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from '../refresh-cookie.ts';
import { endSession, rotateSession, type OpenSession } from '../sessions.ts';
import { redeemSignInLink } from '../sign-in-links.ts';
import type { ZodRoutes } from '../../http/zod-provider.ts';

const WINDOW_MS = 15 * 60_000;
/** Wrong passwords for one e-mail from one address. */
const FAILURES_PER_ACCOUNT = 5;
/** Wrong passwords and links from one address, whatever they are for. */
const FAILURES_PER_ADDRESS = 50;
/** Cookies of one address in a minute that belong to no session: each costs a transaction. */
const BAD_COOKIES_PER_ADDRESS = 60;

/** Signing in and out: `POST /api/auth/{sign-in,link,refresh,sign-out}`. */
export const sessionRoutes: ZodRoutes<AuthDeps> = (app, deps) => {
  const perAccount = new FailureLimiter({ limit: FAILURES_PER_ACCOUNT, windowMs: WINDOW_MS });
  const perAddress = new FailureLimiter({ limit: FAILURES_PER_ADDRESS, windowMs: WINDOW_MS });
  const badCookies = new FailureLimiter({ limit: BAD_COOKIES_PER_ADDRESS, windowMs: 60_000 });

  async function answer(
    session: OpenSession,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Session> {
    setRefreshCookie(reply, session.refreshToken, isHttps(request));
    return {
      access_token: await deps.keys.signAccess(session.account.account_id, session.sessionId),
      expires_in: ACCESS_TOKEN_LIFE_S,
      account: session.account,
    };
  }
  const isHttps = (request: FastifyRequest) => deps.isPublicHttps || request.protocol === 'https';
  const caller = (request: FastifyRequest) => ({
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
  });

  app.post(
    '/sign-in',
    { schema: { body: signInSchema, response: { 200: sessionSchema } } },
    async (request, reply) => {
      const { email, password } = request.body;
      const key = `${request.ip} ${email.toLowerCase()}`;
      perAddress.take(request.ip);
      perAccount.take(key);
      const account = await findByEmail(deps.db, email);
      const isRight = await verifyPassword(account?.password_hash ?? null, password);
      if (account === null || !isRight || account.is_disabled) {
        await auditRefusedSignIn(deps.db, account?.account_id ?? null, request.id);
        throw unauthenticated('The e-mail address or the password is wrong.');
      }
      perAccount.forgive(key);
      perAddress.giveBack(request.ip);
      return answer(await signInByPassword(deps.db, account, caller(request)), request, reply);
    },
  );

  app.post(
    '/link',
    { schema: { body: redeemLinkSchema, response: { 200: sessionSchema } } },
    async (request, reply) => {
      perAddress.take(request.ip);
      const session = await redeemSignInLink(deps.db, request.body.token, caller(request));
      if (session === null) throw unauthenticated('This sign-in link was used already or has expired.');
      perAddress.giveBack(request.ip);
      return answer(session, request, reply);
    },
  );

  app.post('/refresh', { schema: { response: { 200: sessionSchema } } }, async (request, reply) => {
    requireSameOrigin(request, deps.trustedOrigins);
    const refreshToken = readRefreshCookie(request);
    if (refreshToken === null) throw unauthenticated('Nobody is signed in here.');
    badCookies.take(request.ip);
    const rotation = await rotateSession(deps, refreshToken, request.id);
    if (rotation.kind === 'rotated') {
      badCookies.giveBack(request.ip);
      return answer(rotation, request, reply);
    }
    clearRefreshCookie(reply, isHttps(request));
    if (rotation.kind === 'reused') {
      deps.cache.forget(
        (identity) => identity.kind === 'account' && identity.sessionId === rotation.sessionId,
      );
      request.log.warn({ session_id: rotation.sessionId }, 'an old refresh token was used: session revoked');
    }
    throw unauthenticated('The session has ended. Sign in again.');
  });

  app.post('/sign-out', async (request, reply) => {
    requireSameOrigin(request, deps.trustedOrigins);
    // Whoever has only the access token may end its session too; a bad one does not keep anybody signed in.
    const identity = await deps.authenticate(request).catch(() => null);
    const sessionId = identity?.kind === 'account' ? identity.sessionId : null;
    const refreshToken = readRefreshCookie(request);
    badCookies.take(request.ip);
    const ended = await endSession(deps.db, { refreshToken, sessionId }, request.id);
    if (ended.length > 0) badCookies.giveBack(request.ip);
    deps.cache.forget(
      (each) => each.kind === 'account' && each.sessionId !== null && ended.includes(each.sessionId),
    );
    clearRefreshCookie(reply, isHttps(request));
    return reply.code(204).send();
  });
  return Promise.resolve();
};
