import { checkLimit, type DataApiLimits } from '../limits.ts';
import { Cursor } from './cursor.ts';
import { parseField, type FieldRef } from './field.ts';

export interface OrderTerm {
  readonly field: FieldRef;
  /** `order=rel(field)`: the embedded resource whose field it is. */
  readonly embed: string | null;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}

/** `order=a.desc,b.asc.nullslast,c.nullsfirst`. */
export function parseOrder(text: string, limits: DataApiLimits): OrderTerm[] {
  if (text.trim() === '') return [];
  const cursor = new Cursor('order', text);
  const terms: OrderTerm[] = [];
  do {
    terms.push(parseTerm(cursor));
    checkLimit(limits, 'maxOrderTerms', terms.length);
    cursor.skipSpaces();
  } while (cursor.take(','));
  if (!cursor.isAtEnd) throw cursor.error('"," expected');
  return terms;
}

function parseTerm(cursor: Cursor): OrderTerm {
  let field = parseField(cursor);
  let embed: string | null = null;
  if (field.path.length === 0 && cursor.take('(')) {
    embed = field.name;
    field = parseField(cursor);
    cursor.expect(')');
  }
  let direction: OrderTerm['direction'] = null;
  let nulls: OrderTerm['nulls'] = null;
  while (cursor.take('.')) {
    const word = cursor.until('., ');
    if ((word === 'asc' || word === 'desc') && direction === null && nulls === null) direction = word;
    else if (word === 'nullsfirst' && nulls === null) nulls = 'first';
    else if (word === 'nullslast' && nulls === null) nulls = 'last';
    else throw cursor.error('asc, desc, nullsfirst or nullslast expected');
  }
  return { field, embed, direction, nulls };
}
