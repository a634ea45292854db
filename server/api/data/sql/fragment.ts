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

  /** Appends without nesting, so that compiling is one pass. */
  concat(other: Fragment): Fragment {
    const [first = '', ...rest] = other.texts;
    const head = this.texts.slice(0, -1);
    return new Fragment(
      [...head, `${this.texts.at(-1) ?? ''}${first}`, ...rest],
      [...this.values, ...other.values],
    );
  }

  static is(item: object): item is Fragment {
    return #brand in item && item.#brand;
  }
}

/** SQL of this program with other pieces inside; a plain string inside does not compile. */
export function sql(strings: TemplateStringsArray, ...pieces: readonly Fragment[]): Fragment {
  return pieces.reduce(
    (whole, piece, index) => whole.concat(piece).concat(new Fragment([strings[index + 1] ?? ''], [])),
    new Fragment([strings[0] ?? ''], []),
  );
}

/** A value of a client: always a parameter. */
export function value(item: SqlValue): Fragment {
  return new Fragment(['', ''], [item]);
}

/** A name, quoted. */
export function identifier(...path: readonly string[]): Fragment {
  return new Fragment([path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')], []);
}

/** A type as pg_catalog writes it. */
export function catalogText(text: string): Fragment {
  return new Fragment([text], []);
}

export function join(pieces: readonly Fragment[], separator: Fragment): Fragment {
  return pieces.reduce(
    (whole, piece, index) => (index === 0 ? piece : whole.concat(separator).concat(piece)),
    EMPTY,
  );
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
