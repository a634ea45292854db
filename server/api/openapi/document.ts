import { ANY_ERROR_CODES, errorBodySchema } from '#contract/errors.ts';
import { V3_VIEWS } from '#contract/v3.ts';
import type { ApiCatalog } from './catalog.ts';
import { DOCUMENT_COMPONENTS, DESCRIPTION } from './document-parts.ts';
import { endpointOperation } from './endpoint-operations.ts';
import { errorComponents } from './error-answers.ts';
import { groupTags } from './groups.ts';
import type { KnownRoute } from './route-registry.ts';
import { HTTP_FUNCTIONS, rpcOperations } from './rpc-operations.ts';
import { SchemaBook } from './schema-book.ts';
import { viewOperations } from './view-operations.ts';

/** An OpenAPI 3.0.3 document, without `servers`. */
export interface OpenApiDocument {
  readonly openapi: '3.0.3';
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [key: string]: unknown;
}

/** The description of this API: the database's views and functions, and the routes beside them. Paths are below the API base. */
export function buildDocument(
  catalog: ApiCatalog,
  routes: readonly KnownRoute[],
  version: string,
): OpenApiDocument {
  const book = new SchemaBook();
  book.write(errorBodySchema, 'output');
  const paths: Record<string, Record<string, unknown>> = {};
  for (const relation of catalog.relations) paths[`/${relation.name}`] = viewOperations(relation, book);
  for (const fn of [...catalog.functions, ...HTTP_FUNCTIONS])
    paths[`/rpc/${fn.name}`] = rpcOperations(fn, book);
  for (const route of routes) {
    if (route.doc === null && isOld(route.url)) continue;
    const { path, method, operation } = endpointOperation(route, book);
    (paths[path] ??= route.isAtRoot ? { servers: [{ url: '/' }] } : {})[method] = operation;
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Yardstick API',
      version: 'v4.0',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      'x-program-version': version,
    },
    security: [{ bearer: [] }],
    tags: groupTags(),
    paths,
    components: {
      ...DOCUMENT_COMPONENTS,
      schemas: book.components,
      responses: { ...DOCUMENT_COMPONENTS.responses, ...errorComponents() },
    },
    'x-errors': Object.entries(ANY_ERROR_CODES).map(([code, { status, meaning }]) => ({
      code,
      status,
      meaning,
    })),
    'x-v3': V3_VIEWS,
  };
}

/** Names of v3 answer 410 only: no operation of this version. */
function isOld(url: string): boolean {
  return url.startsWith('/v3/') || V3_VIEWS.some(({ v3 }) => url === `/${v3}`);
}
