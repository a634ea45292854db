import { errorMessage, readStreamEvent } from '#worker/bench/llm/stream-event.ts';
import type { Exchange, FailureKind, ResponseHead, ResponseObserver } from '#worker/bench/http/client.ts';
import { SseParser } from '#worker/bench/http/sse.ts';

/** Why a request ended; only `ok` is a success. */
export type Outcome =
  'ok' | 'error_http' | 'error_stream' | 'truncated' | 'timeout' | 'cancelled' | 'no_token' | 'error_connect';

/** Time limits of one request, milliseconds. */
export interface Timeouts {
  /** Until the request is on a connected socket. */
  readonly connectMs: number;
  /** From there to the first byte of the body. */
  readonly firstByteMs: number;
  /** Between two reads of the body. */
  readonly idleMs: number;
  readonly totalMs: number;
}

/** A stream that said `[DONE]` or failed gets this long to end its HTTP message before the connection is dropped. */
const CLOSE_GRACE_MS = 1000;
const ERROR_BODY_LIMIT = 4096;

/**
 * Watches one streamed completion from dispatch to end and holds its stamps and counts. All times are monotonic
 * milliseconds, 0 while they have not happened. A measurement is reused for request after request.
 *
 * The first token is the first event that carries at least one generated token of any channel; the last token is the
 * last such event, so neither a role chunk, a comment nor a trailing usage chunk moves a clock.
 */
export class StreamMeasurement implements ResponseObserver {
  dispatchedAt = 0;
  sentAt = 0;
  headAt = 0;
  firstByteAt = 0;
  firstTokenAt = 0;
  /** First token of the answer itself, when reasoning came before it. */
  firstContentAt = 0;
  lastTokenAt = 0;
  endAt = 0;
  status = 0;
  outcome: Outcome = 'ok';
  message = '';
  /** Seconds the server asked to wait (Retry-After), or 0. */
  retryAfterS = 0;
  /** Events that carried tokens; `arrivals` and `chunkTokens` hold that many entries. */
  chunks = 0;
  arrivals = new Float64Array(256);
  /** Tokens of each such event, -1 where the stream does not say. */
  chunkTokens = new Int32Array(256);
  /** Last totals of `usage`, -1 when the stream had none. */
  usageCompletionTokens = -1;
  usagePromptTokens = -1;
  #listedTokens = 0;
  #isListed = true;
  #isContinuousUsage = true;
  #sawDone = false;
  #finishReason: string | null = null;
  #isOver = true;
  #at = 0;
  #lastByteAt = 0;
  #graceFrom = 0;
  #body: 'events' | 'text' = 'events';
  #bodyText = '';
  #failure: Outcome | null = null;
  #isParserFinishing = false;
  #exchange: Exchange | null = null;
  readonly #parser: SseParser;
  readonly #onDone: (measurement: this) => void;

  /** `onDone` is called once for each request begun, when its outcome stands. */
  constructor(onDone: (measurement: StreamMeasurement) => void) {
    this.#onDone = onDone;
    this.#parser = new SseParser((name, data) => {
      this.#event(name, data);
    });
  }

  /** Clears the last request and starts watching the one that `send` hands to a client. */
  begin(atMs: number, send: (observer: ResponseObserver) => Exchange): void {
    this.dispatchedAt = atMs;
    this.sentAt =
      this.headAt =
      this.firstByteAt =
      this.firstTokenAt =
      this.firstContentAt =
      this.lastTokenAt =
      this.endAt =
        0;
    this.status = this.retryAfterS = this.chunks = 0;
    this.outcome = 'ok';
    this.message = this.#bodyText = '';
    this.usageCompletionTokens = this.usagePromptTokens = -1;
    this.#listedTokens = this.#lastByteAt = this.#graceFrom = 0;
    this.#isListed = this.#isContinuousUsage = true;
    this.#sawDone = this.#isOver = this.#isParserFinishing = false;
    this.#finishReason = this.#failure = null;
    this.#body = 'events';
    this.#parser.reset();
    this.#exchange = send(this);
  }

  onSent(atMs: number): void {
    this.sentAt = atMs;
  }

  onHead(head: ResponseHead, atMs: number): void {
    this.headAt = atMs;
    this.status = head.status;
    if (head.status !== 200) {
      this.#body = 'text';
      this.#failure = 'error_http';
      const retryAfter = Number(head.headers.get('retry-after'));
      if (retryAfter > 0) this.retryAfterS = retryAfter;
      return;
    }
    const encoding = head.headers.get('content-encoding')?.toLowerCase() ?? 'identity';
    if (encoding !== 'identity')
      this.#fail('error_stream', `compressed stream (${encoding}) although none was asked for`, atMs);
    else if (head.headers.get('content-type')?.includes('application/json') === true) {
      this.#body = 'text';
      this.#failure = 'error_stream';
    }
  }

  onBody(buffer: Buffer, start: number, end: number, atMs: number): void {
    if (this.firstByteAt === 0) this.firstByteAt = atMs;
    this.#lastByteAt = atMs;
    this.#at = atMs;
    if (this.#body === 'text') {
      if (this.#bodyText.length < ERROR_BODY_LIMIT)
        this.#bodyText += buffer.toString('utf8', start, Math.min(end, start + ERROR_BODY_LIMIT));
      return;
    }
    if (this.#sawDone || this.#failure !== null) return;
    try {
      this.#parser.push(buffer, start, end);
    } catch (error) {
      this.#fail('error_stream', error instanceof Error ? error.message : String(error), atMs);
    }
  }

  onEnd(atMs: number): void {
    this.#flush();
    if (this.#body === 'text') this.message = this.#textMessage();
    if (this.#failure !== null) this.#finish(this.#failure, atMs);
    else if (!this.#sawDone && this.#finishReason === null) {
      this.message =
        this.chunks === 0
          ? 'the stream ended without any token'
          : 'the stream ended without [DONE] or a finish_reason';
      this.#finish('truncated', atMs);
    } else this.#finishComplete(atMs);
  }

  onFailure(kind: FailureKind, message: string, atMs: number): void {
    this.#flush();
    if (this.#body === 'text') this.message = this.#textMessage();
    if (this.#failure !== null) this.#finish(this.#failure, atMs);
    else if (this.#sawDone) this.#finishComplete(atMs);
    else {
      this.message = message;
      this.#finish(
        kind === 'connect' ? 'error_connect' : kind === 'closed' ? 'truncated' : 'error_http',
        atMs,
      );
    }
  }

  /** Ends the request when a limit has passed; to be called a few times a second. */
  checkTimeouts(nowMs: number, limits: Timeouts): void {
    if (this.#isOver) return;
    if (this.#graceFrom > 0) {
      if (nowMs - this.#graceFrom < CLOSE_GRACE_MS) return;
      this.#exchange?.abort();
      if (this.#failure !== null) this.#finish(this.#failure, nowMs);
      else this.#finishComplete(nowMs);
      return;
    }
    const passed = this.#passedLimit(nowMs, limits);
    if (passed === null) return;
    this.#exchange?.abort();
    this.message = `${passed} timeout`;
    this.#finish('timeout', nowMs);
  }

  /** Drops the request, if one is under way. */
  cancel(nowMs: number): void {
    if (this.#isOver) return;
    this.#exchange?.abort();
    this.message = 'cancelled';
    this.#finish('cancelled', nowMs);
  }

  /** Generated tokens: `usage` first, else what the events list, else one for each event. */
  get outputTokens(): number {
    if (this.usageCompletionTokens > 0) return this.usageCompletionTokens;
    return this.#isListed ? this.#listedTokens : this.chunks;
  }

  /** True when `outputTokens` is the server's own total. */
  get isUsageKnown(): boolean {
    return this.usageCompletionTokens > 0;
  }

  /** The stream contradicts its own total: more events with tokens than tokens, or another number listed. */
  get isCountMismatch(): boolean {
    if (this.usageCompletionTokens < 0) return false;
    if (this.usageCompletionTokens < this.chunks) return true;
    return this.#isListed && this.chunks > 0 && this.#listedTokens !== this.usageCompletionTokens;
  }

  /**
   * Makes `chunkTokens` the number of tokens of each event and says whether those are known: by running usage, by
   * listed tokens, or because there are exactly as many events as tokens. Otherwise the total is spread evenly.
   */
  resolveChunkTokens(): boolean {
    const total = this.outputTokens;
    if (this.#isContinuousUsage || this.#isListed) {
      let sum = 0;
      for (let i = 0; i < this.chunks; i++) sum += this.chunkTokens[i] ?? 0;
      if (sum === total) return true;
    }
    const isOneEach = this.isUsageKnown && total === this.chunks;
    let given = 0;
    for (let i = 0; i < this.chunks; i++) {
      const upTo = Math.round((total * (i + 1)) / this.chunks);
      this.chunkTokens[i] = upTo - given;
      given = upTo;
    }
    return isOneEach;
  }

  #event(name: string, data: string): void {
    if (this.#sawDone || this.#failure !== null) return;
    if (data.trim() === '[DONE]') {
      this.#sawDone = true;
      this.#graceFrom = this.#at;
      return;
    }
    let facts;
    try {
      facts = readStreamEvent(name, data);
    } catch {
      // A half event at the end is a cut stream, which onEnd or onFailure reports as such.
      if (!this.#isParserFinishing)
        this.#fail('error_stream', `event is not JSON: ${data.slice(0, 200)}`, this.#at);
      return;
    }
    if (facts.promptTokens >= 0) this.usagePromptTokens = facts.promptTokens;
    const before = Math.max(0, this.usageCompletionTokens);
    if (facts.completionTokens >= 0) this.usageCompletionTokens = facts.completionTokens;
    if (facts.error !== null) {
      this.#fail('error_stream', facts.error, this.#at);
      return;
    }
    if (facts.finishReason !== null) this.#finishReason = facts.finishReason;
    if (!facts.hasChoices) return;
    const grown =
      facts.completionTokens >= 0 && this.#isContinuousUsage ? facts.completionTokens - before : -1;
    // A token may have no text of its own (half a character, end of sequence): the running total shows it.
    if (facts.hasText || grown > 0 || facts.listedTokens > 0)
      this.#tokens(grown, facts.listedTokens, facts.hasContent);
  }

  #tokens(grown: number, listed: number, hasContent: boolean): void {
    if (grown < 0) this.#isContinuousUsage = false;
    if (listed < 0) this.#isListed = false;
    else this.#listedTokens += listed;
    if (this.chunks === this.arrivals.length) this.#grow();
    this.arrivals[this.chunks] = this.#at;
    this.chunkTokens[this.chunks] = grown >= 0 ? grown : listed;
    this.chunks++;
    if (this.firstTokenAt === 0) this.firstTokenAt = this.#at;
    if (hasContent && this.firstContentAt === 0) this.firstContentAt = this.#at;
    this.lastTokenAt = this.#at;
  }

  #grow(): void {
    const arrivals = new Float64Array(this.chunks * 2);
    arrivals.set(this.arrivals);
    this.arrivals = arrivals;
    const tokens = new Int32Array(this.chunks * 2);
    tokens.set(this.chunkTokens);
    this.chunkTokens = tokens;
  }

  #flush(): void {
    if (this.#body === 'text' || this.#sawDone || this.#failure !== null) return;
    this.#isParserFinishing = true;
    this.#parser.finish();
  }

  #textMessage(): string {
    const prefix = this.status === 200 ? 'the answer is not a stream' : `HTTP ${this.status}`;
    let text = this.#bodyText.trim().slice(0, 500);
    try {
      const body: unknown = JSON.parse(this.#bodyText);
      if (typeof body === 'object' && body !== null)
        text = errorMessage('error' in body ? body.error : body).slice(0, 500);
    } catch {
      // Not JSON: the text itself is the message.
    }
    return text === '' ? prefix : `${prefix}: ${text}`;
  }

  #fail(outcome: Outcome, message: string, atMs: number): void {
    this.#failure = outcome;
    this.message = message.slice(0, 500);
    this.#graceFrom = atMs;
  }

  #passedLimit(nowMs: number, limits: Timeouts): string | null {
    if (nowMs - this.dispatchedAt > limits.totalMs) return 'total';
    if (this.sentAt === 0) return nowMs - this.dispatchedAt > limits.connectMs ? 'connect' : null;
    if (this.firstByteAt === 0) return nowMs - this.sentAt > limits.firstByteMs ? 'first byte' : null;
    return nowMs - this.#lastByteAt > limits.idleMs ? 'idle' : null;
  }

  #finishComplete(atMs: number): void {
    if (this.chunks === 0) this.message = 'the stream completed without any token';
    this.#finish(this.chunks === 0 ? 'no_token' : 'ok', atMs);
  }

  #finish(outcome: Outcome, atMs: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#exchange = null;
    this.outcome = outcome;
    this.endAt = atMs;
    this.#onDone(this);
  }
}
