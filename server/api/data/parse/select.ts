import { checkLimit, type DataApiLimits } from '../limits.ts';
import { Cursor } from './cursor.ts';
import { parseField, type FieldRef } from './field.ts';

export type SelectItem =
  | { readonly kind: 'all' }
  | { readonly kind: 'field'; readonly field: FieldRef; readonly alias: string | null };

/** `select=*`, `select=a,b,alias:c`. Embedding, casts and aggregates will be further kinds. */
export function parseSelect(text: string, limits: DataApiLimits): SelectItem[] {
  if (text.trim() === '') return [{ kind: 'all' }];
  const cursor = new Cursor('select', text);
  const items: SelectItem[] = [];
  do {
    items.push(parseItem(cursor));
    checkLimit(limits, 'maxSelectItems', items.length);
    cursor.skipSpaces();
  } while (cursor.take(','));
  if (!cursor.isAtEnd) throw cursor.error('"," expected');
  return items;
}

function parseItem(cursor: Cursor): SelectItem {
  cursor.skipSpaces();
  if (cursor.take('*')) return { kind: 'all' };
  if (cursor.peek('...')) throw cursor.error('resource embedding is not supported');
  let field = parseField(cursor);
  let alias: string | null = null;
  if (cursor.peek(':') && !cursor.peek('::')) {
    cursor.expect(':');
    alias = field.name;
    field = parseField(cursor);
  }
  if (cursor.peek('::')) throw cursor.error('casts are not supported');
  if (cursor.peek('(')) throw cursor.error('resource embedding is not supported');
  if (cursor.peek('.')) throw cursor.error('aggregates are not supported');
  return { kind: 'field', field, alias };
}
