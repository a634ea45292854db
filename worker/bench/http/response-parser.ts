import { ChunkedDecoder } from '#worker/bench/http/chunked.ts';
import type { ResponseHead } from '#worker/bench/http/client.ts';

/** The server's bytes are not the HTTP/1.x that this client reads. */
export class HttpParseError extends Error {
  override readonly name = 'HttpParseError';
}

/** Where a parser puts what it finds. */
export interface ResponseSink {
  onHead: (head: ResponseHead) => void;
  onBody: (buffer: Buffer, start: number, end: number) => void;
}

const HEAD_LIMIT = 64 * 1024;
const BLANK_LINE = /\r?\n\r?\n/;

/** Splits a complete head into status and headers; throws HttpParseError on anything but HTTP/1.x. */
function parseHead(text: string): ResponseHead & { version: string } {
  const [statusLine = '', ...lines] = text.split(/\r?\n/);
  const match = /^HTTP\/(1\.[01]) (\d{3})(?: |$)/.exec(statusLine);
  if (!match) throw new HttpParseError(`not an HTTP/1.x answer: ${JSON.stringify(statusLine.slice(0, 80))}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return { version: match[1] ?? '', status: Number(match[2]), headers };
}

/**
 * Reads one HTTP/1.x response after another from bytes cut anywhere (RFC 9112 section 6): chunked, counted and
 * close-delimited bodies; skips 1xx answers. Made for answers to GET and POST (no HEAD, no upgrade).
 */
export class ResponseParser {
  /** The message is complete; further bytes belong to nobody. */
  complete = false;
  /** The connection may carry another request after this one. Known once the head was read. */
  keepAlive = false;
  #sink: ResponseSink;
  #phase: 'head' | 'chunked' | 'counted' | 'until-close' = 'head';
  #headText = '';
  #remaining = 0;
  #chunked = new ChunkedDecoder();

  constructor(sink: ResponseSink) {
    this.#sink = sink;
  }

  /** Makes ready for the next message on the connection. */
  reset(sink: ResponseSink): void {
    this.#sink = sink;
    this.#phase = 'head';
    this.#headText = '';
    this.complete = false;
    this.keepAlive = false;
  }

  /** Takes bytes [start, end) of a read; throws HttpParseError when they cannot be HTTP. */
  push(buffer: Buffer, start: number, end: number): void {
    let at = start;
    while (this.#phase === 'head' && !this.complete && at < end) at = this.#pushHead(buffer, at, end);
    if (this.complete) {
      // Bytes nobody asked for: the connection cannot be trusted with another request.
      if (at < end) this.keepAlive = false;
      return;
    }
    if (at >= end) return;
    if (this.#phase === 'chunked') {
      const used = this.#chunked.push(buffer, at, end, this.#sink);
      this.complete = this.#chunked.done;
      if (used < end) this.keepAlive = false;
    } else if (this.#phase === 'counted') {
      const upTo = Math.min(end, at + this.#remaining);
      this.#remaining -= upTo - at;
      this.complete = this.#remaining === 0;
      if (upTo < end) this.keepAlive = false;
      this.#sink.onBody(buffer, at, upTo);
    } else this.#sink.onBody(buffer, at, end);
  }

  /** The peer closed: true when that completes the message (it was delimited by the close). */
  close(): boolean {
    if (this.#phase === 'until-close') this.complete = true;
    return this.complete;
  }

  #pushHead(buffer: Buffer, start: number, end: number): number {
    const before = this.#headText.length;
    this.#headText += buffer.toString('latin1', start, end);
    const from = Math.max(0, before - 3);
    const match = BLANK_LINE.exec(from === 0 ? this.#headText : this.#headText.slice(from));
    if (!match) {
      if (this.#headText.length > HEAD_LIMIT) throw new HttpParseError('response head over 64 KiB');
      return end;
    }
    const headEnd = from + match.index + match[0].length;
    const head = parseHead(this.#headText.slice(0, from + match.index));
    this.#headText = '';
    if (head.status >= 200) this.#startBody(head);
    return start + headEnd - before;
  }

  #startBody(head: ResponseHead & { version: string }): void {
    const connection = head.headers.get('connection')?.toLowerCase() ?? '';
    this.keepAlive =
      head.version === '1.1' ? !connection.includes('close') : connection.includes('keep-alive');
    const transfer = head.headers.get('transfer-encoding')?.toLowerCase();
    const length = head.headers.get('content-length');
    if (head.status === 204 || head.status === 304) this.complete = true;
    else if (transfer?.split(',').at(-1)?.trim() === 'chunked') {
      this.#phase = 'chunked';
      this.#chunked.reset();
    } else if (length !== undefined && transfer === undefined) {
      if (!/^\d+$/.test(length)) throw new HttpParseError(`content-length ${JSON.stringify(length)}`);
      this.#phase = 'counted';
      this.#remaining = Number(length);
      this.complete = this.#remaining === 0;
    } else {
      this.#phase = 'until-close';
      this.keepAlive = false;
    }
    this.#sink.onHead(head);
  }
}
