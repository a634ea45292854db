import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ApiError } from '#contract/errors.ts';
import type { SizerError } from './sizer-error.ts';
import { receivedError, type ThreadAnswer, type ThreadData, type ThreadWork } from './thread-messages.ts';

interface Waiting {
  readonly resolve: (outcome: string | SizerError | ApiError) => void;
  readonly reject: (error: Error) => void;
}

/** A thread and what it has to do. */
class SolvingThread {
  readonly #data: ThreadData;
  readonly #waiting = new Map<number, Waiting>();
  readonly #onRehearsed: () => void;
  #worker: Worker | null = null;
  #next = 0;

  constructor(data: ThreadData, onRehearsed: () => void) {
    this.#data = data;
    this.#onRehearsed = onRehearsed;
    this.#start();
  }

  get load(): number {
    return this.#waiting.size;
  }

  /** The answer as JSON text, or the outcome of the question that is an error. Rejects with a fault of the program. */
  run(work: ThreadWork): Promise<string | SizerError | ApiError> {
    const worker = this.#worker ?? this.#start();
    const id = (this.#next += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, work });
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = startWorker(this.#data);
    // The server that listens keeps the process alive, not this.
    worker.unref();
    worker.on('message', (answer: ThreadAnswer) => {
      if ('rehearsed' in answer) {
        this.#onRehearsed();
        return;
      }
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('text' in answer) waiting?.resolve(answer.text);
      else if ('outcome' in answer) waiting?.resolve(receivedError(answer.outcome));
      else waiting?.reject(new Error(answer.fault));
    });
    const lost = (error: Error): void => {
      if (this.#worker === worker) this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on('error', (error) => lost(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => lost(new Error(`a solving thread ended with ${code}`)));
    this.#worker = worker;
    return worker;
  }
}

/** Questions that a thread holds: one, so that no question waits behind a long one while another thread is idle. */
const HELD = 1;

/** Threads that solve side by side; a question waits here until one of them has room, so that none is idle behind a long one of another. */
export class ThreadPool {
  readonly #threads: readonly SolvingThread[];
  readonly #queue: (() => void)[] = [];

  /** Fulfilled when every thread has rehearsed: answers come at full speed. Questions are answered before that too. */
  readonly rehearsed: Promise<void>;

  constructor(count: number, data: ThreadData) {
    const threads = Array.from({ length: count }, () => {
      let onRehearsed = (): void => undefined;
      const rehearsed = new Promise<void>((resolve) => (onRehearsed = resolve));
      return { rehearsed, thread: new SolvingThread(data, () => onRehearsed()) };
    });
    this.#threads = threads.map(({ thread }) => thread);
    this.rehearsed = Promise.all(threads.map(({ rehearsed }) => rehearsed)).then(() => undefined);
  }

  async run(work: ThreadWork): Promise<string | SizerError | ApiError> {
    if (this.#least().load >= HELD) await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await this.#least().run(work);
    } finally {
      this.#queue.shift()?.();
    }
  }

  #least(): SolvingThread {
    return this.#threads.reduce((best, thread) => (thread.load < best.load ? thread : best));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

/** Room for short-lived objects, MB: a solve makes many, and with Node's 16 MB a sixth of its time is spent clearing them. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 256 };

/** Beside the bundle when shipped. Node 20 does not read TypeScript, and a thread does not inherit `tsx`: in development it registers it first. */
function startWorker(data: ThreadData): Worker {
  const here = import.meta.url;
  if (!here.endsWith('.ts'))
    return new Worker(new URL('./sizer-thread.js', here), {
      workerData: data,
      resourceLimits: RESOURCE_LIMITS,
    });
  const source = new URL('./thread.ts', here);
  // By file, since `require` would resolve the package's CommonJS side and `import.meta.resolve` is absent under vitest.
  const tsx = new URL(
    'dist/esm/api/index.mjs',
    pathToFileURL(createRequire(here).resolve('tsx/package.json')),
  ).href;
  const start = `import { register } from ${JSON.stringify(tsx)}; register(); await import(${JSON.stringify(source.href)});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(start)}`), {
    workerData: data,
    resourceLimits: RESOURCE_LIMITS,
  });
}
