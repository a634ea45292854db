import { DatabaseLocked } from '#server/database/pglite/lock-file.ts';
import { migrate, MigrationRefused } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { DatabaseError, type Database } from '#server/database/port.ts';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** Opens the database that the settings name. Throws StartError when it is away or in use. */
export async function openConfigured(config: Config): Promise<Database> {
  const { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl, DATABASE_POOL_SIZE: poolSize } = config;
  try {
    if (databaseUrl === undefined) return await openDatabase({ dataDir: config.YARDSTICK_DATA });
    return await openDatabase({ databaseUrl, poolSize, ...(ownerUrl === undefined ? {} : { ownerUrl }) });
  } catch (error) {
    if (error instanceof DatabaseLocked) throw new StartError(error.message, { cause: error });
    if (error instanceof DatabaseError)
      throw new StartError(`the database cannot be opened: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Brings the schema up to this program's. Throws StartError when the database is newer or its history was changed. */
export async function migrateConfigured(db: Database, config: Config): Promise<readonly string[]> {
  try {
    return (await migrate(db, { dbFolder: config.DB_FOLDER })).applied;
  } catch (error) {
    if (error instanceof MigrationRefused) throw new StartError(error.message, { cause: error });
    if (error instanceof DatabaseError)
      throw new StartError(`the schema cannot be applied: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Name of the last migration applied; null for a database without any. */
export async function schemaVersion(db: Database): Promise<string | null> {
  const { rows } = await db.admin((tx) =>
    tx.query<{ name: string | null }>(
      `select max(name) as name from core.schema_migrations where name ~ '^[0-9]'`,
    ),
  );
  return rows[0]?.name ?? null;
}
