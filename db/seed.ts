import { createHash } from 'node:crypto';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { COMMAND_TEMPLATES } from '#catalog/frameworks/command-templates.ts';
import { ENGINE_ARGS_SETS } from '#catalog/frameworks/engine-args-sets.ts';
import { FRAMEWORKS } from '#catalog/frameworks/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { PUBLISHED_MODELS, type PublishedResult } from '#catalog/published/published-result.ts';
import { readPublishedResults } from '#catalog/published/published.ts';
import { QUANTIZATIONS } from '#catalog/quantizations/index.ts';
import { toPublishedJobs } from './published-jobs.ts';

/** What seeding needs of a database: statements as the owner, in one transaction. */
export interface SeedDatabase {
  admin<T>(run: (tx: SeedConnection) => Promise<T>): Promise<T>;
}
export interface SeedConnection {
  query(
    sql: string,
    params?: readonly (string | number | boolean | null)[],
  ): Promise<{ rows: Record<string, unknown>[] }>;
}

export interface SeedReport {
  /** False when the database held exactly these facts already. */
  readonly changed: boolean;
  readonly publishedResults: number;
}

/** Workspace of the published reference results; the same id in every database, so that links to it can be shared. */
export const REFERENCE_ORG_ID = '00000000-0000-4000-8000-000000000001';

/** Raise it when the way rows are written changes, so that databases seeded before are written again. */
const SEED_FORMAT = 2;

/**
 * Brings catalogs and published reference results in the database up to what this program ships. Idempotent: rows
 * are matched by their codes, so ids stay; a second start with the same facts writes nothing.
 * `publishedFolder` is where the two CSV files of `catalog/published` are.
 */
export function seed(database: SeedDatabase, publishedFolder?: URL): Promise<SeedReport> {
  return seedWith(database, readPublishedResults(publishedFolder));
}

/** As `seed`, with the given published results. */
export async function seedWith(
  database: SeedDatabase,
  published: readonly PublishedResult[],
): Promise<SeedReport> {
  const facts = JSON.stringify([
    SEED_FORMAT,
    GPUS,
    AI_MODELS,
    PUBLISHED_MODELS,
    FRAMEWORKS,
    COMMAND_TEMPLATES,
    ENGINE_ARGS_SETS,
    QUANTIZATIONS,
    published,
  ]);
  const checksum = createHash('sha256').update(facts).digest('hex');
  return database.admin(async (tx) => {
    await tx.query('begin');
    try {
      await tx.query(`select pg_catalog.pg_advisory_xact_lock(7290114)`);
      const known = await tx.query(
        `select value #>> '{}' as checksum from core.settings where key = 'seed_checksum'`,
      );
      const changed = known.rows[0]?.['checksum'] !== checksum;
      if (changed) {
        await seedCatalogs(tx);
        await seedPublished(tx, JSON.stringify(toPublishedJobs(published)));
        await tx.query(
          `insert into core.settings (key, value) values ('seed_checksum', to_jsonb($1::text))
           on conflict (key) do update set value = excluded.value, updated_at = now()`,
          [checksum],
        );
      }
      await tx.query('commit');
      return { changed, publishedResults: published.length };
    } catch (error) {
      await tx.query('rollback');
      throw error;
    }
  });
}

async function seedCatalogs(tx: SeedConnection): Promise<void> {
  await tx.query(
    `insert into core.gpu_models (gpu_model, display_name, vendor, architecture, memory_gb, memory_bandwidth_gbps, tdp_w, facts, source)
     select g ->> 'gpu_model', g ->> 'gpu_display_name', g ->> 'vendor', g ->> 'arch', (g ->> 'gpu_vram_gb')::numeric,
       (g ->> 'mem_bw_gbps')::numeric, (g ->> 'tdp_w')::numeric, g, g #>> '{sources,spec}'
     from jsonb_array_elements($1::jsonb) g
     on conflict (gpu_model) do update set display_name = excluded.display_name, vendor = excluded.vendor,
       architecture = excluded.architecture, memory_gb = excluded.memory_gb, memory_bandwidth_gbps = excluded.memory_bandwidth_gbps,
       tdp_w = excluded.tdp_w, facts = excluded.facts, source = excluded.source`,
    [JSON.stringify(GPUS)],
  );
  // KV bytes: layers that keep the whole context plus those that stop at their window, an upper bound for short contexts.
  await tx.query(
    `insert into core.ai_models (org_id, model_code, model_name, hf_id, total_params_b, active_params_b, max_context, kv_bytes_per_token, facts, source)
     select null, m ->> 'model_code', m ->> 'model_name', m ->> 'hf_id', (m ->> 'total_params_b')::numeric, (m ->> 'active_params_b')::numeric,
       (m ->> 'max_context')::integer,
       nullif((m ->> 'kv_bytes_per_token_bf16_growing')::numeric + (m ->> 'kv_bytes_per_token_bf16_sliding_capped')::numeric, 0),
       m, coalesce(m #>> '{sources,architecture}', m ->> 'source')
     from jsonb_array_elements($1::jsonb) m
     on conflict (org_id, model_code) do update set model_name = excluded.model_name, hf_id = excluded.hf_id,
       total_params_b = excluded.total_params_b, active_params_b = excluded.active_params_b, max_context = excluded.max_context,
       kv_bytes_per_token = excluded.kv_bytes_per_token, facts = excluded.facts, source = excluded.source`,
    [JSON.stringify([...AI_MODELS, ...PUBLISHED_MODELS])],
  );
  await tx.query(
    `insert into core.quantizations (quantization_code, display_name, weight_bytes, sort_order)
     select q ->> 'quantization_code', q ->> 'quantization_name', (q ->> 'bytes_per_weight')::numeric, n
     from jsonb_array_elements($1::jsonb) with ordinality as e(q, n)
     on conflict (quantization_code) do update set display_name = excluded.display_name, weight_bytes = excluded.weight_bytes, sort_order = excluded.sort_order`,
    [JSON.stringify(QUANTIZATIONS)],
  );
  await tx.query(
    `insert into core.frameworks (framework_code, framework_name, launchable, sort_order)
     select f ->> 'framework_code', f ->> 'framework_name', (f ->> 'is_launchable')::boolean, n
     from jsonb_array_elements($1::jsonb) with ordinality as e(f, n)
     on conflict (framework_code) do update set framework_name = excluded.framework_name, launchable = excluded.launchable, sort_order = excluded.sort_order`,
    [JSON.stringify(FRAMEWORKS)],
  );
  await tx.query(
    `insert into core.framework_versions (framework_code, version, sort_order)
     select f ->> 'framework_code', v, n
     from jsonb_array_elements($1::jsonb) f, jsonb_array_elements_text(f -> 'versions') with ordinality as e(v, n)
     on conflict (framework_code, version) do update set sort_order = excluded.sort_order`,
    [JSON.stringify(FRAMEWORKS)],
  );
  await tx.query(
    `insert into core.framework_command_templates (framework_code, template_code, argv, quantization_argv, runtime_env, health_path, default_port, source)
     select t ->> 'framework_code', t ->> 'template_code', t -> 'argv', t -> 'quantization_argv', t -> 'runtime_env', t ->> 'health_path', (t ->> 'default_port')::integer, t ->> 'source'
     from jsonb_array_elements($1::jsonb) t
     on conflict (framework_code, template_code) do update set argv = excluded.argv, quantization_argv = excluded.quantization_argv,
       runtime_env = excluded.runtime_env, health_path = excluded.health_path, default_port = excluded.default_port, source = excluded.source`,
    [JSON.stringify(COMMAND_TEMPLATES)],
  );
  await tx.query(
    `insert into core.engine_args_sets (engine_args_set_code, framework_code, template_code, framework_versions, argv, template_values,
       required_argv, required_env, description, source, sort_order)
     select e ->> 'engine_args_set_code', e ->> 'framework_code', e ->> 'template_code',
       case when jsonb_typeof(e -> 'framework_versions') = 'array' then array(select jsonb_array_elements_text(e -> 'framework_versions')) end,
       e -> 'argv', e -> 'template_values', e -> 'required_argv', array(select jsonb_array_elements_text(e -> 'required_env')),
       e ->> 'description', e ->> 'source', n
     from jsonb_array_elements($1::jsonb) with ordinality as s(e, n)
     on conflict (engine_args_set_code) do update set framework_code = excluded.framework_code, template_code = excluded.template_code,
       framework_versions = excluded.framework_versions, argv = excluded.argv, template_values = excluded.template_values,
       required_argv = excluded.required_argv, required_env = excluded.required_env, description = excluded.description,
       source = excluded.source, sort_order = excluded.sort_order`,
    [JSON.stringify(ENGINE_ARGS_SETS)],
  );
}

/**
 * Published figures keep their ids over a rename: a row is found by its source_key. Rows that the sources no longer
 * have go, and so do runs and projects that are left empty.
 */
async function seedPublished(tx: SeedConnection, jobs: string): Promise<void> {
  await tx.query(
    `insert into core.organizations (org_id, name, is_reference) values ($1, 'Published reference results', true)
     on conflict (org_id) do update set name = excluded.name`,
    [REFERENCE_ORG_ID],
  );
  await tx.query(
    `insert into core.projects (org_id, project_name, description)
     select distinct $1::uuid, j ->> 'project_name', j ->> 'project_description' from jsonb_array_elements($2::jsonb) j
     on conflict (org_id, lower(project_name)) do update set description = excluded.description`,
    [REFERENCE_ORG_ID, jobs],
  );
  await tx.query(
    `insert into core.runs (org_id, project_id, run_name)
     select distinct p.org_id, p.project_id, j ->> 'run_name'
     from jsonb_array_elements($2::jsonb) j join core.projects p on p.org_id = $1::uuid and p.project_name = j ->> 'project_name'
     on conflict (project_id, lower(run_name)) do nothing`,
    [REFERENCE_ORG_ID, jobs],
  );
  await tx.query(
    `delete from core.jobs b using core.results x
     where x.job_id = b.job_id and b.org_id = $1::uuid
       and not exists (select from jsonb_array_elements($2::jsonb) j where j ->> 'source_key' = x.source_key)`,
    [REFERENCE_ORG_ID, jobs],
  );
  // Names may move between rows: out of the way first, so that no unique name is met halfway.
  await tx.query(`update core.jobs set job_name = 'seeding ' || job_id where org_id = $1::uuid`, [
    REFERENCE_ORG_ID,
  ]);
  await tx.query(
    `with source as (${PUBLISHED_ROWS})
     update core.jobs b set project_id = s.project_id, run_id = s.run_id, job_name = s.job_name, tool_code = s.tool_code,
       framework_code = s.framework_code, framework_version = s.framework_version, model_code = s.model_code,
       quantization_code = s.quantization_code, server_hostname = s.system_name, gpu_model = s.gpu_model, gpu_name = s.gpu_name,
       gpu_count = s.gpu_count, concurrency = s.concurrency, input_sequence_length = s.isl, output_sequence_length = s.osl, options = s.options,
       created_at = coalesce(s.measured_on, b.created_at), finished_at = s.measured_on
     from source s join core.results x on x.source_key = s.source_key
     where x.job_id = b.job_id`,
    [REFERENCE_ORG_ID, jobs],
  );
  await tx.query(
    `with source as (${PUBLISHED_ROWS})
     insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, framework_code, framework_version, model_code,
       quantization_code, server_hostname, gpu_model, gpu_name, gpu_count, concurrency, input_sequence_length, output_sequence_length, options,
       status_code, created_at, finished_at, status_changed_at)
     select $1::uuid, s.project_id, s.run_id, s.job_name, s.tool_code, 'published', s.framework_code, s.framework_version, s.model_code,
       s.quantization_code, s.system_name, s.gpu_model, s.gpu_name, s.gpu_count, s.concurrency, s.isl, s.osl, s.options,
       'completed', coalesce(s.measured_on, now()), s.measured_on, coalesce(s.measured_on, now())
     from source s
     where not exists (select from core.results x where x.source_key = s.source_key)`,
    [REFERENCE_ORG_ID, jobs],
  );
  await tx.query(
    `with source as (${PUBLISHED_ROWS})
     insert into core.results (job_id, org_id, tool_code, provenance, statistic, tokens_per_sec, requests_per_sec, tokens_per_sec_per_gpu,
       tokens_per_sec_per_user, ttft_mean_ms, tpot_mean_ms, ttft_p50_ms, ttft_p99_ms, tpot_p50_ms, tpot_p99_ms, e2e_p50_ms, e2e_p99_ms,
       source_key, citation, source_url, created_at)
     select b.job_id, b.org_id, s.tool_code, 'published', s.statistic, s.tokens_per_sec, s.requests_per_sec, s.tokens_per_sec_per_gpu,
       1000 / coalesce(s.tpot_p50_ms, s.tpot_mean_ms), s.ttft_mean_ms, s.tpot_mean_ms, s.ttft_p50_ms, s.ttft_p99_ms, s.tpot_p50_ms, s.tpot_p99_ms,
       s.e2e_p50_ms, s.e2e_p99_ms, s.source_key, s.citation, s.source_url, coalesce(s.measured_on, now())
     from source s join core.jobs b on b.run_id = s.run_id and b.job_name = s.job_name
     on conflict (source_key) do update set tool_code = excluded.tool_code, statistic = excluded.statistic, tokens_per_sec = excluded.tokens_per_sec,
       requests_per_sec = excluded.requests_per_sec, tokens_per_sec_per_gpu = excluded.tokens_per_sec_per_gpu,
       tokens_per_sec_per_user = excluded.tokens_per_sec_per_user, ttft_mean_ms = excluded.ttft_mean_ms, tpot_mean_ms = excluded.tpot_mean_ms,
       ttft_p50_ms = excluded.ttft_p50_ms, ttft_p99_ms = excluded.ttft_p99_ms, tpot_p50_ms = excluded.tpot_p50_ms,
       tpot_p99_ms = excluded.tpot_p99_ms, e2e_p50_ms = excluded.e2e_p50_ms, e2e_p99_ms = excluded.e2e_p99_ms,
       citation = excluded.citation, source_url = excluded.source_url`,
    [REFERENCE_ORG_ID, jobs],
  );
  await tx.query(
    `delete from core.runs r where r.org_id = $1::uuid and not exists (select from core.jobs b where b.run_id = r.run_id)`,
    [REFERENCE_ORG_ID],
  );
  await tx.query(
    `delete from core.projects p where p.org_id = $1::uuid and not exists (select from core.runs r where r.project_id = p.project_id)`,
    [REFERENCE_ORG_ID],
  );
}

/** The published figures as rows, each with the project and run it belongs to. */
const PUBLISHED_ROWS = `
  select j.*, p.project_id, r.run_id, coalesce(g.display_name, j.accelerator) as gpu_name
  from jsonb_to_recordset($2::jsonb) as j(project_name text, run_name text, job_name text, tool_code text, framework_code text,
    framework_version text, model_code text, quantization_code text, system_name text, gpu_model text, accelerator text, gpu_count integer,
    concurrency integer, isl integer, osl integer, options jsonb, measured_on timestamptz, statistic text, tokens_per_sec double precision,
    requests_per_sec double precision, tokens_per_sec_per_gpu double precision, ttft_mean_ms double precision, tpot_mean_ms double precision,
    ttft_p50_ms double precision, ttft_p99_ms double precision, tpot_p50_ms double precision, tpot_p99_ms double precision,
    e2e_p50_ms double precision, e2e_p99_ms double precision, source_key text, citation text, source_url text)
  join core.projects p on p.org_id = $1::uuid and p.project_name = j.project_name
  join core.runs r on r.project_id = p.project_id and lower(r.run_name) = lower(j.run_name)
  left join core.gpu_models g on g.gpu_model = j.gpu_model`;
