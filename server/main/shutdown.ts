import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Loop } from '#server/control/loop.ts';
import type { Database } from '#server/database/port.ts';

interface Running {
  readonly app: FastifyInstance;
  readonly control: Loop;
  readonly db: Database;
  readonly log: Logger;
}

/** The whole way down takes less than the ten seconds that supervisors wait. */
const LAST_MOMENT_MS = 9_000;
const STEPS = { requests: 4_000, loops: 1_000, database: 1_000 };

/** Ends the process on SIGTERM, SIGINT, or when the supervisor that started it is gone; requests in flight end first. */
export function stopOnSignal(running: Running): void {
  let isStopping = false;
  const stop = (reason: string) => {
    // A terminal's Ctrl-C and the supervisor's signal often come both.
    if (isStopping) return;
    isStopping = true;
    running.log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(0), LAST_MOMENT_MS).unref();
    void shutDown(running).finally(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.on('disconnect', () => stop('supervisor gone'));
}

async function shutDown({ app, control, db, log }: Running): Promise<void> {
  const startedAt = Date.now();
  await step('requests', app.close(), STEPS.requests, log);
  await step('loops', control.stop(), STEPS.loops, log);
  // A dump of a large database takes seconds: it gets whatever the steps before it left.
  const left = LAST_MOMENT_MS - STEPS.database - 500 - (Date.now() - startedAt);
  await step('backup', writeBackup(db, log), left, log);
  await step('database', db.close(), STEPS.database, log);
  log.info('stopped');
}

async function writeBackup(db: Database, log: Logger): Promise<void> {
  const file = await db.backup();
  if (file !== null) log.info({ file }, 'wrote a backup');
}

async function step(name: string, work: PromiseLike<unknown>, limitMs: number, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs);
  });
  try {
    if ((await Promise.race([work, limit])) === 'late')
      log.warn({ step: name }, 'stopping: not waiting any longer');
  } catch (error) {
    log.error({ err: error, step: name }, 'stopping: a step failed');
  } finally {
    clearTimeout(timer);
  }
}
