import type { ServerResponse } from 'node:http';
import type { Behaviour } from '../behaviour.ts';

/** Frames server-sent events in the shape asked for and writes each batch with one write, unless told to split it. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #behaviour: Behaviour;
  readonly #lineEnd: string;
  readonly #prefix: string;
  #events = 0;
  #pieces: Buffer[] = [];
  #isPumping = false;
  #isEnding = false;

  constructor(response: ServerResponse, behaviour: Behaviour) {
    this.#response = response;
    this.#behaviour = behaviour;
    this.#lineEnd = behaviour.crlf ? '\r\n' : '\n';
    this.#prefix = behaviour.space_after_data ? 'data: ' : 'data:';
  }

  /** Text of one event. */
  frame(data: string): string {
    const every = this.#behaviour.comment_every;
    const comment =
      every !== null && this.#events++ % every === 0 ? `: ping${this.#lineEnd}${this.#lineEnd}` : '';
    return `${comment}${this.#prefix}${data}${this.#lineEnd}${this.#lineEnd}`;
  }

  write(text: string): void {
    if (this.#behaviour.split_bytes === null) this.#response.write(text);
    else this.#split(text, this.#behaviour.split_bytes);
  }

  /** Writes the last text and ends the response after everything before it. */
  end(text: string): void {
    if (this.#behaviour.split_bytes === null) {
      this.#response.end(text);
      return;
    }
    this.#isEnding = true;
    this.#split(text, this.#behaviour.split_bytes);
  }

  #split(text: string, size: number): void {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) this.#pieces.push(bytes.subarray(at, at + size));
    if (!this.#isPumping) this.#pump();
  }

  #pump(): void {
    const piece = this.#pieces.shift();
    if (piece === undefined || this.#response.destroyed) {
      this.#isPumping = false;
      if (this.#isEnding) this.#response.end();
      return;
    }
    this.#isPumping = true;
    this.#response.write(piece);
    setImmediate(() => this.#pump());
  }
}
