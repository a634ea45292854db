import type { ZodObject } from 'zod';
import { ALL_VIEWS } from '#contract/views/all.ts';
import type { CatalogColumn, CatalogRelation } from './catalog.ts';
import { errorAnswers, USUAL_ERRORS } from './error-answers.ts';
import { exampleOf } from './examples.ts';
import { groupOf } from './groups.ts';
import type { JsonSchema } from './json-schema.ts';
import type { SchemaBook } from './schema-book.ts';
import { unitOf } from './units.ts';

const ROWS: ReadonlyMap<string, ZodObject> = new Map(
  ALL_VIEWS.map((view): [string, ZodObject] => [view.name, view.row]),
);

/** Wire types of columns that no contract describes. */
const COLUMN_TYPES: Readonly<Record<string, JsonSchema>> = {
  int2: { type: 'integer' },
  int4: { type: 'integer' },
  int8: { type: 'integer' },
  float4: { type: 'number' },
  float8: { type: 'number' },
  numeric: { type: 'number' },
  bool: { type: 'boolean' },
  uuid: { type: 'string', format: 'uuid' },
  timestamptz: { type: 'string' },
  json: {},
  jsonb: {},
};

/** Names of query parameters that are not columns. */
const RESERVED = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'columns',
  'on_conflict',
  'and',
  'or',
  'not',
]);

/** The operations on one view; its row goes to the components of `book`. */
export function viewOperations(relation: CatalogRelation, book: SchemaBook): Record<string, unknown> {
  addRow(relation, book);
  const filters = relation.columns.filter(({ name }) => !RESERVED.has(name)).map(filterParameter);
  return {
    get: readOperation(relation, filters, book),
    ...(relation.canInsert ? { post: writeOperation(relation, 'post', [], book) } : {}),
    ...(relation.canUpdate ? { patch: writeOperation(relation, 'patch', filters, book) } : {}),
    ...(relation.canDelete ? { delete: writeOperation(relation, 'delete', filters, book) } : {}),
  };
}

/** The contract knows the shape, the catalog the words. */
function addRow(relation: CatalogRelation, book: SchemaBook): void {
  const row = ROWS.get(relation.name);
  if (row !== undefined) book.write(row, 'output');
  const schema = (book.components[relation.name] ??= {
    type: 'object',
    properties: Object.fromEntries(
      relation.columns.map(({ name, type }) => [
        name,
        { ...(COLUMN_TYPES[type] ?? { type: 'string' }), nullable: true },
      ]),
    ),
  });
  if (relation.comment !== null) schema.description = relation.comment;
  for (const column of relation.columns) {
    const property = schema.properties?.[column.name];
    if (property === undefined || schema.properties === undefined) continue;
    schema.properties[column.name] = described(property, column);
  }
}

/** In OpenAPI 3.0 nothing may stand beside a reference: it is wrapped. */
function described(property: JsonSchema, { name, comment }: CatalogColumn): JsonSchema {
  const unit = unitOf(name);
  const notes = {
    ...(comment === null ? {} : { description: comment }),
    ...(unit === null ? {} : { 'x-unit': unit }),
  };
  if (Object.keys(notes).length === 0) return property;
  return property.$ref === undefined ? { ...property, ...notes } : { allOf: [property], ...notes };
}

function filterParameter({ name, comment }: CatalogColumn) {
  const description = comment === null ? `Filter on ${name}` : `Filter on ${name}: ${comment}`;
  return {
    name,
    in: 'query',
    required: false,
    description,
    schema: { type: 'string' },
    example: 'not.is.null',
  };
}

const READ_PARAMETERS = ['select', 'order', 'limit', 'offset', 'Range-Unit', 'Range', 'PreferCount'].map(
  (name) => ({ $ref: `#/components/parameters/${name}` }),
);

const firstSentence = (text: string) => /^.*?[.:;](?=\s|$)/s.exec(text)?.[0].slice(0, -1) ?? text;

function readOperation(relation: CatalogRelation, filters: unknown[], book: SchemaBook) {
  const { name, comment } = relation;
  const row: JsonSchema = { $ref: `#/components/schemas/${name}` };
  const content = {
    schema: { type: 'array', items: row },
    example: [exampleOf(row, book)],
  };
  return {
    operationId: `read_${name}`,
    tags: [groupOf(name)],
    summary: comment === null ? `Rows of ${name}` : firstSentence(comment),
    ...(comment === null ? {} : { description: comment }),
    parameters: [...READ_PARAMETERS, ...filters],
    responses: {
      '200': answerOf('The rows that match and that the caller may see', content),
      '206': answerOf('A part of the rows that match; `Content-Range` says which', content),
      ...errorAnswers(USUAL_ERRORS),
      '406': { $ref: '#/components/responses/not_acceptable' },
      '416': { $ref: '#/components/responses/range_not_satisfiable' },
    },
  };
}

function answerOf(description: string, content: object) {
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      'Content-Range': { $ref: '#/components/headers/Content-Range' },
    },
    content: { 'application/json': content },
  };
}

const VERBS = {
  post: ['insert', 'Adds rows to'],
  patch: ['update', 'Changes rows of'],
  delete: ['delete', 'Removes rows of'],
} as const;

function writeOperation(
  { name, columns }: CatalogRelation,
  method: keyof typeof VERBS,
  filters: unknown[],
  book: SchemaBook,
) {
  const [verb, text] = VERBS[method];
  const row: JsonSchema = { $ref: `#/components/schemas/${name}` };
  const properties = book.components[name]?.properties ?? {};
  const body = { type: 'object', properties };
  return {
    operationId: `${verb}_${name}`,
    tags: [groupOf(name)],
    summary: `${text} ${name}`,
    description:
      'Only columns that the role may write are accepted; a row outside of the workspace is not found.',
    parameters: [{ $ref: '#/components/parameters/PreferReturn' }, ...filters],
    ...(method === 'delete'
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body, example: writeExample(name, columns) } },
          },
        }),
    responses: {
      [method === 'post' ? '201' : '200']: answerOf(
        'With `return=representation`: the rows as they are now',
        {
          schema: { type: 'array', items: row },
          example: [exampleOf(row, book)],
        },
      ),
      ...(method === 'post' ? {} : { '204': { description: 'Done, without a body' } }),
      ...errorAnswers([...USUAL_ERRORS, 'conflict']),
    },
  };
}

/** The one write that the specification shows, and a text column elsewhere. */
function writeExample(name: string, columns: readonly CatalogColumn[]): Record<string, unknown> {
  if (name === 'cloud_executions') return { startup_extra_args_cli: '--max-model-len 8192' };
  const column = columns.find(({ type }) => type === 'text');
  return column === undefined ? {} : { [column.name]: 'text' };
}
