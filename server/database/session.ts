import type { Parameter, QueryResult, TransactionOptions } from './port.ts';
import { decodeRows, type StepResult } from './row-values.ts';

/** One statement of a pipeline: everything between two Syncs of PostgreSQL's extended protocol goes out in one write. */
export interface Step {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Whether the rows are wanted; without them the description is not asked for. */
  readonly rows: boolean;
  /** Kept prepared under a name (requests), or parsed once (migrations). */
  readonly reuse: boolean;
}

/** One session of an engine while one transaction has it. */
export interface Session {
  /**
   * Sends the steps as one pipeline: the first failure skips the rest (the server does that, so a statement can
   * never run without the role before it). Throws DatabaseError.
   */
  run(steps: readonly Step[], timeoutMs: number): Promise<StepResult[]>;
  /** Drops the prepared statements, after a change of the schema. */
  forget(): void;
  /** Gives the session up: its state is unknown, nothing may run in it again. */
  discard(): void;
  /** False once the connection or the engine behind it is gone. */
  readonly usable: boolean;
}

const ownRoles = ['web_user', 'web_worker', 'web_system'];
export const defaultTimeoutMs = 10_000;
/** A transaction whose function leaves it without a statement this long is ended, since it holds its locks and, on PGlite, everyone else. */
const idleInTransactionMs = 30_000;

/** In milliseconds. */
export function idleLimitMs(options: TransactionOptions): number {
  return Math.max(options.timeoutMs ?? defaultTimeoutMs, idleInTransactionMs);
}

/** The only roles that a transaction may name. */
export function allowedRoles(extraRoles: readonly string[] = []): ReadonlySet<string> {
  return new Set([...ownRoles, ...extraRoles]);
}

/**
 * The first steps of a transaction: begin, then role, claims, limits and settings in one statement. Values are bound,
 * so nothing of a request ever becomes SQL text. Throws when the role is not allowed or a setting's name is malformed.
 */
export function beginSteps(options: TransactionOptions, roles: ReadonlySet<string>): Step[] {
  if (!roles.has(options.role))
    throw new Error(`role "${options.role}" is not one that a transaction may take`);
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const settings: [string, string][] = [
    ['search_path', (options.searchPath ?? []).map(quoteIdentifier).join(', ')],
    ['statement_timeout', String(timeoutMs)],
    ['idle_in_transaction_session_timeout', String(idleLimitMs(options))],
    ['request.jwt.claims', options.claims == null ? '' : JSON.stringify(options.claims)],
    ...Object.entries(options.settings ?? {}),
    // Last, so that the settings before it are made with the session's own rights.
    ['role', options.role],
  ];
  for (const [name] of settings) checkSettingName(name);
  return [
    step(options.readOnly === true ? 'begin read only' : 'begin', false),
    { text: settingsSql(settings.length), values: settings.flat(), rows: false, reuse: true },
  ];
}

const settingsSqlByCount = new Map<number, string>();

/** The same string every time, so that the statement cache does not hash a new one for each request. */
function settingsSql(count: number): string {
  let text = settingsSqlByCount.get(count);
  if (text === undefined) {
    const calls = Array.from({ length: count }, (_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, true)`);
    text = `select ${calls.join(', ')}`;
    settingsSqlByCount.set(count, text);
  }
  return text;
}

const checkedNames = new Set<string>();

/** Names come from this program, so there are few. */
function checkSettingName(name: string): void {
  if (checkedNames.has(name)) return;
  if (!/^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_-]*)*$/i.test(name))
    throw new Error(`malformed setting name "${name}"`);
  checkedNames.add(name);
}

export function step(text: string, rows = true, params: readonly Parameter[] = [], reuse = true): Step {
  return { text, values: params.map((value) => (value === null ? null : String(value))), rows, reuse };
}

/** `INSERT 0 3` and `UPDATE 3` both mean 3; a command without a count means 0. */
export function toQueryResult<Row>(result: StepResult | undefined): QueryResult<Row> {
  if (result === undefined) throw new Error('the engine answered with fewer results than statements');
  const count = /(\d+)$/.exec(result.tag)?.[1];
  return { rows: decodeRows<Row>(result), rowCount: count === undefined ? 0 : Number(count) };
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
