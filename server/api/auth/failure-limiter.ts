import { ApiError } from '#contract/errors.ts';

interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Slows guessing down: at most `limit` tries per key in a window that starts with the first. In memory, so each API
 * process counts for itself and a restart forgets. Tries are counted before they are made: a burst of parallel ones
 * does not slip through.
 */
export class FailureLimiter {
  readonly #windows = new Map<string, Window>();
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #maxKeys: number;

  constructor(options: { limit: number; windowMs: number; maxKeys?: number }) {
    this.#limit = options.limit;
    this.#windowMs = options.windowMs;
    this.#maxKeys = options.maxKeys ?? 10_000;
  }

  /** Counts a try. Throws `rate_limited` with Retry-After when the tries of this window are used up. */
  take(key: string): void {
    const now = Date.now();
    let window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(key);
      this.#makeRoom();
      window = { count: 0, endsAt: now + this.#windowMs };
      this.#windows.set(key, window);
    }
    if (window.count >= this.#limit) throw tooMany(Math.ceil((window.endsAt - now) / 1000));
    window.count += 1;
  }

  /** Forgets the tries of a key that turned out to be right. */
  forgive(key: string): void {
    this.#windows.delete(key);
  }

  /** Takes back one try that was no failure, and leaves the others counted. */
  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window !== undefined && window.count > 0) window.count -= 1;
  }

  #makeRoom(): void {
    const oldest = this.#windows.keys().next();
    if (this.#windows.size >= this.#maxKeys && oldest.done !== true) this.#windows.delete(oldest.value);
  }
}

function tooMany(waitS: number): ApiError {
  return new ApiError('rate_limited', `Too many failed tries. Try again in ${waitS} s.`, {
    headers: { 'Retry-After': String(waitS) },
    details: { retry_after_s: waitS },
  });
}
