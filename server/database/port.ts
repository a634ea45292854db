/**
 * The port to the database: the subset of a driver that this product needs. Two adapters stand behind it,
 * PGlite (embedded default) and PostgreSQL (`DATABASE_URL`); the rest of the server knows only this file.
 */

/**
 * A role of the database that a transaction runs as. `web_system` is the platform itself; it is never given to a
 * request's own SQL. Any other name must be in the `extraRoles` that the database was opened with.
 */
export type DatabaseRole = 'web_user' | 'web_worker' | 'web_system' | (string & {});

/** Which queue a transaction waits in on an engine that runs one at a time: heartbeats and status before reads before reports. */
export type Lane = 'control' | 'read' | 'report';

export interface TransactionOptions {
  readonly role: DatabaseRole;
  /** Put into `request.jwt.claims` as JSON for policies and functions; null clears it. */
  readonly claims?: Readonly<Record<string, unknown>> | null;
  /** READ ONLY transaction: a write raises SQLSTATE 25006. */
  readonly readOnly?: boolean;
  /**
   * Limit of each statement in milliseconds, default 10,000: the statement is stopped and rejects with SQLSTATE 57014.
   * PostgreSQL cancels it; PGlite cannot, so its watchdog stops the engine and opens it again.
   */
  readonly timeoutMs?: number;
  readonly lane?: Lane;
  /** More `set_config(name, value, true)` of the transaction, such as `request.method`; names are fixed by the caller, never by a client. */
  readonly settings?: Readonly<Record<string, string>>;
  /** `search_path` of the transaction; default `''` plus pg_catalog. */
  readonly searchPath?: readonly string[];
}

export interface QueryResult<Row> {
  readonly rows: Row[];
  /** Rows returned or changed. */
  readonly rowCount: number;
}

/** A parameter of a statement: sent as text for PostgreSQL to read as the type it infers; an array is an array literal such as `{a,b}`. */
export type Parameter = string | number | boolean | null;

export interface Queryable {
  /**
   * Runs one statement. Parameters are `$1…` and bound as *untyped* text (arrays as PostgreSQL array literals by
   * the caller); null stays null. Throws DatabaseError.
   *
   * Values come back the same from both engines, as `pg` reads them: int8 and numeric as text, timestamptz as Date,
   * json parsed, arrays as arrays; `date` stays text (`2026-01-31`) because a Date would shift it by the time zone.
   */
  query<Row = Record<string, unknown>>(sql: string, params?: readonly Parameter[]): Promise<QueryResult<Row>>;
}

/** What `admin` gives its function: the owner's session, outside any transaction until the caller begins one. */
export interface AdminSession extends Queryable {
  /** Runs SQL text of any number of statements, without parameters. Throws DatabaseError. */
  script(sql: string): Promise<void>;
}

export interface DatabaseStats {
  readonly engine: 'pglite' | 'postgres';
  readonly serverVersion: string;
  /** Transactions waiting for a connection (PGlite has one). */
  readonly waiting: number;
  readonly running: number;
}

export interface Database {
  readonly engine: 'pglite' | 'postgres';
  /**
   * Runs `fn` inside one transaction: commits when it resolves, rolls back when it rejects. `fn` must not call the
   * database itself again (PGlite refuses it: the inner call would wait for the outer for ever). Throws DatabaseError
   * 53300 when too many wait, 08006 when the server cannot be reached, 25P02 when `fn` resolved after a failed statement.
   */
  tx<T>(options: TransactionOptions, fn: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * One statement in a transaction of its own, in as few round trips as the engine allows (begin, role, claims, statement, commit).
   * `rollback` ends with rollback instead of commit (test mode of the data API).
   */
  one<Row = Record<string, unknown>>(
    options: TransactionOptions,
    sql: string,
    params?: readonly Parameter[],
    end?: 'commit' | 'rollback',
  ): Promise<QueryResult<Row>>;
  /**
   * Runs trusted SQL text (several statements allowed) as the owner, outside any request: migrations and seeds only.
   * The function begins and commits itself; what it left open is rolled back.
   */
  admin<T>(fn: (tx: AdminSession) => Promise<T>): Promise<T>;
  /**
   * Calls back when a session notified `channel`; returns a function that stops listening. After a lost connection it
   * listens again by itself; what was sent in between is lost, so it then calls back once with an empty payload.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  stats(): DatabaseStats;
  /** A consistent dump to a file where the engine can (PGlite on disk; keeps the last few); returns its path or null. */
  backup(): Promise<string | null>;
  /** Waits for running transactions, refuses waiting ones (08006) and frees the connections, the thread and the lock. */
  close(): Promise<void>;
}

/**
 * What the engine said, with the fields that map to a contract error. `sqlstate` is 08006 when the server cannot be
 * reached (whatever the driver said), 53300 when too many transactions wait, 57014 when a statement ran out of time.
 */
export class DatabaseError extends Error {
  readonly sqlstate: string;
  readonly detail: string | null;
  readonly hint: string | null;
  readonly constraint: string | null;
  /** Where in the SQL text, counted in characters from 1; null when the engine did not say. */
  readonly position: number | null;

  constructor(
    message: string,
    fields: {
      sqlstate: string;
      detail?: string | null;
      hint?: string | null;
      constraint?: string | null;
      position?: number | null;
      cause?: unknown;
    },
  ) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'DatabaseError';
    this.sqlstate = fields.sqlstate;
    this.detail = fields.detail ?? null;
    this.hint = fields.hint ?? null;
    this.constraint = fields.constraint ?? null;
    this.position = fields.position ?? null;
  }
}
