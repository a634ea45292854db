import { z } from 'zod';
import {
  apiKeyRowSchema,
  createApiKeySchema,
  createdApiKeySchema,
  memberTokenRowSchema,
} from '#contract/auth.ts';
import { ApiError } from '#contract/errors.ts';
import { listMemberTokens, revokeMemberToken } from '../access-tokens.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../api-keys.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { requireAccount, requireSession } from '../authenticate.ts';
import type { ZodRoutes } from '../../http/zod-provider.ts';

const ofWorkspace = z.object({ org_id: z.guid() });
const byId = z.object({ id: z.guid() });

/** Keys of scripts, `/api/auth/api-keys`, and what admins see of their members' tokens, `/api/auth/member-tokens`. */
export const apiKeyRoutes: ZodRoutes<AuthDeps> = (app, deps) => {
  app.get(
    '/api-keys',
    { schema: { querystring: ofWorkspace, response: { 200: z.array(apiKeyRowSchema) } } },
    async (request) => {
      const caller = await requireAccount(deps.authenticate, request);
      return listApiKeys(deps.db, caller, request.query.org_id, request.id);
    },
  );

  app.post(
    '/api-keys',
    { schema: { body: createApiKeySchema, response: { 201: createdApiKeySchema } } },
    async (request, reply) => {
      const caller = await requireSession(deps.authenticate, request);
      const {
        org_id: orgId,
        name,
        role_cap: roleCap = null,
        expires_in_seconds: lifeS = null,
      } = request.body;
      return reply
        .code(201)
        .send(await createApiKey(deps.db, caller, { orgId, name, roleCap, lifeS }, request.id));
    },
  );

  app.delete('/api-keys/:id', { schema: { params: byId } }, async (request, reply) => {
    const caller = await requireSession(deps.authenticate, request);
    const apiKeyId = request.params.id.toLowerCase();
    if (!(await revokeApiKey(deps.db, caller, apiKeyId, request.id)))
      throw new ApiError('not_found', 'There is no such API key, or you may not see it.');
    deps.cache.forget((identity) => identity.kind === 'account' && identity.apiKeyId === apiKeyId);
    return reply.code(204).send();
  });

  app.get(
    '/member-tokens',
    { schema: { querystring: ofWorkspace, response: { 200: z.array(memberTokenRowSchema) } } },
    async (request) => {
      const caller = await requireAccount(deps.authenticate, request);
      return listMemberTokens(deps.db, caller, request.query.org_id, request.id);
    },
  );

  app.delete(
    '/member-tokens/:id',
    { schema: { params: byId, querystring: ofWorkspace } },
    async (request, reply) => {
      const caller = await requireSession(deps.authenticate, request);
      const tokenId = request.params.id.toLowerCase();
      const token = { orgId: request.query.org_id, tokenId };
      if (!(await revokeMemberToken(deps.db, caller, token, request.id)))
        throw new ApiError('not_found', 'No member of this workspace has such a token.');
      deps.cache.forget((identity) => identity.kind === 'account' && identity.tokenId === tokenId);
      return reply.code(204).send();
    },
  );
  return Promise.resolve();
};
