import { startPostgresServer } from '#testing/postgres-server.ts';
import { startProduct } from '#testing/product.ts';

/**
 * Starts the product the way a person does and leaves its address and the one-time link in the environment:
 * YARDSTICK_URL, YARDSTICK_LINK. On PostgreSQL when TEST_DATABASE says so.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const postgres = process.env['TEST_DATABASE'] === 'postgres' ? await startPostgresServer() : null;
  const product = await startProduct(postgres === null ? {} : { env: { DATABASE_URL: postgres.url } });
  process.env['YARDSTICK_URL'] = product.url;
  process.env['YARDSTICK_LINK'] = product.link;
  return async () => {
    await product.stop();
    await postgres?.stop();
  };
}
