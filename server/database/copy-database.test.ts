import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDump, testEngine } from '#testing/database.ts';
import { startPostgresServer, type PostgresServer } from '#testing/postgres-server.ts';
import { createWorkspace, type TestWorkspace } from '#testing/workspace.ts';
import { copyDatabase, CopyRefused } from './copy-database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import type { Database } from './port.ts';

const system = { role: 'web_system' };
const SLOW = 120_000;

/** From the embedded engine to a server, as an owner that is no superuser. */
describe.runIf(testEngine === 'postgres')('copyDatabase', () => {
  let home: string;
  let server: PostgresServer;
  let source: Database;
  let target: Database;
  let workspace: TestWorkspace;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'yardstick-copy-'));
    server = await startPostgresServer();
    const root = await openDatabase({ databaseUrl: server.url, poolSize: 1 });
    await root.admin(async (tx) => {
      await tx.query('create role yardstick_owner login createrole');
      await tx.query('create role authenticator login noinherit');
      await tx.query('create database yardstick owner yardstick_owner');
    });
    await root.close();
    const as = (user: string) =>
      server.url.replace('postgres@', `${user}@`).replace(/postgres$/, 'yardstick');
    target = await openDatabase({
      databaseUrl: as('authenticator'),
      ownerUrl: as('yardstick_owner'),
      poolSize: 1,
    });
    source = await openDatabase({ dataDir: home, loadFrom: await migratedDump('db') });
    await migrate(target, { dbFolder: 'db' });
    workspace = await createWorkspace(source, 'Wörk “space” 🚀 \\ \n line');
    await fill(source, workspace);
  }, SLOW);
  afterAll(async () => {
    await source.close();
    await target.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it('refuses a database with another schema, and one that is in use', { timeout: SLOW }, async () => {
    await target.admin((tx) => tx.query(`update core.schema_migrations set checksum = 'x' || checksum`));
    await expect(copyDatabase(source, target)).rejects.toThrow(/not have the same schema/);
    await target.admin((tx) => tx.query(`update core.schema_migrations set checksum = substr(checksum, 2)`));
    const other = await createWorkspace(target, 'In use');
    await expect(copyDatabase(source, target)).rejects.toBeInstanceOf(CopyRefused);
    expect(await workspaces(target)).toContain('In use');
    await target.one(system, 'delete from core.organizations where org_id = $1', [other.orgId]);
    await target.one(system, 'delete from core.accounts');
  });

  it('leaves the target as it was when a row cannot be stored', { timeout: SLOW }, async () => {
    await target.admin((tx) =>
      tx.script('alter table core.jobs add constraint in_the_way check (job_name <> $$job 25$$)'),
    );
    const before = await contents(target);
    await expect(copyDatabase(source, target)).rejects.toMatchObject({ sqlstate: '23514' });
    expect(await contents(target)).toEqual(before);
    await target.admin((tx) => tx.script('alter table core.jobs drop constraint in_the_way'));
  });

  it(
    'copies every row as it is, and goes on counting where the source stopped',
    { timeout: SLOW },
    async () => {
      const expected = await contents(source);
      const total = [...expected.values()].reduce((sum, text) => sum + Number(text.split(' ')[0]), 0);
      expect(await copyDatabase(source, target)).toBe(total);
      expect(await contents(target)).toEqual(expected);
      expect(await contents(source)).toEqual(expected);
      expect(expected.get('jobs')).toMatch(/^25 /);
      expect(expected.get('telemetry_samples')).toMatch(/^2500 /);
      const { rows } = await target.one<{ id: number }>(
        system,
        `insert into core.projects (org_id, project_name) values ($1, 'next') returning project_id as id`,
        [workspace.orgId],
      );
      expect(rows[0]?.id).toBe(2);
      // Its triggers are on again.
      const { rows: off } = await target.admin((tx) =>
        tx.query(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`),
      );
      expect(off).toEqual([]);
    },
  );
});

/** More jobs than a workspace may submit in a minute, samples of past weeks, and values that are easily bent. */
async function fill(db: Database, { orgId }: TestWorkspace): Promise<void> {
  await db.one(
    { ...system, claims: { limits: 'off' } },
    `with project as (insert into core.projects (org_id, project_name) values ($1, 'p') returning project_id),
       run as (insert into core.runs (org_id, project_id, run_name) select $1, project_id, 'r' from project returning run_id, project_id)
     insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, gpu_model, gpu_count, status_code, options)
     select $1, project_id, run_id, 'job ' || n, 'bench-llm', 'measured', 'm', 'h100', 1, 'completed', '{"deep": {"1e400": 1e400, "a": [0.1, null]}}' from run, generate_series(1, 25) n`,
    [orgId],
  );
  await db.one(
    system,
    `insert into core.telemetry_samples (org_id, job_id, attempt, sampled_at, source, gpu_index, gpu_util_pct, power_w)
     select $1, (select min(job_id) from core.jobs), 1, now() - make_interval(secs => n * 1000.000001), 'gpu', 0, 1 / (n + 0.3), case when n = 0 then 'NaN'::float8 when n = 1 then '-Infinity' else 0.1 + 0.2::float8 end
     from generate_series(0, 2499) n`,
    [orgId],
  );
  await db.one(
    system,
    `insert into core.worker_registration_tokens (org_id, name, token_hash, expires_at) values ($1, 'n', '\\x00ff27'::bytea, 'infinity')`,
    [orgId],
  );
}

/** Of every table the number of rows and a digest of what they hold. */
async function contents(db: Database): Promise<Map<string, string>> {
  return db.admin(async (tx) => {
    const { rows: tables } = await tx.query<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'core'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations' order by 1`,
    );
    const all = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await tx.query<{ said: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as said from core."${name}" t`,
      );
      all.set(name, rows[0]?.said ?? '');
    }
    return all;
  });
}

async function workspaces(db: Database): Promise<string[]> {
  const { rows } = await db.one<{ name: string }>(system, 'select name from core.organizations');
  return rows.map(({ name }) => name);
}
