/** Waits between tries: doubles from `baseMs` to `capMs` with jitter, and never comes back before the server's Retry-After. */
export class Backoff {
  readonly #baseMs: number;
  readonly #capMs: number;
  readonly #random: () => number;
  #tries = 0;

  constructor(baseMs: number, capMs: number, random: () => number = Math.random) {
    this.#baseMs = baseMs;
    this.#capMs = capMs;
    this.#random = random;
  }

  reset(): void {
    this.#tries = 0;
  }

  /** Milliseconds to wait before the next try: half of the step fixed, half by chance. Jitter goes on top of `retryAfterMs`. */
  next(retryAfterMs: number | null = null): number {
    const step = Math.min(this.#capMs, this.#baseMs * 2 ** Math.min(this.#tries, 16));
    this.#tries += 1;
    const own = step * (0.5 + 0.5 * this.#random());
    return retryAfterMs === null ? own : Math.max(retryAfterMs * (1 + 0.1 * this.#random()), own);
  }
}

/** Resolves after `ms`, or at once when the signal is or becomes aborted. Never rejects. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
