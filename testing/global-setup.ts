import { startPostgresServer, type PostgresServer } from './postgres-server.ts';
import { bundlePrograms } from './programs.ts';

let server: PostgresServer | null = null;
let removePrograms: (() => void) | null = null;

/**
 * Vitest's global set-up, once for the run: the programs that tests start, each as one file, and with
 * `TEST_DATABASE=postgres` a throwaway server; both are named to the tests in the environment.
 */
export async function setup(): Promise<void> {
  if (process.env['TEST_PROGRAMS'] === undefined) removePrograms = await bundlePrograms();
  if (process.env['TEST_DATABASE'] !== 'postgres' || process.env['TEST_POSTGRES_URL'] !== undefined) return;
  server = await startPostgresServer();
  process.env['TEST_POSTGRES_URL'] = server.url;
}

export async function teardown(): Promise<void> {
  await server?.stop();
  removePrograms?.();
}
