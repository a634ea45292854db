import type { Database } from '#server/database/port.ts';
import { RELATIONSHIP_CATALOG_SQL } from './relationship-catalog.ts';
import { relationshipsOf, type RelationName, type Relationship } from './relationships.ts';
import { readCatalog, withRelationships } from './role-schema.ts';
import { CATALOG_SQL } from './schema-catalog.ts';
import { arrayLiteral } from './sql/array-literal.ts';

export interface Column {
  readonly name: string;
  /** As `format_type` writes it: SQL text from the catalog, never from a request. */
  readonly type: string;
  readonly isText: boolean;
  readonly isJson: boolean;
  /** Its default as SQL of the catalog; null when it has none. */
  readonly default: string | null;
  readonly canSelect: boolean;
  readonly canInsert: boolean;
  readonly canUpdate: boolean;
  /** The schema of the function over the row that makes this a computed field; null for a real column. */
  readonly computedIn: string | null;
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly canSelect: boolean;
  /** Whether the relation takes UPDATE at all, by itself or by a trigger. */
  readonly isUpdatable: boolean;
  readonly canUpdate: boolean;
  readonly isInsertable: boolean;
  readonly canInsert: boolean;
  readonly isDeletable: boolean;
  readonly canDelete: boolean;
  /** Columns of the primary key, in its order; empty for views. */
  readonly primaryKey: readonly string[];
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
  | {
      readonly kind: 'rows';
      readonly isSet: boolean;
      readonly columns: ReadonlyMap<string, Column>;
      /** What they are rows of; null for a table of the function's own. */
      readonly relation: RelationName | null;
    };

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
  /** From this relation to others that the role may read; empty unless loaded for embedding. */
  relationships(schema: string, name: string): readonly Relationship[];
  /** Names in a schema, for the hint of an error. */
  relationNames(schema: string): readonly string[];
  functionNames(schema: string): readonly string[];
}

/** Loads a role's view of the schema at its first request and again after `reload` or NOTIFY `pgrst`. */
export class SchemaCache {
  readonly #database: Database;
  readonly #schemas: readonly string[];
  #roles = new Map<string, Promise<RoleSchema>>();
  #related = new Map<string, Promise<RoleSchema>>();
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
    this.#related = new Map();
  }

  forRole(role: string): Promise<RoleSchema> {
    return loadOnce(this.#roles, role, () => this.#load(role));
  }

  /** With relationships: the rules of all views are read for them, megabytes that most requests have no use for. */
  forEmbedding(role: string): Promise<RoleSchema> {
    return loadOnce(this.#related, role, () => this.#loadRelated(role));
  }

  async #load(role: string): Promise<RoleSchema> {
    return readCatalog(await this.#ask(role, CATALOG_SQL));
  }

  async #loadRelated(role: string): Promise<RoleSchema> {
    const schema = await this.forRole(role);
    return withRelationships(schema, relationshipsOf(await this.#ask(role, RELATIONSHIP_CATALOG_SQL)));
  }

  async #ask(role: string, catalogSql: string): Promise<unknown> {
    const options = { role, readOnly: true, searchPath: [] };
    const { rows } = await this.#database.one(options, catalogSql, [arrayLiteral(this.#schemas)]);
    return rows[0];
  }
}

function loadOnce(
  loaded: Map<string, Promise<RoleSchema>>,
  role: string,
  load: () => Promise<RoleSchema>,
): Promise<RoleSchema> {
  let loading = loaded.get(role);
  if (loading === undefined) {
    loading = load();
    loaded.set(role, loading);
    // A failed load is tried again by the next request.
    loading.catch(() => loaded.delete(role));
  }
  return loading;
}
