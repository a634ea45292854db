import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { AnyErrorCode } from '#contract/errors.ts';

/** What the reference says of a route beside its schemas. */
export interface RouteDoc {
  /** One line without a full stop. */
  readonly summary: string;
  readonly description?: string;
  /** `public` needs no token, `any` takes the token of a person, a worker or a registration; default: a person's. */
  readonly access?: 'public' | 'any' | 'account';
  /** Media type of an answer that is not JSON. */
  readonly produces?: string;
  /** A body to send. */
  readonly example?: unknown;
  /** Statuses besides 200 that the route answers with the error body. */
  readonly errors?: readonly number[];
  /** Codes besides the usual ones that the route answers with. */
  readonly codes?: readonly AnyErrorCode[];
  /** Shape of a body that the route checks itself, because what is missing has an error code of its own. */
  readonly body?: z.ZodType;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    doc?: RouteDoc;
  }
}

/** A route of this server as it was registered. */
export interface KnownRoute {
  readonly method: string;
  /** Below the API base or, when `isAtRoot`, from the root of the server; parameters as `:name`. */
  readonly url: string;
  readonly isAtRoot: boolean;
  readonly body: z.ZodType | null;
  readonly params: z.ZodType | null;
  readonly query: z.ZodType | null;
  readonly responses: Readonly<Record<string, z.ZodType>>;
  readonly doc: RouteDoc | null;
}

const API_BASE = '/api';

/** Fills a list with the API's routes registered on `app` and below it from now on; the data API's one catch-all is none. */
export function collectRoutes(app: FastifyInstance): readonly KnownRoute[] {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', (route) => {
    const schema = route.schema ?? {};
    const doc = route.config?.doc ?? null;
    const isAtRoot = !route.url.startsWith(`${API_BASE}/`);
    if (route.url === `${API_BASE}/*` || (isAtRoot && doc === null)) return;
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || method === 'OPTIONS') continue;
      routes.push({
        method,
        url: isAtRoot ? route.url : route.url.slice(API_BASE.length),
        isAtRoot,
        body: doc?.body ?? asZod(schema.body),
        params: asZod(schema.params),
        query: asZod(schema.querystring),
        responses: Object.fromEntries(
          Object.entries((schema.response ?? {}) as Record<string, z.ZodType>).map(([status, answer]) => [
            status,
            answer,
          ]),
        ),
        doc,
      });
    }
  });
  return routes;
}

/** Routes of this server declare zod schemas and nothing else: `useZod` refuses any other. */
function asZod(schema: unknown): z.ZodType | null {
  return schema === undefined ? null : (schema as z.ZodType);
}
