import { dialectError } from '../errors.ts';

/** What PostgREST calls the parameters that it parses; all others are filters. */
const PARSED: Readonly<Record<string, string | undefined>> = {
  select: 'select parameter',
  order: 'order',
  columns: 'columns parameter',
  on_conflict: 'on_conflict parameter',
  and: 'logic tree',
  or: 'logic tree',
  'not.and': 'logic tree',
  'not.or': 'logic tree',
};

/** A position in one parameter's text, with the few readers that the dialect's grammar shares. */
export class Cursor {
  readonly #parameter: string;
  readonly #text: string;
  #at = 0;

  constructor(parameter: string, text: string) {
    this.#parameter = parameter;
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  peek(token: string): boolean {
    return this.#text.startsWith(token, this.#at);
  }

  take(token: string): boolean {
    if (!this.peek(token)) return false;
    this.#at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.take(token)) throw this.error(`"${token}" expected`);
  }

  skipSpaces(): void {
    while (this.peek(' ')) this.#at += 1;
  }

  /** Everything left. */
  rest(): string {
    const text = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    return text;
  }

  /** Up to, not including, the first of these characters, or the end. */
  until(stops: string): string {
    const from = this.#at;
    while (!this.isAtEnd && !stops.includes(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.slice(from, this.#at);
  }

  /** `"…"` with `\` escaping the next character; undefined, and no move, when there is no whole one here. */
  quoted(): string | undefined {
    if (!this.peek('"')) return undefined;
    let value = '';
    for (let at = this.#at + 1; at < this.#text.length; at += 1) {
      const character = this.#text.charAt(at);
      if (character === '"') {
        this.#at = at + 1;
        return value;
      }
      if (character === '\\') at += 1;
      value += this.#text.charAt(at);
    }
    return undefined;
  }

  /** `{…}` to its own closing bracket; quoted parts may hold brackets. Throws when it does not close. */
  bracketed(): string {
    const from = this.#at;
    let depth = 0;
    while (!this.isAtEnd) {
      if (this.quoted() !== undefined) continue;
      const character = this.#text.charAt(this.#at);
      this.#at += 1;
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      if (depth === 0) return this.#text.slice(from, this.#at);
    }
    throw this.error('"}" expected');
  }

  /** Runs `read`; goes back to where it was when that gives undefined. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const from = this.#at;
    const result = read();
    if (result === undefined) this.#at = from;
    return result;
  }

  /** A column or alias: quoted, or any characters that have no meaning in the grammar. */
  name(): string {
    this.skipSpaces();
    const quoted = this.quoted();
    if (quoted !== undefined) return this.#nonEmpty(quoted);
    const from = this.#at;
    while (!this.isAtEnd && !this.peek('->') && !'.,:()!"'.includes(this.#text.charAt(this.#at)))
      this.#at += 1;
    return this.#nonEmpty(this.#text.slice(from, this.#at).trim());
  }

  error(message: string): Error {
    return dialectError(
      'PGRST100',
      `"${this.#parameter}" cannot be read at character ${this.#at + 1}: ${message}.`,
      {
        details: { parameter: this.#parameter, position: this.#at + 1 },
        postgrest: {
          message: `"failed to parse ${PARSED[this.#parameter] ?? 'filter'} (${this.#text})" (line 1, column ${this.#at + 1})`,
          details: message,
        },
      },
    );
  }

  #nonEmpty(name: string): string {
    if (name === '') throw this.error('a column name expected');
    return name;
  }
}
