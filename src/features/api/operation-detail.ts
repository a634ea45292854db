import { z } from 'zod';
import type { ApiDocument, ListedOperation } from './api-document.ts';

/** A schema of the document, as far as the page shows it. */
interface SchemaNode {
  type?: string;
  format?: string;
  description?: string;
  nullable?: boolean;
  enum?: unknown[];
  $ref?: string;
  allOf?: SchemaNode[];
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  'x-unit'?: string;
}

const schemaNode = z.custom<SchemaNode>((value) => typeof value === 'object' && value !== null);
const parameter = z.object({
  $ref: z.string().optional(),
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: schemaNode.optional(),
  example: z.unknown().optional(),
});
const content = z.record(
  z.string(),
  z.object({ schema: schemaNode.optional(), example: z.unknown().optional() }),
);
const operation = z.object({
  description: z.string().optional(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ $ref: z.string().optional(), content: content.optional() })),
});
type Parameter = z.output<typeof parameter>;
const components = z.object({
  schemas: z.record(z.string(), schemaNode),
  parameters: z.record(z.string(), parameter),
});
type Components = z.output<typeof components>;

/** One line of a table of parameters or columns. */
export interface FieldRow {
  name: string;
  type: string;
  /** Empty without one. */
  unit: string;
  description: string;
  isRequired: boolean;
}

export interface ApiParameter extends FieldRow {
  place: string;
  example: unknown;
}

/** One operation as the page shows it. */
export interface ApiOperation extends ListedOperation {
  /** From the root of the server instead of the API base. */
  isAtRoot: boolean;
  description: string | null;
  needsToken: boolean;
  /** Reads and changes of rows: each column is a filter too. */
  hasColumnFilters: boolean;
  parameters: ApiParameter[];
  body: FieldRow[];
  bodyExample: unknown;
  columns: FieldRow[];
  answerExample: unknown;
  /** Media type of the answer; null for an answer without a body. */
  answers: string | null;
  statuses: string[];
}

/** All that the document says of a listed operation. Throws a ZodError where it says it in another form. */
export function readOperation(document: ApiDocument, listed: ListedOperation): ApiOperation {
  const item = document.paths[listed.path];
  const from = operation.parse(item?.[listed.method]);
  const shared = components.parse(document.components);
  const parameters = (from.parameters ?? []).map((each) => ({
    isShared: each.$ref !== undefined,
    ...resolve(shared.parameters, each),
  }));
  const hasColumnFilters = /^(?:read|update|delete)_/.test(listed.id) && listed.path !== '/';
  const body = from.requestBody?.content['application/json'];
  const [status, answer] = Object.entries(from.responses).find(([code]) => code.startsWith('2')) ?? ['', {}];
  const [type, answerContent] = Object.entries(answer.content ?? {})[0] ?? [null, undefined];
  return {
    ...listed,
    isAtRoot: item?.servers !== undefined,
    description:
      from.description === undefined || from.description === listed.summary ? null : from.description,
    needsToken: from.security === undefined || from.security.length > 0,
    hasColumnFilters,
    // Fifty filters of the same form would hide the rest: the columns below say their names.
    parameters: parameters
      .filter((each) => !hasColumnFilters || each.isShared || each.in !== 'query')
      .map((each) => parameterRow(shared, each)),
    body: fields(shared, body?.schema),
    bodyExample: body?.example,
    columns: fields(shared, answerContent?.schema),
    answerExample: answerContent?.example,
    answers: status === '204' ? null : type,
    statuses: Object.keys(from.responses),
  };
}

function resolve<T extends { $ref?: string | undefined }>(by: Readonly<Record<string, T>>, value: T): T {
  const name = value.$ref?.split('/').at(-1);
  return name === undefined ? value : (by[name] ?? value);
}

function parameterRow(
  shared: Components,
  { name = '', in: place = '', required = false, description = '', schema = {}, example }: Parameter,
): ApiParameter {
  return {
    name,
    place,
    type: typeText(shared, schema),
    unit: '',
    description,
    isRequired: required,
    example,
  };
}

/** The properties of an object, or of the objects in a list. */
function fields(shared: Components, schema: SchemaNode | undefined): FieldRow[] {
  if (schema === undefined) return [];
  const target = resolve(shared.schemas, schema);
  if (target.items !== undefined) return fields(shared, target.items);
  const required = new Set(target.required ?? []);
  return Object.entries(target.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeText(shared, property),
    unit: property['x-unit'] ?? '',
    description: property.description ?? '',
    isRequired: required.has(name),
  }));
}

/** A type in a few words: `integer`, `uuid or null`, `pending, queued or running`. */
function typeText(shared: Components, schema: SchemaNode): string {
  const target = resolve(shared.schemas, schema.allOf?.[0] ?? schema);
  const isNullable = schema.nullable === true || target.nullable === true;
  const text = plainType(shared, target);
  return isNullable ? `${text} or null` : text;
}

function plainType(shared: Components, schema: SchemaNode): string {
  const values = schema.enum?.filter((value) => value !== null);
  if (values !== undefined && values.length > 0) return values.map(String).join(' | ');
  if (schema.items !== undefined) return `list of ${typeText(shared, schema.items)}`;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return branches.map((branch) => typeText(shared, branch)).join(' or ');
  if (schema.type === 'string' && schema.format !== undefined) return schema.format;
  return schema.type === 'string' ? 'text' : (schema.type ?? 'any');
}
