import type { Cursor } from './cursor.ts';

/** What a request calls a column. JSON paths will be a second member here. */
export interface FieldRef {
  readonly name: string;
}

/** Reads a field; refuses what the dialect has and this API has not yet. */
export function parseField(cursor: Cursor): FieldRef {
  const name = cursor.name();
  if (cursor.peek('->')) throw cursor.error('JSON paths are not supported');
  return { name };
}
