import { z } from 'zod';
import {
  createdServiceClientSchema,
  createServiceClientSchema,
  serviceClientRowSchema,
} from '#contract/auth.ts';
import { ApiError } from '#contract/errors.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { requireAccount, requireSession } from '../authenticate.ts';
import { createServiceClient, listServiceClients, revokeServiceClient } from '../service-clients.ts';
import type { ZodRoutes } from '../../http/zod-provider.ts';

/** Services that get tokens by the client-credentials flow: `/api/auth/service-clients`, for admins. */
export const serviceClientRoutes: ZodRoutes<AuthDeps> = (app, deps) => {
  app.get(
    '/service-clients',
    {
      schema: {
        querystring: z.object({ org_id: z.guid() }),
        response: { 200: z.array(serviceClientRowSchema) },
      },
    },
    async (request) => {
      const caller = await requireAccount(deps.authenticate, request);
      return listServiceClients(deps.db, caller, request.query.org_id, request.id);
    },
  );

  app.post(
    '/service-clients',
    { schema: { body: createServiceClientSchema, response: { 201: createdServiceClientSchema } } },
    async (request, reply) => {
      const caller = await requireSession(deps.authenticate, request);
      const { org_id: orgId, name, role } = request.body;
      return reply
        .code(201)
        .send(await createServiceClient(deps.db, caller, { orgId, name, role }, request.id));
    },
  );

  app.delete(
    '/service-clients/:id',
    { schema: { params: z.object({ id: z.guid() }) } },
    async (request, reply) => {
      const caller = await requireSession(deps.authenticate, request);
      const clientId = request.params.id.toLowerCase();
      if (!(await revokeServiceClient(deps.db, caller, clientId, request.id)))
        throw new ApiError('not_found', 'There is no such service client, or you may not see it.');
      deps.cache.forget((identity) => identity.kind === 'account' && identity.clientId === clientId);
      return reply.code(204).send();
    },
  );
  return Promise.resolve();
};
