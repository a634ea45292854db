import type { RpcContract } from '#contract/define.ts';
import { ALL_RPCS, HTTP_RPCS } from '#contract/rpc/all.ts';
import type { z } from 'zod';
import type { CatalogFunction } from './catalog.ts';
import { errorAnswers, USUAL_ERRORS } from './error-answers.ts';
import { callExampleOf, exampleOf } from './examples.ts';
import { groupOf } from './groups.ts';
import type { JsonSchema } from './json-schema.ts';
import type { SchemaBook } from './schema-book.ts';

type AnyRpc = RpcContract<z.ZodObject, z.ZodType>;
const CONTRACTS: ReadonlyMap<string, AnyRpc> = new Map(
  [...ALL_RPCS, ...HTTP_RPCS].map((rpc): [string, AnyRpc] => [rpc.name, rpc as unknown as AnyRpc]),
);

const ARGUMENT_TYPES: Readonly<Record<string, JsonSchema>> = {
  int4: { type: 'integer' },
  int8: { type: 'integer' },
  float8: { type: 'number' },
  numeric: { type: 'number' },
  bool: { type: 'boolean' },
  uuid: { type: 'string', format: 'uuid' },
  _text: { type: 'array', items: { type: 'string' } },
  _int4: { type: 'array', items: { type: 'integer' } },
  _uuid: { type: 'array', items: { type: 'string', format: 'uuid' } },
  json: {},
  jsonb: {},
};

const HTTP_COMMENTS: Readonly<Record<string, string>> = {
  mint_postgrest_write_jwt:
    'Mints a bearer token for an account; off unless the server has a MINT_SECRET. p_jwt_secret is that secret, which signs nothing. A life of more than 43,200 s is cut to that; at most five tries a minute.',
};

/** Procedures that the API answers itself, as if the database had them. */
export const HTTP_FUNCTIONS: readonly CatalogFunction[] = HTTP_RPCS.map(({ name, params }) => ({
  name,
  comment: HTTP_COMMENTS[name] ?? null,
  isReadOnly: false,
  isSet: false,
  args: Object.entries(params.shape).map(([argument, schema]) => ({
    name: argument,
    type: 'text',
    isOptional: schema.safeParse(undefined).success,
    defaultSql: null,
  })),
}));

const firstSentence = (text: string) => /^.*?[.:;](?=\s|$)/s.exec(text)?.[0].slice(0, -1) ?? text;

/** `POST /rpc/<name>` of one function of the database, and `GET` where it changes nothing. */
export function rpcOperations(fn: CatalogFunction, book: SchemaBook): Record<string, unknown> {
  const contract = CONTRACTS.get(fn.name);
  const body = withDefaults(
    contract === undefined ? bodyOf(fn) : book.write(contract.params, 'input'),
    fn.args,
  );
  const returns = contract === undefined ? {} : book.write(contract.returns, 'output');
  const needed = roleText(contract?.minRole ?? 'account');
  const described = {
    tags: [groupOf(fn.name)],
    summary: fn.comment === null ? fn.name : firstSentence(fn.comment),
    description: [fn.comment, needed].filter((text) => text !== null).join('\n\n'),
    'x-min-role': contract?.minRole ?? 'account',
  };
  const done = {
    description: 'Done',
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
    content: { 'application/json': { schema: returns, example: exampleOf(returns, book) } },
  };
  const byGet = {
    operationId: `${fn.name}_by_get`,
    ...described,
    parameters: queryParameters(fn, body, book),
    responses: { '200': done, ...errorAnswers(USUAL_ERRORS) },
  };
  return {
    ...(fn.isReadOnly ? { get: byGet } : {}),
    post: {
      operationId: fn.name,
      ...described,
      ...(body.properties === undefined || Object.keys(body.properties).length === 0
        ? {}
        : {
            requestBody: {
              required: fn.args.some((argument) => !argument.isOptional),
              content: { 'application/json': { schema: body, example: callExampleOf(fn.name, body, book) } },
            },
          }),
      responses: {
        '200': done,
        ...errorAnswers([...USUAL_ERRORS, 'conflict', 'quota_exceeded']),
      },
    },
  };
}

/** The same parameters in the query; rows can be chosen, ordered and paged as those of a view. */
function queryParameters(fn: CatalogFunction, body: JsonSchema, book: SchemaBook): object[] {
  const own = fn.args.map(({ name, isOptional }) => {
    const schema = body.properties?.[name] ?? { type: 'string' };
    return { name, in: 'query', required: !isOptional, schema, example: exampleOf(schema, book, name) };
  });
  const shared = fn.isSet ? ['select', 'order', 'limit', 'offset'] : [];
  return [...own, ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

function roleText(minRole: AnyRpc['minRole']): string {
  if (minRole === 'account') return 'Needs the token of an account.';
  if (minRole === 'worker') return 'Needs the token of a worker.';
  return `Needs the role ${minRole} or higher in the workspace.`;
}

/** Says what a parameter is when it is not sent; a default of null says nothing. */
function withDefaults(body: JsonSchema, args: CatalogFunction['args']): JsonSchema {
  const properties = Object.entries(body.properties ?? {}).map(([name, schema]): [string, JsonSchema] => {
    const value = literalOf(args.find((argument) => argument.name === name)?.defaultSql ?? null);
    if (value === null) return [name, schema];
    return [
      name,
      schema.$ref === undefined ? { ...schema, default: value } : { allOf: [schema], default: value },
    ];
  });
  return body.properties === undefined ? body : { ...body, properties: Object.fromEntries(properties) };
}

/** The value of a default such as `'fp16'::text`, `50` or `'{}'::jsonb`; null for null and for what has to be worked out. */
function literalOf(sql: string | null): unknown {
  if (sql === null) return null;
  if (/^(?:true|false|-?\d+(?:\.\d+)?)$/.test(sql)) return JSON.parse(sql) as unknown;
  const [, text, type] = /^'((?:[^']|'')*)'::([a-z ]+)(?:\[\])?$/.exec(sql) ?? [];
  if (text === undefined || sql.endsWith('[]')) return sql.endsWith('[]') && text === '{}' ? [] : null;
  return type === 'json' || type === 'jsonb' ? (JSON.parse(text) as unknown) : text.replaceAll("''", "'");
}

function bodyOf(fn: CatalogFunction): JsonSchema {
  const required = fn.args.filter((argument) => !argument.isOptional).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      fn.args.map(({ name, type }) => [name, { ...(ARGUMENT_TYPES[type] ?? { type: 'string' }) }]),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}
