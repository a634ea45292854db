import { open, stat, truncate, type FileHandle } from 'node:fs/promises';
import type { LogPosition } from './journal.ts';
import type { SecretMasker } from './secret-masker.ts';

const CHUNK_BYTES = 131_072;
/** The contract's limit of one chunk, in characters. */
const CHUNK_CHARACTERS = 262_144;
const CLOSING_BYTES = 16_384;

export interface LogChunk {
  readonly seq: number;
  readonly content: string;
}

export const LOG_START: LogPosition = { seq: 0, offset: 0, pending_to: null, uploaded: 0, closed: false };

/**
 * Cuts one log file into numbered chunks for the upload: at line ends where there are any, never inside a character or
 * a known secret, secrets masked. Past `limitBytes` the middle is left out; the last lines are sent when the file is final.
 */
export class LogUpload {
  readonly #path: string;
  readonly #masker: SecretMasker;
  readonly #limitBytes: number;
  #position: LogPosition;

  constructor(path: string, masker: SecretMasker, limitBytes: number, position: LogPosition = LOG_START) {
    this.#path = path;
    this.#masker = masker;
    this.#limitBytes = limitBytes;
    this.#position = position;
  }

  get position(): LogPosition {
    return this.#position;
  }

  /** The next chunk to send, or null when there is none yet. The same one until it is acknowledged. `isFinal`: nobody writes the file any more. */
  async next(isFinal: boolean): Promise<LogChunk | null> {
    if (this.#position.closed) return null;
    let file: FileHandle;
    try {
      file = await open(this.#path, 'r');
    } catch {
      return null;
    }
    try {
      const { size } = await file.stat();
      // Emptied by `trim` just before a crash: what is there now is all new.
      if (size < this.#position.offset) this.#position = { ...this.#position, offset: 0, pending_to: null };
      const from = this.#position.offset;
      if (this.#position.pending_to !== null)
        return this.#chunk(await readRange(file, from, this.#position.pending_to), 0);
      if (this.#position.uploaded >= this.#limitBytes)
        return isFinal ? await this.#closing(file, size) : null;
      const window = Math.min(CHUNK_BYTES, this.#limitBytes - this.#position.uploaded);
      const bytes = await readRange(file, from, Math.min(size, from + window + this.#masker.longest * 4));
      const to = from + this.#cut(bytes, window, isFinal && from + bytes.length >= size);
      if (to === from) return null;
      this.#position = { ...this.#position, pending_to: to };
      return this.#chunk(bytes.subarray(0, to - from), 0);
    } finally {
      await file.close();
    }
  }

  /** Takes the platform's word for what it expects next; `truncated` means that it stores no more of this stream. */
  acknowledge(nextSeq: number, truncated: boolean): void {
    const { pending_to, offset, seq, uploaded, closed } = this.#position;
    const isStored = pending_to !== null && nextSeq > seq;
    const to = isStored ? pending_to : offset;
    this.#position = {
      seq: nextSeq,
      offset: to,
      pending_to: isStored ? null : pending_to,
      uploaded: uploaded + Math.max(0, to - offset),
      closed: truncated || (closed && isStored),
    };
  }

  /** Gives up the pending chunk: the platform refuses its content for good. */
  skip(): void {
    const { pending_to, offset } = this.#position;
    this.#position = { ...this.#position, offset: pending_to ?? offset, pending_to: null };
  }

  /** Empties a file that grew past `limitBytes` and was read to its end; bounds the disk. True when it did. */
  async trim(limitBytes: number): Promise<boolean> {
    if (this.#position.pending_to !== null) return false;
    const size = await stat(this.#path).then(
      (s) => s.size,
      () => 0,
    );
    if (size <= limitBytes) return false;
    await truncate(this.#path, 0);
    this.#position = { ...this.#position, offset: 0 };
    return true;
  }

  /** The end of a file whose middle is left out, as one last chunk. */
  async #closing(file: FileHandle, size: number): Promise<LogChunk | null> {
    const { offset } = this.#position;
    if (size <= offset) return null;
    const from = Math.max(offset, size - CLOSING_BYTES);
    const bytes = await readRange(file, from, size);
    // Begin on a line, so that no secret is cut in two.
    const start = from === offset ? 0 : bytes.indexOf(0x0a) + 1;
    this.#position = { ...this.#position, offset: from + start, pending_to: size };
    return this.#chunk(bytes.subarray(start), from + start - offset);
  }

  #chunk(bytes: Buffer, leftOut: number): LogChunk {
    // PostgreSQL text cannot hold U+0000.
    const text = this.#masker.mask(bytes.toString('utf8')).replaceAll('\0', '\uFFFD');
    const note = leftOut > 0 ? `[${leftOut} bytes of this log were left out]\n` : '';
    return { seq: this.#position.seq, content: (note + text).slice(0, CHUNK_CHARACTERS) };
  }

  /** How many of the bytes make the next chunk. */
  #cut(bytes: Buffer, window: number, isEnd: boolean): number {
    if (isEnd && bytes.length <= window) return bytes.length;
    const lineEnd = bytes.lastIndexOf(0x0a, Math.min(window, bytes.length) - 1) + 1;
    if (lineEnd > 0) return lineEnd;
    // One line longer than the window: cut inside it, but only when what follows is known.
    if (bytes.length < window) return 0;
    return this.#cutLine(bytes, window);
  }

  #cutLine(bytes: Buffer, window: number): number {
    let cut = window;
    for (const secret of this.#masker.values) {
      const value = Buffer.from(secret);
      const found = bytes.indexOf(value, Math.max(0, cut - value.length + 1));
      if (found !== -1 && found < cut && found > 0) cut = found;
    }
    // 10xxxxxx is the inside of a UTF-8 character.
    while (cut > 1 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut -= 1;
    return cut;
  }
}

async function readRange(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, to - from));
  const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
  return buffer.subarray(0, bytesRead);
}
