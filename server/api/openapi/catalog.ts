import type { Database } from '#server/database/port.ts';

export interface CatalogColumn {
  readonly name: string;
  /** PostgreSQL's name of the type, such as `int4`. */
  readonly type: string;
  readonly comment: string | null;
}

export interface CatalogRelation {
  readonly name: string;
  readonly comment: string | null;
  readonly columns: readonly CatalogColumn[];
  /** What people may do to rows besides reading them. */
  readonly canInsert: boolean;
  readonly canUpdate: boolean;
  readonly canDelete: boolean;
}

export interface CatalogArgument {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  /** SQL of its default; null without one. */
  readonly defaultSql: string | null;
}

export interface CatalogFunction {
  readonly name: string;
  readonly comment: string | null;
  readonly args: readonly CatalogArgument[];
  /** Changes nothing (stable or immutable), so that GET calls it too. */
  readonly isReadOnly: boolean;
  /** Answers rows, which can be ordered and paged. */
  readonly isSet: boolean;
}

/** What schema `api` of the database exposes. */
export interface ApiCatalog {
  readonly relations: readonly CatalogRelation[];
  readonly functions: readonly CatalogFunction[];
}

const RELATIONS = `
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', c.relname, 'comment', obj_description(c.oid, 'pg_class'),
    'canInsert', coalesce(has_any_column_privilege('web_user', c.oid, 'insert'), false),
    'canUpdate', coalesce(has_any_column_privilege('web_user', c.oid, 'update'), false),
    'canDelete', coalesce(has_table_privilege('web_user', c.oid, 'delete'), false),
    'columns', (
      select jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname, 'comment', col_description(c.oid, a.attnum)) order by a.attnum)
      from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
  ) order by c.relname), '[]') as found
  from pg_catalog.pg_class c
  where c.relnamespace = 'api'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`;

const FUNCTIONS = `
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', p.proname, 'comment', obj_description(p.oid, 'pg_proc'),
    'isReadOnly', p.provolatile <> 'v', 'isSet', p.proretset,
    'args', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', p.proargnames[u.n], 'type', t.typname, 'isOptional', u.n > p.pronargs - p.pronargdefaults,
        'defaultSql', pg_get_function_arg_default(p.oid, u.n::integer)) order by u.n), '[]')
      from unnest(p.proargtypes::oid[]) with ordinality u(type_oid, n) join pg_catalog.pg_type t on t.oid = u.type_oid)
  ) order by p.proname), '[]') as found
  from pg_catalog.pg_proc p where p.pronamespace = 'api'::regnamespace and p.prokind = 'f'`;

/** Reads what the API exposes from the database's own catalog. */
export async function readApiCatalog(db: Database): Promise<ApiCatalog> {
  const read = async <Found>(sql: string): Promise<Found> => {
    const { rows } = await db.one<{ found: Found }>(
      { role: 'web_system', claims: null, readOnly: true, lane: 'report' },
      sql,
    );
    const row = rows[0];
    if (row === undefined) throw new Error('the catalog answered no row');
    return row.found;
  };
  return {
    relations: await read<CatalogRelation[]>(RELATIONS),
    functions: await read<CatalogFunction[]>(FUNCTIONS),
  };
}
