import type { Step } from './session.ts';
import type { StatementCache } from './statement-cache.ts';

/** Message types of the frontend: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const PARSE = 0x50;
const BIND = 0x42;
const DESCRIBE = 0x44;
const EXECUTE = 0x45;
const CLOSE = 0x43;
const SYNC = 0x53;
const STATEMENT = 0x53;
const PORTAL = 0x50;

/**
 * The steps as one run of bytes with one Sync, for both engines. One buffer: a buffer per message made the system call
 * that sends them a third of a read's time in Node. `cache` says which statements the session has prepared already.
 * Throws RangeError for a text with a NUL, which the protocol cannot carry.
 */
export function encodePipeline(steps: readonly Step[], cache: StatementCache): Buffer {
  writer.clear();
  for (const { text, values, rows, reuse } of steps) {
    const plan = reuse ? cache.plan(text) : { name: '', parse: true, close: [] };
    for (const name of plan.close) writer.begin(CLOSE).byte(STATEMENT).cString(name).end();
    // No types: the server infers them.
    if (plan.parse) writer.begin(PARSE).cString(plan.name).cString(text).int16(0).end();
    // The unnamed portal, every value as text, every column as text.
    writer.begin(BIND).cString('').cString(plan.name).int16(0).int16(values.length);
    for (const value of values) writer.value(value);
    writer.int16(0).end();
    if (rows) writer.begin(DESCRIBE).byte(PORTAL).cString('').end();
    // All rows.
    writer.begin(EXECUTE).cString('').int32(0).end();
  }
  writer.begin(SYNC).end();
  return writer.take();
}

const USUAL_BYTES = 16_384;

/** Used again for every pipeline: an encoding never waits in between. */
class MessageWriter {
  #bytes = Buffer.allocUnsafe(USUAL_BYTES);
  #at = 0;
  #lengthAt = 0;

  clear(): void {
    this.#at = 0;
  }

  /** A message's type and room for its length. */
  begin(type: number): this {
    this.byte(type);
    this.#lengthAt = this.#at;
    return this.int32(0);
  }

  /** The length counts itself, not the type before it. */
  end(): void {
    this.#bytes.writeInt32BE(this.#at - this.#lengthAt, this.#lengthAt);
  }

  byte(value: number): this {
    this.#reserve(1);
    this.#bytes[this.#at++] = value;
    return this;
  }

  int16(value: number): this {
    this.#reserve(2);
    // Unsigned: a statement may have up to 65,535 values.
    this.#at = this.#bytes.writeUInt16BE(value, this.#at);
    return this;
  }

  int32(value: number): this {
    this.#reserve(4);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
    return this;
  }

  cString(text: string): this {
    if (text.includes('\0')) throw new RangeError('a statement or its name holds a NUL');
    this.#utf8(text);
    return this.byte(0);
  }

  value(text: string | null): this {
    if (text === null) return this.int32(-1);
    this.int32(0);
    const start = this.#at;
    this.#utf8(text);
    this.#bytes.writeInt32BE(this.#at - start, start - 4);
    return this;
  }

  /** What was written; the writer does not keep the room that an unusually long one took. */
  take(): Buffer {
    const written = this.#bytes.subarray(0, this.#at);
    if (this.#bytes.length <= USUAL_BYTES) return Buffer.from(written);
    this.#bytes = Buffer.allocUnsafe(USUAL_BYTES);
    return written;
  }

  #utf8(text: string): void {
    this.#reserve(text.length < 1_000 ? text.length * 3 : Buffer.byteLength(text));
    this.#at += this.#bytes.write(text, this.#at, 'utf8');
  }

  #reserve(count: number): void {
    if (this.#at + count <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + count));
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
  }
}

const writer = new MessageWriter();
