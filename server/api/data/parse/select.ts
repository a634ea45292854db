import type { DataApiLimits } from '../limits.ts';
import { parseAggregate, type Aggregate } from './aggregate.ts';
import { parseCast, type CastType } from './cast.ts';
import { Cursor } from './cursor.ts';
import { isAtEmbed, parseEmbedHead, SelectBudget, type EmbedHead } from './embed.ts';
import { parseField, type FieldRef } from './field.ts';

export type SelectItem = { readonly kind: 'all' } | FieldItem | EmbedItem;

/** `alias:name->path::cast.sum()::cast`, each part but the name optional. */
export interface FieldItem {
  readonly kind: 'field';
  readonly field: FieldRef;
  readonly alias: string | null;
  readonly cast: CastType | null;
  readonly aggregate: Aggregate | null;
}

/** `...alias:target!hint!inner(a,b)`. */
export interface EmbedItem extends EmbedHead {
  readonly kind: 'embed';
  readonly select: readonly SelectItem[];
}

/** `select=*`, `select=a,b,alias:c`, `select=*,jobs(id)`. */
export function parseSelect(text: string, limits: DataApiLimits): SelectItem[] {
  if (text.trim() === '') return [{ kind: 'all' }];
  const cursor = new Cursor('select', text);
  const items = parseItems(cursor, new SelectBudget(limits), 0);
  if (!cursor.isAtEnd) throw cursor.error('"," expected');
  return items;
}

function parseItems(cursor: Cursor, budget: SelectBudget, depth: number): SelectItem[] {
  const items: SelectItem[] = [];
  do {
    items.push(parseItem(cursor, budget, depth));
    budget.spendItem();
    cursor.skipSpaces();
  } while (cursor.take(','));
  return items;
}

function parseItem(cursor: Cursor, budget: SelectBudget, depth: number): SelectItem {
  cursor.skipSpaces();
  if (cursor.take('*')) return { kind: 'all' };
  const isSpread = cursor.take('...');
  let field = parseField(cursor);
  let alias: string | null = null;
  if (cursor.peek(':') && !cursor.peek('::')) {
    cursor.expect(':');
    alias = field.name;
    field = parseField(cursor);
  }
  if (field.name === 'count' && field.path.length === 0 && cursor.take('()')) {
    const aggregate = { fn: 'count' as const, isOfRows: true, cast: parseCast(cursor) };
    return { kind: 'field', field, alias, cast: null, aggregate };
  }
  if (isAtEmbed(cursor) && field.path.length === 0) {
    const head = parseEmbedHead(cursor, { target: field.name, alias, isSpread });
    return { kind: 'embed', ...head, select: parseBracketed(cursor, budget, depth + 1) };
  }
  if (isSpread) throw cursor.error('an embedded resource expected behind "..."');
  const cast = parseCast(cursor);
  return { kind: 'field', field, alias, cast, aggregate: parseAggregate(cursor) };
}

/** `(…)`; nothing between the brackets embeds for the sake of filters alone. */
function parseBracketed(cursor: Cursor, budget: SelectBudget, depth: number): SelectItem[] {
  budget.spendEmbed(depth);
  cursor.expect('(');
  cursor.skipSpaces();
  if (cursor.take(')')) return [];
  const items = parseItems(cursor, budget, depth);
  cursor.expect(')');
  return items;
}
