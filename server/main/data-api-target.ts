import { arrayLiteral } from '#server/api/data/sql/array-literal.ts';
import { DatabaseError, type Database } from '#server/database/port.ts';
import type { DataApiCommand } from './data-api-options.ts';

/**
 * What the database lacks of what the command names, a line each for whoever started it. It may still be made: the
 * server starts all the same and finds it after NOTIFY `pgrst`.
 */
export async function whatIsMissing(command: DataApiCommand, database: Database): Promise<string[]> {
  const { anonymousRole: role, schemas } = command;
  const sql = `
    select name, exists (select from pg_catalog.pg_namespace n where n.nspname = name) as "isThere"
    from unnest($1::text[]) as name
    where coalesce((select not pg_catalog.has_schema_privilege(n.oid, 'usage')
                    from pg_catalog.pg_namespace n where n.nspname = name), true)`;
  try {
    const { rows } = await database.one<{ name: string; isThere: boolean }>({ role, readOnly: true }, sql, [
      arrayLiteral(schemas),
    ]);
    return rows.map(({ name, isThere }) =>
      isThere
        ? `the role "${role}" has no right to the schema "${name}": grant usage on schema ${name} to ${role}`
        : `there is no schema "${name}"`,
    );
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.sqlstate.startsWith('08')) throw error;
    return [`requests cannot run as "${role}": ${error.message}`];
  }
}
