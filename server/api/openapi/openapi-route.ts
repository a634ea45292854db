import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/database/port.ts';
import { requireAccount, type Authenticate } from '../auth/authenticate.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';
import { readApiCatalog } from './catalog.ts';
import { buildDocument, type OpenApiDocument } from './document.ts';
import type { KnownRoute } from './route-registry.ts';

/** A migration of a running database shows after this long. */
const KEEP_MS = 60_000;

export interface OpenApiDeps {
  readonly db: Database;
  readonly authenticate: Authenticate;
  readonly routes: readonly KnownRoute[];
  readonly publicUrl: string | null;
  readonly version: string;
}

/** `GET /api/openapi.json`: the description of this API, for anybody with an account. */
export const openApiRoute: ZodRoutes<OpenApiDeps> = (app, deps) => {
  let kept: { until: number; document: Promise<OpenApiDocument> } | null = null;
  const document = (): Promise<OpenApiDocument> => {
    if (kept === null || kept.until < Date.now()) {
      const made = readApiCatalog(deps.db).then((catalog) =>
        buildDocument(catalog, deps.routes, deps.version),
      );
      kept = { until: Date.now() + KEEP_MS, document: made };
      // A failure is not kept; whoever waits for it gets it.
      made.catch(() => (kept = null));
    }
    return kept.document;
  };
  app.get(
    '/openapi.json',
    { config: { doc: { summary: 'This description', produces: 'application/json' } } },
    async (request, reply) => {
      await requireAccount(deps.authenticate, request);
      const servers = [{ url: apiBase(deps.publicUrl, request) }];
      return reply.type('application/json; charset=utf-8').send({ ...(await document()), servers });
    },
  );
  return Promise.resolve();
};

/** Address of the API as the caller reached it, or the configured one. */
export function apiBase(publicUrl: string | null, request: FastifyRequest): string {
  const origin = publicUrl === null ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin;
  return `${origin}/api`;
}
