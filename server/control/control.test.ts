import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pino } from 'pino';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import { expireLeases } from './expire-leases.ts';
import { deleteEnded } from './housekeeping.ts';
import { startLoop } from './loop.ts';

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
});
afterAll(() => test.close());

const sql = (text: string) => db.one({ role: 'web_system' }, text);

describe('expireLeases', () => {
  it('returns the job of a worker that stopped answering to pending, and only that', async () => {
    await sql(
      `insert into core.organizations (org_id, name) values ('00000000-0000-4000-8000-00000000000a', 'W')`,
    );
    await sql(`with p as (insert into core.projects (org_id, project_name) select org_id, 'P' from core.organizations returning *),
      r as (insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'R' from p returning *)
      insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, status_code, attempt_count)
      select org_id, project_id, run_id, n, 'bench-llm', 'measured', 'm', 'running', 1 from r, unnest(array['lost', 'alive']) n`);
    await sql(`insert into core.job_attempts (job_id, attempt, org_id, worker_epoch, claim_id, lease_token_hash, lease_expires_at, claim_answer)
      select job_id, 1, org_id, 1, gen_random_uuid(), '', now() + case job_name when 'lost' then interval '-31 seconds' else interval '-29 seconds' end, '{}'
      from core.jobs`);
    expect(await expireLeases(db)).toBe(1);
    const { rows } = await sql('select job_name, status_code from core.jobs order by job_name');
    expect(rows).toEqual([
      { job_name: 'alive', status_code: 'running' },
      { job_name: 'lost', status_code: 'pending' },
    ]);
    expect(await expireLeases(db)).toBe(0);
  });
});

describe('deleteEnded', () => {
  it('deletes sessions, links and audit lines that ended long enough ago', async () => {
    await sql(`insert into core.accounts (email, display_name) values ('a@example.org', 'A')`);
    await sql(`insert into core.sessions (account_id, refresh_token_hash, expires_at, revoked_at)
      select account_id, n::bytea, now() + e::interval, now() + r::interval from core.accounts,
      (values ('1', '-25 hours', null), ('2', '-23 hours', null), ('3', '1 day', '-25 hours'), ('4', '1 day', null)) v (n, e, r)`);
    await sql(`insert into core.sign_in_links (account_id, token_hash, expires_at, used_at)
      select account_id, n::bytea, now() + e::interval, now() + u::interval from core.accounts,
      (values ('1', '-25 hours', null), ('2', '1 hour', null), ('3', '1 hour', '-25 hours')) v (n, e, u)`);
    await sql(`insert into core.rate_windows (subject, class, window_start, used)
      values ('old', 'rpc', now() - interval '11 minutes', 1), ('new', 'rpc', now() - interval '9 minutes', 1)`);
    await sql(`delete from core.audit_log`);
    await sql(
      `insert into core.audit_log (action, created_at) values ('old', now() - interval '91 days'), ('new', now() - interval '89 days')`,
    );
    // A server that is there has one row, however old its beginning.
    await sql(`with org as (insert into core.organizations (name) values ('P') returning org_id),
        server as (insert into core.servers (org_id, hostname) select org_id, 'p-1' from org returning server_id, org_id)
      insert into core.server_presence (server_id, org_id, first_heard_at, last_heard_at)
      select server_id, org_id, now() - f::interval, now() - l::interval from server,
        (values ('40 days', '31 days'), ('29 days 1 hour', '29 days'), ('28 days', '1 second')) v (f, l)`);
    expect(await deleteEnded(db)).toEqual({
      sessions: 2,
      sign_in_links: 2,
      audit_log: 1,
      server_presence: 1,
      rate_windows: 1,
    });
    expect(
      (await sql(`select convert_from(refresh_token_hash, 'UTF8') as n from core.sessions order by 1`)).rows,
    ).toEqual([{ n: '2' }, { n: '4' }]);
    expect((await sql('select action from core.audit_log')).rows).toEqual([{ action: 'new' }]);
    expect(await deleteEnded(db)).toEqual({
      sessions: 0,
      sign_in_links: 0,
      audit_log: 0,
      server_presence: 0,
      rate_windows: 0,
    });
  });
});

describe('startLoop', () => {
  it('goes on after a tick that failed, never runs two at once, and stops after the one that runs', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    let ticks = 0;
    let running = 0;
    let most = 0;
    const loop = startLoop({
      name: 'test',
      everyMs: 5,
      firstAfterMs: 0,
      log,
      async tick() {
        ticks += 1;
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 10));
        running -= 1;
        if (ticks === 1) throw new Error('the first tick fails');
      },
    });
    await vi.waitFor(() => expect(ticks).toBeGreaterThanOrEqual(3), { timeout: 10_000 });
    await loop.stop();
    expect(running).toBe(0);
    const stoppedAt = ticks;
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(ticks).toBe(stoppedAt);
    expect(most).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"loop":"test"');
  });
});
