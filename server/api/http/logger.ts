import { pino, type DestinationStream, type Logger } from 'pino';
import { DatabaseError } from '#server/database/port.ts';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** JSON lines with readable levels and UTC times. Errors are written without what may hold a row's values. */
export function createLogger(options: { level: LogLevel; destination?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    options.destination ?? pino.destination({ fd: 1, sync: true }),
  );
}

/** PostgreSQL quotes values of rows in messages and details ("Key (email)=(…)"): SQLSTATE and constraint say enough. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause =
    error.cause === undefined || depth >= 3 ? {} : { cause: describeError(error.cause, depth + 1) };
  if (error instanceof DatabaseError) {
    const { sqlstate, constraint, position } = error;
    // What a function raised for a person (PGRST) and the server's own trouble hold no values; the rest may.
    const isSafe = /^(08|53|57|58|XX)/.test(sqlstate);
    const message = isSafe ? error.message : error.message.replaceAll(/"[^"]*"|\([^)]*\)/g, '…');
    return { type: error.name, message, sqlstate, constraint, position, ...cause };
  }
  return { type: error.name, message: error.message, stack: error.stack, ...cause };
}
