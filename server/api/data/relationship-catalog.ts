/**
 * What relationships are made of, over pg_catalog: keys of all tables by number, the rules behind views, and functions
 * from one row to rows. Numbers only, save for what is exposed (`$1`): names are looked up in the role's own schema,
 * so a key of a hidden table can join two exposed views, but never be named. Must run with an empty search_path.
 */
export const RELATIONSHIP_CATALOG_SQL = `
select
  (select coalesce(json_agg(r), '[]') from (
    select c.oid::text as oid, n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as is_view,
           (select count(*) from pg_catalog.pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)::integer as width,
           (select coalesce(json_agg(json_build_object('number', a.attnum, 'name', a.attname) order by a.attnum), '[]')
              from pg_catalog.pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               and pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')) as columns
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and pg_catalog.has_schema_privilege(n.oid, 'USAGE')
       and pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
  ) r)::text as relations,
  (select coalesce(json_agg(k), '[]') from (
    select k.contype as kind, k.conname as name, k.conrelid::text as oid, k.conkey as columns,
           k.confrelid::text as foreign_oid, k.confkey as foreign_columns
      from pg_catalog.pg_constraint k join pg_catalog.pg_namespace n on n.oid = k.connamespace
     where k.contype in ('p', 'u', 'f') and k.conparentid = 0 and k.conrelid <> 0
       and n.nspname not in ('pg_catalog', 'information_schema')
     order by k.conname, k.conrelid
  ) k)::text as keys,
  (select coalesce(json_agg(v), '[]') from (
    select w.ev_class::text as oid, w.ev_action::text as action
      from pg_catalog.pg_rewrite w
      join pg_catalog.pg_class c on c.oid = w.ev_class
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where w.rulename = '_RETURN' and c.relkind in ('v', 'm')
       and n.nspname not in ('pg_catalog', 'information_schema')
  ) v)::text as views,
  (select coalesce(json_agg(f), '[]') from (
    select n.nspname as schema, p.proname as name, argument.typrelid::text as argument, result.typrelid::text as result,
           not p.proretset or p.prorows = 1 as is_single
      from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_type argument on argument.oid = p.proargtypes[0]
      join pg_catalog.pg_type result on result.oid = p.prorettype
     where n.nspname = any ($1) and p.prokind = 'f' and p.pronargs = 1
       and argument.typrelid <> 0 and result.typrelid <> 0
       and pg_catalog.has_schema_privilege(n.oid, 'USAGE')
       and pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
     order by p.proname
  ) f)::text as functions`;
