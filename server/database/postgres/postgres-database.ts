import pg from 'pg';
import { LaneQueue } from '../lane-queue.ts';
import type {
  AdminSession,
  Database,
  DatabaseStats,
  Parameter,
  Queryable,
  QueryResult,
  TransactionOptions,
} from '../port.ts';
import { allowedRoles, quoteIdentifier, step, toQueryResult } from '../session.ts';
import { runOne, runTransaction } from '../transaction.ts';
import { fromDriver } from './driver-error.ts';
import { PostgresListener } from './listener.ts';
import { PostgresSession } from './postgres-session.ts';

export interface PostgresOptions {
  readonly databaseUrl: string;
  /** Connects as the owner for migrations when `databaseUrl` is a lesser role; default `databaseUrl`. */
  readonly ownerUrl?: string;
  /** What a superuser's connection becomes before it serves requests, if the role exists; null to stay. */
  readonly sessionRole: string | null;
  readonly extraRoles: readonly string[];
  readonly poolSize: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

const connectTimeoutMs = 10_000;
/** A new session parses and plans everything anew, so one that a burst needed stays for the next. */
const idleSessionMs = 60_000;
/**
 * One process of Node asks for about as many quick reads as two sessions answer (0.3 ms of Node and 0.45 ms of PostgreSQL
 * each); with a third none waits for the network.
 */
const quick = { limit: 3, forMs: 20 };

/** Opens a pool on a PostgreSQL server. Throws DatabaseError when it cannot be reached. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const database = new PostgresDatabase(options);
  try {
    await database.connect();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

class PostgresDatabase implements Database {
  readonly engine = 'postgres';
  readonly #options: PostgresOptions;
  readonly #roles: ReadonlySet<string>;
  readonly #queue: LaneQueue;
  readonly #pool: pg.Pool;
  readonly #listener: PostgresListener;
  readonly #sessions = new WeakMap<pg.PoolClient, PostgresSession>();
  /** Sessions made ready before this moment are made ready again: a migration may have made the session role. */
  #generation = 0;
  readonly #readyAt = new WeakMap<PostgresSession, number>();
  #serverVersion = 'unknown';

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.#roles = allowedRoles(options.extraRoles);
    this.#queue = new LaneQueue({
      concurrency: options.poolSize,
      quick,
      maxWaiting: options.maxWaiting,
      maxWaitMs: options.maxWaitMs,
    });
    const config = {
      connectionString: options.databaseUrl,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'yardstick',
    };
    this.#pool = new pg.Pool({
      ...config,
      max: options.poolSize,
      keepAlive: true,
      idleTimeoutMillis: idleSessionMs,
    });
    // An idle connection that dies is dropped by the pool; without a listener it would end the process.
    this.#pool.on('error', () => undefined);
    this.#listener = new PostgresListener(config);
  }

  async connect(): Promise<void> {
    await this.#withSession(async (session) => {
      const [result] = await session.run([step('show server_version')], connectTimeoutMs);
      this.#serverVersion = result?.rows[0]?.[0] ?? 'unknown';
    });
  }

  tx<T>(options: TransactionOptions, fn: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.#queue.run(options.lane ?? 'read', () =>
      this.#withSession((session) => runTransaction(session, this.#roles, options, fn)),
    );
  }

  one<Row>(
    options: TransactionOptions,
    sql: string,
    params: readonly Parameter[] = [],
    end: 'commit' | 'rollback' = 'commit',
  ): Promise<QueryResult<Row>> {
    return this.#queue.run(options.lane ?? 'read', () =>
      this.#withSession((session) => runOne<Row>(session, this.#roles, options, sql, params, end)),
    );
  }

  async admin<T>(fn: (tx: AdminSession) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      connectionString: this.#options.ownerUrl ?? this.#options.databaseUrl,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'yardstick-admin',
    });
    const session = new PostgresSession(client);
    try {
      await client.connect();
      await client.query("set timezone to 'UTC'; set search_path to public");
    } catch (error) {
      await client.end().catch(() => undefined);
      throw fromDriver(error);
    }
    try {
      return await fn({
        async query<Row>(sql: string, params: readonly Parameter[] = []): Promise<QueryResult<Row>> {
          const [result] = await session.run([step(sql, true, params, false)], 0);
          return toQueryResult<Row>(result);
        },
        async script(sql: string): Promise<void> {
          try {
            await client.query(sql);
          } catch (error) {
            throw fromDriver(error);
          }
        },
      });
    } finally {
      // Ending the connection rolls back what is open and releases advisory locks.
      await client.end().catch(() => undefined);
      this.#generation += 1;
    }
  }

  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onNotify);
  }

  stats(): DatabaseStats {
    return {
      engine: this.engine,
      serverVersion: this.#serverVersion,
      waiting: this.#queue.waiting,
      running: this.#queue.running,
    };
  }

  backup(): Promise<null> {
    return Promise.resolve(null);
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.#listener.close();
    if (!this.#pool.ending) await this.#pool.end();
  }

  async #withSession<T>(use: (session: PostgresSession) => Promise<T>): Promise<T> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw fromDriver(error);
    }
    let session = this.#sessions.get(client);
    if (session === undefined) {
      session = new PostgresSession(client);
      this.#sessions.set(client, session);
    }
    try {
      await this.#makeReady(session);
      return await use(session);
    } finally {
      client.release(!session.usable);
    }
  }

  /**
   * A superuser's connection becomes the session role, so that no SQL of a request can take back more than that role
   * has; another user's stays what it is and needs to be a member of the request roles.
   */
  async #makeReady(session: PostgresSession): Promise<void> {
    if (this.#readyAt.get(session) === this.#generation) return;
    const generation = this.#generation;
    session.forget();
    const { sessionRole } = this.#options;
    if (!session.hasSessionRole) {
      const isSwitchable =
        'select (select rolsuper from pg_roles where rolname = session_user) and exists (select from pg_roles where rolname = $1)';
      const [, result] = await session.run(
        [
          step("set timezone to 'UTC'", false, [], false),
          step(isSwitchable, true, [sessionRole ?? ''], false),
        ],
        connectTimeoutMs,
      );
      if (sessionRole !== null && result?.rows[0]?.[0] === 't') {
        await session.run(
          [step(`set session authorization ${quoteIdentifier(sessionRole)}`, false, [], false)],
          connectTimeoutMs,
        );
        session.hasSessionRole = true;
      }
    }
    this.#readyAt.set(session, generation);
  }
}
