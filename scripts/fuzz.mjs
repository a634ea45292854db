// npm run test:fuzz [RUNS]: the property test of the data API with 100,000 random requests, on PostgreSQL.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { checkNode, ensureInstalled, ensurePostgres, root } from './setup.mjs';

const runs = Number(process.argv[2] ?? 100_000);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('Usage: npm run test:fuzz [-- RUNS]');
  process.exit(2);
}
/** A hundred thousand take one to three minutes; what takes this long hangs. */
const LIMIT_MS = 60_000 + runs * 12;

checkNode();
ensureInstalled();
ensurePostgres();
const child = spawn(
  path.join(root, 'node_modules', '.bin', 'vitest'),
  ['run', 'server/api/data/spec/security.test.ts', '--reporter=verbose'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE: 'postgres', DATA_API_FUZZ_RUNS: String(runs) },
  },
);
const timer = setTimeout(() => {
  console.error(`Not done after ${LIMIT_MS / 60_000} minutes.`);
  child.kill('SIGTERM');
}, LIMIT_MS);
child.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  clearTimeout(timer);
  process.exitCode = code ?? 1;
});
