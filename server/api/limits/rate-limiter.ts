import { ApiError } from '#contract/errors.ts';
import type { Database, TransactionOptions } from '#server/database/port.ts';
import { LIMIT_NAMES, LIMIT_RULES, type LimitClass, type LimitRule } from './limit-classes.ts';

const SYSTEM: TransactionOptions = { role: 'web_system', claims: null, lane: 'control' };
const MINUTE_MS = 60_000;
/** How long requests that were let through may stay untold to the other processes. */
const SETTLE_MS = 1_000;
/** An end that moved by more than clocks and round trips explain is the end of another minute. */
const NEXT_MINUTE_MS = 10_000;
const MAX_SUBJECTS = 20_000;

/** One credential's requests of one class in its present minute, as this process knows them. */
interface Counter {
  readonly subject: string;
  readonly limitClass: LimitClass;
  /** Of all processes, by the database's last answer; null before the first. */
  known: number | null;
  /** Let through here and not yet in `known`. */
  local: number;
  /** Of `local`, on their way to the database. */
  settling: number;
  endsAtMs: number;
  isUsedUp: boolean;
}

interface Answer {
  granted: number;
  used: number;
  window_ends_in_ms: number;
}

/**
 * Counts requests per credential in the database, so that all API processes share a limit. Far below it, a process lets
 * requests of the batched classes through by itself and tells the database every `batch` requests or every second; near it,
 * when the database is two batches behind, and for the unbatched class always, it asks for each. With P processes a
 * batched limit may so be passed by up to 2 (P - 1) batches, never undercut.
 */
export class RateLimiter {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #isTestClock: boolean;
  readonly #onError: (error: unknown) => void;
  readonly #counters = new Map<string, Counter>();
  #timer: NodeJS.Timeout | null = null;

  /** `now` in ms replaces both clocks, the process's and the database's: for tests. */
  constructor(options: { db: Database; onError: (error: unknown) => void; now?: () => number }) {
    this.#db = options.db;
    this.#onError = options.onError;
    this.#now = options.now ?? Date.now;
    this.#isTestClock = options.now !== undefined;
  }

  /** Counts a request. Throws `rate_limited` with Retry-After when there is no room for it, DatabaseError when nobody can say. */
  async take(subject: string, limitClass: LimitClass): Promise<void> {
    const counter = this.#counterOf(subject, limitClass);
    const rule: LimitRule = LIMIT_RULES[limitClass];
    if (counter.isUsedUp) throw this.#refusal(counter, rule);
    const isFarBelow =
      counter.known !== null && counter.known + counter.local < rule.perMinute - 2 * rule.batch;
    if (rule.batch > 1 && isFarBelow && counter.local < 2 * rule.batch) {
      counter.local += 1;
      if (counter.local - counter.settling >= rule.batch) void this.#settle(counter);
      else this.#settleSoon();
      return;
    }
    const { granted } = await this.#ask(counter, 1);
    if (granted === 0) throw this.#refusal(counter, rule);
  }

  /** Tells the database what it does not know yet. */
  async flush(): Promise<void> {
    const untold = [...this.#counters.values()].filter(
      (counter) => counter.local > counter.settling && counter.endsAtMs > this.#now(),
    );
    await Promise.all(untold.map((counter) => this.#settle(counter)));
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.flush();
  }

  #counterOf(subject: string, limitClass: LimitClass): Counter {
    const key = `${limitClass} ${subject}`;
    const now = this.#now();
    const found = this.#counters.get(key);
    if (found !== undefined && found.endsAtMs > now) return found;
    const counter: Counter = {
      subject,
      limitClass,
      known: null,
      local: 0,
      settling: 0,
      endsAtMs: now + MINUTE_MS,
      isUsedUp: false,
    };
    this.#counters.delete(key);
    const oldest = this.#counters.keys().next();
    if (this.#counters.size >= MAX_SUBJECTS && oldest.done !== true) this.#counters.delete(oldest.value);
    this.#counters.set(key, counter);
    return counter;
  }

  async #ask(counter: Counter, wanted: 0 | 1): Promise<Answer> {
    const rule: LimitRule = LIMIT_RULES[counter.limitClass];
    const settled = counter.local - counter.settling;
    counter.settling += settled;
    try {
      const { rows } = await this.#db.one<Answer>(
        SYSTEM,
        `select granted, used, window_ends_in_ms
         from core.take_permits($1, $2, $3::integer, $4::integer, $5::integer, $6::integer, $7::integer, $8::timestamptz)`,
        [
          counter.subject,
          counter.limitClass,
          settled,
          wanted,
          rule.perMinute,
          rule.burstPerMinute,
          rule.burstS,
          this.#isTestClock ? new Date(this.#now()).toISOString() : null,
        ],
      );
      const answer = rows[0];
      if (answer === undefined) throw new Error('take_permits answered no row');
      counter.local -= settled;
      const endsAtMs = this.#now() + answer.window_ends_in_ms;
      // Answers of one minute may overtake each other; those of the next begin anew.
      const isNextMinute = endsAtMs > counter.endsAtMs + NEXT_MINUTE_MS;
      counter.known = isNextMinute ? answer.used : Math.max(counter.known ?? 0, answer.used);
      counter.endsAtMs = endsAtMs;
      // No room now is no room until the minute ends: a burst only ever gets narrower.
      if (answer.granted < wanted) counter.isUsedUp = true;
      return answer;
    } finally {
      counter.settling -= settled;
    }
  }

  /** Never throws: what could not be told is told with the next. */
  async #settle(counter: Counter): Promise<void> {
    await this.#ask(counter, 0).catch(this.#onError);
  }

  #settleSoon(): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.flush();
    }, SETTLE_MS);
    this.#timer.unref();
  }

  #refusal({ limitClass, endsAtMs }: Counter, rule: LimitRule): ApiError {
    const waitS = Math.max(1, Math.ceil((endsAtMs - this.#now()) / 1000));
    const message = `Too many ${LIMIT_NAMES[limitClass]}: ${rule.perMinute} a minute are allowed. Try again in ${waitS} s.`;
    return new ApiError('rate_limited', message, {
      headers: { 'Retry-After': String(waitS) },
      details: { limit: limitClass, max: rule.perMinute, window_s: 60, retry_after_s: waitS },
      hint: 'Wait as long as Retry-After says.',
    });
  }
}
