import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_VIEWS } from '#contract/views/all.ts';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createWorkspace, type TestWorkspace } from '#testing/workspace.ts';

/** A database with 20,000 jobs in 40 workspaces: no documented read may go through a big table from end to end. */
const BIG =
  /Seq Scan on (jobs|results|job_status_history|job_logs|telemetry_samples\w*|job_attempts|audit_log)\b/;
const WORKSPACES = 40;

let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;
let jobId: number;
let runId: number;
let projectId: number;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  workspace = await createWorkspace(db);
  await db.admin(async (tx) => {
    await tx.script(`
      insert into core.organizations (name) select 'W' || n from generate_series(2, ${WORKSPACES}) n;
      insert into core.projects (org_id, project_name) select org_id, 'P' || n from core.organizations, generate_series(1, 5) n;
      insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'R' || n from core.projects, generate_series(1, 10) n;
      insert into core.gpu_models (gpu_model, display_name, vendor, architecture, memory_gb, source, facts)
        values ('gpu-a', 'A', 'google', 'x', 80, 's', '{"cloud_usd_h_low": 2, "bf16_tflops": 1}');
      insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, gpu_model, gpu_count, concurrency,
          input_sequence_length, output_sequence_length, status_code, attempt_count, created_at)
        select org_id, project_id, run_id, 'J' || n, 'bench-llm', 'measured', 'm' || n, 'gpu-a', 1, n, 1024, 128, 'completed', 1, now() - make_interval(mins => run_id * 10 + n)
        from core.runs, generate_series(1, 10) n;
      insert into core.results (job_id, org_id, tool_code, provenance, tokens_per_sec, created_at)
        select job_id, org_id, case job_id % 10 when 0 then 'bench-vlm' when 1 then 'bench-asr' else 'bench-llm' end, provenance, job_id, created_at from core.jobs;
      insert into core.job_status_history (org_id, job_id, status_code, created_at)
        select org_id, job_id, s, created_at from core.jobs, unnest(array['pending', 'queued', 'running', 'completed']) s;
      insert into core.job_attempts (job_id, attempt, org_id, worker_epoch, claim_id, lease_token_hash, lease_expires_at, claim_answer, outcome)
        select job_id, 1, org_id, 1, gen_random_uuid(), '', now(), '{}', 'completed' from core.jobs;
      insert into core.job_logs (job_id, attempt, stream, seq, org_id, content, byte_count)
        select job_id, 1, 'bench', 0, org_id, 'x', 1 from core.jobs;
      insert into core.audit_log (org_id, action, created_at) select org_id, 'x', created_at from core.jobs;
      insert into core.telemetry_samples (org_id, job_id, attempt, sampled_at, source, gpu_index)
        -- Some in each partition, the default one too: the planner may well read an empty table from end to end.
        select org_id, job_id, 1, now() + make_interval(weeks => n % 4, secs => n), 'gpu', 0 from core.jobs, generate_series(1, 10) n;
      insert into core.telemetry_job_summaries (job_id, org_id, attempt, window_from, window_to, gpu_count_seen, samples, is_valid, invalid_reasons)
        select job_id, org_id, 1, now(), now(), 1, 1, true, '{}' from core.jobs;
      insert into core.telemetry_gpu_summaries (job_id, gpu_index, org_id, samples, is_valid, invalid_reasons)
        select job_id, 0, org_id, 1, true, '{}' from core.jobs;
      analyze;
    `);
    const { rows } = await tx.query(
      `select max(job_id) as job_id, max(run_id) as run_id, max(project_id) as project_id, count(*)::integer as n from core.jobs where org_id = $1`,
      [workspace.orgId],
    );
    expect(rows[0]?.['n']).toBe(500);
    jobId = Number(rows[0]?.['job_id']);
    runId = Number(rows[0]?.['run_id']);
    projectId = Number(rows[0]?.['project_id']);
  });
}, 120_000);
afterAll(() => test.close());

/** Lines of the plan of a read as the data API makes it: a page of 50 in the given order, by a member. */
async function plan(view: string, where: string, order: string): Promise<string[]> {
  const { rows } = await db.one<Record<string, string>>(
    { role: 'web_user', claims: workspace.claims, readOnly: true },
    `explain (costs off) select * from api.${view} where ${where} order by ${order} limit 50`,
  );
  return rows.map((row) => Object.values(row)[0] ?? '');
}

const columns = new Map(ALL_VIEWS.map((view) => [view.name, Object.keys(view.row.shape)]));
const having = (...wanted: string[]) =>
  ALL_VIEWS.map((view) => view.name)
    .filter((name) => wanted.every((column) => columns.get(name)?.includes(column)))
    // The audit log's policy asks for the role in each workspace; it is covered by its own test below.
    .filter((name) => name !== 'v_audit_logs');

/** Views that sum up a workspace before anything can be picked: their documented read is org_id. */
const SUMMED_UP = [
  'v_inferencex_outputs',
  'v_throughput_leaderboard',
  'v_model_comparison',
  'v_framework_comparison',
  'v_quantization_comparison',
  'v_concurrency_scaling',
  'v_cost_efficiency',
  'v_hardware_utilization',
];

describe('no documented read scans a big table', () => {
  it.each(having('org_id', 'created_at'))('%s?org_id=eq.…&order=created_at.desc', async (view) => {
    const lines = await plan(view, `org_id = '${workspace.orgId}'`, 'created_at desc');
    expect(lines.filter((line) => BIG.test(line))).toEqual([]);
  });

  it.each(having('job_id').filter((view) => !SUMMED_UP.includes(view)))('%s?job_id=eq.…', async (view) => {
    const lines = await plan(view, `job_id = ${jobId}`, 'job_id');
    expect(lines.filter((line) => BIG.test(line))).toEqual([]);
  });

  it.each(SUMMED_UP)('%s?org_id=eq.…&job_id=eq.…', async (view) => {
    const lines = await plan(view, `org_id = '${workspace.orgId}' and job_id = ${jobId}`, 'job_id');
    expect(lines.filter((line) => BIG.test(line))).toEqual([]);
  });

  it.each(having('run_id', 'project_id', 'org_id'))('%s?org_id=eq.…&run_id=eq.…', async (view) => {
    for (const where of [`run_id = ${runId}`, `project_id = ${projectId}`]) {
      const lines = await plan(view, `org_id = '${workspace.orgId}' and ${where}`, 'run_id');
      expect(lines.filter((line) => BIG.test(line))).toEqual([]);
    }
  });

  it('v_audit_logs?org_id=eq.…&order=created_at.desc', async () => {
    const lines = await plan('v_audit_logs', `org_id = '${workspace.orgId}'`, 'created_at desc');
    expect(lines.filter((line) => BIG.test(line))).toEqual([]);
  });

  it('would notice one', async () => {
    const { rows } = await db.one<Record<string, string>>(
      { role: 'web_system', readOnly: true },
      `explain (costs off) select * from api.v_job_current_status where job_name like '%7' order by progress limit 50`,
    );
    expect(rows.some((row) => BIG.test(Object.values(row)[0] ?? ''))).toBe(true);
  });
});
