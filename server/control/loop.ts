import type { Logger } from 'pino';

export interface Loop {
  /** Ends the loop and waits for a tick that runs. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** For the log. */
  readonly name: string;
  /** Pause between the end of a tick and the next, in ms. */
  readonly everyMs: number;
  /** Pause before the first tick, in ms; default `everyMs`. */
  readonly firstAfterMs?: number;
  readonly log: Logger;
  readonly tick: () => Promise<void>;
}

/** Runs `tick` again and again, never two at once. A tick that fails is logged, and the next comes at its time. */
export function startLoop({ name, everyMs, firstAfterMs = everyMs, log, tick }: LoopOptions): Loop {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(run, firstAfterMs);

  function run(): void {
    running = tick()
      .catch((error: unknown) =>
        log.error({ err: error, loop: name }, 'a tick failed; the next will try again'),
      )
      .then(() => {
        if (!isStopped) timer = setTimeout(run, everyMs);
      });
  }

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
