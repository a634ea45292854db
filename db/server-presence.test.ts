import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { seed } from '#db/seed.ts';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import {
  callRpc,
  createWorkspace,
  registerWorker,
  type TestWorker,
  type TestWorkspace,
} from '#testing/workspace.ts';

const system = { role: 'web_system' } as const;
let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;
let worker: TestWorker;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  await seed(db);
});
afterAll(() => test.close());

beforeEach(async () => {
  workspace = await createWorkspace(db);
  worker = await registerWorker(db, workspace, 'gpu-1', randomUUID());
});

const beat = (one: TestWorker = worker) =>
  callRpc(db, one.claims, 'worker_sync', {
    p_worker_id: one.workerId,
    p_epoch: 1,
    p_state: 'idle',
    p_leases: [],
    p_now: new Date().toISOString(),
  });

/** Moves everything that was heard so far into the past. */
const pass = (time: string) =>
  db.one(
    system,
    `update core.server_presence set first_heard_at = first_heard_at - $2::interval, last_heard_at = last_heard_at - $2::interval
     where org_id = $1`,
    [workspace.orgId, time],
  );

/** Length of each stretch and how long ago it ended, whole seconds, as a member of the workspace reads it. */
async function stretches(): Promise<number[][]> {
  const { rows } = await db.one<{ length: number; ago: number }>(
    { role: 'web_user', claims: workspace.claims },
    `select floor(extract(epoch from last_heard_at - first_heard_at))::integer as length,
       floor(extract(epoch from now() - last_heard_at))::integer as ago
     from api.v_server_presence where org_id = $1 and hostname = 'gpu-1' order by first_heard_at`,
    [workspace.orgId],
  );
  return rows.map(({ length, ago }) => [length, ago]);
}

it('is one stretch while heartbeats come, from the registration on', async () => {
  await pass('20 seconds');
  await beat();
  await pass('20 seconds');
  await beat();
  expect(await stretches()).toEqual([[40, 0]]);
});

it('begins a new stretch after a silence that makes a server offline, not after a shorter one', async () => {
  const { rows } = await db.one<{ s: number }>(
    system,
    `select core.setting_number('worker_offline_s')::integer as s`,
  );
  const offlineS = rows[0]?.s ?? 0;
  await pass(`${offlineS - 2} seconds`);
  await beat();
  expect(await stretches()).toEqual([[offlineS - 2, 0]]);
  await pass(`${offlineS + 1} seconds`);
  await beat();
  expect(await stretches()).toEqual([
    [offlineS - 2, offlineS + 1],
    [0, 0],
  ]);
});

it('belongs to the server: another worker of it goes on with the stretch', async () => {
  await pass('10 seconds');
  const second = await registerWorker(db, workspace, 'gpu-1', randomUUID());
  await pass('10 seconds');
  await beat(second);
  expect(await stretches()).toEqual([[20, 0]]);
});
