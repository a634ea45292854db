import type { AdminSession, Database } from './port.ts';

/** The target is not one that a copy may fill; the message says in one line why. */
export class CopyRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CopyRefused';
  }
}

const ROWS_A_BATCH = 1_000;

const tablesSql = `
  select c.relname::text as name,
    coalesce(array_agg(distinct f.relname::text) filter (where f.relname <> c.relname), '{}') as needs
  from pg_class c
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
  left join pg_class f on f.oid = k.confrelid
  where c.relnamespace = 'core'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
  group by c.relname order by c.relname`;

/**
 * Copies every row and the state of every sequence into a database with the same schema, whose own rows go. All of it
 * is one transaction of the target: it has everything or is as it was. The source only has its rows read. Resolves with
 * the number of rows. Throws CopyRefused when the schemas differ or the target has accounts; DatabaseError.
 */
export function copyDatabase(source: Database, target: Database): Promise<number> {
  return source.admin((from) =>
    target.admin(async (to) => {
      await from.script('begin isolation level repeatable read');
      await to.script('begin');
      await checkFit(from, to);
      const tables = await orderedTables(to);
      for (const name of tables) await to.script(`alter table core."${name}" disable trigger user`);
      for (const name of [...tables].reverse()) await to.query(`delete from core."${name}"`);
      let rows = 0;
      for (const name of tables) rows += await copyTable(from, to, name);
      await copySequences(from, to);
      for (const name of tables) await to.script(`alter table core."${name}" enable trigger user`);
      await to.script('commit');
      await from.script('commit');
      return rows;
    }),
  );
}

async function checkFit(from: AdminSession, to: AdminSession): Promise<void> {
  const ledger = async (session: AdminSession) => {
    const { rows } = await session.query<{ all: string }>(
      `select coalesce(string_agg(name || ' ' || checksum, ',' order by name collate "C"), '') as all from core.schema_migrations where name ~ '^[0-9]'`,
    );
    return rows[0]?.all;
  };
  if ((await ledger(from)) !== (await ledger(to)))
    throw new CopyRefused('the two databases do not have the same schema');
  const { rowCount } = await to.query('select from core.accounts limit 1');
  if (rowCount > 0) throw new CopyRefused('the PostgreSQL database is in use already: it has accounts');
}

/** Every table after those that its foreign keys name. */
async function orderedTables(session: AdminSession): Promise<string[]> {
  const { rows } = await session.query<{ name: string; needs: string[] }>(tablesSql);
  const waiting = new Map(rows.map(({ name, needs }) => [name, needs]));
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([, needs]) => !needs.some((need) => waiting.has(need)));
    if (ready.length === 0) throw new Error(`foreign keys in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const [name] of ready) {
      ordered.push(name);
      waiting.delete(name);
    }
  }
  return ordered;
}

/** Rows travel as JSON: every type of PostgreSQL reads back what it wrote there. */
async function copyTable(from: AdminSession, to: AdminSession, name: string): Promise<number> {
  await from.script(
    `declare rows no scroll cursor for select row_to_json(t)::text as row from core."${name}" t`,
  );
  let count = 0;
  for (;;) {
    const { rows } = await from.query<{ row: string }>(`fetch ${ROWS_A_BATCH} from rows`);
    if (rows.length === 0) break;
    await to.query(
      `insert into core."${name}" overriding system value select * from json_populate_recordset(null::core."${name}", $1::json)`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    );
    count += rows.length;
  }
  await from.script('close rows');
  return count;
}

async function copySequences(from: AdminSession, to: AdminSession): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'core'`,
  );
  for (const { name, last } of rows)
    if (last !== null) await to.query('select setval($1::regclass, $2::bigint)', [`core."${name}"`, last]);
}
