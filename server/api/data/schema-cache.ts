import type { Database } from '#server/database/port.ts';
import { RELATIONSHIP_CATALOG_SQL } from './relationship-catalog.ts';
import { relationshipsOf } from './relationships.ts';
import { readCatalog, withRelationships } from './role-schema.ts';
import { CATALOG_SQL } from './schema-catalog.ts';
import type { RoleSchema } from './schema-model.ts';
import { arrayLiteral } from './sql/array-literal.ts';

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
