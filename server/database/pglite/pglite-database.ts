import { AsyncLocalStorage } from 'node:async_hooks';
import { LaneQueue } from '../lane-queue.ts';
import type {
  AdminSession,
  Database,
  DatabaseStats,
  Lane,
  Parameter,
  Queryable,
  QueryResult,
  TransactionOptions,
} from '../port.ts';
import {
  allowedRoles,
  defaultTimeoutMs,
  idleLimitMs,
  quoteIdentifier,
  step,
  toQueryResult,
} from '../session.ts';
import type { StepResult } from '../row-values.ts';
import { runOne, runTransaction } from '../transaction.ts';
import { DataFolder } from './data-folder.ts';
import { Engine } from './engine.ts';
import { makeFiles } from './make-files.ts';
import { PgliteSession } from './pglite-session.ts';
import type { ThreadCall } from './thread-protocol.ts';

export interface PgliteOptions {
  /** Folder of the database; null for one in memory, which is gone when it closes and cannot be reopened by the watchdog. */
  readonly dataDir: string | null;
  /** A dump (of `backup` or `dumpTo`) to fill an empty database with. */
  readonly loadFrom: string | null;
  readonly sessionRole: string | null;
  readonly extraRoles: readonly string[];
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  readonly threadUrl: URL;
  readonly compiled?: object;
}

/** A migration or a backup may take this long. */
const adminTimeoutMs = 600_000;

/** PGlite's superuser has this name always. `reset session authorization` does nothing in PostgreSQL's single-user mode. */
const becomeOwner = 'set session authorization postgres';

/** PGlite's database, with one thing more than the port: a dump to a given file, to make templates for tests. */
export interface PgliteDatabase extends Database {
  dumpTo(file: string): Promise<void>;
}

/** Opens the embedded database, making it when the folder is empty. Throws DatabaseLocked, DatabaseError. */
export async function openPglite(options: PgliteOptions): Promise<PgliteDatabase> {
  if (options.dataDir === null) return openEngine(options, null, options.loadFrom);
  const folder = new DataFolder(options.dataDir);
  try {
    if (folder.isEmpty) {
      await makeFiles(folder, options);
      folder.adoptNewFiles();
    } else if (options.loadFrom !== null)
      throw new Error(`${folder.files} holds a database already: a dump can only fill an empty folder`);
    return await openEngine(options, folder, null);
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function openEngine(
  options: PgliteOptions,
  folder: DataFolder | null,
  loadFrom: string | null,
): Promise<PgliteDatabase> {
  const database = new EmbeddedDatabase(options, folder, loadFrom);
  await database.open();
  return database;
}

class EmbeddedDatabase implements PgliteDatabase {
  readonly engine = 'pglite';
  readonly #roles: ReadonlySet<string>;
  readonly #sessionRole: string | null;
  readonly #queue: LaneQueue;
  readonly #thread: Engine;
  readonly #folder: DataFolder | null;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  /** Which call of this database the running code is inside of, to refuse one that would wait for itself. */
  readonly #inside = new AsyncLocalStorage<{ isOpen: boolean }>();

  constructor(options: PgliteOptions, folder: DataFolder | null, loadFrom: string | null) {
    this.#roles = allowedRoles(options.extraRoles);
    this.#sessionRole = options.sessionRole;
    this.#folder = folder;
    this.#queue = new LaneQueue({
      concurrency: 1,
      maxWaiting: options.maxWaiting,
      maxWaitMs: options.maxWaitMs,
    });
    this.#thread = new Engine({
      threadUrl: options.threadUrl,
      data: {
        dataDir: folder?.files ?? null,
        loadFrom,
        ...(options.compiled === undefined ? {} : { compiled: options.compiled }),
      },
      onStarting: () => folder?.clearStalePid(),
      onNotified: (channel, payload) => {
        for (const onNotify of this.#listeners.get(channel) ?? []) onNotify(payload);
      },
      onOpened: (send) => this.#prepare(send),
    });
  }

  async open(): Promise<void> {
    await this.#thread.open();
  }

  tx<T>(options: TransactionOptions, fn: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.#inTurn(options.lane ?? 'read', (guarded) =>
      this.#withSession(options, (session) =>
        runTransaction(session, this.#roles, options, (tx) => guarded(() => fn(tx))),
      ),
    );
  }

  one<Row>(
    options: TransactionOptions,
    sql: string,
    params: readonly Parameter[] = [],
    end: 'commit' | 'rollback' = 'commit',
  ): Promise<QueryResult<Row>> {
    return this.#inTurn(options.lane ?? 'read', () =>
      this.#withSession(options, (session) => runOne<Row>(session, this.#roles, options, sql, params, end)),
    );
  }

  admin<T>(fn: (tx: AdminSession) => Promise<T>): Promise<T> {
    return this.#inTurn('control', (guarded) => this.#asOwner((tx) => guarded(() => fn(tx))));
  }

  async listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    const callbacks = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, callbacks.add(onNotify));
    await this.#script(`listen ${quoteIdentifier(channel)}`);
    return async () => {
      callbacks.delete(onNotify);
      if (callbacks.size > 0) return;
      this.#listeners.delete(channel);
      await this.#script(`unlisten ${quoteIdentifier(channel)}`);
    };
  }

  stats(): DatabaseStats {
    return {
      engine: this.engine,
      serverVersion: this.#thread.serverVersion,
      waiting: this.#queue.waiting,
      running: this.#queue.running,
    };
  }

  async backup(): Promise<string | null> {
    const folder = this.#folder;
    if (folder === null) return null;
    const file = folder.nextBackup();
    await this.#dump(file, true);
    folder.dropOldBackups();
    return file;
  }

  dumpTo(file: string): Promise<void> {
    return this.#dump(file, false);
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.#thread.close();
    this.#folder?.release();
  }

  async #inTurn<T>(
    lane: Lane,
    task: (guarded: <R>(fn: () => Promise<R>) => Promise<R>) => Promise<T>,
  ): Promise<T> {
    if (this.#inside.getStore()?.isOpen === true) {
      throw new Error(
        'the database was called inside a transaction of itself, which it runs one at a time: use the transaction that is given',
      );
    }
    const state = { isOpen: true };
    return this.#queue.run(lane, async () => {
      try {
        return await task((fn) => this.#inside.run(state, fn));
      } finally {
        state.isOpen = false;
      }
    });
  }

  async #withSession<T>(
    options: TransactionOptions,
    use: (session: PgliteSession) => Promise<T>,
  ): Promise<T> {
    const session = new PgliteSession(this.#thread, idleLimitMs(options));
    try {
      return await Promise.race([use(session), session.abandoned]);
    } finally {
      session.end();
    }
  }

  /** Takes the owner's rights back for as long as `fn` runs, then leaves no trace of it in the session. */
  async #asOwner<T>(fn: (tx: AdminSession) => Promise<T>): Promise<T> {
    const send = (call: ThreadCall): Promise<StepResult[]> => this.#thread.call(call, adminTimeoutMs);
    await send({ kind: 'script', sql: becomeOwner });
    const epoch = this.#thread.epoch;
    const sendSame = (call: ThreadCall): Promise<StepResult[]> => {
      if (this.#thread.epoch !== epoch)
        return Promise.reject(new Error('the embedded database was stopped during this call'));
      return send(call);
    };
    try {
      return await fn({
        async query<Row>(sql: string, params: readonly Parameter[] = []): Promise<QueryResult<Row>> {
          const [result] = await sendSame({ kind: 'run', steps: [step(sql, true, params, false)] });
          return toQueryResult<Row>(result);
        },
        async script(sql: string): Promise<void> {
          await sendSame({ kind: 'script', sql });
        },
      });
    } finally {
      if (this.#thread.epoch === epoch) {
        for (const sql of ['rollback', becomeOwner, 'reset all', 'select pg_advisory_unlock_all()'])
          await send({ kind: 'script', sql });
        await send({ kind: 'forget' });
        await this.#takeSessionRole(send);
      }
    }
  }

  async #prepare(send: (call: ThreadCall) => Promise<StepResult[]>): Promise<void> {
    for (const channel of this.#listeners.keys())
      await send({ kind: 'script', sql: `listen ${quoteIdentifier(channel)}` });
    await this.#takeSessionRole(send);
  }

  /** The engine's session is a superuser; without its rights no SQL of a request can `set role` back to them. */
  async #takeSessionRole(send: (call: ThreadCall) => Promise<StepResult[]>): Promise<void> {
    if (this.#sessionRole === null) return;
    const exists = step('select 1 from pg_roles where rolname = $1', true, [this.#sessionRole], false);
    const [result] = await send({ kind: 'run', steps: [exists] });
    if (result?.rows.length === 1)
      await send({ kind: 'script', sql: `set session authorization ${quoteIdentifier(this.#sessionRole)}` });
  }

  #dump(file: string, compress: boolean): Promise<void> {
    return this.#inTurn('report', () =>
      this.#asOwner(async (tx) => {
        await tx.script('checkpoint');
        await this.#thread.call({ kind: 'dump', file, compress }, adminTimeoutMs);
      }),
    );
  }

  async #script(sql: string): Promise<void> {
    await this.#inTurn('control', () => this.#thread.call({ kind: 'script', sql }, defaultTimeoutMs));
  }
}
