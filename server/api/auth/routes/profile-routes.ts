import { z } from 'zod';
import {
  accessTokenRowSchema,
  createdTokenSchema,
  createTokenSchema,
  passwordChangeSchema,
  setPasswordSchema,
} from '#contract/auth.ts';
import { ApiError } from '#contract/errors.ts';
import { insertAccessToken, listAccessTokens, revokeAccessToken } from '../access-tokens.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { requireAccount, requireSession } from '../authenticate.ts';
import { FailureLimiter } from '../failure-limiter.ts';
import { verifyPassword } from '../password.ts';
import { findById, setPassword } from '../passwords.ts';
import type { ZodRoutes } from '../../http/zod-provider.ts';

/** What an account does for itself: `POST /api/auth/password` and `/api/auth/tokens`. */
export const profileRoutes: ZodRoutes<AuthDeps> = (app, deps) => {
  const failures = new FailureLimiter({ limit: 5, windowMs: 15 * 60_000 });

  app.post(
    '/password',
    { schema: { body: setPasswordSchema, response: { 200: passwordChangeSchema } } },
    async (request) => {
      const { accountId, sessionId } = await requireSession(deps.authenticate, request);
      const { current_password: current, new_password: newPassword } = request.body;
      const account = await findById(deps.db, accountId);
      if (account !== null && account.password_hash !== null) {
        failures.take(accountId);
        if (!(await verifyPassword(account.password_hash, current ?? ''))) throw wrongPassword();
        failures.forgive(accountId);
      }
      const ended = await setPassword(deps.db, {
        accountId,
        keepSessionId: sessionId,
        newPassword,
        requestId: request.id,
      });
      deps.cache.forget((identity) => identity.kind === 'account' && identity.accountId === accountId);
      return ended;
    },
  );

  app.get('/tokens', { schema: { response: { 200: z.array(accessTokenRowSchema) } } }, async (request) => {
    const { accountId } = await requireAccount(deps.authenticate, request);
    return listAccessTokens(deps.db, accountId);
  });

  app.post(
    '/tokens',
    { schema: { body: createTokenSchema, response: { 201: createdTokenSchema } } },
    async (request, reply) => {
      const { accountId } = await requireSession(deps.authenticate, request);
      const { name, role_cap: roleCap = null, expires_in_seconds: lifeS } = request.body;
      const { row, expiresAt } = await insertAccessToken(deps.db, {
        accountId,
        name,
        roleCap,
        lifeS,
        requestId: request.id,
      });
      const token = await deps.keys.signPersonal({ tokenId: row.token_id, accountId, roleCap, expiresAt });
      return reply.code(201).send({ ...row, token });
    },
  );

  app.delete('/tokens/:id', { schema: { params: z.object({ id: z.guid() }) } }, async (request, reply) => {
    const { accountId, tokenId: ownTokenId } = await requireAccount(deps.authenticate, request);
    const tokenId = request.params.id;
    if (ownTokenId !== null && ownTokenId !== tokenId.toLowerCase()) {
      throw new ApiError('forbidden', 'A token may revoke itself only.', {
        hint: 'Revoke others on the Profile page.',
      });
    }
    if (!(await revokeAccessToken(deps.db, { accountId, tokenId, requestId: request.id }))) {
      throw new ApiError('not_found', 'You have no such token.');
    }
    deps.cache.forget(
      (identity) => identity.kind === 'account' && identity.tokenId === tokenId.toLowerCase(),
    );
    return reply.code(204).send();
  });
  return Promise.resolve();
};

function wrongPassword(): ApiError {
  const message = 'This is not your current password.';
  return new ApiError('validation_failed', message, { details: { fields: { current_password: message } } });
}
