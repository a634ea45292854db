import pg from 'pg';

export interface StepResult {
  readonly fields: readonly { readonly name: string; readonly oid: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Command tag such as `INSERT 0 1`. */
  readonly tag: string;
}

/** `pg` types it by an enum of built-in types; it takes any number and reads unknown types as text. */
const getTypeParser = pg.types.getTypeParser as (oid: number, format: 'text') => (value: string) => unknown;
const dateOid = 1082;
const keepText = (value: string): unknown => value;

/** Reads PostgreSQL's text of a type as `pg` does, for both engines; see `Queryable.query` for what comes out. */
function parserOf(oid: number): (value: string) => unknown {
  if (oid === dateOid) return keepText;
  return getTypeParser(oid, 'text');
}

/** Turns rows of text into objects by column name; of two columns of one name the later wins, as in `pg`. */
export function decodeRows<Row>(result: StepResult): Row[] {
  const columns = result.fields.map(({ name, oid }) => ({ name, parse: parserOf(oid) }));
  return result.rows.map((values) => {
    const row: Record<string, unknown> = {};
    columns.forEach(({ name, parse }, i) => {
      const text = values[i] ?? null;
      row[name] = text === null ? null : parse(text);
    });
    return row as Row;
  });
}
