import type { ViewOrder } from './view-columns.ts';

type Order = readonly ViewOrder<string>[];

/** A value inside `or=(…)`: always in quotation marks, as it may hold what separates conditions. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;

/**
 * "At least one of these columns holds the text, whatever its case", in the words of the data API. A `*` means any text
 * there and cannot be asked for: it stands for any one character.
 */
export function holdsText(columns: readonly string[], text: string): string {
  const pattern = text.replace(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
  return `(${columns.map((column) => `${column}.ilike.${quoted(`*${pattern}*`)}`).join(',')})`;
}

/** "Stands before `row` in this order", in the same words. Missing values come last in both directions. */
export function standsBefore(row: object, order: Order): string {
  const [first, ...rest] = order;
  if (first === undefined) return '()';
  return `(${before(row as Readonly<Record<string, unknown>>, first, rest).join(',')})`;
}

function before(
  row: Readonly<Record<string, unknown>>,
  { column, direction }: ViewOrder<string>,
  rest: Order,
): string[] {
  const value = row[column];
  const isMissing = value === null || value === undefined;
  const own = quoted(String(value));
  const ahead = isMissing
    ? `${column}.not.is.null`
    : `${column}.${direction === 'desc' ? 'gt' : 'lt'}.${own}`;
  const [next, ...others] = rest;
  if (next === undefined) return [ahead];
  const same = isMissing ? `${column}.is.null` : `${column}.eq.${own}`;
  return [ahead, `and(${same},or(${before(row, next, others).join(',')}))`];
}
