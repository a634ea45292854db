import { z } from 'zod';

/** What Chrome's tracing writes of a task: CPU µs in `tdur`. */
const eventSchema = z.object({
  name: z.string(),
  pid: z.int(),
  tid: z.int(),
  tdur: z.number().optional(),
});
const traceSchema = z.object({ traceEvents: z.array(z.unknown()) });

/** For `browser.startTracing`: what `longTasks` reads. */
export const TASK_CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'toplevel',
  'blink.user_timing',
];

const LOADED_MARK = 'yardstick-loaded';
/** For `page.addInitScript`: marks the load event, which tells the page's thread from others. Chrome's own is written for the empty page too that a tab opens with, in another process. */
export const MARK_LOADED = `addEventListener('load', () => performance.mark('${LOADED_MARK}'));`;

export interface LongTasks {
  /** CPU ms of the longest. */
  readonly longestMs: number;
  /** How many took more than 50 ms of CPU, which is what a long task is. */
  readonly count: number;
}

const LONG_MS = 50;

/**
 * The tasks of the page's main thread, before its load event too: it is by chance whether a page that the same machine
 * serves is drawn before or after. CPU, as a task that waited for another program's turn is not the page's doing.
 * Throws for a trace without a load event.
 */
export function longTasks(trace: Buffer): LongTasks {
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString('utf8')));
  const events = traceEvents.flatMap((event) => eventSchema.safeParse(event).data ?? []);
  const load = events.find(({ name }) => name === LOADED_MARK);
  if (load === undefined) throw new Error('The trace holds no load event of the page');
  const { pid, tid } = load;
  const took = events
    .filter((event) => event.pid === pid && event.tid === tid && event.name === 'RunTask')
    .map(({ tdur = 0 }) => tdur / 1000);
  return { longestMs: Math.max(0, ...took), count: took.filter((ms) => ms > LONG_MS).length };
}
