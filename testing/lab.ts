import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { hashPassword } from '#server/api/auth/password.ts';
import { fillLab } from './lab-content.ts';
import { startPostgresServer } from './postgres-server.ts';

/**
 * `npm run lab [-- --port 4700 --jobs 10000]`: the product on a throwaway PostgreSQL with made-up content of every kind, for looking at pages
 * and measuring them. Prints who can sign in. Ctrl-C ends it, and nothing stays.
 */
const { values: args } = parseArgs({
  options: { port: { type: 'string', default: '4700' }, jobs: { type: 'string', default: '10000' } },
});
const PASSWORD = 'correct horse battery';
const PEOPLE = [
  { email: 'lab@example.com', name: 'Lab Owner', role: 'owner' },
  { email: 'engineer@example.com', name: 'Eve Engineer', role: 'engineer' },
  { email: 'viewer@example.com', name: 'View Only', role: 'viewer' },
] as const;

const server = await startPostgresServer();
const data = mkdtempSync(join(tmpdir(), 'yardstick-lab-'));
const child = spawn(process.execPath, ['scripts/start.mjs', '--port', args.port, '--data', data], {
  env: { ...process.env, DATABASE_URL: server.url, LIMITS: 'off' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
await Promise.race([
  new Promise<void>((resolve) => {
    child.stdout.on('data', (text) => {
      if (String(text).includes('#token=')) resolve();
    });
  }),
  ended.then(() => Promise.reject(new Error('the product did not start'))),
]);

const client = new pg.Client({ connectionString: server.url });
client.on('error', () => undefined);
await client.connect();
const hash = await hashPassword(PASSWORD);
const members: { accountId: string; role: string }[] = [];
for (const { email, name, role } of PEOPLE) {
  const { rows } = await client.query<{ account_id: string }>(
    'insert into core.accounts (email, display_name, password_hash) values ($1, $2, $3) returning account_id',
    [email, name, hash],
  );
  members.push({ accountId: rows[0]?.account_id ?? '', role });
}
const lab = await fillLab(client, members, Number(args.jobs));
console.log(
  `\nhttp://127.0.0.1:${args.port}/w/${lab.orgId}: ${lab.jobs.toLocaleString('en-US')} made-up jobs; jobs ${lab.telemetryJobIds.join(', ')} have telemetry.` +
    `\nSign in as ${PEOPLE.map(({ email }) => email).join(', ')} with the password: ${PASSWORD}`,
);
// Two of its servers are alive.
const heartbeat = setInterval(() => {
  void client.query(
    `update core.workers set last_sync_at = now() where machine_id like 'machine-h100-sxm%' or machine_id like 'machine-h200-sxm%'`,
  );
}, 4_000);

async function stop(): Promise<void> {
  clearInterval(heartbeat);
  if (child.exitCode === null) child.kill('SIGINT');
  await ended;
  await client.end();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().then(() => process.exit(0)));
await ended;
await stop();
