import { startPostgresServer } from '#testing/postgres-server.ts';
import { startProduct } from '#testing/product.ts';

/** Journeys that need a sign-in of their own. */
export const JOURNEYS = [
  'journey',
  'endpoint',
  'accessibility',
  'keyboard',
  'sizer',
  'results',
  'sweep',
  'admin',
  'compare',
  'keyboard-results',
  'keyboard-account',
  'shell',
  'charts',
  'charts-phone',
  'tables',
  'tables-moves',
  'tables-touch',
  'same-picture',
  'run',
  'run-matrix',
  'servers',
  'failed-reads',
] as const;

/**
 * Starts the product the way a person does, on PostgreSQL when TEST_DATABASE says so, and leaves in the environment
 * its address (YARDSTICK_URL) and a one-time link for each journey (YARDSTICK_LINK_journey).
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const postgres = process.env['TEST_DATABASE'] === 'postgres' ? await startPostgresServer() : null;
  const product = await startProduct(postgres === null ? {} : { env: { DATABASE_URL: postgres.url } });
  process.env['YARDSTICK_URL'] = product.url;
  for (const [i, journey] of JOURNEYS.entries()) {
    process.env[`YARDSTICK_LINK_${journey}`] = i === 0 ? product.link : await product.newLink();
  }
  return async () => {
    await product.stop();
    await postgres?.stop();
  };
}
