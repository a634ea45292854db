import { z } from 'zod';

import type { Database } from '#server/database/port.ts';
import { CATALOG_SQL } from './schema-catalog.ts';
import { arrayLiteral } from './sql/array-literal.ts';

export interface Column {
  readonly name: string;
  /** As `format_type` writes it: SQL text from the catalog, never from a request. */
  readonly type: string;
  readonly isText: boolean;
  readonly canSelect: boolean;
  readonly canUpdate: boolean;
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly canSelect: boolean;
  /** Whether the relation takes UPDATE at all, by itself or by a trigger. */
  readonly isUpdatable: boolean;
  readonly canUpdate: boolean;
}

export interface FunctionArg {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
}

export type FunctionReturn =
  | { readonly kind: 'void' }
  | { readonly kind: 'scalar'; readonly isSet: boolean }
  | { readonly kind: 'rows'; readonly isSet: boolean; readonly columns: ReadonlyMap<string, Column> };

export interface DataFunction {
  readonly schema: string;
  readonly name: string;
  readonly args: readonly FunctionArg[];
  readonly isVolatile: boolean;
  readonly returns: FunctionReturn;
}

/** What one role may see of the exposed schemas; overloads of a function share its name. */
export interface RoleSchema {
  relation(schema: string, name: string): Relation | undefined;
  functions(schema: string, name: string): readonly DataFunction[];
}

/** Loads a role's view of the schema at its first request and again after `reload` or NOTIFY `pgrst`. */
export class SchemaCache {
  readonly #database: Database;
  readonly #schemas: readonly string[];
  #roles = new Map<string, Promise<RoleSchema>>();
  #stopListening: (() => Promise<void>) | null = null;

  constructor(database: Database, schemas: readonly string[]) {
    this.#database = database;
    this.#schemas = schemas;
  }

  async listen(): Promise<void> {
    this.#stopListening = await this.#database.listen('pgrst', (payload) => {
      if (payload !== 'reload config') this.reload();
    });
  }

  async close(): Promise<void> {
    await this.#stopListening?.();
    this.#stopListening = null;
  }

  reload(): void {
    this.#roles = new Map();
  }

  forRole(role: string): Promise<RoleSchema> {
    const roles = this.#roles;
    let loading = roles.get(role);
    if (loading === undefined) {
      loading = this.#load(role);
      roles.set(role, loading);
      // A failed load is tried again by the next request.
      loading.catch(() => roles.delete(role));
    }
    return loading;
  }

  async #load(role: string): Promise<RoleSchema> {
    const { rows } = await this.#database.one({ role, readOnly: true, searchPath: [] }, CATALOG_SQL, [
      arrayLiteral(this.#schemas),
    ]);
    return toRoleSchema(catalogRowSchema.parse(rows[0]));
  }
}

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  is_text: z.boolean(),
  can_select: z.boolean().default(true),
  can_update: z.boolean().default(false),
});

const relationSchema = z.object({
  schema: z.string(),
  name: z.string(),
  is_updatable: z.boolean(),
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
  args: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      is_text: z.boolean(),
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

function toRoleSchema(catalog: z.infer<typeof catalogRowSchema>): RoleSchema {
  const relations = new Map(
    catalog.relations.map((row): [string, Relation] => {
      const columns = toColumns(row.columns ?? []);
      const all = [...columns.values()];
      const relation = {
        schema: row.schema,
        name: row.name,
        columns,
        canSelect: all.some((column) => column.canSelect),
        isUpdatable: row.is_updatable,
        canUpdate: all.some((column) => column.canUpdate),
      };
      return [keyOf(row.schema, row.name), relation];
    }),
  );
  const functions = new Map<string, DataFunction[]>();
  for (const fn of catalog.functions.map(toFunction)) {
    if (fn === null) continue;
    const key = keyOf(fn.schema, fn.name);
    functions.set(key, [...(functions.get(key) ?? []), fn]);
  }
  return {
    relation: (schema, name) => relations.get(keyOf(schema, name)),
    functions: (schema, name) => functions.get(keyOf(schema, name)) ?? [],
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
        canSelect: row.can_select,
        canUpdate: row.can_update,
      },
    ]),
  );
}

/** null for what cannot be called by name: unnamed arguments, or a bare `record` whose columns nobody knows. */
function toFunction(row: CatalogFunction): DataFunction | null {
  const inputs = row.args.filter((arg) => arg.mode === 'i' || arg.mode === 'b' || arg.mode === 'v');
  const returns = toReturn(row);
  if (returns === null || inputs.some((arg) => arg.name === '')) return null;
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

function toReturn(row: CatalogFunction): FunctionReturn | null {
  if (row.is_void) return { kind: 'void' };
  const outs = row.args.filter((arg) => arg.mode === 'o' || arg.mode === 'b' || arg.mode === 't');
  if (outs.length > 0) {
    const columns = outs.map((arg) => ({ ...arg, can_select: true, can_update: false }));
    return { kind: 'rows', isSet: row.is_set, columns: toColumns(columns) };
  }
  if (row.return_kind === 'c')
    return { kind: 'rows', isSet: row.is_set, columns: toColumns(row.columns ?? []) };
  // Pseudo-types: a polymorphic scalar is unusable through JSON, a bare record has no known columns.
  return row.return_kind === 'p' ? null : { kind: 'scalar', isSet: row.is_set };
}

function keyOf(schema: string, name: string): string {
  return `${schema}\0${name}`;
}
