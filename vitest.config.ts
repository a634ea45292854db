import { defineConfig } from 'vitest/config';

/** Unit and SQL tests. `TEST_DATABASE=postgres` runs the database ones on a real PostgreSQL server. */
export default defineConfig({
  test: {
    include: ['{contract,lib,catalog,db,server,worker,testing,src}/**/*.test.{ts,tsx}'],
    globalSetup: './testing/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
