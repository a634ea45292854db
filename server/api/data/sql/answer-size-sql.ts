import { DatabaseError } from '#server/database/port.ts';
import type { Embed } from '../plan/plan.ts';
import { identifier, sql, wholeNumber, type Fragment } from './fragment.ts';

/**
 * Embedded rows multiply, so an answer is measured while the database makes it: a running sum over the JSON of the rows so
 * far, and a cast that fails as soon as it is too much. Nothing but a cast can fail in plain SQL, and a database that is
 * only served has no function of ours to raise an error.
 */

/** Whether rows of several are embedded at any depth. */
export function hasManyRows(embeds: readonly Embed[]): boolean {
  return embeds.some((embed) => (!embed.isToOne && embed.shape !== 'hidden') || hasManyRows(embed.embeds));
}

/** `rows` with `_size`: bytes of JSON up to and with each, in their order. */
export function sizedSql(rows: Fragment, alias: string): Fragment {
  const row = identifier(alias);
  return sql`select ${row}.*, ${runningSql(row)} as _size from (${rows}) as ${row}`;
}

/** The same, each row as one `_json`. */
export function sizedJsonSql(rows: Fragment, alias: string): Fragment {
  const row = identifier(alias);
  return sql`select row_to_json(${row}.*) as _json, ${runningSql(row)} as _size from (${rows}) as ${row}`;
}

function runningSql(row: Fragment): Fragment {
  return sql`sum(octet_length(row_to_json(${row}.*)::text)) over (rows unbounded preceding)`;
}

/** True, or an error that `oversizeOf` knows. */
export function isWithinSql(alias: string, maxBytes: number): Fragment {
  const size = identifier(alias, '_size');
  return sql`case when ${size} > ${wholeNumber(maxBytes)} then cast(concat('answer_too_large ', ${size}) as integer) is not null else true end`;
}

/** Bytes at which an answer was given up; 0 for any other error. */
export function oversizeOf(error: unknown): number {
  if (!(error instanceof DatabaseError) || error.sqlstate !== '22P02') return 0;
  return Number(/"answer_too_large (\d{1,15})"/.exec(error.message)?.[1] ?? 0);
}
