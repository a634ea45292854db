import type { Logger } from 'pino';
import type { Database } from '#server/database/port.ts';
import { expireLeases } from './expire-leases.ts';
import { deleteEnded } from './housekeeping.ts';
import { endLostTrainings } from './lost-trainings.ts';
import { startLoop, type Loop } from './loop.ts';
import { keepTelemetry } from './telemetry-retention.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** Starts everything that happens without anybody asking for it. `stop` waits for what runs. */
export function startControl(db: Database, log: Logger): Loop {
  const loops = [
    startLoop({
      name: 'expire leases',
      everyMs: 5 * SECOND,
      log,
      async tick() {
        const expired = await expireLeases(db);
        if (expired > 0) log.warn({ expired }, 'took jobs back from workers that stopped answering');
      },
    }),
    startLoop({
      name: 'housekeeping',
      firstAfterMs: 60 * SECOND,
      everyMs: HOUR,
      log,
      async tick() {
        log.info(await deleteEnded(db), 'deleted what has ended');
      },
    }),
    startLoop({
      name: 'sizer trainings',
      everyMs: 60 * SECOND,
      log,
      async tick() {
        const lost = await endLostTrainings(db);
        if (lost > 0) log.warn({ lost }, 'ended trainings of the sizer whose process died');
      },
    }),
    startLoop({
      name: 'telemetry',
      // Partitions reach two weeks ahead; a program that slept longer makes them right away.
      firstAfterMs: 10 * SECOND,
      everyMs: HOUR,
      log,
      async tick() {
        const kept = await keepTelemetry(db);
        if (kept.made > 0 || kept.dropped > 0)
          log.info(kept, 'made partitions of telemetry, dropped old ones');
      },
    }),
    startLoop({
      name: 'backup',
      everyMs: HOUR,
      log,
      async tick() {
        const file = await db.backup();
        if (file !== null) log.info({ file }, 'wrote a backup');
      },
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
