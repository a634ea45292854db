import { createRandom } from '#lib/random.ts';
import type { Scheduler, Sequence, Step } from './scheduler.ts';
import type { StepTimeModel } from './step-time.ts';

/** Beyond this the loop gives the lost time up instead of running steps back to back to catch up. */
const MAX_CATCH_UP_MS = 100;
/** Timers fire up to a millisecond off, so the last stretch before a deadline is waited by turns of the event loop. */
const TIMER_SLACK_MS = 1.2;
const LAGS_KEPT = 4096;

export interface EngineOptions {
  readonly scheduler: Scheduler;
  readonly stepTime: StepTimeModel;
  /** Wall time per simulated time: 1 is real time, 0.1 runs ten times faster than the imitated hardware. */
  readonly timeScale: number;
  /** Standard deviation of a step's duration, as a share of it. */
  readonly noise: number;
  readonly seed: number;
}

/**
 * The step loop: plans a step, waits the time the imitated hardware would take, hands out the tokens, and starts
 * the next step from the deadline rather than from now, so lateness of the machine does not add up.
 */
export class SimulatedEngine {
  readonly #options: EngineOptions;
  readonly #gaussian: () => number;
  readonly #listeners = new Map<Sequence, () => void>();
  readonly #lags = new Float64Array(LAGS_KEPT);
  #isLooping = false;
  #isClosed = false;
  #steps = 0;
  #resyncs = 0;
  /** Wall milliseconds of finished steps, and the compute-bound part of them. */
  busyMs = 0;
  computeMs = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    const random = createRandom(options.seed, 2);
    // Box-Muller.
    this.#gaussian = () =>
      Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  }

  /** Queues a request; `onToken` runs once for each of its tokens, in step order. */
  submit(prompt: readonly number[], outputTokens: number, onToken: () => void): Sequence {
    const sequence = this.#options.scheduler.add(prompt, outputTokens);
    this.#listeners.set(sequence, onToken);
    if (!this.#isLooping) {
      this.#isLooping = true;
      // Requests of the same turn of the event loop join the first step together.
      setImmediate(() => this.#begin(performance.now()));
    }
    return sequence;
  }

  /** Takes a request out; its listener is not called again. */
  abort(sequence: Sequence): void {
    this.#listeners.delete(sequence);
    this.#options.scheduler.abort(sequence);
  }

  /** Stops the loop after the step under way. */
  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
  }

  /** How late steps ended against their deadline, milliseconds, over the last 4,096 steps; null before the first. */
  tickLag(): { steps: number; resyncs: number; p50_ms: number; p99_ms: number } | null {
    if (this.#steps === 0) return null;
    const lags = this.#lags.slice(0, Math.min(this.#steps, LAGS_KEPT)).sort();
    const at = (q: number) => lags[Math.min(lags.length - 1, Math.floor(q * lags.length))] ?? 0;
    return { steps: this.#steps, resyncs: this.#resyncs, p50_ms: at(0.5), p99_ms: at(0.99) };
  }

  #begin(startMs: number): void {
    const step = this.#isClosed ? null : this.#options.scheduler.plan();
    if (step === null) {
      this.#isLooping = false;
      return;
    }
    const { ms, computeShare } = this.#options.stepTime.stepMs(step.work);
    // Clamped at three deviations: a step never takes negative time.
    const deviation = Math.max(-3, Math.min(3, this.#gaussian())) * this.#options.noise;
    const wallMs = ms * Math.max(0.1, 1 + deviation) * this.#options.timeScale;
    const due = startMs + wallMs;
    waitUntil(due, () => {
      this.busyMs += wallMs;
      this.computeMs += wallMs * computeShare;
      this.#finish(step, due);
    });
  }

  #finish(step: Step, due: number): void {
    const lag = performance.now() - due;
    this.#lags[this.#steps++ % LAGS_KEPT] = lag;
    for (const sequence of this.#options.scheduler.complete(step)) {
      const onToken = this.#listeners.get(sequence);
      if (sequence.state === 'ended') this.#listeners.delete(sequence);
      onToken?.();
    }
    if (lag > MAX_CATCH_UP_MS) this.#resyncs++;
    this.#begin(lag > MAX_CATCH_UP_MS ? performance.now() : due);
  }
}

function waitUntil(due: number, then: () => void): void {
  const remaining = due - performance.now();
  if (remaining > TIMER_SLACK_MS + 1) {
    setTimeout(() => waitUntil(due, then), Math.floor(remaining - TIMER_SLACK_MS));
  } else if (remaining > 0) {
    setImmediate(() => waitUntil(due, then));
  } else {
    setImmediate(then);
  }
}
