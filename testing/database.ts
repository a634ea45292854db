import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import type { Database } from '#server/database/port.ts';
import { bundledThread } from './programs.ts';

export interface TestDatabaseOptions {
  /** Applies the SQL of `dbFolder` (default true); false gives an empty database. */
  readonly migrated?: boolean;
  /** Folder of SQL; default the repository's `db/`. */
  readonly dbFolder?: string;
  /** PGlite only: in a temporary folder instead of memory, for tests of the watchdog and of reopening. */
  readonly onDisk?: boolean;
  readonly extraRoles?: readonly string[];
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
}

export interface TestDatabase {
  readonly db: Database;
  /** Closes the database and removes it. */
  close(): Promise<void>;
}

/** Which engine `TEST_DATABASE` chooses for this run. */
export const testEngine: 'pglite' | 'postgres' =
  process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'pglite';

const repository = fileURLToPath(new URL('..', import.meta.url));
const cacheFolder = join(repository, 'node_modules', '.cache', 'yardstick');
/** Dumps of 40 MB each; those of other states of `db/` go. */
const dumpsKept = 4;

/** Opens a fresh database of the engine under test; making it costs well under a second once its template exists. */
export function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return testEngine === 'postgres' ? openOnServer(options) : openEmbedded(options);
}

async function openEmbedded(options: TestDatabaseOptions): Promise<TestDatabase> {
  const { migrated = true, dbFolder = join(repository, 'db'), onDisk = false, ...limits } = options;
  const thread = { ...bundledThread(), compiled: await compiledEngine() };
  const loadFrom = migrated ? await migratedDump(dbFolder) : await emptyDump();
  if (!onDisk) {
    const db = await openDatabase({ memory: true, loadFrom, ...thread, ...limits });
    return { db, close: () => db.close() };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'yardstick-pglite-'));
  const db = await openDatabase({ dataDir, loadFrom, ...thread, ...limits });
  return {
    db,
    async close() {
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Of the browser's globals, this one is Node's too. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
let compiled: Promise<object> | undefined;

/** PGlite's code, compiled once for all databases of this process: each then costs a third less processor time. */
function compiledEngine(): Promise<object> {
  compiled ??= readFile(
    join(repository, 'node_modules', '@electric-sql', 'pglite', 'dist', 'pglite.wasm'),
  ).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** An empty cluster, made once per machine and version of PGlite: initdb takes seconds. */
export async function emptyDump(): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(join(repository, 'node_modules', '@electric-sql', 'pglite', 'package.json'), 'utf8'),
  ) as { version: string };
  const file = join(cacheFolder, `pglite-${version}-empty.tar`);
  if (!existsSync(file)) await makeDump(file, null, null);
  return file;
}

/** A cluster with the SQL of `dbFolder`, made once per state of it. */
export async function migratedDump(dbFolder: string): Promise<string> {
  const empty = await emptyDump();
  const file = empty.replace('-empty.tar', `-db-${digest(dbFolder)}.tar`);
  if (existsSync(file)) return file;
  await makeDump(file, empty, dbFolder);
  dropOldDumps();
  return file;
}

async function makeDump(file: string, loadFrom: string | null, dbFolder: string | null): Promise<void> {
  mkdirSync(cacheFolder, { recursive: true });
  const db = await openDatabase({ memory: true, ...(loadFrom === null ? {} : { loadFrom }) });
  try {
    if (dbFolder !== null) await migrate(db, { dbFolder });
    await db.dumpTo(file);
  } finally {
    await db.close();
  }
}

function dropOldDumps(): void {
  const dumps = readdirSync(cacheFolder)
    .filter((name) => name.includes('-db-') && name.endsWith('.tar'))
    .map((name) => join(cacheFolder, name))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of dumps.slice(dumpsKept)) rmSync(path, { force: true });
}

async function openOnServer(options: TestDatabaseOptions): Promise<TestDatabase> {
  const {
    migrated = true,
    dbFolder = join(repository, 'db'),
    extraRoles = [],
    maxWaiting = 200,
    maxWaitMs = 30_000,
  } = options;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = migrated ? await migratedTemplate(dbFolder) : 'template0';
  await onServer(async (client) => {
    await client.query(`create database ${name} template ${template}`);
  });
  const db = await openDatabase({
    databaseUrl: databaseUrl(name),
    poolSize: 5,
    extraRoles,
    maxWaiting,
    maxWaitMs,
  });
  return {
    db,
    async close() {
      await db.close();
      await onServer(async (client) => {
        await client.query(`drop database ${name} with (force)`);
      });
    },
  };
}

/** One per state of `db/` and server; roles belong to the whole server, so only one process migrates at a time. */
async function migratedTemplate(dbFolder: string): Promise<string> {
  const name = `template_${digest(dbFolder)}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock(7166)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const partial = `${name}_partial`;
    await client.query(`drop database if exists ${partial} with (force)`);
    await client.query(`create database ${partial} template template0`);
    const db = await openDatabase({ databaseUrl: databaseUrl(partial), poolSize: 1 });
    try {
      await migrate(db, { dbFolder });
    } finally {
      await db.close();
    }
    await client.query(`alter database ${partial} rename to ${name}`);
  });
  return name;
}

async function onServer(use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

/** The throwaway server of this run's global set-up. */
export function serverUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined)
    throw new Error(
      'TEST_DATABASE=postgres needs testing/global-setup.ts as globalSetup in vitest.config.ts',
    );
  return url;
}

function databaseUrl(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Of every SQL file, and of the code that applies them. */
function digest(dbFolder: string): string {
  const hash = createHash('sha256');
  const applying = ['migrate.ts', 'sql-order.ts'].map((name) => join(repository, 'server', 'database', name));
  const paths = existsSync(dbFolder)
    ? readdirSync(dbFolder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.sql'))
        .sort()
    : [];
  for (const path of [...applying, ...paths.map((each) => join(dbFolder, each))])
    hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}
