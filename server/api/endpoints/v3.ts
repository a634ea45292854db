import type { FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { V3_GONE_SINCE, V3_VIEWS, v3MappingSchema } from '#contract/v3.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const MAPPING = '/api/versions/v3-mapping';

/**
 * Names of version 3, and anything under `/api/v3/`: 410 with the name of version 4 in `hint`. The contract has no code of
 * its own for 410, so the code is `not_found`. `GET /api/versions/v3-mapping` answers what became of which column.
 */
export const v3Routes: ZodRoutes<{ readonly authenticate: Authenticate }> = (app, { authenticate }) => {
  const answerGone = async (request: FastifyRequest): Promise<never> => {
    await authenticate(request);
    throw gone(/^\/api\/(?:v3\/)?(?:rpc\/)?([^/?]*)/.exec(request.url)?.[1] ?? '');
  };
  for (const { v3 } of V3_VIEWS) app.route({ method: METHODS, url: `/${v3}`, handler: answerGone });
  app.route({ method: METHODS, url: '/v3/*', handler: answerGone });
  app.get(
    '/versions/v3-mapping',
    {
      schema: { response: { 200: v3MappingSchema } },
      config: { doc: { summary: 'What became of the tables and columns of version 3', access: 'any' } },
    },
    async (request) => {
      await authenticate(request);
      return { gone_since: V3_GONE_SINCE, views: V3_VIEWS };
    },
  );
  return Promise.resolve();
};

function gone(name: string): ApiError {
  const found = V3_VIEWS.find(({ v3 }) => v3 === name);
  return new ApiError('not_found', `Version 3 of this API has been gone since ${V3_GONE_SINCE}.`, {
    status: 410,
    details:
      found === undefined ? { mapping: MAPPING } : { v4: found.v4, changes: found.changes, mapping: MAPPING },
    hint:
      found === undefined
        ? `Use version 4, under /api; ${MAPPING} says what became of which name.`
        : `Read /api/${found.v4} instead (${found.changes}).`,
  });
}
