import { z } from 'zod';

import type { Relationship } from './relationships.ts';
import type { Column, DataFunction, FunctionReturn, Relation, RoleSchema } from './schema-model.ts';

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  is_text: z.boolean(),
  is_json: z.boolean(),
  default: z.string().nullable().default(null),
  can_select: z.boolean().default(true),
  can_insert: z.boolean().default(false),
  can_update: z.boolean().default(false),
});

const relationSchema = z.object({
  schema: z.string(),
  name: z.string(),
  writes: z.int(),
  can_delete: z.boolean(),
  primary_key: z.array(z.string()).nullable(),
  columns: z.array(columnSchema).nullable(),
});

const functionSchema = z.object({
  schema: z.string(),
  name: z.string(),
  volatility: z.enum(['i', 's', 'v']),
  is_set: z.boolean(),
  is_variadic: z.boolean(),
  defaults: z.int(),
  is_void: z.boolean(),
  return_kind: z.string(),
  return_type: z.string(),
  returns_text: z.boolean(),
  returns_json: z.boolean(),
  return_relation: z.object({ schema: z.string(), name: z.string() }).nullable(),
  row_argument: z.object({ schema: z.string(), name: z.string() }).nullable(),
  args: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      is_text: z.boolean(),
      is_json: z.boolean(),
      mode: z.enum(['i', 'o', 'b', 'v', 't']),
    }),
  ),
  columns: z.array(columnSchema).nullable(),
});

const jsonText = z.string().transform((text): unknown => JSON.parse(text));
const catalogRowSchema = z.object({
  relations: jsonText.pipe(z.array(relationSchema)),
  functions: jsonText.pipe(z.array(functionSchema)),
});

type CatalogFunction = z.infer<typeof functionSchema>;

/** Bits of pg_relation_is_updatable: 1 << CMD_UPDATE, CMD_INSERT, CMD_DELETE. */
const WRITES = { update: 4, insert: 8, delete: 16 };

/** What a role may see, out of the one row of `CATALOG_SQL`. Throws ZodError for anything else. */
export function readCatalog(row: unknown): RoleSchema {
  const catalog = catalogRowSchema.parse(row);
  const relations = new Map(
    catalog.relations.map((row): [string, Relation] => {
      const columns = new Map([
        ...computedFields(catalog.functions, row).map((column) => [column.name, column] as const),
        ...toColumns(row.columns ?? []),
      ]);
      const all = [...columns.values()];
      const relation = {
        schema: row.schema,
        name: row.name,
        columns,
        canSelect: all.some((column) => column.canSelect && column.computedIn === null),
        isUpdatable: (row.writes & WRITES.update) !== 0,
        canUpdate: all.some((column) => column.canUpdate),
        isInsertable: (row.writes & WRITES.insert) !== 0,
        canInsert: all.some((column) => column.canInsert),
        isDeletable: (row.writes & WRITES.delete) !== 0,
        canDelete: row.can_delete,
        primaryKey: row.primary_key ?? [],
      };
      return [keyOf(row.schema, row.name), relation];
    }),
  );
  const functions = new Map<string, DataFunction[]>();
  for (const row of catalog.functions) {
    const fn = toFunction(row, catalog.functions);
    if (fn === null) continue;
    const key = keyOf(fn.schema, fn.name);
    functions.set(key, [...(functions.get(key) ?? []), fn]);
  }
  return {
    relation: (schema, name) => relations.get(keyOf(schema, name)),
    functions: (schema, name) => functions.get(keyOf(schema, name)) ?? [],
    relationships: () => [],
    relationNames: (schema) =>
      [...relations.values()].filter((item) => item.schema === schema).map((item) => item.name),
    functionNames: (schema) => [
      ...new Set(
        [...functions.values()]
          .flat()
          .filter((item) => item.schema === schema)
          .map((item) => item.name),
      ),
    ],
  };
}

function toColumns(rows: readonly z.infer<typeof columnSchema>[]): Map<string, Column> {
  return new Map(
    rows.map((row) => [
      row.name,
      {
        name: row.name,
        type: row.type,
        isText: row.is_text,
        isJson: row.is_json,
        default: row.default,
        canInsert: row.can_insert,
        computedIn: null,
        canSelect: row.can_select,
        canUpdate: row.can_update,
      },
    ]),
  );
}

/** The same schema with its relations tied together. */
export function withRelationships(schema: RoleSchema, relationships: readonly Relationship[]): RoleSchema {
  const bySource = new Map<string, Relationship[]>();
  for (const relationship of relationships) {
    const { source, target } = relationship;
    // The two catalogs were read apart: what only one of them knows is not there yet, or no more.
    if (schema.relation(target.schema, target.name) === undefined) continue;
    const key = keyOf(source.schema, source.name);
    bySource.set(key, [...(bySource.get(key) ?? []), relationship]);
  }
  return { ...schema, relationships: (name, relation) => bySource.get(keyOf(name, relation)) ?? [] };
}

/** Functions over a relation's row that give one value are read as columns of it. */
function computedFields(
  functions: readonly CatalogFunction[],
  relation: { readonly schema: string; readonly name: string },
): Column[] {
  return functions
    .filter(
      ({ row_argument: row, is_set: isSet, is_void: isVoid, return_kind: kind }) =>
        row?.schema === relation.schema &&
        row.name === relation.name &&
        !isSet &&
        !isVoid &&
        kind !== 'c' &&
        kind !== 'p',
    )
    .map((fn) => ({
      name: fn.name,
      type: fn.return_type,
      isText: fn.returns_text,
      isJson: fn.returns_json,
      default: null,
      canSelect: true,
      canInsert: false,
      canUpdate: false,
      computedIn: fn.schema,
    }));
}

/** What one unnamed argument may be so that the whole body is it. */
const WHOLE_BODY_TYPES: readonly string[] = ['json', 'jsonb', 'text'];

/** null for what cannot be called: unnamed arguments beside others, or a bare `record` whose columns nobody knows. */
function toFunction(row: CatalogFunction, all: readonly CatalogFunction[]): DataFunction | null {
  const inputs = row.args.filter((arg) => arg.mode === 'i' || arg.mode === 'b' || arg.mode === 'v');
  const returns = toReturn(row, all);
  const [first] = inputs;
  const takesWholeBody = inputs.length === 1 && WHOLE_BODY_TYPES.includes(first?.type ?? '');
  if (returns === null || (inputs.some((arg) => arg.name === '') && !takesWholeBody)) return null;
  const firstDefault = inputs.length - row.defaults;
  return {
    schema: row.schema,
    name: row.name,
    isVolatile: row.volatility === 'v',
    args: inputs.map((arg, index) => ({
      name: arg.name,
      type: arg.type,
      isRequired: index < firstDefault,
      isVariadic: arg.mode === 'v',
    })),
    returns,
  };
}

function toReturn(row: CatalogFunction, all: readonly CatalogFunction[]): FunctionReturn | null {
  if (row.is_void) return { kind: 'void' };
  const outs = row.args.filter((arg) => arg.mode === 'o' || arg.mode === 'b' || arg.mode === 't');
  if (outs.length > 0) {
    const columns = outs.map((arg) => ({
      ...arg,
      default: null,
      can_select: true,
      can_insert: false,
      can_update: false,
    }));
    return { kind: 'rows', isSet: row.is_set, columns: toColumns(columns), relation: null };
  }
  if (row.return_kind === 'c') {
    const computed = row.return_relation === null ? [] : computedFields(all, row.return_relation);
    const columns = new Map([
      ...computed.map((column) => [column.name, column] as const),
      ...toColumns(row.columns ?? []),
    ]);
    return { kind: 'rows', isSet: row.is_set, columns, relation: row.return_relation };
  }
  // Pseudo-types: a polymorphic scalar is unusable through JSON, a bare record has no known columns.
  return row.return_kind === 'p' ? null : { kind: 'scalar', isSet: row.is_set };
}

function keyOf(schema: string, name: string): string {
  return `${schema}\0${name}`;
}
