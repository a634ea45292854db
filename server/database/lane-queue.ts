import { DatabaseError, type Lane } from './port.ts';

/** How much later than it came a transaction counts as having come: a lane goes first by this head start, and none starves. */
const handicapMs: Readonly<Record<Lane, number>> = { control: 0, read: 200, report: 2_000 };
const lanes = ['control', 'read', 'report'] as const;

/** One running transaction's place. */
interface Place {
  /** Null once it counts as slow, or where nothing counts as quick. */
  timer: NodeJS.Timeout | null;
}

interface Waiting {
  readonly due: number;
  readonly start: (place: Place) => void;
  readonly refuse: (error: DatabaseError) => void;
}

export interface LaneQueueOptions {
  /** Transactions that run at a time: the size of the pool, 1 for PGlite. */
  readonly concurrency: number;
  /**
   * Of those, at most `limit` that began less than `forMs` ago. More sessions than the server has processors for only take
   * each other's caches (a quarter of a read's CPU, measured); yet a slow one must not keep the quick ones waiting.
   */
  readonly quick?: { readonly limit: number; readonly forMs: number };
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
  #quick = 0;
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
    const place = this.#hasRoom() ? this.#take() : await this.#waitForTurn(lane);
    try {
      return await task();
    } finally {
      this.#giveBack(place);
    }
  }

  /** Refuses what waits and resolves when what runs has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const lane of lanes) for (const entry of this.#waiting[lane].splice(0)) entry.refuse(closedError());
    if (this.#running > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  #waitForTurn(lane: Lane): Promise<Place> {
    const queue = this.#waiting[lane];
    // Those that only wait for quick ones to be done have a place already.
    const free = this.#options.concurrency - this.#running;
    if (queue.length >= this.#options.maxWaiting + free) {
      return Promise.reject(
        new DatabaseError(`too many database transactions wait (${queue.length} in lane ${lane})`, {
          sqlstate: '53300',
        }),
      );
    }
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        due: performance.now() + handicapMs[lane],
        start: (place) => {
          clearTimeout(timer);
          resolve(place);
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

  #hasRoom(): boolean {
    const { concurrency, quick } = this.#options;
    return this.#running < concurrency && (quick === undefined || this.#quick < quick.limit);
  }

  #take(): Place {
    this.#running += 1;
    const place: Place = { timer: null };
    const { quick } = this.#options;
    if (quick !== undefined) {
      this.#quick += 1;
      place.timer = setTimeout(() => {
        this.#endQuick(place);
        this.#fill();
      }, quick.forMs);
    }
    return place;
  }

  #endQuick(place: Place): void {
    if (place.timer === null) return;
    clearTimeout(place.timer);
    place.timer = null;
    this.#quick -= 1;
  }

  #giveBack(place: Place): void {
    this.#endQuick(place);
    this.#running -= 1;
    this.#fill();
    if (this.#running === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  /** Starts the next in line while there is room. */
  #fill(): void {
    while (this.#hasRoom()) {
      const heads = lanes.flatMap((lane) =>
        this.#waiting[lane].slice(0, 1).map((entry) => ({ lane, entry })),
      );
      const first = heads.sort((a, b) => a.entry.due - b.entry.due)[0];
      if (first === undefined) return;
      this.#waiting[first.lane].shift();
      first.entry.start(this.#take());
    }
  }
}

function closedError(): DatabaseError {
  return new DatabaseError('the database is closed', { sqlstate: '08006' });
}
