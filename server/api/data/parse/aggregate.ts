import { parseCast, type CastType } from './cast.ts';
import type { Cursor } from './cursor.ts';

const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max'] as const;

/** `column.sum()::text`; of rows, not of a column, for `count()`. */
export interface Aggregate {
  readonly fn: (typeof AGGREGATES)[number];
  readonly isOfRows: boolean;
  readonly cast: CastType | null;
}

/** Reads `.sum()` if there is one. */
export function parseAggregate(cursor: Cursor): Aggregate | null {
  if (!cursor.take('.')) return null;
  const fn = AGGREGATES.find((name) => cursor.take(`${name}()`));
  if (fn === undefined) throw cursor.error('an aggregate such as sum() expected');
  return { fn, isOfRows: false, cast: parseCast(cursor) };
}
