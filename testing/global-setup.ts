import { startPostgresServer, type PostgresServer } from './postgres-server.ts';

let server: PostgresServer | null = null;

/** Vitest's global set-up: with `TEST_DATABASE=postgres`, one throwaway server for the whole run, named to the tests in the environment. */
export async function setup(): Promise<void> {
  if (process.env['TEST_DATABASE'] !== 'postgres' || process.env['TEST_POSTGRES_URL'] !== undefined) return;
  server = await startPostgresServer();
  process.env['TEST_POSTGRES_URL'] = server.url;
}

export async function teardown(): Promise<void> {
  await server?.stop();
}
