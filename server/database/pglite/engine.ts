import { createRequire } from 'node:module';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { DatabaseError } from '../port.ts';
import type { StepResult } from '../row-values.ts';
import type { ThreadCall, ThreadData, ThreadMessage, ThreadRequest } from './thread-protocol.ts';

/** A first start makes a cluster, which took 8 s on a busy machine. */
const openTimeoutMs = 120_000;
const closeTimeoutMs = 10_000;

interface Pending {
  readonly resolve: (results: StepResult[]) => void;
  readonly reject: (error: Error) => void;
}

/** One life of the thread, from start to end; the engine has at most one at a time. */
interface Life {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
  isOver: boolean;
}

export interface EngineOptions {
  readonly threadUrl: URL;
  readonly data: ThreadData;
  /** Runs before every start of the thread, while none runs. */
  readonly onStarting: () => void;
  readonly onNotified: (channel: string, payload: string) => void;
  /** Prepares the session of every new life. */
  readonly onOpened: (send: (call: ThreadCall) => Promise<StepResult[]>) => Promise<void>;
}

/** Where the thread's code is: beside this file in development, beside the bundle when shipped. */
export function defaultThreadUrl(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? './thread.ts' : './pglite-thread.js', here);
}

/** Node 20 does not read TypeScript, and a thread does not inherit `tsx`: in development it registers it first. */
function startThread(threadUrl: URL, data: ThreadData): Worker {
  if (!threadUrl.pathname.endsWith('.ts')) return new Worker(threadUrl, { workerData: data });
  // By file, since `require` would resolve the package's CommonJS side and `import.meta.resolve` is absent under vitest.
  const tsx = new URL(
    'dist/esm/api/index.mjs',
    pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json')),
  ).href;
  const start = `import { register } from ${JSON.stringify(tsx)}; register(); await import(${JSON.stringify(threadUrl.href)});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(start)}`), { workerData: data });
}

/** Runs the PGlite thread, ends it when a call runs out of time, and starts it again at the next call. */
export class Engine {
  readonly #options: EngineOptions;
  #life: Promise<Life> | null = null;
  /** Resolves when the thread before is really gone: two on one folder would destroy it. */
  #lastGone: Promise<unknown> = Promise.resolve();
  #epoch = 0;
  #wasOpen = false;
  #lastId = 0;
  #isClosed = false;
  #serverVersion = 'unknown';

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Counts the lives: what ran in an earlier one is lost. */
  get epoch(): number {
    return this.#epoch;
  }

  get serverVersion(): string {
    return this.#serverVersion;
  }

  /** Throws DatabaseError 08006 when the database cannot be opened. */
  async open(): Promise<void> {
    await this.#living();
  }

  /** Throws DatabaseError: what the database said, 57014 after `timeoutMs`, 08006 when the thread is gone. */
  async call(call: ThreadCall, timeoutMs: number): Promise<StepResult[]> {
    const life = await this.#living();
    let timer: NodeJS.Timeout | undefined;
    if (timeoutMs > 0) {
      timer = setTimeout(() => {
        this.#end(
          life,
          new DatabaseError('canceling statement due to statement timeout', { sqlstate: '57014' }),
        );
      }, timeoutMs);
    }
    try {
      return await this.#send(life, call);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the thread; the next call starts another. */
  async restart(): Promise<void> {
    const life = await this.#life?.catch(() => null);
    if (life != null) this.#end(life, lost('the embedded database was restarted'));
  }

  async close(): Promise<void> {
    const life = await this.#life?.catch(() => null);
    this.#isClosed = true;
    if (life != null && !life.isOver) {
      await Promise.race([
        this.#send(life, { kind: 'close' }),
        setTimeoutAsync(closeTimeoutMs, undefined, { ref: false }),
      ]).catch(() => undefined);
      this.#end(life, lost('the database is closed'));
    }
    await this.#lastGone;
  }

  #living(): Promise<Life> {
    if (this.#isClosed) return Promise.reject(lost('the database is closed'));
    if (this.#life !== null) return this.#life;
    if (this.#wasOpen && this.#options.data.dataDir === null) {
      return Promise.reject(
        lost(
          'the in-memory database was stopped (a statement ran out of time or the engine failed): its data is gone',
        ),
      );
    }
    this.#epoch += 1;
    const life = this.#start();
    this.#life = life;
    life.catch(() => {
      if (this.#life === life) this.#life = null;
    });
    return life;
  }

  async #start(): Promise<Life> {
    await this.#lastGone;
    const { threadUrl, data, onOpened, onStarting } = this.#options;
    onStarting();
    const worker = startThread(threadUrl, data);
    const life: Life = { worker, pending: new Map(), isOver: false };
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const fail = (reason: string): void => {
          reject(lost(reason));
          this.#end(life, lost(reason));
        };
        timer = setTimeout(
          () => fail(`the embedded database did not open within ${openTimeoutMs} ms`),
          openTimeoutMs,
        );
        worker.on('message', (message: ThreadMessage) => {
          if (message.kind === 'ready') {
            this.#serverVersion = message.serverVersion;
            resolve();
          } else if (message.kind === 'failed') {
            fail(`the embedded database cannot be opened: ${message.message}`);
          } else {
            this.#receive(life, message);
          }
        });
        worker.on('error', (error) =>
          fail(`the embedded database failed: ${error instanceof Error ? error.message : String(error)}`),
        );
        worker.on('exit', () => fail('the embedded database stopped'));
      });
      await onOpened((call) => this.#send(life, call));
    } catch (error) {
      this.#end(life, lost('the embedded database cannot be opened'));
      throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#wasOpen = true;
    return life;
  }

  #send(life: Life, call: ThreadCall): Promise<StepResult[]> {
    if (life.isOver) return Promise.reject(lost('the embedded database stopped'));
    this.#lastId += 1;
    const request: ThreadRequest = { id: this.#lastId, call };
    return new Promise((resolve, reject) => {
      life.pending.set(request.id, { resolve, reject });
      life.worker.postMessage(request);
    });
  }

  #receive(life: Life, message: ThreadMessage): void {
    if (message.kind === 'notified') this.#options.onNotified(message.channel, message.payload);
    if (message.kind !== 'done' && message.kind !== 'refused') return;
    const pending = life.pending.get(message.id);
    life.pending.delete(message.id);
    if (message.kind === 'done') pending?.resolve(message.results);
    else pending?.reject(new DatabaseError(message.error.message, message.error));
  }

  #end(life: Life, error: DatabaseError): void {
    if (life.isOver) return;
    life.isOver = true;
    this.#life = null;
    this.#lastGone = life.worker.terminate();
    for (const { reject } of life.pending.values()) reject(error);
    life.pending.clear();
  }
}

function lost(reason: string): DatabaseError {
  return new DatabaseError(reason, { sqlstate: '08006' });
}
