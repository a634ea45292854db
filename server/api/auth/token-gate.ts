import { FailureLimiter } from './failure-limiter.ts';

/** Refused look-ups of one address in a minute: far above what a fleet with ended tokens makes, nothing to a database. */
const FAILURES_PER_ADDRESS = 300;
const WINDOW_MS = 60_000;
/** How long a refused token is refused unseen. No token becomes good later; only a disabled account may be enabled again. */
const REFUSED_MS = 10_000;
const MAX_KEPT = 5_000;

/**
 * Stands between bearer tokens and the database: random ones cost nobody else anything. In memory, so each API process
 * counts for itself. Tokens are kept by their hash.
 */
export class TokenGate {
  readonly #failures = new FailureLimiter({ limit: FAILURES_PER_ADDRESS, windowMs: WINDOW_MS });
  /** Until when; oldest first. */
  readonly #refused = new Map<string, number>();
  /** Were good before: an attacker behind the same proxy does not shut them out, and they may pass the queue of reads. */
  readonly #known = new Set<string>();

  /** True when this token was refused moments ago. */
  isRefused(hash: string): boolean {
    const until = this.#refused.get(hash);
    if (until === undefined) return false;
    if (until > Date.now()) return true;
    this.#refused.delete(hash);
    return false;
  }

  isKnown(hash: string): boolean {
    return this.#known.has(hash);
  }

  /** Before a look-up. Throws `rate_limited` when this address had too many refused. */
  enter(hash: string, address: string): void {
    if (!this.#known.has(hash)) this.#failures.take(address);
  }

  /** After a look-up that found somebody. */
  accept(hash: string, address: string): void {
    if (this.#known.has(hash)) return;
    this.#failures.giveBack(address);
    makeRoom(this.#known);
    this.#known.add(hash);
  }

  /** After a look-up that found nobody. */
  refuse(hash: string): void {
    this.#known.delete(hash);
    makeRoom(this.#refused);
    this.#refused.set(hash, Date.now() + REFUSED_MS);
  }

  /** After a look-up that failed itself: that is no guess. */
  undo(hash: string, address: string): void {
    if (!this.#known.has(hash)) this.#failures.giveBack(address);
  }
}

function makeRoom(kept: Map<string, unknown> | Set<string>): void {
  const oldest = kept.keys().next();
  if (kept.size >= MAX_KEPT && oldest.done !== true) kept.delete(oldest.value);
}
