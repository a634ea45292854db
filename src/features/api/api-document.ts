import { z } from 'zod';

/** A schema of the document, as far as the page shows it. */
export interface SchemaNode {
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
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().optional(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(parameter).optional(),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ $ref: z.string().optional(), content: content.optional() })),
});

/** As much of an OpenAPI document as the page needs; what is not described here is left out. */
export const documentSchema = z.object({
  info: z.object({ title: z.string(), version: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string(),
    z.object({
      servers: z.array(z.unknown()).optional(),
      get: operation.optional(),
      post: operation.optional(),
      put: operation.optional(),
      patch: operation.optional(),
      delete: operation.optional(),
    }),
  ),
  components: z.object({
    schemas: z.record(z.string(), schemaNode),
    parameters: z.record(z.string(), parameter),
  }),
});
export type ApiDocument = z.output<typeof documentSchema>;
type Parameter = z.output<typeof parameter>;

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

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
export interface ApiOperation {
  id: string;
  method: (typeof METHODS)[number];
  path: string;
  /** From the root of the server instead of the API base. */
  isAtRoot: boolean;
  group: string;
  summary: string;
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

export interface ApiGroup {
  name: string;
  description: string;
  operations: ApiOperation[];
}

/** The document's operations under their headings, in the document's order; headings without one are left out. */
export function toGroups(document: ApiDocument): ApiGroup[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const found = item[method];
      return found === undefined
        ? []
        : [toOperation(document, { path, method, isAtRoot: item.servers !== undefined }, found)];
    }),
  );
  return document.tags
    .map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter((each) => each.group === name),
    }))
    .filter((group) => group.operations.length > 0);
}

function toOperation(
  document: ApiDocument,
  where: Pick<ApiOperation, 'path' | 'method' | 'isAtRoot'>,
  from: z.output<typeof operation>,
): ApiOperation {
  const parameters = (from.parameters ?? []).map((each) => ({
    isShared: each.$ref !== undefined,
    ...resolve(document.components.parameters, each),
  }));
  const hasColumnFilters = /^(?:read|update|delete)_/.test(from.operationId) && where.path !== '/';
  const body = from.requestBody?.content['application/json'];
  const [status, answer] = Object.entries(from.responses).find(([code]) => code.startsWith('2')) ?? ['', {}];
  const [type, answerContent] = Object.entries(answer.content ?? {})[0] ?? [null, undefined];
  return {
    ...where,
    id: from.operationId,
    group: from.tags[0] ?? '',
    summary: from.summary,
    description:
      from.description === undefined || from.description === from.summary ? null : from.description,
    needsToken: from.security === undefined || from.security.length > 0,
    hasColumnFilters,
    // Fifty filters of the same form would hide the rest: the columns below say their names.
    parameters: parameters
      .filter((each) => !hasColumnFilters || each.isShared || each.in !== 'query')
      .map((each) => parameterRow(document, each)),
    body: fields(document, body?.schema),
    bodyExample: body?.example,
    columns: fields(document, answerContent?.schema),
    answerExample: answerContent?.example,
    answers: status === '204' ? null : type,
    statuses: Object.keys(from.responses),
  };
}

function resolve<T extends { $ref?: string | undefined }>(
  components: Readonly<Record<string, T>>,
  value: T,
): T {
  const name = value.$ref?.split('/').at(-1);
  return name === undefined ? value : (components[name] ?? value);
}

function parameterRow(
  document: ApiDocument,
  { name = '', in: place = '', required = false, description = '', schema = {}, example }: Parameter,
): ApiParameter {
  return {
    name,
    place,
    type: typeText(document, schema),
    unit: '',
    description,
    isRequired: required,
    example,
  };
}

/** The properties of an object, or of the objects in a list. */
function fields(document: ApiDocument, schema: SchemaNode | undefined): FieldRow[] {
  if (schema === undefined) return [];
  const target = resolve(document.components.schemas, schema);
  if (target.items !== undefined) return fields(document, target.items);
  const required = new Set(target.required ?? []);
  return Object.entries(target.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeText(document, property),
    unit: property['x-unit'] ?? '',
    description: property.description ?? '',
    isRequired: required.has(name),
  }));
}

/** A type in a few words: `integer`, `uuid or null`, `pending, queued or running`. */
export function typeText(document: ApiDocument, schema: SchemaNode): string {
  const target = resolve(document.components.schemas, schema.allOf?.[0] ?? schema);
  const isNullable = schema.nullable === true || target.nullable === true;
  const text = plainType(document, target);
  return isNullable ? `${text} or null` : text;
}

function plainType(document: ApiDocument, schema: SchemaNode): string {
  const values = schema.enum?.filter((value) => value !== null);
  if (values !== undefined && values.length > 0) return values.map(String).join(' | ');
  if (schema.items !== undefined) return `list of ${typeText(document, schema.items)}`;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return branches.map((branch) => typeText(document, branch)).join(' or ');
  if (schema.type === 'string' && schema.format !== undefined) return schema.format;
  return schema.type === 'string' ? 'text' : (schema.type ?? 'any');
}

/** Operations whose path, summary or name holds every word; all for no words. */
export function findOperations(groups: readonly ApiGroup[], text: string): ApiGroup[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [...groups];
  return groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter((each) => {
        const haystack = `${each.method} ${each.path} ${each.summary} ${each.id} ${group.name}`.toLowerCase();
        return words.every((word) => haystack.includes(word));
      }),
    }))
    .filter((group) => group.operations.length > 0);
}
