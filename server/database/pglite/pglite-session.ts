import { DatabaseError } from '../port.ts';
import type { StepResult } from '../row-values.ts';
import { step, type Session, type Step } from '../session.ts';
import type { Engine } from './engine.ts';

/**
 * The one session of the engine while one transaction has it. `abandoned` rejects when the transaction's function
 * leaves it idle too long, since every other transaction waits meanwhile.
 */
export class PgliteSession implements Session {
  readonly abandoned: Promise<never>;
  readonly #engine: Engine;
  readonly #idleMs: number;
  #epoch: number | null = null;
  #isExpired = false;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  #abandon!: (error: DatabaseError) => void;

  constructor(engine: Engine, idleMs: number) {
    this.#engine = engine;
    this.#idleMs = idleMs;
    this.abandoned = new Promise((_, reject) => (this.#abandon = reject));
    this.abandoned.catch(() => undefined);
    this.#watch();
  }

  get usable(): boolean {
    return !this.#isExpired && !this.#isOver && (this.#epoch === null || this.#epoch === this.#engine.epoch);
  }

  async run(steps: readonly Step[], timeoutMs: number): Promise<StepResult[]> {
    if (this.#isExpired || this.#isOver) throw idleError(this.#idleMs);
    await this.#engine.open();
    this.#epoch ??= this.#engine.epoch;
    if (!this.usable)
      throw new DatabaseError('the transaction was lost when the embedded database was stopped', {
        sqlstate: '08006',
      });
    clearTimeout(this.#timer);
    try {
      return await this.#engine.call({ kind: 'run', steps }, timeoutMs);
    } finally {
      this.#watch();
    }
  }

  forget(): void {
    // Requests to the thread are answered in order, so the next statement already finds an empty cache.
    this.#engine.call({ kind: 'forget' }, 0).catch(() => undefined);
  }

  discard(): void {
    void this.#engine.restart();
  }

  /** After this nothing of the session may run: the engine is another transaction's. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    this.#timer = setTimeout(() => {
      this.#isExpired = true;
      const undo =
        this.#epoch === this.#engine.epoch
          ? this.#engine.call({ kind: 'run', steps: [step('rollback', false)] }, this.#idleMs)
          : Promise.resolve();
      const give = (): void => this.#abandon(idleError(this.#idleMs));
      undo.then(give, give);
    }, this.#idleMs);
  }
}

function idleError(ms: number): DatabaseError {
  return new DatabaseError(`terminating a transaction that was idle for ${ms} ms`, { sqlstate: '25P03' });
}
