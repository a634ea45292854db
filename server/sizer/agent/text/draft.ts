/** Where in the person's message something stands. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Marks text that was read already: no pattern reaches across it. */
export const TAKEN = ' ¦ ';

/**
 * A message on its way from what was typed to what the readers understand. Every rewriting keeps, letter by letter, where in
 * the original it came from, so that each value read can show its words.
 */
export class Draft {
  readonly original: string;
  value: string;
  #starts: number[];
  #ends: number[];

  constructor(original: string) {
    this.original = original;
    this.value = original;
    this.#starts = Array.from({ length: original.length }, (_, index) => index);
    this.#ends = Array.from({ length: original.length }, (_, index) => index + 1);
  }

  /** The original words behind a stretch of the current value. */
  span(start: number, end: number): Span {
    const from = this.#starts[start] ?? 0;
    const to = this.#ends[Math.max(start, end - 1)] ?? this.original.length;
    return { start: from, end: to, text: this.original.slice(from, to).trim() };
  }

  /** Rewrites every match; null leaves a match as it is. The pattern needs the `g` flag. */
  rewrite(pattern: RegExp, replace: (match: RegExpExecArray, span: Span) => string | null): void {
    let value = '';
    const starts: number[] = [];
    const ends: number[] = [];
    let at = 0;
    const keep = (from: number, to: number) => {
      value += this.value.slice(from, to);
      for (let index = from; index < to; index++) {
        starts.push(this.#starts[index] ?? 0);
        ends.push(this.#ends[index] ?? 0);
      }
    };
    for (const match of matchesOf(pattern, this.value)) {
      const end = match.index + match[0].length;
      const span = this.span(match.index, end);
      const text = match[0] === '' ? null : replace(match, span);
      if (text === null) continue;
      keep(at, match.index);
      value += text;
      for (let index = 0; index < text.length; index++) {
        starts.push(span.start);
        ends.push(span.end);
      }
      at = end;
    }
    if (at === 0 && value === '') return;
    keep(at, this.value.length);
    this.value = value;
    this.#starts = starts;
    this.#ends = ends;
  }

  /** Reads every match and takes it out, unless `read` says false. */
  take(pattern: RegExp, read: (match: RegExpExecArray, span: Span) => unknown): void {
    this.rewrite(pattern, (match, span) => (read(match, span) === false ? null : TAKEN));
  }
}

/** Every match of a pattern with the `g` flag. `matchAll` would compile the pattern anew at each call, which took a tenth of a turn. */
function matchesOf(pattern: RegExp, text: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    // An empty match would be found again and again; a step over a pair of surrogates is two units.
    if (match[0] === '')
      pattern.lastIndex = match.index + ((text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1);
  }
  pattern.lastIndex = 0;
  return found;
}
