/** Takes one event: its name (`message` when it has none) and its data lines joined by LF. */
export type EventSink = (name: string, data: string) => void;

const LF = 10;
const CR = 13;
/** A single event larger than this is not a token stream; it would only fill memory. */
const EVENT_LIMIT = 16 * 1024 * 1024;

/**
 * Reads server-sent events (WHATWG HTML, section 9.2) from bytes cut anywhere. Bytes are kept until a line is
 * complete and only then decoded, so that no UTF-8 character is split. CR, LF and CRLF end lines; a byte order mark,
 * comments, `id` and `retry` are skipped. Unlike a browser, `finish` delivers an event that lacks its blank line, and
 * a field `error` (llama.cpp) is an event of that name. Throws Error when one event passes 16 MiB.
 */
export class SseParser {
  readonly #sink: EventSink;
  #carry = Buffer.alloc(0);
  #carried = 0;
  /** The last byte was a CR that ended a line: an LF right after it belongs to it. */
  #afterCr = false;
  #firstLine = true;
  #name = '';
  #data: string | null = null;

  constructor(sink: EventSink) {
    this.#sink = sink;
  }

  /** Makes ready for another stream. */
  reset(): void {
    this.#carried = 0;
    this.#afterCr = false;
    this.#firstLine = true;
    this.#name = '';
    this.#data = null;
  }

  /** Takes bytes [start, end) and hands every event that they complete to the sink. */
  push(buffer: Buffer, start: number, end: number): void {
    let lineStart = start;
    if (this.#afterCr && start < end) {
      this.#afterCr = false;
      if (buffer[start] === LF) lineStart++;
    }
    let lineEnd = lineEndIndex(buffer, lineStart, end);
    while (lineEnd < end) {
      this.#line(buffer, lineStart, lineEnd);
      lineStart = lineEnd + 1;
      if (buffer[lineEnd] === CR) {
        if (lineStart === end) this.#afterCr = true;
        else if (buffer[lineStart] === LF) lineStart++;
      }
      lineEnd = lineEndIndex(buffer, lineStart, end);
    }
    if (lineStart < end) this.#keep(buffer, lineStart, end);
  }

  /** The stream ended: delivers what is pending even without its blank line. */
  finish(): void {
    if (this.#carried > 0) this.#line(this.#carry, 0, 0);
    this.#dispatch();
  }

  #keep(buffer: Buffer, start: number, end: number): void {
    const needed = this.#carried + end - start;
    if (needed > EVENT_LIMIT) throw new Error('event stream has a line over 16 MiB');
    if (needed > this.#carry.length) {
      const larger = Buffer.allocUnsafe(Math.max(1024, needed * 2));
      this.#carry.copy(larger, 0, 0, this.#carried);
      this.#carry = larger;
    }
    buffer.copy(this.#carry, this.#carried, start, end);
    this.#carried = needed;
  }

  #line(buffer: Buffer, start: number, end: number): void {
    let text: string;
    if (this.#carried > 0) {
      this.#keep(buffer, start, end);
      text = this.#carry.toString('utf8', 0, this.#carried);
      this.#carried = 0;
    } else if (start === end) {
      this.#firstLine = false;
      this.#dispatch();
      return;
    } else text = buffer.toString('utf8', start, end);
    if (this.#firstLine) {
      this.#firstLine = false;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    if (text === '') this.#dispatch();
    else this.#field(text);
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') this.#addData(value);
    else if (name === 'event') this.#name = value;
    else if (name === 'error') {
      this.#name = 'error';
      this.#addData(value);
    }
  }

  #addData(value: string): void {
    this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
    if (this.#data.length > EVENT_LIMIT) throw new Error('event stream has an event over 16 MiB');
  }

  #dispatch(): void {
    const data = this.#data;
    const name = this.#name;
    this.#data = null;
    this.#name = '';
    if (data !== null) this.#sink(name === '' ? 'message' : name, data);
  }
}

/**
 * First CR or LF in [start, end), or `end`. A plain loop: `indexOf` knows no end and would search through the whole
 * 64 KiB read buffer behind a 200-byte read.
 */
function lineEndIndex(buffer: Buffer, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = buffer[at];
    if (byte === LF || byte === CR) return at;
  }
  return end;
}
