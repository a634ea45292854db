// npm run db:reset: forgets the embedded database and what belongs to it. Asks first, unless --yes.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fail, root } from './setup.mjs';

if (process.env.DATABASE_URL) fail('DATABASE_URL is set: drop and create that database with your own tools.');
const dataFolder = path.resolve(process.env.YARDSTICK_DATA ?? path.join(root, '.yardstick'));
if (!existsSync(dataFolder)) {
  console.log(`Nothing to reset: there is no ${dataFolder}.`);
  process.exit(0);
}
const lock = path.join(dataFolder, 'pglite.lock');
if (existsSync(lock)) {
  const pid = Number(/\d+/.exec(readFileSync(lock, 'utf8'))?.[0]);
  if (isAlive(pid)) fail(`the database is in use by process ${pid}: stop it first (Ctrl-C in its terminal).`);
}
if (!process.argv.includes('--yes')) {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(
    `Delete all results, accounts and tokens in ${dataFolder}? Type "yes": `,
  );
  prompt.close();
  if (answer.trim() !== 'yes') {
    console.log('Nothing was deleted.');
    process.exit(1);
  }
}
rmSync(dataFolder, { recursive: true, force: true });
console.log('Deleted. The next npm start begins anew.');

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
