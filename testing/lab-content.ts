import type pg from 'pg';
import { createRandom } from '#lib/random.ts';

/**
 * Made-up content for looking at pages and measuring them: a workspace with many jobs in every state, servers of every kind and
 * telemetry with faults in it. Only for throwaway databases; its name says what it is, as its figures are marked measured.
 */
export const LAB_NAME = 'Lab (made-up content)';

interface Gpu {
  readonly slug: string;
  readonly name: string;
  /** GB/s and dense TFLOPS that the made-up times follow. */
  readonly bandwidth: number;
  readonly compute: number;
  readonly watts: number;
  readonly memoryMb: number;
}

const GPUS: readonly Gpu[] = [
  { slug: 'h100-sxm', name: 'H100 SXM', bandwidth: 3350, compute: 990, watts: 700, memoryMb: 81_559 },
  { slug: 'h200-sxm', name: 'H200 SXM', bandwidth: 4800, compute: 990, watts: 700, memoryMb: 143_771 },
  { slug: 'b200-sxm', name: 'B200 SXM', bandwidth: 8000, compute: 2250, watts: 1000, memoryMb: 183_359 },
  { slug: 'mi300x', name: 'MI300X', bandwidth: 5300, compute: 1307, watts: 750, memoryMb: 196_288 },
  { slug: 'mi355x', name: 'MI355X', bandwidth: 8000, compute: 2300, watts: 1400, memoryMb: 294_896 },
  { slug: 'gaudi3', name: 'Gaudi 3', bandwidth: 3700, compute: 1835, watts: 900, memoryMb: 131_072 },
];
/** Billions of parameters read for a token. */
const MODELS: readonly (readonly [code: string, activeB: number])[] = [
  ['llama-3.1-8b', 8],
  ['llama-3.1-70b', 70],
  ['qwen3-32b', 32],
  ['gpt-oss-120b', 5.1],
  ['deepseek-r1', 37],
];
const FRAMEWORKS: readonly (readonly [code: string, version: string, factor: number])[] = [
  ['vllm', '0.11.0', 1],
  ['vllm', '0.10.2', 1.09],
  ['sglang', '0.5.4', 0.96],
  ['trt-llm', '1.1.0', 0.9],
];
const PRECISIONS: readonly (readonly [code: string, bytes: number])[] = [
  ['bf16', 2],
  ['fp8', 1],
];
const SHAPES: readonly (readonly [isl: number, osl: number])[] = [
  [1024, 1024],
  [8192, 1024],
  [1024, 8192],
];
const CONCURRENCIES = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;
const ERRORS: readonly (readonly [code: string, message: string])[] = [
  [
    'engine_start_failed',
    'CUDA out of memory. Tried to allocate 2.50 GiB. GPU 0 has a total capacity of 79.19 GiB of which 1.06 GiB is free.',
  ],
  ['lease_lost', 'The worker was not heard of for 60 s'],
  ['bench_failed', 'Requests failed: 412 of 1000 (HTTP 503: <img src=x onerror=alert(1)> overloaded)'],
];

/** What `fillLab` made. */
export interface Lab {
  readonly orgId: string;
  readonly jobs: number;
  /** Jobs that have telemetry. */
  readonly telemetryJobIds: readonly number[];
}

/** Fills a migrated and seeded database with the lab; `client` is the database's owner, `accountIds` its members, the first its owner. */
export async function fillLab(
  client: pg.Client,
  members: readonly { readonly accountId: string; readonly role: string }[],
  jobs = 10_000,
): Promise<Lab> {
  const random = createRandom(20_261_128);
  const org = await client.query<{ org_id: string }>(
    'insert into core.organizations (name) values ($1) returning org_id',
    [LAB_NAME],
  );
  const orgId = org.rows[0]?.org_id ?? '';
  for (const { accountId, role } of members)
    await client.query('insert into core.memberships (org_id, account_id, role_code) values ($1, $2, $3)', [
      orgId,
      accountId,
      role,
    ]);
  const owner = members[0]?.accountId ?? null;
  const serverIds = await addServers(client, orgId, owner);

  const rows = [];
  const normal = () => random.next() + random.next() + random.next() - 1.5;
  for (let n = 0; n < jobs; n += 1) rows.push(jobRow(n, random.next, normal, serverIds));
  await client.query(
    `with given as (select * from jsonb_to_recordset($2::jsonb) as r(n int, project text, run text, name text, j jsonb, m jsonb)),
     projects as (
       insert into core.projects (org_id, owner_account_id, project_name, description)
       select $1, $3, project, 'Made-up content' from given group by project returning project_id, project_name),
     runs as (
       insert into core.runs (org_id, project_id, run_name, created_by, created_at)
       select $1, p.project_id, g.run, $3, min((g.j->>'created_at')::timestamptz)
       from given g join projects p on p.project_name = g.project group by p.project_id, g.run returning run_id, project_id, run_name),
     jobs as (
       insert into core.jobs (org_id, project_id, run_id, owner_account_id, job_name, tool_code, provenance, framework_code, framework_version,
         model_code, quantization_code, server_id, server_hostname, config_code, gpu_model, gpu_name, gpu_count, concurrency,
         input_sequence_length, output_sequence_length, status_code, phase_code, progress, error_code, error_message, attempt_count,
         created_at, started_at, finished_at, status_changed_at)
       select $1, r.project_id, r.run_id, $3, g.name, 'bench-llm', g.j->>'provenance', g.j->>'framework', g.j->>'version',
         g.j->>'model', g.j->>'precision', (g.j->>'server_id')::int, g.j->>'hostname', g.j->>'config', g.j->>'gpu', g.j->>'gpu_name',
         (g.j->>'gpus')::int, (g.j->>'conc')::int, (g.j->>'isl')::int, (g.j->>'osl')::int, g.j->>'status', g.j->>'phase',
         (g.j->>'progress')::numeric, g.j->>'error_code', g.j->>'error_message', 1, (g.j->>'created_at')::timestamptz,
         (g.j->>'created_at')::timestamptz + interval '20 seconds',
         case when g.m is not null or g.j->>'status' in ('failed', 'cancelled') then (g.j->>'created_at')::timestamptz + interval '4 minutes' end,
         (g.j->>'created_at')::timestamptz + interval '4 minutes'
       from given g join projects p on p.project_name = g.project
       join runs r on r.project_id = p.project_id and r.run_name = g.run
       returning job_id, job_name, run_id, status_code, created_at, provenance),
     history as (
       insert into core.job_status_history (org_id, job_id, attempt, status_code, created_at)
       select $1, job_id, 1, s.code, created_at + s.after
       from jobs, lateral (values ('pending', interval '0'), ('running', interval '20 seconds'), (status_code, interval '4 minutes')) s(code, after)
       where status_code in ('completed', 'failed', 'cancelled'))
     insert into core.results (job_id, org_id, tool_code, provenance, num_requests, num_failed, success_rate, duration_s,
       tokens_per_sec, total_tokens_per_sec, requests_per_sec, tokens_per_sec_per_gpu, tokens_per_sec_per_user,
       ttft_mean_ms, ttft_p50_ms, ttft_p90_ms, ttft_p95_ms, ttft_p99_ms, tpot_mean_ms, tpot_p50_ms, tpot_p90_ms, tpot_p95_ms,
       tpot_p99_ms, itl_p50_ms, itl_p99_ms, e2e_mean_ms, e2e_p50_ms, e2e_p90_ms, e2e_p95_ms, e2e_p99_ms, joules_per_token,
       is_valid, invalid_reasons, warnings, measured_from, measured_to, created_at)
     select j.job_id, $1, 'bench-llm', j.provenance, 1000, 0, 1, 180,
       (m->>'tps')::float8, (m->>'total')::float8, (m->>'rps')::float8, (m->>'per_gpu')::float8, (m->>'per_user')::float8,
       ttft * 1.08, ttft, ttft * 1.5, ttft * 1.8, case when (m->>'no_tail')::boolean then null else ttft * 2.6 end,
       tpot * 1.02, tpot, tpot * 1.15, tpot * 1.2, tpot * 1.35, tpot * 0.98, tpot * 3.1,
       e2e * 1.01, e2e, e2e * 1.1, e2e * 1.15, e2e * 1.3, (m->>'joules')::float8,
       not (m->>'invalid')::boolean, case when (m->>'invalid')::boolean then array['send lag p99 61 ms above 50 ms'] else '{}' end,
       case when (m->>'warns')::boolean then array['input_lengths: mean input 1,211 tokens where 1,024 were asked'] else '{}' end,
       j.created_at + interval '40 seconds', j.created_at + interval '220 seconds', j.created_at + interval '4 minutes'
     from given g join jobs j on j.job_name = g.name, lateral (select (m->>'ttft')::float8 as ttft, (m->>'tpot')::float8 as tpot, (m->>'e2e')::float8 as e2e) t
     where g.m is not null`,
    [orgId, JSON.stringify(rows), owner],
  );
  const telemetryJobIds = await addTelemetry(client, orgId, random.next);
  await addLogs(client, orgId, telemetryJobIds);
  await client.query('analyze');
  return { orgId, jobs, telemetryJobIds };
}

function pick<T>(list: readonly T[], at: number): T {
  const item = list[Math.floor(at) % list.length];
  if (item === undefined) throw new RangeError('an empty list');
  return item;
}

/** One job: concurrency varies fastest, then repeats, framework, precision, GPU, shape, model. */
function jobRow(
  n: number,
  next: () => number,
  normal: () => number,
  serverIds: ReadonlyMap<string, number>,
): Record<string, unknown> {
  let rest = n;
  const digit = (base: number): number => {
    const value = rest % base;
    rest = Math.floor(rest / base);
    return value;
  };
  const conc = pick(CONCURRENCIES, digit(CONCURRENCIES.length));
  const repeat = digit(3);
  const [framework, version, factor] = pick(FRAMEWORKS, digit(FRAMEWORKS.length));
  const [precision, bytes] = pick(PRECISIONS, digit(PRECISIONS.length));
  const gpu = pick(GPUS, digit(GPUS.length));
  const [isl, osl] = pick(SHAPES, digit(SHAPES.length));
  const [model, activeB] = pick(MODELS, digit(MODELS.length));
  const round = rest;
  const gpus = activeB > 20 ? 8 : activeB > 6 ? 2 : 4;
  const minutesAgo = 5 + n * 12;
  const fate = next();
  const status =
    n < 3 ? 'running' : n < 6 ? 'pending' : fate < 0.04 ? 'failed' : fate < 0.05 ? 'cancelled' : 'completed';
  const [errorCode, errorMessage] = pick(ERRORS, next() * ERRORS.length);
  const tpot =
    ((activeB * bytes * 1000) / (gpu.bandwidth * gpus * 0.6)) * factor +
    4 +
    (conc * activeB * 2) / (gpu.compute * gpus * 0.4) +
    conc * 0.012 * (isl / 1024);
  const noisy = tpot * (1 + 0.02 * normal());
  const ttft =
    (15 + ((isl * activeB * 2) / (gpu.compute * gpus * 0.45)) * (1 + conc / 40)) *
    factor *
    (1 + 0.05 * normal());
  const e2e = ttft + noisy * (osl - 1);
  const tps = (conc * osl * 1000) / e2e;
  return {
    n,
    project: `${model} serving`,
    run: `${gpu.name} ${framework} ${version} ${precision} ${isl}/${osl}${round > 0 ? ` round ${round + 1}` : ''}`,
    name: `c${conc}-isl${isl}-osl${osl} r${repeat + 1} #${n}`,
    j: {
      provenance: gpu.slug === 'gaudi3' && precision === 'bf16' ? 'simulated' : 'measured',
      framework,
      version,
      model,
      precision,
      server_id: serverIds.get(gpu.slug),
      hostname: `${gpu.slug}-01`,
      config: `${gpu.slug}-x${gpus}`,
      gpu: gpu.slug,
      gpu_name: gpu.name,
      gpus,
      conc,
      isl,
      osl,
      status,
      phase: status === 'running' ? 'measuring' : null,
      progress: status === 'running' ? 0.2 + n * 0.25 : null,
      error_code: status === 'failed' ? errorCode : null,
      error_message: status === 'failed' ? errorMessage : null,
      created_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    },
    m:
      status === 'completed'
        ? {
            tps,
            total: (tps * (isl + osl)) / osl,
            rps: tps / osl,
            per_gpu: tps / gpus,
            per_user: 1000 / noisy,
            ttft,
            tpot: noisy,
            e2e,
            joules: gpu.slug === 'gaudi3' ? null : (gpu.watts * gpus * 0.7) / tps,
            invalid: next() < 0.01,
            warns: next() < 0.02,
            no_tail: next() < 0.03,
          }
        : null,
  };
}

/** Five machines in as many states; GPU slug to server. */
async function addServers(
  client: pg.Client,
  orgId: string,
  owner: string | null,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const heard = [4, 9, 95, 7_200, 12, null];
  for (const [index, gpu] of GPUS.entries()) {
    const { rows } = await client.query<{ server_id: number }>(
      'insert into core.servers (org_id, hostname, description) values ($1, $2, $3) returning server_id',
      [orgId, `${gpu.slug}-01`, `Rack ${1 + (index % 3)}`],
    );
    const serverId = rows[0]?.server_id ?? 0;
    ids.set(gpu.slug, serverId);
    for (const count of [2, 4, 8])
      await client.query(
        `insert into core.server_configs (org_id, server_id, config_code, launch_kind, gpu_model, gpu_count, gpu_memory_gb, tensor_parallel, created_by)
         values ($1, $2, $3, 'process', $4, $5::int, $6, $5::int, $7)`,
        [orgId, serverId, `${gpu.slug}-x${count}`, gpu.slug, count, Math.round(gpu.memoryMb / 1000), owner],
      );
    const secondsAgo = heard[index];
    if (secondsAgo === null || secondsAgo === undefined) continue;
    const hardware = {
      cpu_model: 'AMD EPYC 9654 96-Core Processor',
      cpu_count: 192,
      memory_gb: 1536,
      os: 'Ubuntu 24.04 (Linux 6.8.0)',
      gpus: Array.from({ length: 8 }, (_, i) => ({
        index: i,
        uuid: `GPU-${gpu.slug}-${i}`,
        name: gpu.name,
        memory_total_mb: gpu.memoryMb,
        driver_version: '580.82.07',
      })),
    };
    await client.query(
      `insert into core.workers (org_id, server_id, machine_id, boot_id, token_hash, agent_version, hardware, capabilities, state_code, last_sync_at)
       values ($1, $2, $3, 'boot-1', sha256(convert_to($3, 'UTF8')), '0.1.0', $4, $5, $6, now() - make_interval(secs => $7))`,
      [
        orgId,
        serverId,
        `machine-${gpu.slug}-${orgId.slice(0, 8)}`,
        JSON.stringify(hardware),
        JSON.stringify({ launch_kinds: ['process', 'endpoint'], tools: ['bench-llm'] }),
        index === 0 ? 'busy' : index === 4 ? 'draining' : 'idle',
        secondsAgo,
      ],
    );
    // Three days of history at most, with a short and a long time away in it.
    await client.query(
      `insert into core.server_presence (server_id, org_id, first_heard_at, last_heard_at)
       select $1, $2, now() - make_interval(secs => $3 + f), now() - make_interval(secs => $3 + l)
       from (values (259200, 172800), (147600, 40000), (38800, 0)) v (f, l)`,
      [serverId, orgId, secondsAgo],
    );
  }
  return ids;
}

/** Telemetry of eight jobs over their measured window, a sample a second and GPU; two of them with faults. */
async function addTelemetry(client: pg.Client, orgId: string, next: () => number): Promise<number[]> {
  const { rows } = await client.query<{ job_id: number; gpu_count: number; gpu_model: string; from: Date }>(
    `select j.job_id, j.gpu_count, j.gpu_model, r.measured_from as "from" from core.jobs j join core.results r using (job_id)
     where j.org_id = $1 and j.concurrency >= 64 and j.gpu_model <> 'gaudi3' order by j.job_id limit 8`,
    [orgId],
  );
  for (const [index, job] of rows.entries()) {
    const gpu = GPUS.find(({ slug }) => slug === job.gpu_model);
    if (gpu === undefined) continue;
    const samples = [];
    for (let s = -40; s <= 190; s += 1) {
      const at = new Date(job.from.getTime() + s * 1000).toISOString();
      const isBusy = s >= 0 && s <= 180;
      const isHot = index === 1 && s > 90 && s < 140;
      for (let i = 0; i < job.gpu_count; i += 1) {
        const isIdle = index === 2 && i === job.gpu_count - 1;
        const load = !isBusy ? 0.05 : isIdle ? 0.02 : 0.9 + 0.08 * next();
        samples.push({
          at,
          source: 'gpu',
          i,
          util: load * 100,
          mem: gpu.memoryMb * (s < -30 ? 0.02 : 0.91),
          total: gpu.memoryMb,
          w: gpu.watts * (0.12 + 0.75 * load) * (isHot ? 1.1 : 1) + (s === 60 && i === 0 ? 180 : 0),
          limit: gpu.watts,
          temp: 38 + 38 * load + (isHot ? 12 : 0) + next(),
          clock: isHot ? 1150 + 60 * next() : 1755 + 20 * next(),
        });
      }
      samples.push({ at, source: 'host', cpu: 12 + 10 * next() });
      samples.push({
        at,
        source: 'engine',
        running: isBusy ? 64 : 0,
        waiting: isBusy && index === 3 ? Math.max(0, s) * 0.8 : 0,
        kv: isBusy ? 60 + 20 * Math.sin(s / 20) : 0,
      });
    }
    await client.query(
      `insert into core.telemetry_samples (org_id, job_id, attempt, sampled_at, source, gpu_index, gpu_uuid, gpu_util_pct, memory_used_mb,
         memory_total_mb, power_w, power_limit_w, temperature_c, sm_clock_mhz, cpu_pct, engine_running, engine_waiting, kv_cache_pct)
       select $1, $2, 1, at, source, i, 'GPU-' || i, util, mem, total, w, "limit", temp, clock, cpu, running, waiting, kv
       from jsonb_to_recordset($3::jsonb) as r(at timestamptz, source text, i int, util float8, mem float8, total float8, w float8, "limit" float8,
         temp float8, clock float8, cpu float8, running float8, waiting float8, kv float8)`,
      [orgId, job.job_id, JSON.stringify(samples)],
    );
    await client.query('select core.summarize_telemetry($1)', [job.job_id]);
  }
  return rows.map(({ job_id }) => job_id);
}

/** A log for each of the jobs, so that a number can be followed to it. */
async function addLogs(client: pg.Client, orgId: string, jobIds: readonly number[]): Promise<void> {
  const lines = Array.from(
    { length: 400 },
    (_, i) =>
      `INFO 11-28 05:${String(Math.floor(i / 60) % 60).padStart(2, '0')}:${String(i % 60).padStart(2, '0')} [engine] step ${i}: running 64, waiting 0, KV cache ${(60 + (i % 20)).toFixed(1)} %\n`,
  ).join('');
  for (const jobId of jobIds)
    await client.query(
      `insert into core.job_logs (job_id, attempt, stream, seq, org_id, content, byte_count) values ($1, 1, 'engine', 0, $2, $3, octet_length($3::text))`,
      [jobId, orgId, lines],
    );
}
