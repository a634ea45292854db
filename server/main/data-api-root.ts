import type { Relation, RoleSchema } from '#server/api/data/schema-model.ts';

/**
 * What PostgREST answers at its root: Swagger 2.0 of the relations and functions of one schema that the role may use.
 * Programs that wait for the server ask for it too. Names and types only; the rows' full description is the client's.
 */
export function rootDocument(schemaName: string, schema: RoleSchema, basePath: string) {
  const relations = schema
    .relationNames(schemaName)
    .map((name) => schema.relation(schemaName, name))
    .filter((relation) => relation !== undefined);
  const functions = schema.functionNames(schemaName);
  return {
    swagger: '2.0',
    info: { title: 'data API', description: `What ${schemaName} holds`, version: '1' },
    basePath: basePath === '' ? '/' : basePath,
    consumes: ['application/json'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths: Object.fromEntries([
      ...relations.map((relation) => [`/${relation.name}`, operationsOf(relation)]),
      ...functions.map((name) => [`/rpc/${name}`, { post: operation(name) }]),
    ]) as Record<string, unknown>,
    definitions: Object.fromEntries(relations.map((relation) => [relation.name, definitionOf(relation)])),
  };
}

function operationsOf(relation: Relation) {
  return {
    ...(relation.canSelect ? { get: operation(relation.name) } : {}),
    ...(relation.isInsertable && relation.canInsert ? { post: operation(relation.name) } : {}),
    ...(relation.isUpdatable && relation.canUpdate ? { patch: operation(relation.name) } : {}),
    ...(relation.isDeletable && relation.canDelete ? { delete: operation(relation.name) } : {}),
  };
}

function operation(tag: string) {
  return { tags: [tag], responses: { default: { description: 'The answer, or an error' } } };
}

function definitionOf(relation: Relation) {
  const columns = [...relation.columns.values()].filter(({ computedIn }) => computedIn === null);
  return {
    type: 'object',
    properties: Object.fromEntries(
      columns.map(({ name, type }) => [name, { ...jsonTypeOf(type), format: type }]),
    ),
  };
}

/** The JSON that a column's value is written as; empty for json, which may be anything. */
function jsonTypeOf(type: string): Record<string, unknown> {
  if (type.endsWith('[]')) return { type: 'array', items: jsonTypeOf(type.slice(0, -2)) };
  if (type === 'json' || type === 'jsonb') return {};
  if (type === 'boolean') return { type: 'boolean' };
  if (/^(smallint|integer|bigint)$/.test(type)) return { type: 'integer' };
  if (/^(numeric|real|double precision)/.test(type)) return { type: 'number' };
  return { type: 'string' };
}
