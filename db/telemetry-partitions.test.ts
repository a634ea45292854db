import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openTestDatabase } from '#testing/database.ts';

const dbFolder = fileURLToPath(new URL('.', import.meta.url));
const earlier = mkdtempSync(join(tmpdir(), 'yardstick-earlier-'));
afterAll(() => rmSync(earlier, { recursive: true, force: true }));

it('keeps the samples of a database that was filled before there were partitions, with their ids', async () => {
  mkdirSync(join(earlier, 'schema'));
  for (const file of readdirSync(join(dbFolder, 'schema')).filter((name) => name < '0021'))
    cpSync(join(dbFolder, 'schema', file), join(earlier, 'schema', file));
  const test = await openTestDatabase({ migrated: false });
  try {
    await migrate(test.db, { dbFolder: earlier });
    await test.db.admin((tx) =>
      tx.script(`
        insert into core.organizations (name) values ('W');
        insert into core.projects (org_id, project_name) select org_id, 'P' from core.organizations;
        insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'R' from core.projects;
        insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code)
          select org_id, project_id, run_id, 'J', 'bench-llm', 'measured', 'm' from core.runs;
        insert into core.telemetry_samples (org_id, job_id, attempt, sampled_at, source, power_w)
          select org_id, job_id, 1, at::timestamptz, 'gpu', 100 from core.jobs,
            unnest(array['2026-01-04 23:59:59Z', '2026-01-05 00:00:00Z', '2026-11-20 12:00:00Z']) at;`),
    );
    await migrate(test.db, { dbFolder });
    const { rows } = await test.db.admin((tx) =>
      tx.query(
        `select telemetry_id, tableoid::regclass::text as part, power_w from core.telemetry_samples order by sampled_at`,
      ),
    );
    // Weeks begin on Monday, UTC.
    expect(rows).toEqual([
      { telemetry_id: '1', part: 'core.telemetry_samples_2026w01', power_w: 100 },
      { telemetry_id: '2', part: 'core.telemetry_samples_2026w02', power_w: 100 },
      { telemetry_id: '3', part: 'core.telemetry_samples_2026w47', power_w: 100 },
    ]);
    const next = await test.db.one(
      { role: 'web_system' },
      `insert into core.telemetry_samples (org_id, job_id, attempt, sampled_at, source) select org_id, job_id, 1, now(), 'host' from core.jobs returning telemetry_id`,
    );
    expect(next.rows).toEqual([{ telemetry_id: '4' }]);
  } finally {
    await test.close();
  }
}, 60_000);
