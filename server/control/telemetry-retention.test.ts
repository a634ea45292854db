import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createWorkspace } from '#testing/workspace.ts';
import { keepTelemetry } from './telemetry-retention.ts';

let test: TestDatabase;
let db: Database;
let jobId: number;

const sql = async (text: string) => (await db.one({ role: 'web_system' }, text)).rows;
const admin = async (text: string) => (await db.admin((tx) => tx.query(text))).rows;
const partitions = async () =>
  (
    await admin(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'core.telemetry_samples'::regclass order by 1`,
    )
  ).map((row) => String(row['name']).replace('core.', ''));
/** The name of the partition of a moment so many days from now. */
const week = async (days: number) =>
  String(
    (
      await admin(
        `select 'telemetry_samples_' || to_char((now() + interval '${days} days') at time zone 'UTC', 'IYYY"w"IW') as name`,
      )
    )[0]?.['name'],
  );

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  const { orgId } = await createWorkspace(db);
  const [job] =
    await sql(`with p as (insert into core.projects (org_id, project_name) values ('${orgId}', 'P') returning *),
    r as (insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'R' from p returning *)
    insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, status_code, gpu_count, attempt_count)
    select org_id, project_id, run_id, 'old', 'bench-llm', 'measured', 'm', 'completed', 1, 1 from r returning job_id`);
  jobId = Number(job?.['job_id']);
});
afterAll(() => test.close());

it('makes the partitions that are missing, with what had fallen beside them, and drops what is too old, with a summary first', async () => {
  const [thisWeek, nextWeek, oldWeek] = [await week(0), await week(7), await week(-45)];
  expect(await partitions()).toContain(thisWeek);
  expect(await keepTelemetry(db)).toEqual({ made: 0, dropped: 0 });

  // As on a database that nobody served for a while: this week has no partition, and a row of it came.
  await admin(`drop table core.${thisWeek}`);
  await admin(`drop table core.${nextWeek}`);
  await admin(
    `create table core.${oldWeek} partition of core.telemetry_samples for values from (date_trunc('week', now() at time zone 'UTC' - interval '45 days') at time zone 'UTC') to ((date_trunc('week', now() at time zone 'UTC' - interval '45 days') + interval '7 days') at time zone 'UTC')`,
  );
  const sample = (at: string, times = '') =>
    sql(
      `insert into core.telemetry_samples (org_id, job_id, attempt, sampled_at, source, gpu_index, gpu_util_pct, power_w) select org_id, job_id, 1, ${at}, 'gpu', 0, 50, 200 from core.jobs ${times}`,
    );
  await sample('now()');
  await sample(`now() - interval '400 days'`);
  // One statement, one moment: the samples are whole seconds apart.
  await sample(
    `now() - interval '45 days' + make_interval(secs => second)`,
    'cross join generate_series(0, 3) as t (second)',
  );
  await sql(`insert into core.results (job_id, org_id, tool_code, provenance, tokens_per_sec, measured_from, measured_to)
    select job_id, org_id, tool_code, provenance, 100, now() - interval '45 days' + interval '0.5 seconds', now() - interval '45 days' + interval '2.5 seconds' from core.jobs`);
  // The statement of the result began at a moment of its own: put the window exactly inside the samples.
  await sql(`update core.results x set measured_from = t.first_at + interval '0.5 seconds', measured_to = t.first_at + interval '2.5 seconds'
    from (select min(sampled_at) as first_at from core.telemetry_samples where sampled_at between now() - interval '50 days' and now() - interval '40 days') t`);
  expect(await admin(`select count(*)::integer as n from core.telemetry_samples_default`)).toEqual([
    { n: 2 },
  ]);

  expect(await keepTelemetry(db)).toEqual({ made: 2, dropped: 1 });
  expect(await admin(`select count(*)::integer as n from core.${thisWeek}`)).toEqual([{ n: 1 }]);
  expect(await sql(`select count(*)::integer as n from core.telemetry_samples`)).toEqual([{ n: 1 }]);
  expect(await partitions()).not.toContain(oldWeek);
  const [summary] = await sql(`select * from api.v_telemetry_job_summary where job_id = ${jobId}`);
  expect(summary).toMatchObject({ is_valid: true, gpu_util_avg_pct: 50, samples: 2 });
  expect(summary?.['energy_j']).toBeCloseTo(400, 1);
  expect(await keepTelemetry(db)).toEqual({ made: 0, dropped: 0 });
});

it('closes new partitions as every table is closed', async () => {
  expect(
    await admin(
      `select relname from pg_class where relname ~ '^telemetry_samples' and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`,
    ),
  ).toEqual([]);
  expect(
    await admin(
      `select relname from pg_class where relname ~ '^telemetry_samples_' and relkind = 'r' and has_table_privilege('web_user', oid, 'select')`,
    ),
  ).toEqual([]);
});

it('refuses to keep nothing', async () => {
  await expect(sql('select core.drop_old_telemetry(0)')).rejects.toMatchObject({ sqlstate: '22023' });
});
