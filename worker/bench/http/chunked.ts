/** Takes the bytes that were inside chunks. */
export interface ChunkSink {
  onBody: (buffer: Buffer, start: number, end: number) => void;
}

const CR = 13;
const LF = 10;
const SEMICOLON = 59;
/** Thirteen hex digits are 2^52, the last power of 16 where a number is exact. */
const SIZE_DIGITS_LIMIT = 13;

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/**
 * Removes the chunked transfer encoding (RFC 9112 section 7.1) from bytes cut anywhere: extensions and trailers are
 * skipped, bare LF line ends are taken. Throws Error on a malformed size or a chunk that does not end where it said.
 */
export class ChunkedDecoder {
  /** The last chunk and its trailers were read. */
  done = false;
  #state: 'size' | 'extension' | 'data' | 'data-end' | 'trailer-start' | 'trailer' = 'size';
  #size = 0;
  #digits = 0;

  /** Makes ready for another body. */
  reset(): void {
    this.done = false;
    this.#state = 'size';
    this.#size = 0;
    this.#digits = 0;
  }

  /** Takes bytes [start, end), hands the data in them to the sink, and returns the index after the last byte used. */
  push(buffer: Buffer, start: number, end: number, sink: ChunkSink): number {
    let at = start;
    while (at < end && !this.done) {
      if (this.#state === 'data') {
        const upTo = Math.min(end, at + this.#size);
        this.#size -= upTo - at;
        if (this.#size === 0) this.#state = 'data-end';
        const from = at;
        at = upTo;
        sink.onBody(buffer, from, upTo);
      } else this.#framing(buffer[at++] ?? 0);
    }
    return at;
  }

  #framing(byte: number): void {
    switch (this.#state) {
      case 'size': {
        const digit = hexDigit(byte);
        if (digit >= 0) {
          if (++this.#digits > SIZE_DIGITS_LIMIT) throw new Error('chunk size has too many digits');
          this.#size = this.#size * 16 + digit;
        } else if (byte === LF) this.#sizeDone();
        else if (this.#digits > 0 && (byte === SEMICOLON || byte === CR || byte === 32 || byte === 9))
          this.#state = 'extension';
        else throw new Error(`chunk size has byte 0x${byte.toString(16)}`);
        break;
      }
      case 'extension':
        if (byte === LF) this.#sizeDone();
        break;
      case 'data-end':
        if (byte === LF) this.#state = 'size';
        else if (byte !== CR) throw new Error('chunk is longer than its size');
        break;
      case 'trailer-start':
        if (byte === LF) this.done = true;
        else if (byte !== CR) this.#state = 'trailer';
        break;
      default:
        if (byte === LF) this.#state = 'trailer-start';
    }
  }

  #sizeDone(): void {
    if (this.#digits === 0) throw new Error('chunk without a size');
    this.#digits = 0;
    this.#state = this.#size === 0 ? 'trailer-start' : 'data';
  }
}
