import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import { monotonicMs } from '#worker/bench/clock.ts';
import type { HttpClient } from '#worker/bench/http/client.ts';
import { Collector } from '#worker/bench/llm/collector.ts';
import { StreamMeasurement } from '#worker/bench/llm/measure.ts';
import { Occupancy } from '#worker/bench/llm/occupancy.ts';
import { timeoutsOf } from '#worker/bench/llm/prepare.ts';
import type { PromptBook, ReadyRequest } from '#worker/bench/llm/prompt-book.ts';
import { SelfMonitor, type SelfCheckReadings } from '#worker/bench/llm/self-check.ts';

/** Where the run is. */
export interface LoopProgress {
  readonly phase: 'warming' | 'measuring';
  readonly done: number;
  readonly total: number;
}

/** What the loop leaves behind. Stamps are monotonic milliseconds. */
export interface LoopRecord {
  readonly collector: Collector;
  readonly readings: SelfCheckReadings;
  readonly windowFrom: number;
  /** When the last measured request ended. */
  readonly windowTo: number;
  readonly measuredSent: number;
  readonly warmupsSent: number;
  readonly maxInFlight: number;
  /** Mean number of requests in flight over the window. */
  readonly concurrencyMean: number | null;
  /** From when to when at least 95 % of the slots were at work inside the window; null when never. */
  readonly plateau: { readonly from: number; readonly to: number } | null;
  /** Why the loop stopped before its time, else null. */
  readonly stopped: string | null;
}

/** Where the loop looks and whom it tells. */
export interface LoopOptions {
  readonly client: HttpClient;
  readonly spec: BenchLlmSpec;
  readonly book: PromptBook;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: LoopProgress) => void;
  /** Called when half of the measured requests have ended. */
  readonly onHalfway?: () => void;
  /** What is still running this long after `max_duration_s` is cancelled; DRAIN_LIMIT_MS when absent. */
  readonly drainLimitMs?: number;
  /** Sees every measured request as it ends, before its buffers are used again; for tests of accuracy. */
  readonly onMeasured?: (request: StreamMeasurement, index: number) => void;
}

/** Sending in one turn of the event loop ends after this long, so that arrivals are stamped in between. */
const SEND_SLICE_MS = 0.5;
const SWEEP_MS = 50;
const PROGRESS_MS = 1000;
const FAILURE_PAUSE_MS = 100;
/** A benchmark does not wait out a long Retry-After; the answer is counted as failed either way. */
const RETRY_AFTER_LIMIT_MS = 5000;
/** Long enough for the answers of nearly every model; what takes longer counts as failed. */
const DRAIN_LIMIT_MS = 30_000;
const PLATEAU_SHARE = 0.95;

interface Slot {
  readonly measurement: StreamMeasurement;
  request: ReadyRequest | null;
  isMeasured: boolean;
  index: number;
  freeAt: number;
}

/** Runs the closed loop of a spec to its end; rejects only when `signal` aborts. */
export function runClosedLoop(options: LoopOptions): Promise<LoopRecord> {
  return new Promise((resolve, reject) => {
    new ClosedLoop(options, resolve, reject).start();
  });
}

/**
 * A fixed number of slots, each sending its next request as soon as the last has ended. The window opens when the
 * warm-up count has completed, while the other slots go on: what they have under way is handed over, not drained.
 */
class ClosedLoop {
  readonly #options: LoopOptions;
  readonly #resolve: (record: LoopRecord) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #warmups: number;
  readonly #slots: Slot[];
  #ready: Slot[] = [];
  #isPumping = false;
  /** Spent on sending in this turn of the event loop. */
  #sendMs = 0;
  #isTurnWatched = false;
  #isClosing = false;
  #isOver = false;
  #timers: NodeJS.Timeout[] = [];
  #pauses = new Set<NodeJS.Timeout>();
  #collector: Collector | null = null;
  #monitor: SelfMonitor | null = null;
  #windowFrom = 0;
  #windowTo = 0;
  #warmupsSent = 0;
  #warmupsDone = 0;
  #measuredSent = 0;
  #measuredDone = 0;
  #active = 0;
  readonly #occupancy: Occupancy;
  #failuresInRow = 0;
  #stopped: string | null = null;

  constructor(
    options: LoopOptions,
    resolve: (record: LoopRecord) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    const { concurrency, num_requests, num_warmups } = options.spec;
    this.#warmups = num_warmups ?? 2 * concurrency;
    this.#occupancy = new Occupancy(Math.ceil(PLATEAU_SHARE * concurrency));
    this.#slots = Array.from({ length: Math.min(concurrency, this.#warmups + num_requests) }, () =>
      this.#createSlot(),
    );
  }

  start(): void {
    const { signal } = this.#options;
    if (signal.aborted) {
      this.#reject(signal.reason);
      return;
    }
    signal.addEventListener('abort', this.#onAbort, { once: true });
    const limits = timeoutsOf(this.#options.spec);
    this.#timers.push(
      setInterval(() => {
        const now = monotonicMs();
        for (const { measurement } of this.#slots) measurement.checkTimeouts(now, limits);
        this.#checkDuration(now);
      }, SWEEP_MS),
      setInterval(() => {
        this.#report();
      }, PROGRESS_MS),
    );
    if (this.#warmups === 0) this.#openWindow(monotonicMs());
    this.#report();
    this.#ready.push(...this.#slots);
    this.#active = this.#slots.length;
    this.#schedule();
  }

  #createSlot(): Slot {
    const slot: Slot = {
      measurement: new StreamMeasurement(() => {
        this.#ended(slot);
      }),
      request: null,
      isMeasured: false,
      index: 0,
      freeAt: 0,
    };
    return slot;
  }

  #schedule(): void {
    if (this.#isPumping || this.#isOver || this.#ready.length === 0) return;
    this.#isPumping = true;
    const pump = (): void => {
      this.#isPumping = false;
      this.#pump();
    };
    // Right after the read that freed the slot, before the next socket is read: what is put off to the end of the turn
    // is late by all of that turn, and by any time in which another program has the core.
    if (this.#sendMs < SEND_SLICE_MS) process.nextTick(pump);
    else setImmediate(pump);
  }

  #pump(): void {
    const startedAt = monotonicMs();
    let taken = 0;
    const ready = this.#ready;
    this.#ready = [];
    while (taken < ready.length && !this.#isOver) {
      const slot = ready[taken++];
      if (slot) this.#next(slot);
      if (this.#sendMs + monotonicMs() - startedAt > SEND_SLICE_MS) break;
    }
    this.#ready = taken < ready.length ? [...ready.slice(taken), ...this.#ready] : this.#ready;
    this.#spend(monotonicMs() - startedAt);
    this.#schedule();
  }

  /** Takes time off what this turn of the event loop has for sending. */
  #spend(ms: number): void {
    this.#sendMs += ms;
    if (this.#isTurnWatched) return;
    this.#isTurnWatched = true;
    setImmediate(() => {
      this.#isTurnWatched = false;
      this.#sendMs = 0;
    });
  }

  #next(slot: Slot): void {
    if (
      this.#isClosing ||
      (this.#collector !== null && this.#measuredSent === this.#options.spec.num_requests)
    ) {
      this.#retire();
      return;
    }
    slot.isMeasured = this.#collector !== null;
    slot.index = slot.isMeasured ? this.#measuredSent++ : this.#warmupsSent++;
    const request = slot.isMeasured
      ? this.#options.book.measured(slot.index)
      : this.#options.book.warmup(slot.index);
    slot.request = request;
    const now = monotonicMs();
    // A slot's first request follows on nothing, so it cannot be late.
    if (slot.freeAt === 0) this.#occupancy.slotStarted(now);
    else if (slot.isMeasured) this.#monitor?.addSendLateness(now - slot.freeAt);
    this.#occupancy.change(1, now);
    slot.measurement.begin(now, (observer) => this.#options.client.send(request.outgoing, observer));
  }

  #ended(slot: Slot): void {
    const { measurement, request } = slot;
    const now = measurement.endAt;
    this.#occupancy.change(-1, now);
    slot.freeAt = now;
    if (slot.isMeasured) {
      if (++this.#measuredDone === Math.ceil(this.#options.spec.num_requests / 2))
        this.#options.onHalfway?.();
      this.#collector?.addMeasured(measurement, request?.inputLen ?? 0, request?.outputLen ?? 0);
      this.#options.onMeasured?.(measurement, slot.index);
      this.#windowTo = Math.max(this.#windowTo, now);
      this.#occupancy.extendWindow(now);
    } else {
      this.#collector?.addHandedOver(measurement, request?.inputLen ?? 0);
      if (++this.#warmupsDone === this.#warmups) this.#openWindow(now);
    }
    slot.request = null;
    // Requests that the loop itself ended say nothing about the server.
    if (measurement.outcome !== 'cancelled')
      this.#failuresInRow = measurement.outcome === 'ok' ? 0 : this.#failuresInRow + 1;
    if (this.#failuresInRow >= Math.max(20, 2 * this.#options.spec.concurrency)) {
      this.#stopped ??= `${this.#failuresInRow} requests in a row failed, the last with ${measurement.outcome}: ${measurement.message}`;
      this.#isClosing = true;
    }
    this.#resume(slot);
  }

  #resume(slot: Slot): void {
    if (this.#isOver) return;
    const { outcome, retryAfterS } = slot.measurement;
    const pauseMs =
      outcome === 'ok' || this.#isClosing
        ? 0
        : Math.min(Math.max(retryAfterS * 1000, FAILURE_PAUSE_MS), RETRY_AFTER_LIMIT_MS);
    const free = (): void => {
      this.#ready.push(slot);
      this.#schedule();
    };
    if (pauseMs === 0) {
      free();
      return;
    }
    const timer = setTimeout(() => {
      this.#pauses.delete(timer);
      slot.freeAt = monotonicMs();
      free();
    }, pauseMs);
    this.#pauses.add(timer);
  }

  #retire(): void {
    this.#active--;
    this.#occupancy.slotRetired(monotonicMs());
    if (this.#active === 0) this.#complete();
  }

  #openWindow(now: number): void {
    this.#windowFrom = now;
    this.#windowTo = now;
    this.#occupancy.openWindow(now);
    this.#collector = new Collector(now, this.#options.spec.goodput, this.#options.spec.save_detailed);
    this.#monitor = new SelfMonitor();
    this.#report();
  }

  #checkDuration(now: number): void {
    const limit = this.#options.spec.max_duration_s;
    if (limit === null || this.#collector === null) return;
    const over = now - this.#windowFrom - limit * 1000;
    if (over < 0) return;
    this.#isClosing = true;
    if (over > (this.#options.drainLimitMs ?? DRAIN_LIMIT_MS))
      for (const { measurement } of this.#slots) measurement.cancel(now);
  }

  #report(): void {
    const { spec, onProgress } = this.#options;
    if (this.#collector === null)
      onProgress?.({ phase: 'warming', done: this.#warmupsDone, total: this.#warmups });
    else onProgress?.({ phase: 'measuring', done: this.#measuredDone, total: spec.num_requests });
  }

  readonly #onAbort = (): void => {
    if (this.#isOver) return;
    this.#dispose();
    const now = monotonicMs();
    for (const { measurement } of this.#slots) measurement.cancel(now);
    this.#reject(this.#options.signal.reason);
  };

  #dispose(): void {
    this.#isOver = true;
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    for (const timer of this.#timers) clearInterval(timer);
    for (const timer of this.#pauses) clearTimeout(timer);
  }

  #complete(): void {
    if (this.#isOver) return;
    this.#dispose();
    this.#report();
    // Stopped inside the warm-up: an empty window, so that the failure can still be reported.
    if (this.#collector === null) this.#openWindow(monotonicMs());
    const collector = this.#collector ?? new Collector(this.#windowFrom, null, false);
    this.#resolve({
      collector,
      readings: (this.#monitor ?? new SelfMonitor()).stop(),
      windowFrom: this.#windowFrom,
      windowTo: this.#windowTo,
      measuredSent: this.#measuredSent,
      warmupsSent: this.#warmupsSent,
      maxInFlight: this.#occupancy.max,
      concurrencyMean: this.#occupancy.mean(),
      plateau: this.#occupancy.plateau(),
      stopped: this.#stopped,
    });
  }
}
