import type { Identity } from './identity.ts';

interface Entry {
  readonly identity: Identity;
  readonly until: number;
}

/**
 * Identities by the hash of their token, so that a page of twenty requests asks the database once. What another process
 * revokes is noticed after `maxAgeMs`; what this one revokes, at once.
 */
export class IdentityCache {
  readonly #entries = new Map<string, Entry>();
  readonly #maxAgeMs: number;
  readonly #maxEntries: number;
  #generation = 0;

  constructor(options: { maxAgeMs?: number; maxEntries?: number } = {}) {
    this.#maxAgeMs = options.maxAgeMs ?? 30_000;
    this.#maxEntries = options.maxEntries ?? 5_000;
  }

  /** Rises with every `forget`: a look-up that began before one must not be kept after it. */
  get generation(): number {
    return this.#generation;
  }

  get(hash: string): Identity | null {
    const entry = this.#entries.get(hash);
    if (entry === undefined) return null;
    if (entry.until > Date.now()) return entry.identity;
    this.#entries.delete(hash);
    return null;
  }

  /** Keeps an identity until its token ends, at most `maxAgeMs`; drops it when something was revoked since `generation`. */
  set(hash: string, identity: Identity, options: { expiresAtMs: number; generation: number }): void {
    if (options.generation !== this.#generation) return;
    const oldest = this.#entries.keys().next();
    if (this.#entries.size >= this.#maxEntries && oldest.done !== true) this.#entries.delete(oldest.value);
    this.#entries.set(hash, { identity, until: Math.min(Date.now() + this.#maxAgeMs, options.expiresAtMs) });
  }

  /** Forgets the identities that `matches` names; they are looked up again. */
  forget(matches: (identity: Identity) => boolean): void {
    this.#generation += 1;
    for (const [hash, { identity }] of this.#entries) {
      if (matches(identity)) this.#entries.delete(hash);
    }
  }
}
