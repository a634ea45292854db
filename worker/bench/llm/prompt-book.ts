import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import { monotonicMs } from '#worker/bench/clock.ts';
import type { OutgoingRequest } from '#worker/bench/http/client.ts';
import type { Prepared } from '#worker/bench/llm/prepare.ts';
import {
  createPromptsHash,
  planRequest,
  type PlannedRequest,
  type PromptKind,
} from '#worker/bench/llm/prompts.ts';
import { alignPrompts, type TokenCounter } from '#worker/bench/llm/tokenize.ts';

/** A request ready for the socket and the lengths that it asks for. */
export interface ReadyRequest {
  readonly outgoing: OutgoingRequest;
  readonly inputLen: number;
  readonly outputLen: number;
}

/** Memory for requests serialised before the run; what does not fit is made when it is its turn. */
const BOOK_LIMIT_BYTES = 64 * 1024 * 1024;
/** The same for warm-up requests, which end where measuring begins: one made in between would hold up the first sends. */
const WARMUP_LIMIT_BYTES = 16 * 1024 * 1024;
const BYTES_PER_TOKEN = 6;
const ALIGN_TIME_LIMIT_MS = 60_000;
/** Prompts made between two looks at the event loop, so that an interruption is heard while a large book is written. */
const PLAN_BATCH = 256;

/** The requests of a run, serialised ahead as far as memory allows. */
export class PromptBook {
  readonly #spec: BenchLlmSpec;
  readonly #prepared: Prepared;
  readonly #hash = createPromptsHash();
  readonly #ready: ReadyRequest[] = [];
  readonly #readyWarmups: ReadyRequest[] = [];

  private constructor(spec: BenchLlmSpec, prepared: Prepared) {
    this.#spec = spec;
    this.#prepared = prepared;
  }

  /** Plans the measured requests and, where the server counts tokens, aligns each to its exact length; throws the signal's reason. */
  static async create(
    spec: BenchLlmSpec,
    prepared: Prepared,
    counter: TokenCounter | null,
    signal: AbortSignal,
  ): Promise<PromptBook> {
    const book = new PromptBook(spec, prepared);
    const bytesEach = spec.input_len * BYTES_PER_TOKEN + 512;
    const count = Math.min(spec.num_requests, Math.ceil(BOOK_LIMIT_BYTES / bytesEach));
    // The last warm-up to complete finds the other slots at work on more of them.
    const warmups = Math.min(
      spec.num_warmups === 0 ? 0 : (spec.num_warmups ?? 2 * spec.concurrency) + spec.concurrency - 1,
      Math.ceil(WARMUP_LIMIT_BYTES / bytesEach),
    );
    for (let index = 0; index < warmups; index++) {
      if (index % PLAN_BATCH === 0) await nextTurn();
      signal.throwIfAborted();
      book.#readyWarmups.push(book.#makeWarmup(index));
    }
    const alignUntil = monotonicMs() + ALIGN_TIME_LIMIT_MS;
    for (let from = 0; from < count; from += PLAN_BATCH) {
      await nextTurn();
      signal.throwIfAborted();
      const batch = Array.from({ length: Math.min(PLAN_BATCH, count - from) }, (_, i) =>
        book.#plan('measured', from + i),
      );
      if (counter) await alignPrompts(batch, from, spec.seed, prepared.scale, counter, alignUntil);
      for (const request of batch) book.#write(request);
    }
    return book;
  }

  /** Measured request `index`, each to be asked for once and in order. */
  measured(index: number): ReadyRequest {
    const ready = this.#ready[index];
    if (ready) return ready;
    const request = this.#plan('measured', index);
    this.#hash.add(request);
    return this.#serialise(request, 'measured', index);
  }

  /** Warm-up request `index`: the same lengths, other words. */
  warmup(index: number): ReadyRequest {
    return this.#readyWarmups[index] ?? this.#makeWarmup(index);
  }

  /** Hex SHA-256 over the measured prompts made so far; call once, at the end. */
  digest(): string {
    return this.#hash.digest();
  }

  #makeWarmup(index: number): ReadyRequest {
    return this.#serialise(this.#plan('warmup', index), 'warmup', index);
  }

  #plan(kind: PromptKind, index: number): PlannedRequest {
    const { scale, costs } = this.#prepared;
    return planRequest(this.#spec, kind, index, scale, costs);
  }

  #write(request: PlannedRequest): void {
    this.#hash.add(request);
    this.#ready.push(this.#serialise(request, 'measured', this.#ready.length));
  }

  #serialise({ text, inputLen, outputLen }: PlannedRequest, kind: PromptKind, index: number): ReadyRequest {
    return {
      outgoing: this.#prepared.builder.build(text, outputLen, `${kind}-${this.#spec.seed}-${index}`),
      inputLen,
      outputLen,
    };
  }
}
