import type { CellFinder } from './cell-finder.ts';
import { cellText } from './cell-text.ts';
import type { ColumnData } from './column-data.ts';
import { shownNumber, typedNumber, typedTime, valuesShownAs, type ShownValues } from './typed-values.ts';
import type { ColumnKind } from './filter-param.ts';
import type { ViewOrder } from './view-columns.ts';
import { holdsText, quoted } from './any-of.ts';

type Order = readonly ViewOrder<string>[];

/** Known of each column for the number that was last typed: rows are read again far more often than another is. */
const known = new WeakMap<object, { readonly number: number; readonly values: ShownValues | null }>();

function valuesOf<Row extends object>(column: ColumnData<Row>, number: number, row: Row): ShownValues | null {
  const before = known.get(column);
  if (before?.number === number) return before.values;
  const shown = (value: number) => shownNumber(cellText(column, { ...row, [column.id]: value }));
  const values = valuesShownAs(shown, number);
  known.set(column, { number, values });
  return values;
}

/** "The column is shown as the number": as a figure is rounded, any value that is; null where none is. */
function showsNumber<Row extends object>(
  column: ColumnData<Row>,
  number: number,
  isWhole: boolean,
  row: Row,
): string | null {
  const values = valuesOf(column, number, row);
  if (values === null) return null;
  // Of PostgreSQL's `integer`, which is not compared with a fraction or what it cannot hold.
  const [least, most] = isWhole
    ? [Math.ceil(values.least), Math.floor(values.most)]
    : [values.least, values.most];
  const isHeld = least <= most && (!isWhole || Math.max(-least, most) <= 2_147_483_647);
  return isHeld ? within(column.id, 'gte', least, 'lte', most) : null;
}

/** "The column's time is in the span". */
function isInSpan(column: string, { from, to }: { from: number; to: number }): string {
  return within(column, 'gte', new Date(from).toISOString(), 'lt', new Date(to).toISOString());
}

function within(column: string, since: string, from: string | number, until: string, to: string | number) {
  return from === to
    ? `${column}.eq.${from}`
    : `and(${column}.${since}.${quoted(String(from))},${column}.${until}.${quoted(String(to))})`;
}

/** The data API takes 50 conditions; those of the page and of filters stand beside these. */
const MOST_CONDITIONS = 36;

/** What the find needs to know of the columns of a read; see `WindowedRead`. */
interface HeldColumns {
  readonly kindOf: (columnId: string) => ColumnKind | null;
  readonly isWhole: (columnId: string) => boolean;
  readonly canFilter: (columnId: string) => boolean;
}

/** One column that the data API looks in, and what it is asked. */
interface AskedColumn<Row> {
  readonly column: ColumnData<Row>;
  readonly condition: string;
}

/** Whether the data API holds the column as `rows` show it, and so finds by it what a person sees. */
export function isHeldAsShown<Row>(column: ColumnData<Row>, rows: readonly Row[]): boolean {
  return rows.every((row) => {
    const held = (row as Readonly<Record<string, unknown>>)[column.id] ?? null;
    if (column.kind !== 'time' || typeof held !== 'string') return column.value(row) === held;
    return Date.parse(held) === column.order?.(row);
  });
}

/**
 * What the data API is asked, column by column: of texts whether they hold what was typed, of numbers and times whether
 * they are it. Left out are columns that it does not hold as `rows` show them.
 */
export function askedColumns<Row extends object>(
  { text, looked }: Pick<CellFinder<Row>, 'text' | 'looked'>,
  source: HeldColumns,
  rows: readonly Row[],
): AskedColumn<Row>[] {
  const [first] = rows;
  const [number, span] = [typedNumber(text), typedTime(text)];
  if (text === '' || first === undefined) return [];
  const conditionOf = (column: ColumnData<Row>): string | null => {
    const { id, kind } = column;
    if (source.kindOf(id) !== kind || !isHeldAsShown(column, rows)) return null;
    if (kind === 'text') return column.text === undefined ? holdsText(id, text) : null;
    if (!source.canFilter(id)) return null;
    if (kind === 'time') return span === null ? null : isInSpan(id, span);
    return number === null ? null : showsNumber(column, number, source.isWhole(id), first);
  };
  const asked: AskedColumn<Row>[] = [];
  let conditions = 0;
  for (const column of looked) {
    const condition = conditionOf(column);
    if (condition === null) continue;
    conditions += condition.startsWith('and(') ? 2 : 1;
    if (conditions > MOST_CONDITIONS) break;
    asked.push({ column, condition });
  }
  return asked;
}

/** What was looked in, in words; of figures there are many, and their headers are long. */
export function askedNames<Row>(asked: readonly AskedColumn<Row>[]): string[] {
  const isAny = (kind: ColumnKind) => asked.some(({ column }) => column.kind === kind);
  return [
    ...(isAny('number') ? ['numbers as shown'] : []),
    ...(isAny('time') ? ['times'] : []),
    ...asked.flatMap(({ column }) => (column.kind === 'text' ? [column.header] : [])),
  ];
}

/** "Stands before `row` in this order", in the same words. Missing values come last in both directions. */
export function standsBefore(row: object, order: Order): string {
  const values = row as Readonly<Record<string, unknown>>;
  const condition = order.reduceRight((rest, { column, direction }) => {
    const value: unknown = values[column] ?? null;
    const own = quoted(String(value));
    const ahead =
      value === null ? `${column}.not.is.null` : `${column}.${direction === 'desc' ? 'gt' : 'lt'}.${own}`;
    if (rest === '') return ahead;
    return `${ahead},and(${column}.${value === null ? 'is.null' : `eq.${own}`},or(${rest}))`;
  }, '');
  return `(${condition})`;
}
