import { open, type FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

const READ_BYTES = 65_536;
const LINE_LIMIT = 4096;
const KEPT_LINES = 50;

/**
 * Follows a file that another process appends to: hands out whole lines and remembers the last 50.
 * Lines are cut at 4,096 characters. A file that shrank was emptied by us: reading goes on at its start.
 */
export class FileTail {
  readonly #path: string;
  readonly #onLine: (line: string) => void;
  readonly #lines: string[] = [];
  readonly #buffer = Buffer.allocUnsafe(READ_BYTES);
  #decoder = new StringDecoder('utf8');
  #rest = '';
  #offset = 0;
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;

  constructor(path: string, onLine: (line: string) => void = () => undefined) {
    this.#path = path;
    this.#onLine = onLine;
  }

  start(intervalMs: number): void {
    this.#timer = setInterval(() => void this.read().catch(() => undefined), intervalMs);
  }

  /** Reads what is there by now. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.read().catch(() => undefined);
    await this.read().catch(() => undefined);
  }

  /** The last lines, oldest first, the unfinished one included. */
  lastLines(): string[] {
    return this.#rest === '' ? [...this.#lines] : [...this.#lines, this.#rest].slice(-KEPT_LINES);
  }

  async #read(): Promise<void> {
    let file: FileHandle;
    try {
      file = await open(this.#path, 'r');
    } catch {
      return;
    }
    try {
      if ((await file.stat()).size < this.#offset) {
        this.#offset = 0;
        this.#decoder = new StringDecoder('utf8');
      }
      for (;;) {
        const { bytesRead } = await file.read(this.#buffer, 0, READ_BYTES, this.#offset);
        if (bytesRead === 0) return;
        this.#offset += bytesRead;
        this.#take(this.#decoder.write(this.#buffer.subarray(0, bytesRead)));
      }
    } finally {
      await file.close();
    }
  }

  #take(text: string): void {
    const parts = (this.#rest + text).split('\n');
    this.#rest = (parts.pop() ?? '').slice(0, LINE_LIMIT);
    for (const part of parts) {
      const line = part.replace(/\r$/, '').slice(0, LINE_LIMIT);
      this.#lines.push(line);
      if (this.#lines.length > KEPT_LINES) this.#lines.shift();
      this.#onLine(line);
    }
  }
}
