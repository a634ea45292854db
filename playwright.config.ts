import { existsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';

const systemChromium = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file !== undefined && existsSync(file));

/**
 * Most wait: for time to pass, for other products to start. Where there are cores enough `npm test` runs them beside
 * the others, which keep a browser busy, each on a product of its own (scripts/test.mjs).
 */
const WAITS = /(?:endpoint|keyboard|shell|sizer|views)\.spec\.ts$/;
/** Its jobs must be sound, and a load generator beside a busy browser is late: it has the machine to itself. */
const ALONE = /journey\.spec\.ts$/;
/** Where the step of `npm test` puts its report; what it leaves of failures lies beside it, by its name. */
const report = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'];

/** Journeys of a person in a real browser against the real product, started by the global set-up. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/start-product.ts',
  outputDir: `test-results/failed/${path.basename(report ?? 'e2e', '.json')}`,
  fullyParallel: false,
  workers: 1,
  retries: 0,
  // What one waits for has a limit, wide enough for a machine that others keep busy; the sum of it only a last one.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: report === undefined ? [['list']] : [['list'], ['json']],
  projects: [
    { name: 'pages', testIgnore: [WAITS, ALONE] },
    { name: 'waits', testMatch: WAITS },
    { name: 'alone', testMatch: ALONE },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(systemChromium === undefined ? {} : { executablePath: systemChromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
});
