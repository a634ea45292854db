export type SqlValue = string | number | boolean | null;

/**
 * A piece of SQL with its values apart. Pieces are made only by the functions of this file, and the only ones that
 * take text are `identifier` (quoted) and `catalogText` (from pg_catalog); so a client's text cannot become SQL.
 */
export class Fragment {
  /** SQL between the values: one longer than `values`. */
  readonly texts: readonly string[];
  readonly values: readonly SqlValue[];
  /** Makes the class nominal: an object of the same shape is no Fragment. */
  readonly #brand = true;

  constructor(texts: readonly string[], values: readonly SqlValue[]) {
    this.texts = texts;
    this.values = values;
  }

  static is(item: object): item is Fragment {
    return #brand in item && item.#brand;
  }
}

/** SQL of this program with other pieces inside; a plain string inside does not compile. */
export function sql(strings: TemplateStringsArray, ...pieces: readonly Fragment[]): Fragment {
  const whole = new Building(strings[0] ?? '');
  for (const [index, piece] of pieces.entries()) {
    whole.add(piece);
    whole.addText(strings[index + 1] ?? '');
  }
  return whole.toFragment();
}

/** Collects pieces in one pass: a statement of a request is made of hundreds. */
class Building {
  readonly #texts: string[];
  readonly #values: SqlValue[] = [];

  constructor(text: string) {
    this.#texts = [text];
  }

  addText(text: string): void {
    const last = this.#texts.length - 1;
    this.#texts[last] = `${this.#texts[last] ?? ''}${text}`;
  }

  add(piece: Fragment): void {
    this.addText(piece.texts[0] ?? '');
    for (let index = 1; index < piece.texts.length; index += 1) this.#texts.push(piece.texts[index] ?? '');
    this.#values.push(...piece.values);
  }

  toFragment(): Fragment {
    return new Fragment(this.#texts, this.#values);
  }
}

/** A value of a client: always a parameter. */
export function value(item: SqlValue): Fragment {
  return new Fragment(['', ''], [item]);
}

/** A name, quoted. */
export function identifier(...path: readonly string[]): Fragment {
  return new Fragment([path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')], []);
}

/**
 * A whole number in the SQL itself, for `limit`: under a limit that is a parameter the planner takes a tenth of all rows,
 * finds every plan made once for all too dear, and plans each request again (0.6 ms). Throws RangeError for anything else.
 */
export function wholeNumber(count: number): Fragment {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is no count of rows`);
  return new Fragment([String(count)], []);
}

/** A type as pg_catalog writes it. */
export function catalogText(text: string): Fragment {
  return new Fragment([text], []);
}

export function join(pieces: readonly Fragment[], separator: Fragment): Fragment {
  const whole = new Building('');
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) whole.add(separator);
    whole.add(piece);
  }
  return whole.toFragment();
}

export const EMPTY = new Fragment([''], []);

export interface Statement {
  readonly text: string;
  readonly params: readonly SqlValue[];
}

/** Numbers the parameters. */
export function compile(fragment: Fragment): Statement {
  const text = fragment.texts.reduce((whole, part, index) => `${whole}$${index}${part}`);
  return { text, params: fragment.values };
}
