import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { hashPassword } from '#server/api/auth/password.ts';
import { fillLab, type Lab } from './lab-content.ts';
import { startPostgresServer } from './postgres-server.ts';

export const LAB_PASSWORD = 'correct horse battery';
export const LAB_PEOPLE = [
  { email: 'lab@example.com', name: 'Lab Owner', role: 'owner' },
  { email: 'engineer@example.com', name: 'Eve Engineer', role: 'engineer' },
  { email: 'viewer@example.com', name: 'View Only', role: 'viewer' },
] as const;

export interface RunningLab extends Lab {
  readonly url: string;
  /** Resolves when the product ends by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** The product on a throwaway PostgreSQL, filled with made-up content. Throws when it does not start. */
export async function startLab(options: {
  readonly port: number;
  readonly jobs: number;
}): Promise<RunningLab> {
  const server = await startPostgresServer();
  const data = mkdtempSync(join(tmpdir(), 'yardstick-lab-'));
  const child = spawn(
    process.execPath,
    ['scripts/start.mjs', '--port', String(options.port), '--data', data],
    {
      env: { ...process.env, DATABASE_URL: server.url, LIMITS: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
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
  // The server is stopped under it at the end.
  client.on('error', () => undefined);
  await client.connect();
  const hash = await hashPassword(LAB_PASSWORD);
  const members: { accountId: string; role: string }[] = [];
  for (const { email, name, role } of LAB_PEOPLE) {
    const { rows } = await client.query<{ account_id: string }>(
      'insert into core.accounts (email, display_name, password_hash) values ($1, $2, $3) returning account_id',
      [email, name, hash],
    );
    members.push({ accountId: rows[0]?.account_id ?? '', role });
  }
  const lab = await fillLab(client, members, options.jobs);
  // Two of its servers are alive.
  const heartbeat = setInterval(() => {
    void client.query(
      `with alive as (update core.workers set last_sync_at = now() where machine_id like 'machine-h100-sxm%' or machine_id like 'machine-h200-sxm%' returning server_id, org_id)
       select core.hear_server(server_id, org_id) from alive`,
    );
  }, 4_000);
  return {
    ...lab,
    url: `http://127.0.0.1:${options.port}`,
    ended,
    async stop() {
      clearInterval(heartbeat);
      if (child.exitCode === null) child.kill('SIGINT');
      await ended;
      await client.end();
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
