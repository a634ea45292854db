import type pg from 'pg';

/** Jobs with results in the workspace that is read, and in one that its reader may not see. */
export const OWN_RESULTS = 2_000;
export const OTHERS_RESULTS = 20_000;

/** Fills a migrated database with results to read. `client` is the owner's. */
export async function fillResults(client: pg.Client, orgId: string): Promise<void> {
  const { rows } = await client.query<{ org_id: string }>(
    `insert into core.organizations (name) values ('Others') returning org_id`,
  );
  await fillWorkspace(client, orgId, OWN_RESULTS);
  await fillWorkspace(client, rows[0]?.org_id ?? '', OTHERS_RESULTS);
  await client.query('vacuum analyze');
}

async function fillWorkspace(client: pg.Client, orgId: string, results: number): Promise<void> {
  await client.query(
    `with project as (
       insert into core.projects (org_id, project_name) values ($1, 'Benchmark') returning *
     ), run as (
       insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'Sweep' from project returning *
     )
     insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, framework_code, framework_version,
       model_code, quantization_code, server_hostname, config_code, gpu_model, gpu_name, gpu_count, concurrency,
       input_sequence_length, output_sequence_length, status_code, created_at)
     select org_id, project_id, run_id, format('c%s-isl1024-osl1024-%s', 1 << (n % 9), n), 'bench-llm', 'measured', 'vllm', '0.11.0',
       'meta-llama/Llama-3.3-70B-Instruct', 'fp8', 'node-' || n % 40, 'h100-x8', 'h100-sxm', 'H100 SXM', 8, 1 << (n % 9),
       1024, 1024, 'completed', now() - n * interval '1 minute'
     from run, generate_series(1, $2::integer) n`,
    [orgId, results],
  );
  await client.query(
    `insert into core.results (job_id, org_id, tool_code, provenance, num_requests, num_failed, success_rate, duration_s,
       tokens_per_sec, total_tokens_per_sec, requests_per_sec, tokens_per_sec_per_gpu, tokens_per_sec_per_user,
       ttft_mean_ms, ttft_p50_ms, ttft_p90_ms, ttft_p95_ms, ttft_p99_ms, tpot_mean_ms, tpot_p50_ms, tpot_p90_ms, tpot_p95_ms,
       tpot_p99_ms, e2e_mean_ms, e2e_p50_ms, e2e_p90_ms, e2e_p95_ms, e2e_p99_ms, created_at)
     select job_id, org_id, tool_code, provenance, 1000, 0, 1, 60 + r, 4000 * r, 8000 * r, 40 * r, 500 * r, 60 * r,
       100 * r, 90 * r, 150 * r, 180 * r, 250 * r, 20 * r, 19 * r, 25 * r, 28 * r, 35 * r, 20000 * r, 19000 * r, 25000 * r, 28000 * r,
       33000 * r, created_at
     from core.jobs, lateral (select 0.5 + random() as r where job_id > 0) as spread where org_id = $1`,
    [orgId],
  );
}
