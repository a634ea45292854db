import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { orderObjects, type SqlObject } from './sql-order.ts';
import { DatabaseError, type AdminSession, type Database } from './port.ts';

export interface MigrationResult {
  /** What was applied, in order: names of versioned migrations, then `repeatable objects` when those changed. */
  readonly applied: string[];
  readonly upToDate: boolean;
}

/** The database's history and this program's files do not fit; the message says in one line what to do. */
export class MigrationRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationRefused';
  }
}

interface SqlFile {
  /** Path from the folder of SQL, such as `schema/0001-roles.sql`. */
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** Any fixed number: what processes that start at once wait for each other on. */
const advisoryLock = 7_166_215_903;
const repeatable = 'repeatable objects';

const ledger = `
  create schema if not exists core;
  create table if not exists core.schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  );
  comment on table core.schema_migrations is 'Migrations applied to this database, with the SHA-256 of their text.';
  alter table core.schema_migrations enable row level security;
`;

const clearRepeatables = `
  do $$
  declare p record;
  begin
    for p in select policyname, schemaname, tablename from pg_policies where schemaname = 'core' loop
      execute format('drop policy %I on %I.%I', p.policyname, p.schemaname, p.tablename);
    end loop;
  end $$;
  drop schema if exists api cascade;
  create schema api;
`;

/**
 * Brings the database to the SQL in `dbFolder`: `schema/NNNN-name.sql` once each, in order; then, when any of them
 * changed, all of `policies/`, `functions/`, `views/` and `grants.sql` anew in one transaction. Several processes may
 * call it at once. Throws MigrationRefused, or DatabaseError naming the file and line.
 */
export async function migrate(
  db: Database,
  options: { readonly dbFolder: string },
): Promise<MigrationResult> {
  const versioned = readSql(options.dbFolder, 'schema');
  const objects = (['policies', 'functions', 'views'] as const).map((kind) =>
    readSql(options.dbFolder, kind),
  );
  const [policies = [], functions = [], views = []] = objects;
  const grants = readFile(options.dbFolder, 'grants.sql');
  const ordered = orderObjects([
    ...asObjects('policy', policies),
    ...asObjects('function', functions),
    ...asObjects('view', views),
  ]);
  const repeatables = [...ordered, ...(grants === null ? [] : [grants])];

  return db.admin(async (tx) => {
    if (db.engine === 'postgres') await tx.query('select pg_advisory_lock($1)', [advisoryLock]);
    const { rows: exists } = await tx.query(
      `select 1 from pg_tables where schemaname = 'core' and tablename = 'schema_migrations'`,
    );
    if (exists.length === 0) await tx.script(ledger);
    const { rows } = await tx.query<{ name: string; checksum: string }>(
      'select name, checksum from core.schema_migrations',
    );
    const recorded = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseMisfit(versioned, recorded);

    const applied: string[] = [];
    for (const file of versioned.filter(({ name }) => !recorded.has(name))) {
      await apply(tx, [file], file.name, checksum([file]));
      applied.push(file.name);
    }
    const combined = checksum([...policies, ...functions, ...views, ...(grants === null ? [] : [grants])]);
    if (repeatables.length > 0 && recorded.get(repeatable) !== combined) {
      await apply(tx, repeatables, repeatable, combined, clearRepeatables);
      applied.push(repeatable);
    }
    return { applied, upToDate: applied.length === 0 };
  });
}

function refuseMisfit(versioned: readonly SqlFile[], recorded: ReadonlyMap<string, string>): void {
  const own = new Map(versioned.map((file) => [file.name, file]));
  for (const [name, sum] of recorded) {
    if (name === repeatable) continue;
    const file = own.get(name);
    if (file === undefined) {
      throw new MigrationRefused(
        `the database has migration "${name}", which this program lacks: a newer version migrated it; start that version, or use another database`,
      );
    }
    if (checksum([file]) !== sum) {
      throw new MigrationRefused(
        `migration "${name}" was changed after it was applied to this database: restore ${file.path} and put the change in a new migration`,
      );
    }
  }
  const last = [...recorded.keys()]
    .filter((name) => name !== repeatable)
    .sort()
    .at(-1);
  const late = versioned.find(({ name }) => !recorded.has(name) && last !== undefined && name < last);
  if (late !== undefined) {
    throw new MigrationRefused(
      `migration "${late.name}" sorts before "${last ?? ''}", which this database already has: give it a higher number`,
    );
  }
}

async function apply(
  tx: AdminSession,
  files: readonly SqlFile[],
  name: string,
  sum: string,
  first?: string,
): Promise<void> {
  await tx.script('begin');
  try {
    if (first !== undefined) await tx.script(first);
    for (const file of files) await runFile(tx, file);
    await tx.query(
      'insert into core.schema_migrations (name, checksum) values ($1, $2) on conflict (name) do update set checksum = excluded.checksum, applied_at = now()',
      [name, sum],
    );
    // Other processes that serve this schema (a PostgREST, another data API) read it again.
    await tx.script("notify pgrst, 'reload schema'");
    await tx.script('commit');
  } catch (error) {
    await tx.script('rollback');
    throw error;
  }
}

async function runFile(tx: AdminSession, file: SqlFile): Promise<void> {
  try {
    await tx.script(file.text);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const line = error.position === null ? '' : `:${file.text.slice(0, error.position).split('\n').length}`;
    const { sqlstate, detail, hint, constraint, position } = error;
    throw new DatabaseError(`${file.path}${line}: ${error.message}`, {
      sqlstate,
      detail,
      hint,
      constraint,
      position,
      cause: error,
    });
  }
}

function readSql(dbFolder: string, folder: string): SqlFile[] {
  const root = join(dbFolder, folder);
  if (!existsSync(root)) return [];
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.sql'),
  );
  return paths
    .map((path) => readFile(dbFolder, join(folder, path)))
    .filter((file) => file !== null)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readFile(dbFolder: string, path: string): SqlFile | null {
  const full = join(dbFolder, path);
  if (!existsSync(full)) return null;
  // A checkout that rewrites line ends must not count as a change.
  return {
    path: path.replaceAll(sep, '/'),
    name: basename(path, '.sql'),
    text: readFileSync(full, 'utf8').replaceAll('\r\n', '\n'),
  };
}

function asObjects(kind: SqlObject['kind'], files: readonly SqlFile[]): (SqlFile & SqlObject)[] {
  return files.map((file) => ({ ...file, kind }));
}

function checksum(files: readonly SqlFile[]): string {
  const hash = createHash('sha256');
  if (files.length === 1 && files[0] !== undefined) return hash.update(files[0].text).digest('hex');
  for (const file of files) hash.update(`${file.path}\0${file.text}\0`);
  return hash.digest('hex');
}
