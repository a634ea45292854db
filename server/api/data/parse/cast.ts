import type { Cursor } from './cursor.ts';

/** The types that a client may cast to, as PostgreSQL writes them; nothing else of a cast reaches SQL. */
const CASTS = {
  text: 'text',
  varchar: 'character varying',
  'character varying': 'character varying',
  int: 'integer',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  smallint: 'smallint',
  integer: 'integer',
  bigint: 'bigint',
  numeric: 'numeric',
  decimal: 'numeric',
  real: 'real',
  float: 'double precision',
  float4: 'real',
  float8: 'double precision',
  'double precision': 'double precision',
  bool: 'boolean',
  boolean: 'boolean',
  date: 'date',
  time: 'time without time zone',
  timetz: 'time with time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
  interval: 'interval',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'jsonb',
  bytea: 'bytea',
  'text[]': 'text[]',
  'int[]': 'integer[]',
  'integer[]': 'integer[]',
  'bigint[]': 'bigint[]',
} as const satisfies Record<string, string>;

export type CastType = (typeof CASTS)[keyof typeof CASTS];

/** Reads `::type` if there is one. Throws PGRST100 for a type that is not in the list. */
export function parseCast(cursor: Cursor): CastType | null {
  if (!cursor.take('::')) return null;
  const name = cursor.until('.,():').trim().toLowerCase();
  if (Object.hasOwn(CASTS, name)) return CASTS[name as keyof typeof CASTS];
  throw cursor.error(`a type such as text, integer or jsonb expected`);
}
