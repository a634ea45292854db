import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgresServer } from '#testing/postgres-server.ts';

const START_LIMIT_MS = 180_000;

/**
 * Starts the product the way a person does (`npm start` on a folder of its own) and leaves its address and the
 * one-time link in the environment: YARDSTICK_URL, YARDSTICK_LINK. On PostgreSQL when TEST_DATABASE says so.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'yardstick-e2e-'));
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const postgres = process.env['TEST_DATABASE'] === 'postgres' ? await startPostgresServer() : null;
  const child = spawn(process.execPath, ['scripts/start.mjs', '--port', String(port), '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(postgres === null ? {} : { DATABASE_URL: postgres.url }) },
  });
  const link = await new Promise<string>((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`not ready after ${START_LIMIT_MS / 1000} s:\n${output}`)), START_LIMIT_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Sign in \(works once\): (\S+)/.exec(output);
      if (found?.[1] !== undefined) {
        clearTimeout(timer);
        resolve(found[1]);
      }
    });
    child.on('exit', (code) => reject(new Error(`npm start ended with ${code ?? 'a signal'}:\n${output}`)));
  });
  process.env['YARDSTICK_URL'] = `http://127.0.0.1:${port}`;
  process.env['YARDSTICK_LINK'] = link;
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
