import {
  DatabaseError,
  type Parameter,
  type Queryable,
  type QueryResult,
  type TransactionOptions,
} from './port.ts';
import { beginSteps, defaultTimeoutMs, step, toQueryResult, type Session } from './session.ts';
import type { StepResult } from './row-values.ts';

/** A statement prepared before the schema changed (0A000), or one that a pooler dropped (26000): prepare again. */
const stalePlanStates = ['0A000', '26000'];

/** One statement with its begin, role, claims and end in a single round trip. */
export async function runOne<Row>(
  session: Session,
  roles: ReadonlySet<string>,
  options: TransactionOptions,
  sql: string,
  params: readonly Parameter[],
  end: 'commit' | 'rollback',
): Promise<QueryResult<Row>> {
  const begin = beginSteps(options, roles);
  const steps = [...begin, step(sql, true, params), step(end, false)];
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const run = async (): Promise<StepResult[]> => {
    try {
      return await session.run(steps, timeoutMs);
    } catch (error) {
      await rollback(session);
      throw error;
    }
  };
  let results: StepResult[];
  try {
    results = await run();
  } catch (error) {
    if (!(error instanceof DatabaseError && stalePlanStates.includes(error.sqlstate) && session.usable))
      throw error;
    session.forget();
    results = await run();
  }
  return toQueryResult<Row>(results[begin.length]);
}

/** Runs `fn` in a transaction; begin travels with the first statement, and a function without statements costs nothing. */
export async function runTransaction<T>(
  session: Session,
  roles: ReadonlySet<string>,
  options: TransactionOptions,
  fn: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const begin = beginSteps(options, roles);
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const state = { isBegun: false, isOver: false };
  let last: Promise<unknown> = Promise.resolve();

  const send = async <Row>(sql: string, params: readonly Parameter[]): Promise<QueryResult<Row>> => {
    const first = state.isBegun ? [] : begin;
    state.isBegun = true;
    try {
      const results = await session.run([...first, step(sql, true, params)], timeoutMs);
      return toQueryResult<Row>(results[first.length]);
    } catch (error) {
      if (error instanceof DatabaseError && stalePlanStates.includes(error.sqlstate)) session.forget();
      throw error;
    }
  };
  const tx: Queryable = {
    query<Row>(sql: string, params: readonly Parameter[] = []): Promise<QueryResult<Row>> {
      if (state.isOver)
        return Promise.reject(new Error('the transaction is over: await every query inside its function'));
      const next = last.then(() => send<Row>(sql, params));
      last = next.catch(() => undefined);
      return next;
    },
  };

  let value: T;
  try {
    value = await fn(tx);
  } catch (error) {
    state.isOver = true;
    await last;
    if (state.isBegun) await rollback(session);
    throw error;
  }
  state.isOver = true;
  await last;
  if (state.isBegun) await commit(session, timeoutMs);
  return value;
}

async function commit(session: Session, timeoutMs: number): Promise<void> {
  let results: StepResult[];
  try {
    results = await session.run([step('commit', false)], timeoutMs);
  } catch (error) {
    await rollback(session);
    throw error;
  }
  // PostgreSQL answers a commit of a failed transaction with success and the tag ROLLBACK.
  if (results[0]?.tag !== 'COMMIT') {
    throw new DatabaseError('the transaction was rolled back: a statement in it had failed', {
      sqlstate: '25P02',
    });
  }
}

/** Never throws: the error that led here is the one to report, and a session that cannot roll back is given up. */
async function rollback(session: Session): Promise<void> {
  if (!session.usable) return;
  try {
    await session.run([step('rollback', false)], defaultTimeoutMs);
  } catch {
    session.discard();
  }
}
