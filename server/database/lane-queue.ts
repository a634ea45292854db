import { DatabaseError, type Lane } from './port.ts';

/** How much later than it came a transaction counts as having come: a lane goes first by this head start, and none starves. */
const handicapMs: Readonly<Record<Lane, number>> = { control: 0, read: 200, report: 2_000 };
const lanes = ['control', 'read', 'report'] as const;

interface Waiting {
  readonly due: number;
  readonly start: () => void;
  readonly refuse: (error: DatabaseError) => void;
}

export interface LaneQueueOptions {
  /** Transactions that run at a time: the size of the pool, 1 for PGlite. */
  readonly concurrency: number;
  /** Transactions of one lane that may wait. */
  readonly maxWaiting: number;
  /** The longest that one waits, in milliseconds. */
  readonly maxWaitMs: number;
}

/** First in, first out within a lane; across lanes by arrival plus handicap. Throws DatabaseError 53300 when full or too late. */
export class LaneQueue {
  readonly #options: LaneQueueOptions;
  readonly #waiting: Record<Lane, Waiting[]> = { control: [], read: [], report: [] };
  #running = 0;
  #isClosed = false;
  #onIdle: (() => void)[] = [];

  constructor(options: LaneQueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return lanes.reduce((sum, lane) => sum + this.#waiting[lane].length, 0);
  }

  async run<T>(lane: Lane, task: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw closedError();
    if (this.#running >= this.#options.concurrency) await this.#waitForTurn(lane);
    else this.#running += 1;
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  /** Refuses what waits and resolves when what runs has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const lane of lanes) for (const entry of this.#waiting[lane].splice(0)) entry.refuse(closedError());
    if (this.#running > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #waitForTurn(lane: Lane): Promise<void> {
    const queue = this.#waiting[lane];
    if (queue.length >= this.#options.maxWaiting) {
      return Promise.reject(
        new DatabaseError(`too many database transactions wait (${queue.length} in lane ${lane})`, {
          sqlstate: '53300',
        }),
      );
    }
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        due: performance.now() + handicapMs[lane],
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1);
        reject(
          new DatabaseError(`waited ${this.#options.maxWaitMs} ms for the database`, { sqlstate: '53300' }),
        );
      }, this.#options.maxWaitMs);
      queue.push(entry);
    });
  }

  /** Hands the place to the next in line, or gives it back. */
  #next(): void {
    const heads = lanes.flatMap((lane) => this.#waiting[lane].slice(0, 1).map((entry) => ({ lane, entry })));
    const first = heads.sort((a, b) => a.entry.due - b.entry.due)[0];
    if (first !== undefined) {
      this.#waiting[first.lane].shift();
      first.entry.start();
      return;
    }
    this.#running -= 1;
    if (this.#running === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}

function closedError(): DatabaseError {
  return new DatabaseError('the database is closed', { sqlstate: '08006' });
}
