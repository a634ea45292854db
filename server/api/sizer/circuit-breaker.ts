/** Failures in a row after which nothing is asked for a while. */
const MAX_FAILURES = 5;
const OPEN_MS = 10_000;

/**
 * Keeps requests from waiting for a service that does not answer: after five failures in a row everything is refused for
 * ten seconds, then one request tries, and its end decides.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = 0;
  #isTrying = false;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Seconds to wait before asking again; null when the service may be asked now: then `succeeded` or `failed` must follow. */
  enter(): number | null {
    if (this.#failures < MAX_FAILURES) return null;
    const left = this.#openUntil - this.#now();
    if (left > 0) return Math.ceil(left / 1_000);
    if (this.#isTrying) return 1;
    this.#isTrying = true;
    return null;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#isTrying = false;
  }

  failed(): void {
    this.#failures += 1;
    this.#isTrying = false;
    if (this.#failures >= MAX_FAILURES) this.#openUntil = this.#now() + OPEN_MS;
  }
}
