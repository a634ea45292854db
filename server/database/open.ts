import type { Database } from './port.ts';
import { defaultThreadUrl } from './pglite/engine.ts';
import { openPglite, type PgliteDatabase } from './pglite/pglite-database.ts';
import { openPostgres } from './postgres/postgres-database.ts';

interface CommonOptions {
  /** Roles besides web_user, web_worker and web_system that a transaction may take (the stand-alone data API). */
  readonly extraRoles?: readonly string[];
  /** What a superuser's session becomes before it serves requests, when that role exists; default `authenticator`, null to stay. */
  readonly sessionRole?: string | null;
  /** Transactions of one lane that may wait before more are refused with 53300; default 200. */
  readonly maxWaiting?: number;
  /** The longest that a transaction waits, in milliseconds; default 30,000. */
  readonly maxWaitMs?: number;
}

export interface PostgresServerOptions extends CommonOptions {
  /** `postgres://…` of a PostgreSQL server, 15 or later. */
  readonly databaseUrl: string;
  /** The owner's, for migrations, when `databaseUrl` is of a lesser role. */
  readonly ownerUrl?: string;
  /** Connections for requests; default 10. */
  readonly poolSize?: number;
}

interface EmbeddedOptions extends CommonOptions {
  /** A dump to fill an empty database with: how a backup is restored. */
  readonly loadFrom?: string;
  /** The thread's code, when it is not beside this program's own file. */
  readonly threadUrl?: URL;
  /**
   * PGlite's WebAssembly module, compiled before: what one database of a process has made fast, the next one has from
   * its start. For tests, which open many.
   */
  readonly compiled?: object;
}

export interface EmbeddedDiskOptions extends EmbeddedOptions {
  /** Folder of the embedded database; made when missing, locked while open. */
  readonly dataDir: string;
}

export interface EmbeddedMemoryOptions extends EmbeddedOptions {
  /** An embedded database in memory, for tests. */
  readonly memory: true;
}

/**
 * Opens the database that the options name. Throws DatabaseError (08006) when a server cannot be reached or the
 * embedded one cannot be opened, DatabaseLocked when another process has the folder.
 */
export function openDatabase(options: EmbeddedDiskOptions | EmbeddedMemoryOptions): Promise<PgliteDatabase>;
export function openDatabase(
  options: PostgresServerOptions | EmbeddedDiskOptions | EmbeddedMemoryOptions,
): Promise<Database>;
export function openDatabase(
  options: PostgresServerOptions | EmbeddedDiskOptions | EmbeddedMemoryOptions,
): Promise<Database> {
  const { extraRoles = [], sessionRole = 'authenticator', maxWaiting = 200, maxWaitMs = 30_000 } = options;
  const common = { extraRoles, sessionRole, maxWaiting, maxWaitMs };
  if ('databaseUrl' in options) {
    const { databaseUrl, ownerUrl, poolSize = 10 } = options;
    return openPostgres({
      ...common,
      databaseUrl,
      poolSize,
      ...(ownerUrl === undefined ? {} : { ownerUrl }),
    });
  }
  return openPglite({
    ...common,
    dataDir: 'dataDir' in options ? options.dataDir : null,
    loadFrom: options.loadFrom ?? null,
    threadUrl: options.threadUrl ?? defaultThreadUrl(),
    ...(options.compiled === undefined ? {} : { compiled: options.compiled }),
  });
}
