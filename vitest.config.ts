import { defineConfig } from 'vitest/config';

/** What runs on the embedded engine, or on none, whatever TEST_DATABASE says: once, in the unit step, is enough. */
const EMBEDDED_ONLY = [
  'server/database/pglite/**',
  'server/sizer/**',
  'server/main/{main,restore,config}.test.ts',
  'server/database/{lane-queue,sql-order,statement-cache}.test.ts',
];

const EVERYTHING = '{contract,lib,catalog,db,server,worker,testing,src}/**/*.test.{ts,tsx}';
/** They start programs and change their own process's environment: one process a file. */
const ALONE = '{server/database,server/main,worker,testing}/**/*.test.{ts,tsx}';

const exclude = ['**/node_modules/**', ...(process.env['TEST_DATABASE'] === 'postgres' ? EMBEDDED_ONLY : [])];

/** Unit and SQL tests. `TEST_DATABASE=postgres` runs the database ones on a real PostgreSQL server. */
export default defineConfig({
  test: {
    globalSetup: './testing/global-setup.ts',
    setupFiles: './testing/property-seed.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A poll ends when it holds; one second is not enough on a machine with other work.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        // Files share a process and its modules, which is cheaper: they put back what they change of it.
        test: { name: 'shared', include: [EVERYTHING], exclude: [...exclude, ALONE], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: [ALONE], exclude } },
    ],
  },
});
