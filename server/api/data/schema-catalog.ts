/**
 * One query over pg_catalog, run *as the role itself*: what the role may not see never enters its cache, so no later
 * step can name it. `$1` is the array of exposed schemas. Must run with an empty search_path, so that format_type
 * writes every type outside pg_catalog with its schema.
 */
export const CATALOG_SQL = `
select
  (select coalesce(json_agg(r), '[]') from (
    select n.nspname as schema, c.relname as name,
           pg_catalog.pg_relation_is_updatable(c.oid, true) as writes,
           pg_catalog.has_table_privilege(c.oid, 'DELETE') as can_delete,
           (select json_agg(a.attname order by k.ord)
              from pg_catalog.pg_index i
             cross join unnest(i.indkey) with ordinality k(attnum, ord)
              join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
             where i.indrelid = c.oid and i.indisprimary) as primary_key,
           (select json_agg(json_build_object(
                     'name', a.attname,
                     'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
                     'is_text', t.typcategory = 'S',
                     'is_json', coalesce(nullif(t.typbasetype, 0), t.oid) in ('json'::pg_catalog.regtype, 'jsonb'::pg_catalog.regtype),
                     'default', case when a.attidentity <> '' then
                                  pg_catalog.format('pg_catalog.nextval(%L)', pg_catalog.pg_get_serial_sequence(
                                    pg_catalog.format('%I.%I', n.nspname, c.relname), a.attname))
                                when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
                     'can_insert', pg_catalog.has_column_privilege(c.oid, a.attnum, 'INSERT'),
                     'can_select', pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT'),
                     'can_update', pg_catalog.has_column_privilege(c.oid, a.attnum, 'UPDATE'))
                   order by a.attnum)
              from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
              left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               and pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT, INSERT, UPDATE')) as columns
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and pg_catalog.has_schema_privilege(n.oid, 'USAGE')
       and (pg_catalog.has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE')
            or pg_catalog.has_table_privilege(c.oid, 'DELETE'))
  ) r)::text as relations,
  (select coalesce(json_agg(f), '[]') from (
    select n.nspname as schema, p.proname as name, p.provolatile as volatility, p.proretset as is_set,
           p.provariadic <> 0 as is_variadic, p.pronargdefaults as defaults,
           p.prorettype = 'void'::pg_catalog.regtype as is_void,
           rt.typtype as return_kind,
           pg_catalog.format_type(p.prorettype, -1) as return_type,
           rt.typcategory = 'S' as returns_text,
           rt.oid in ('json'::pg_catalog.regtype, 'jsonb'::pg_catalog.regtype) as returns_json,
           (select json_build_object('schema', rn.nspname, 'name', rc.relname)
              from pg_catalog.pg_class rc join pg_catalog.pg_namespace rn on rn.oid = rc.relnamespace
             where rc.oid = rt.typrelid and rc.relkind in ('r', 'p', 'v', 'm', 'f')) as return_relation,
           (select json_build_object('schema', an.nspname, 'name', ac.relname)
              from pg_catalog.pg_type at
              join pg_catalog.pg_class ac on ac.oid = at.typrelid and ac.relkind in ('r', 'p', 'v', 'm', 'f')
              join pg_catalog.pg_namespace an on an.oid = ac.relnamespace
             where p.pronargs = 1 and at.oid = p.proargtypes[0]) as row_argument,
           coalesce((select json_agg(json_build_object(
                     'name', coalesce(p.proargnames[a.ord], ''),
                     'type', pg_catalog.format_type(a.type, -1),
                     'is_text', t.typcategory = 'S',
                     'is_json', t.oid in ('json'::pg_catalog.regtype, 'jsonb'::pg_catalog.regtype),
                     'mode', coalesce(p.proargmodes[a.ord], 'i'))
                   order by a.ord)
              from unnest(coalesce(p.proallargtypes, p.proargtypes::pg_catalog.oid[])) with ordinality a(type, ord)
              join pg_catalog.pg_type t on t.oid = a.type), '[]') as args,
           (select json_agg(json_build_object(
                     'name', a.attname,
                     'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
                     'is_text', t.typcategory = 'S',
                     'is_json', t.oid in ('json'::pg_catalog.regtype, 'jsonb'::pg_catalog.regtype))
                   order by a.attnum)
              from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
             where a.attrelid = rt.typrelid and rt.typrelid <> 0 and a.attnum > 0 and not a.attisdropped) as columns
      from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_type declared on declared.oid = p.prorettype
      join pg_catalog.pg_type rt on rt.oid = coalesce(nullif(declared.typbasetype, 0), declared.oid)
     where n.nspname = any ($1) and p.prokind = 'f'
       and p.prorettype not in ('trigger'::pg_catalog.regtype, 'event_trigger'::pg_catalog.regtype)
       and pg_catalog.has_schema_privilege(n.oid, 'USAGE')
       and pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
  ) f)::text as functions`;
