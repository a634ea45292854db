import type { Cursor } from './cursor.ts';

/** One step into JSON: `->` gives JSON, `->>` text; a number counts from 0, or from the end when negative. */
export interface JsonStep {
  readonly arrow: '->' | '->>';
  readonly key: string | number;
}

/** What a request calls a column, with the way into its JSON. */
export interface FieldRef {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

const MAX_STEPS = 32;

/** Reads `name->key->0->>"last key"`. */
export function parseField(cursor: Cursor): FieldRef {
  const name = cursor.name();
  return { name, path: parsePath(cursor) };
}

function parsePath(cursor: Cursor): JsonStep[] {
  const path: JsonStep[] = [];
  while (cursor.peek('->')) {
    const arrow = cursor.take('->>') ? '->>' : '->';
    cursor.take('->');
    const isQuoted = cursor.peek('"');
    const key = cursor.name();
    path.push({ arrow, key: !isQuoted && /^-?\d{1,9}$/.test(key) ? Number(key) : key });
    if (path.length > MAX_STEPS) throw cursor.error(`at most ${MAX_STEPS} steps expected`);
  }
  return path;
}

/** What a selected path is called without an alias: its last key, or the column for a path of numbers. */
export function pathName(field: FieldRef): string {
  return field.path.map((step) => step.key).findLast((key) => typeof key === 'string') ?? field.name;
}
