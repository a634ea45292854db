import Fastify from 'fastify';
import pg from 'pg';
import { z } from 'zod';

/**
 * What somebody writes by hand for one read: Fastify, `pg`, one prepared query, no caller, no rights, no log. The URL of
 * the database (a superuser's, so row-level security is off) and the query come in the environment.
 */
const settings = z
  .object({ BENCH_DATABASE_URL: z.string(), BENCH_QUERY: z.string(), BENCH_ORG: z.string() })
  .parse(process.env);
const pool = new pg.Pool({
  connectionString: settings.BENCH_DATABASE_URL,
  max: 10,
  application_name: 'bench-reference',
});
const values = [settings.BENCH_ORG];
const app = Fastify();

/** `pg` reads the rows, Fastify writes them as JSON. */
app.get('/rows', async () => {
  const { rows } = await pool.query<Record<string, unknown>>({
    name: 'rows',
    text: settings.BENCH_QUERY,
    values,
  });
  return rows;
});

/** PostgreSQL writes the JSON, as the data API has it do. */
app.get('/json', async (_request, reply) => {
  const { rows } = await pool.query<{ body: string }>({
    name: 'json',
    text: `select coalesce(json_agg(page), '[]')::text as body from (${settings.BENCH_QUERY}) page`,
    values,
  });
  return reply.type('application/json; charset=utf-8').send(rows[0]?.body);
});

await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
if (address !== null && typeof address === 'object') process.send?.({ event: 'ready', port: address.port });
for (const signal of ['SIGTERM', 'disconnect'] as const) process.on(signal, () => process.exit(0));
