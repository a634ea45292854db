import pg from 'pg';
import { DatabaseError } from '../port.ts';

/** Connection exceptions, and a server that shuts down, crashed or starts (57P01 to 57P03). */
const unreachable = /^(08|57P0[123])/;

/** Turns what `pg` throws into a DatabaseError; everything that is not the server's own answer is a lost connection. */
export function fromDriver(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    return new DatabaseError(error.message, {
      sqlstate: unreachable.test(error.code) ? '08006' : error.code,
      detail: error.detail ?? null,
      hint: error.hint ?? null,
      constraint: error.constraint ?? null,
      position: error.position === undefined ? null : Number(error.position),
      cause: error,
    });
  }
  return new DatabaseError(`the database server cannot be reached: ${describe(error)}`, {
    sqlstate: '08006',
    cause: error,
  });
}

function describe(error: unknown): string {
  // Node joins the failures of IPv4 and IPv6 in an AggregateError with an empty message.
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  return error instanceof Error ? error.message : String(error);
}
