// npm run test:fuzz [RUNS]: every property test with a seed of its own, then those of the data API with 100,000 random
// requests, on PostgreSQL. FC_SEED=… draws the cases of an earlier run again.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkNode, ensureInstalled, ensurePostgres, root } from './setup.mjs';

const runs = Number(process.argv[2] ?? 100_000);
const seed = Number(process.env['FC_SEED'] ?? randomInt(2 ** 31));
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed)) {
  console.error('Usage: [FC_SEED=N] npm run test:fuzz [-- RUNS]');
  process.exit(2);
}
/** A hundred thousand take one to three minutes; what takes this long hangs. */
const LIMIT_MS = 60_000 + runs * 12;
/** The others draw a hundred or so each. */
const OTHERS_LIMIT_MS = 10 * 60_000;
const DATA_API = 'server/api/data/spec/security.test.ts';

checkNode();
ensureInstalled();
ensurePostgres();
console.log(`FC_SEED=${seed}`);
const isFine = [
  await vitest(
    propertyTests().filter((file) => file !== DATA_API),
    OTHERS_LIMIT_MS,
    {},
  ),
  await vitest([DATA_API], LIMIT_MS, {
    TEST_DATABASE: 'postgres',
    DATA_API_FUZZ_RUNS: String(runs),
  }),
].every(Boolean);
if (!isFine) console.error(`The same cases again: FC_SEED=${seed} npm run test:fuzz -- ${runs}`);
process.exitCode = isFine ? 0 : 1;

/** Test files that draw cases. */
function propertyTests() {
  return ['contract', 'lib', 'catalog', 'db', 'server', 'worker', 'testing', 'src']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes("from 'fast-check'"));
}

/** Whether the tests of these files pass within the time. */
function vitest(files, limitMs, env) {
  return new Promise((resolve) => {
    const child = spawn(
      path.join(root, 'node_modules', '.bin', 'vitest'),
      ['run', ...files, '--reporter=verbose'],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, FC_SEED: String(seed) } },
    );
    const timer = setTimeout(() => {
      console.error(`Not done after ${limitMs / 60_000} minutes.`);
      child.kill('SIGTERM');
    }, limitMs);
    const end = (isDone) => {
      clearTimeout(timer);
      resolve(isDone);
    };
    child.on('error', (error) => {
      console.error(error.message);
      end(false);
    });
    child.on('exit', (code) => end(code === 0));
  });
}
