import { ERROR_CODES, type AnyErrorCode, type ErrorCode } from '#contract/errors.ts';
import { errorAnswers, USUAL_ERRORS } from './error-answers.ts';
import { exampleOf } from './examples.ts';
import { groupOf } from './groups.ts';
import type { JsonSchema } from './json-schema.ts';
import type { KnownRoute, RouteDoc } from './route-registry.ts';
import type { SchemaBook } from './schema-book.ts';

/** Texts of routes that bring none. */
const NOTES: Readonly<Record<string, RouteDoc>> = {
  'POST /auth/sign-in': { summary: 'Signs in by e-mail and password', access: 'public' },
  'POST /auth/link': { summary: 'Signs in by a link that works once', access: 'public' },
  'POST /auth/refresh': { summary: 'Makes a new access token from the refresh cookie', access: 'public' },
  'POST /auth/sign-out': { summary: 'Ends the session of the refresh cookie', access: 'public' },
  'POST /auth/password': { summary: 'Sets the password of the account' },
  'GET /auth/tokens': { summary: 'Tokens of the account made by hand' },
  'POST /auth/tokens': { summary: 'Makes a token; it is shown this once' },
  'DELETE /auth/tokens/:id': { summary: 'Revokes a token' },
  'GET /auth/methods': { summary: 'Ways to sign in that are set up here', access: 'public' },
  'GET /auth/oidc/start': { summary: 'Begins a sign-in at the identity provider', access: 'public' },
  'GET /auth/oidc/callback': {
    summary: 'Where the identity provider sends people back to',
    access: 'public',
  },
  'POST /oauth/token': {
    summary: 'Exchanges client credentials for an access token (RFC 6749, 4.4)',
    description: 'The body is `grant_type=client_credentials` as a form.',
    access: 'public',
  },
  'GET /auth/api-keys': { summary: 'API keys of the account' },
  'POST /auth/api-keys': { summary: 'Makes an API key; it is shown this once' },
  'DELETE /auth/api-keys/:id': { summary: 'Revokes an API key' },
  'GET /auth/member-tokens': { summary: 'Tokens and API keys of the members of a workspace' },
  'DELETE /auth/member-tokens/:id': { summary: 'Revokes a token of a member' },
  'GET /auth/service-clients': { summary: 'Service clients of a workspace' },
  'POST /auth/service-clients': { summary: 'Makes a service client; its secret is shown this once' },
  'DELETE /auth/service-clients/:id': { summary: 'Removes a service client' },
  'GET /health': { summary: 'Whether the service and its database answer', access: 'public' },
  'GET /version': { summary: 'What runs here', access: 'public' },
  'GET /jobs/:jobId/logs.txt': {
    summary: 'Every log of a job in order of attempt, stream and time',
    produces: 'text/plain',
  },
};

/** One route of ours; answers its path in the document and the operation. */
export function endpointOperation(
  route: KnownRoute,
  book: SchemaBook,
): { path: string; method: string; operation: Record<string, unknown> } {
  const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
  const doc = route.doc ??
    NOTES[`${route.method} ${route.url}`] ?? { summary: `${route.method} ${route.url}` };
  const body = route.body === null ? null : book.write(route.body, 'input');
  const access = doc.access ?? 'account';
  return {
    path,
    method: route.method.toLowerCase(),
    operation: {
      operationId: operationId(route),
      tags: [groupOf(route.url.slice(1))],
      summary: doc.summary,
      ...(doc.description === undefined ? {} : { description: doc.description }),
      'x-min-role': access,
      ...(access === 'public' ? { security: [] } : {}),
      parameters: [...pathParameters(route, book), ...queryParameters(route, book)],
      ...(body === null
        ? {}
        : {
            requestBody: {
              required: true,
              content: {
                'application/json': { schema: body, example: doc.example ?? exampleOf(body, book) },
              },
            },
          }),
      responses: { ...okAnswers(route, doc, book), ...errorAnswers(errorsOf(doc, access)) },
    },
  };
}

/** `GET /jobs/:jobId/logs.txt` is `get_jobs_jobId_logs_txt`. */
function operationId({ method, url }: KnownRoute): string {
  return `${method.toLowerCase()}${url.replaceAll(/[^A-Za-z0-9]+/g, '_')}`.replace(/_$/, '');
}

function pathParameters(route: KnownRoute, book: SchemaBook) {
  const properties = route.params === null ? {} : (book.write(route.params, 'output').properties ?? {});
  return [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const schema: JsonSchema = properties[name] ?? { type: 'string' };
    return { name, in: 'path', required: true, schema, example: exampleOf(schema, book, name) };
  });
}

function queryParameters(route: KnownRoute, book: SchemaBook) {
  if (route.query === null) return [];
  const { properties = {}, required = [] } = book.write(route.query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function okAnswers(route: KnownRoute, doc: RouteDoc, book: SchemaBook): Record<string, unknown> {
  const headers = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
  const answers = Object.entries(route.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, answer]): [string, unknown] => {
      const schema = book.write(answer, 'output');
      const content = { 'application/json': { schema, example: exampleOf(schema, book) } };
      return [status === '2xx' ? '200' : status, { description: 'Done', headers, content }];
    });
  if (answers.length > 0) return Object.fromEntries(answers);
  if (doc.produces !== undefined) {
    const schema = { type: 'string', ...(doc.produces.startsWith('text/') ? {} : { format: 'binary' }) };
    return { '200': { description: 'The file', headers, content: { [doc.produces]: { schema } } } };
  }
  return { '204': { description: 'Done, without a body', headers } };
}

function errorsOf(doc: RouteDoc, access: NonNullable<RouteDoc['access']>): AnyErrorCode[] {
  const codes = USUAL_ERRORS.filter((code) => access !== 'public' || code !== 'forbidden');
  const more = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) =>
    doc.errors?.includes(ERROR_CODES[code].status),
  );
  return [...new Set([...codes, ...more, ...(doc.codes ?? [])])];
}
