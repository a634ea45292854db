import { healthSchema } from '#contract/auth.ts';
import type { Database } from '#server/database/port.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';

/** Longest wait for the database's answer. */
const PING_MS = 5_000;
/** Anybody may ask: the database is asked at most this often. */
const KEEP_MS = 500;

/** `GET /api/health`, without a token: 503 and `degraded` while the database does not answer. */
export const healthRoute: ZodRoutes<{ readonly db: Database }> = (app, { db }) => {
  let last: { at: number; isUp: Promise<boolean> } | null = null;
  app.get(
    '/health',
    { schema: { response: { '2xx': healthSchema, '5xx': healthSchema } } },
    async (_request, reply) => {
      if (last === null || Date.now() - last.at > KEEP_MS) last = { at: Date.now(), isUp: ping(db) };
      const isUp = await last.isUp;
      if (!isUp) reply.header('Retry-After', '5');
      return reply.code(isUp ? 200 : 503).send({
        status: isUp ? 'ok' : 'degraded',
        database: isUp ? 'ok' : 'unavailable',
        engine: db.engine,
        uptime_s: Math.round(process.uptime()),
      });
    },
  );
  return Promise.resolve();
};

async function ping(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_MS);
  });
  const answer = db
    .one({ role: 'web_system', claims: null, readOnly: true, lane: 'control' }, 'select 1')
    .then(() => true)
    .catch(() => false);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
