import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseLocked } from '#server/database/pglite/lock-file.ts';
import { RestoreRefused, restoreBackup } from '#server/database/pglite/restore-backup.ts';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

/** `restore FILE [--replace]`: fills the embedded database's folder from a backup, with the server stopped. Throws StartError. */
export async function restore(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const { file, replace } = readArgs(args);
  const config = readConfig(environment);
  if (config.DATABASE_URL !== undefined)
    throw new StartError('restore is for the embedded database: use the tools of the PostgreSQL server');
  try {
    const aside = await restoreBackup({ dataDir: config.YARDSTICK_DATA, file, replace });
    process.stdout.write(`restored ${file} into ${config.YARDSTICK_DATA}\n`);
    if (aside !== null) process.stdout.write(`the database before it is kept in ${aside}\n`);
  } catch (error) {
    if (error instanceof DatabaseLocked || error instanceof RestoreRefused)
      throw new StartError(error.message, { cause: error });
    throw error;
  }
}

function readArgs(args: string[]): { file: string; replace: boolean } {
  let given: { values: { replace?: boolean | undefined }; positionals: string[] };
  try {
    given = parseArgs({ args, allowPositionals: true, options: { replace: { type: 'boolean' } } });
  } catch (error) {
    throw usage(error);
  }
  const [name, ...others] = given.positionals;
  if (name === undefined || others.length > 0) throw usage();
  const file = resolve(name);
  try {
    accessSync(file, constants.R_OK);
    if (!statSync(file).isFile()) throw new Error('it is no file');
  } catch (error) {
    throw new StartError(`cannot read ${file}`, { cause: error });
  }
  return { file, replace: given.values.replace ?? false };
}

function usage(cause?: unknown): StartError {
  return new StartError('usage: restore FILE [--replace]', { cause });
}
