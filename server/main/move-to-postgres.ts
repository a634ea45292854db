import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabase, CopyRefused } from '#server/database/copy-database.ts';
import { DatabaseError } from '#server/database/port.ts';
import { readConfig } from './config.ts';
import { migrateConfigured, openConfigured } from './open-prepared.ts';
import { StartError } from './start-error.ts';

/**
 * `move-to-postgres`: fills the PostgreSQL database of the settings from the embedded one of the data folder, with the
 * server stopped; the embedded one stays as it is, but for its schema, which is brought up to date. Throws StartError.
 */
export async function moveToPostgres(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (args.length > 0)
    throw new StartError('usage: move-to-postgres (with DATABASE_URL of the new database)');
  const config = readConfig(environment);
  if (config.DATABASE_URL === undefined)
    throw new StartError('move-to-postgres needs DATABASE_URL of the PostgreSQL database to fill');
  if (!existsSync(join(config.YARDSTICK_DATA, 'pglite')))
    throw new StartError(`there is no embedded database in ${config.YARDSTICK_DATA}`);
  const embedded = { ...config, DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined };
  const source = await openConfigured(embedded);
  try {
    const target = await openConfigured(config);
    try {
      await migrateConfigured(source, embedded);
      await migrateConfigured(target, config);
      const rows = await copyDatabase(source, target);
      process.stdout.write(`copied ${rows} rows; start the program with DATABASE_URL from now on\n`);
    } finally {
      await target.close();
    }
  } catch (error) {
    if (error instanceof CopyRefused) throw new StartError(error.message, { cause: error });
    if (error instanceof DatabaseError)
      throw new StartError(`nothing was copied: ${error.message}`, { cause: error });
    throw error;
  } finally {
    await source.close();
  }
}
