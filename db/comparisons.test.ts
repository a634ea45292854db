import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createWorkspace, type TestWorkspace } from '#testing/workspace.ts';

/** Figures of the comparison views against values worked out by hand. */
let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;
let runId: number;
let jobs = 0;

const system = async (text: string, params: (string | number | null)[] = []) =>
  (await db.one({ role: 'web_system' }, text, params)).rows;
/** Rows of a view as a member reads them: JSON, so that numbers are numbers. */
const read = async (view: string, where = 'true', order = 'org_id') =>
  (
    await db.one<{ row: Record<string, unknown> }>(
      { role: 'web_user', claims: workspace.claims, readOnly: true },
      `select to_json(v) as row from api.${view} v where ${where} order by ${order}`,
    )
  ).rows.map((each) => each.row);

interface Measured {
  model?: string;
  framework?: string;
  quantization?: string;
  gpu?: string;
  concurrency?: number;
  provenance?: string;
  tokensPerSec: number;
  isValid?: boolean;
  seed?: number;
}

/** A completed job on two GPUs with its result; the seed differs in each, as it does in real repeats. */
async function measured(m: Measured): Promise<number> {
  jobs += 1;
  const [row] = await system(
    `with j as (
      insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, model_code, framework_code, framework_version, quantization_code,
        gpu_model, gpu_name, gpu_count, concurrency, input_sequence_length, output_sequence_length, options, status_code, attempt_count)
      select org_id, project_id, run_id, $2, 'bench-llm', $3, $4, $5, '1', $6, $7, $7, 2, $8, 1024, 128, jsonb_build_object('seed', $9::integer), 'completed', 1
      from core.runs where run_id = $1 returning *)
    insert into core.results (job_id, org_id, tool_code, provenance, citation, tokens_per_sec, total_tokens_per_sec, tokens_per_sec_per_gpu, is_valid, success_rate)
    select job_id, org_id, tool_code, provenance, 'a source', $10::double precision, 1000, $10::double precision / 2, $11, 1 from j returning job_id`,
    [
      runId,
      `job ${jobs}`,
      m.provenance ?? 'measured',
      m.model ?? 'model-a',
      m.framework ?? 'vllm',
      m.quantization ?? 'fp16',
      m.gpu ?? 'gpu-a',
      m.concurrency ?? 8,
      jobs,
      m.tokensPerSec,
      String(m.isValid ?? true),
    ],
  );
  return Number(row?.['job_id']);
}

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  workspace = await createWorkspace(db);
  const [run] =
    await system(`with p as (insert into core.projects (org_id, project_name) values ('${workspace.orgId}', 'P') returning *)
    insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'R' from p returning run_id`);
  runId = Number(run?.['run_id']);
  await system(`insert into core.gpu_models (gpu_model, display_name, vendor, architecture, memory_gb, source, facts) values
    ('gpu-a', 'GPU A', 'nvidia', 'x', 80, 's', '{"cloud_usd_h_low": 2, "tco_neocloud_usd_h": 1, "bf16_tflops": 1000, "fp8_tflops": 2000, "guesses": ["tco_neocloud_usd_h"],
      "sources": {"cloud": "a price list", "tco": "a study"}, "price_as_of": {"cloud": "2026-11"}}'),
    ('gpu-free', 'GPU without a price', 'google', 'x', 80, 's', '{}')`);
  await system(
    `insert into core.ai_models (model_code, model_name, active_params_b, source) values ('model-a', 'Model A', 8, 's')`,
  );
  await system(
    `insert into core.quantizations (quantization_code, display_name, weight_bytes) values ('fp16', '16 bit', 2), ('fp8', '8 bit', 1)`,
  );
  for (const tokensPerSec of [100, 110, 120]) await measured({ tokensPerSec });
  await measured({ tokensPerSec: 9_999, isValid: false });
  await measured({ tokensPerSec: 100, framework: 'sglang' });
  await measured({ tokensPerSec: 120, framework: 'sglang' });
  await measured({ tokensPerSec: 220, quantization: 'fp8' });
  await measured({ tokensPerSec: 1e6, provenance: 'simulated' });
  await measured({ tokensPerSec: 55, model: 'model-b' });
  await measured({ tokensPerSec: 40, gpu: 'gpu-free' });
});
afterAll(() => test.close());

describe('core.t_975', () => {
  it.each([
    [1, 12.706205],
    [4, 2.776445],
    [30, 2.042272],
    [31, 2.039513],
    [100, 1.983972],
    [1000, 1.962339],
  ])('%d degrees of freedom: %d', async (degrees, expected) => {
    const [row] = await system('select core.t_975($1::bigint) as t', [degrees]);
    expect(Math.abs(Number(row?.['t']) - expected)).toBeLessThan(3e-6);
  });

  it('knows none for a single value', async () => {
    expect(await system('select core.t_975(0) as t')).toEqual([{ t: null }]);
  });
});

describe('v_inferencex_outputs', () => {
  it('gives the mean of like jobs with the t-interval, unsound results left out', async () => {
    const [row] = await read(
      'v_inferencex_outputs',
      `model_code = 'model-a' and framework_code = 'vllm' and quantization_code = 'fp16' and provenance = 'measured' and gpu_model = 'gpu-a'`,
    );
    expect(row).toMatchObject({ n: 3, tokens_per_sec: 110, confidence_level: 0.95, ci_method: 't' });
    expect(row?.['tokens_per_sec_stddev']).toBeCloseTo(10, 9);
    // 110 -+ t(2) x 10 / sqrt(3) = 4.302653 x 5.773503 = 24.841378
    expect(row?.['confidence_interval_lower']).toBeCloseTo(85.158622, 5);
    expect(row?.['confidence_interval_upper']).toBeCloseTo(134.841378, 5);
    // 2 GPUs x 2 USD/h over 110 x 3600 tokens an hour
    expect(row?.['usd_per_million_tokens']).toBeCloseTo(10.10101, 5);
    expect(row?.['price_basis']).toBe('cloud_usd_h_low');
    expect(row?.['job_ids']).toHaveLength(3);
    expect(row?.['job_id']).toBe(Math.max(...(row?.['job_ids'] as number[])));
  });

  it('stops the interval of two repeats at 0, and gives one repeat none', async () => {
    const [two] = await read('v_inferencex_outputs', `framework_code = 'sglang'`);
    expect(two).toMatchObject({ n: 2, confidence_interval_lower: 0 });
    // 110 + 12.706205 x 14.142136 / sqrt(2)
    expect(two?.['confidence_interval_upper']).toBeCloseTo(237.06205, 4);
    const [one] = await read('v_inferencex_outputs', `quantization_code = 'fp8'`);
    expect(one).toMatchObject({
      n: 1,
      tokens_per_sec_stddev: null,
      confidence_interval_lower: null,
      confidence_interval_upper: null,
      confidence_level: null,
      ci_method: null,
    });
  });

  it('has no cost where there is no price', async () => {
    const [row] = await read('v_inferencex_outputs', `gpu_model = 'gpu-free'`);
    expect(row).toMatchObject({ usd_per_million_tokens: null, price_basis: null });
  });
});

describe('comparisons', () => {
  it('rank within model, lengths and provenance: simulated only among simulated', async () => {
    const rows = await read(
      'v_throughput_leaderboard',
      `model_code = 'model-a'`,
      'provenance, rank, gpu_model',
    );
    expect(
      rows.map((row) => [row['provenance'], row['tokens_per_sec_per_gpu'], row['n'], row['rank']]),
    ).toEqual([
      ['measured', 110, 1, 1],
      ['measured', 55, 3, 2],
      ['measured', 55, 2, 3],
      ['measured', 20, 1, 4],
      ['simulated', 500_000, 1, 1],
    ]);
    expect(rows[0]?.['compared_count']).toBe(4);
    expect(rows[4]?.['compared_count']).toBe(1);
  });

  it('keep benchmarks and scenarios of published figures apart, and lengths that vary', async () => {
    const ids: number[] = [];
    for (const tokensPerSec of [10, 20, 30])
      ids.push(await measured({ model: 'model-p', provenance: 'published', tokensPerSec }));
    await system(
      `update core.jobs set input_sequence_length = null, output_sequence_length = null, options = jsonb_build_object('benchmark', 'b', 'scenario', case job_id when ${String(ids[0])} then 'Offline' else 'Server' end) where model_code = 'model-p'`,
    );
    const ranged = await measured({ model: 'model-p', provenance: 'published', tokensPerSec: 5 });
    await system(
      `update core.jobs set options = '{"range": {"mode": "symmetric", "value": 0.2}}' where job_id = ${ranged}`,
    );
    const rows = await read('v_throughput_leaderboard', `model_code = 'model-p'`, 'workload_shape');
    expect(rows.map((row) => [row['workload_shape'], row['rank'], row['n'], row['tokens_per_sec']])).toEqual([
      ['1024/128 range symmetric 0.2', 1, 1, 5],
      ['b Offline', 1, 1, 10],
      ['b Server', 1, 2, 25],
    ]);
  });

  it('hold everything but what is compared', async () => {
    const frameworks = await read('v_framework_comparison', 'is_comparable', 'rank');
    expect(frameworks.map((row) => [row['framework_code'], row['relative_to_best'], row['rank']])).toEqual([
      ['vllm', 1, 1],
      ['sglang', 1, 2],
    ]);
    const models = await read('v_model_comparison', 'is_comparable', 'rank');
    expect(models.map((row) => [row['model_code'], row['relative_to_best']])).toEqual([
      ['model-a', 1],
      ['model-b', 0.5],
    ]);
    const precisions = await read('v_quantization_comparison', 'is_comparable', 'rank');
    expect(
      precisions.map((row) => [
        row['quantization_code'],
        row['baseline_quantization_code'],
        row['speedup'],
        row['n'],
      ]),
    ).toEqual([
      ['fp8', 'fp16', 2, 1],
      ['fp16', 'fp16', 1, 3],
    ]);
  });

  it('scale over concurrency from the lowest', async () => {
    for (const [concurrency, tokensPerSec] of [
      [1, 10],
      [4, 30],
      [8, 30],
    ] as const)
      await measured({ model: 'model-c', concurrency, tokensPerSec });
    const rows = await read('v_concurrency_scaling', `model_code = 'model-c'`, 'concurrency');
    expect(
      rows.map((row) => [
        row['concurrency'],
        row['speedup'],
        row['scaling_efficiency'],
        row['gain_over_previous'],
        row['is_peak'],
      ]),
    ).toEqual([
      [1, 1, 1, null, false],
      [4, 3, 0.75, 2, true],
      [8, 3, 0.375, 0, true],
    ]);
    const [best] = await read('v_throughput_leaderboard', `model_code = 'model-c' and is_best_of_deployment`);
    expect(best?.['tokens_per_sec']).toBe(30);
  });

  it('cost a row a basis, with source and an interval from the throughput’s', async () => {
    const rows = await read(
      'v_cost_efficiency',
      `model_code = 'model-a' and framework_code = 'vllm' and quantization_code = 'fp16' and provenance = 'measured'`,
      'price_basis',
    );
    expect(
      rows.map((row) => [
        row['price_basis'],
        row['usd_per_hour'],
        row['price_source'],
        row['price_as_of'],
        row['price_is_guess'],
      ]),
    ).toEqual([
      ['cloud_usd_h_low', 4, 'a price list', '2026-11', false],
      ['tco_neocloud_usd_h', 2, 'a study', null, true],
    ]);
    expect(rows[0]?.['usd_per_million_tokens']).toBeCloseTo(10.10101, 5);
    // 4 / (134.841378 x 0.0036) and 4 / (85.158622 x 0.0036)
    expect(rows[0]?.['usd_per_million_tokens_lower']).toBeCloseTo(8.24013, 4);
    expect(rows[0]?.['usd_per_million_tokens_upper']).toBeCloseTo(13.04758, 4);
    // 110 x 3600 / 4
    expect(rows[0]?.['tokens_per_usd']).toBeCloseTo(99_000, 6);
    expect(await read('v_cost_efficiency', `gpu_model = 'gpu-free'`)).toEqual([]);
  });

  it('give MFU by the peak of the precision', async () => {
    const rows = await read(
      'v_hardware_utilization',
      `model_code = 'model-a' and framework_code = 'vllm' and provenance = 'measured' and gpu_model = 'gpu-a'`,
      'quantization_code',
    );
    // 2 x 8e9 x 1000 tokens/s over 2 GPUs x 1e15 (16 bit) or 2e15 (8 bit)
    expect(rows.map((row) => [row['quantization_code'], row['mfu_pct']])).toEqual([
      ['fp16', expect.closeTo(0.8, 9)],
      ['fp8', expect.closeTo(0.4, 9)],
    ]);
  });

  it('say with which options the hardware was measured, one row for each', async () => {
    for (const dataset of ['sharegpt', 'random']) {
      const jobId = await measured({ model: 'model-o', tokensPerSec: 30 });
      await system(`update core.jobs set options = $2::jsonb where job_id = $1`, [
        jobId,
        JSON.stringify({ dataset, seed: 7 }),
      ]);
    }
    const rows = await read('v_hardware_utilization', `model_code = 'model-o'`, 'job_id');
    expect(rows.map((row) => [row['workload_shape'], row['workload_options']])).toEqual([
      ['1024/128', { dataset: 'sharegpt' }],
      ['1024/128', { dataset: 'random' }],
    ]);
  });
});

describe('telemetry summaries', () => {
  const at = (second: number) => `timestamptz '2026-11-20 12:00:00Z' + interval '${second} seconds'`;
  const sample = (jobId: number, gpu: number, second: number, power: number | null) =>
    system(
      `insert into core.telemetry_samples (org_id, job_id, attempt, sampled_at, source, gpu_index, gpu_util_pct, memory_used_mb, memory_total_mb, power_w)
       values ('${workspace.orgId}', $1, 1, ${at(second)}, 'gpu', $2, $3, 40000, 80000, $4)`,
      [jobId, gpu, 10 * (second + 5), power],
    );
  const window = (jobId: number) =>
    system(
      `update core.results set measured_from = ${at(0)}, measured_to = ${at(4)}, requests_per_sec = 1 where job_id = ${jobId}`,
    );

  it('integrate power over the measured window, cut at its edges', async () => {
    const jobId = await measured({ tokensPerSec: 50, model: 'model-t', gpu: 'gpu-free' });
    await window(jobId);
    for (const gpu of [0, 1])
      for (const [second, power] of [
        [-1, 100],
        [1, 200],
        [3, 300],
        [5, 300],
      ] as const)
        await sample(jobId, gpu, second, power);
    await system('select core.summarize_telemetry($1)', [jobId]);
    const gpus = await read('v_telemetry_per_gpu_summary', `job_id = ${jobId}`, 'gpu_index');
    expect(gpus).toHaveLength(2);
    // (150 + 200) / 2 x 1 s + (200 + 300) / 2 x 2 s + 300 x 1 s
    expect(gpus[0]).toMatchObject({
      energy_j: 975,
      power_avg_w: 243.75,
      samples: 2,
      max_gap_s: 2,
      coverage_pct: 100,
      gpu_util_avg_pct: 70,
      gpu_util_max_pct: 80,
      memory_used_max_gb: 40,
      memory_used_max_pct: 50,
      is_valid: true,
      invalid_reasons: [],
    });
    const [job] = await read('v_telemetry_job_summary', `job_id = ${jobId}`);
    expect(job).toMatchObject({
      gpu_count_expected: 2,
      gpu_count_seen: 2,
      duration_s: 4,
      energy_j: 1950,
      power_total_avg_w: 487.5,
      joules_per_token: 9.75,
      joules_per_total_token: 0.4875,
      joules_per_request: 487.5,
      is_valid: true,
    });
    // The result says the same.
    expect((await read('v_benchmark_results', `job_id = ${jobId}`))[0]?.['joules_per_token']).toBe(9.75);
    const [tpu] = await read('v_tpu_telemetry_job_summary', `job_id = ${jobId}`);
    expect(tpu).toMatchObject({ chip_count_seen: 2, duty_cycle_avg_pct: 70, hbm_used_max_gb: 40 });
    const [used] = await read('v_hardware_utilization', `model_code = 'model-t'`);
    expect(used).toMatchObject({ telemetry_n: 1, gpu_util_avg_pct: 70, gpu_util_lower_pct: null });
    expect(used?.['tokens_per_sec_per_watt']).toBeCloseTo(50 / 487.5, 9);
  });

  it('give no energy where samples do not say it, and the reasons', async () => {
    const jobId = await measured({ tokensPerSec: 50, model: 'model-u' });
    await window(jobId);
    for (const second of [-1, 3.5, 5]) await sample(jobId, 0, second, 100);
    await system('select core.summarize_telemetry($1)', [jobId]);
    const [gpu] = await read('v_telemetry_per_gpu_summary', `job_id = ${jobId}`);
    expect(gpu).toMatchObject({
      energy_j: null,
      max_gap_s: 4.5,
      coverage_pct: 12.5,
      is_valid: false,
      invalid_reasons: ['insufficient_samples', 'sampling_gap'],
    });
    const [job] = await read('v_telemetry_job_summary', `job_id = ${jobId}`);
    expect(job).toMatchObject({
      energy_j: null,
      joules_per_token: null,
      is_valid: false,
      invalid_reasons: ['gpu_count_mismatch', 'insufficient_samples', 'sampling_gap'],
    });
  });

  it('say when the samples stop inside the window or hold no power', async () => {
    const jobId = await measured({ tokensPerSec: 50, model: 'model-v' });
    await window(jobId);
    for (const second of [1, 2, 3]) {
      await sample(jobId, 0, second, 100);
      await sample(jobId, 1, second, null);
    }
    await system('select core.summarize_telemetry($1)', [jobId]);
    const gpus = await read('v_telemetry_per_gpu_summary', `job_id = ${jobId}`, 'gpu_index');
    expect(gpus.map((gpu) => [gpu['invalid_reasons'], gpu['power_avg_w'], gpu['coverage_pct']])).toEqual([
      [['window_not_bracketed'], 100, 50],
      [['window_not_bracketed', 'power_missing'], null, 50],
    ]);
  });
});

describe('runs', () => {
  it('cost the time of every attempt on all GPUs, null without a price', async () => {
    const [run] = await system(
      `insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'Costs' from core.runs where run_id = ${runId} returning run_id`,
    );
    const id = Number(run?.['run_id']);
    const [paid, free] = [
      await measured({ tokensPerSec: 10 }),
      await measured({ tokensPerSec: 10, gpu: 'gpu-free', provenance: 'simulated' }),
    ];
    await system(`update core.jobs set run_id = ${id} where job_id in (${paid}, ${free})`);
    await system(`update core.results set total_output_tokens = 1000000 where job_id = ${paid}`);
    await system(`insert into core.job_attempts (job_id, attempt, org_id, worker_epoch, claim_id, lease_token_hash, lease_expires_at, claim_answer, outcome, started_at, ended_at)
      select job_id, n, org_id, 1, gen_random_uuid(), '', now(), '{}', case n when 1 then 'lost' else 'completed' end, now() - interval '30 minutes', now()
      from core.jobs, generate_series(1, 2) n where run_id = ${id}`);
    const rows = await read('v_run_cost_summary', `run_id = ${id}`, 'provenance');
    // 2 attempts x 0.5 h x 2 GPUs = 2 GPU-hours at 2 USD
    expect(rows[0]).toMatchObject({
      provenance: 'measured',
      gpu_hours: 2,
      cost_usd: 4,
      price_basis: 'cloud_usd_h_low',
      price_sources: ['a price list'],
      usd_per_million_tokens_overall: 4,
      unpriced_gpu_hours: null,
    });
    expect(rows[1]).toMatchObject({
      provenance: 'simulated',
      gpu_hours: 2,
      cost_usd: null,
      price_basis: null,
      unpriced_gpu_hours: 2,
    });
  });

  it('have checks that name the jobs concerned', async () => {
    const checks = await read('v_run_health_checks', `run_id = ${runId}`, 'check_code');
    const byCode = new Map(checks.map((check) => [check['check_code'], check]));
    expect([...byCode.keys()]).toEqual([
      'first_attempt',
      'jobs_completed',
      'load_generator_sound',
      'no_warnings',
      'requests_succeeded',
      'telemetry_covered',
    ]);
    expect(byCode.get('load_generator_sound')).toMatchObject({ status_code: 'fail', affected_count: 1 });
    expect(byCode.get('requests_succeeded')).toMatchObject({ status_code: 'pass', affected_job_ids: null });
    expect(byCode.get('telemetry_covered')).toMatchObject({
      status_code: 'warn',
      affected_count: 2,
      checked_count: 3,
    });
    const [empty] = await system(
      `insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'Empty' from core.runs where run_id = ${runId} returning run_id`,
    );
    const none = await read('v_run_health_checks', `run_id = ${Number(empty?.['run_id'])}`);
    expect(none.map((check) => check['status_code'])).toEqual(Array(6).fill('unknown'));
    expect(await read('v_project_run_current_status', `run_id = ${Number(empty?.['run_id'])}`)).toMatchObject(
      [{ job_count: 0, progress: null, current_job_id: null, finished_at: null }],
    );
  });
});

describe('evaluations', () => {
  it('are ranked from 30 scored prompts on, by the latest verdict on each candidate, within set and judge', async () => {
    const { orgId } = workspace;
    const [set] = await system(
      `insert into core.kyai_prompt_sets (org_id, set_code, set_name, licence, source, content_sha256) values ($1, 's', 'S', 'CC0', 's', $2) returning prompt_set_id as id`,
      [orgId, '0'.repeat(64)],
    );
    const [judge] = await system(
      `insert into core.kyai_judge_configs (org_id, judge_name, base_url, model_id, rubric) values ($1, 'J', 'http://127.0.0.1:1', 'j', '{}') returning judge_config_id as id`,
      [orgId],
    );
    const verdict = async (name: string, scored: number, score: number | null, expected = scored) => {
      await system(
        `with c as (insert into core.kyai_candidate_endpoints (org_id, display_name, base_url, model_id) values ($1, $2, 'http://127.0.0.1:1', 'm')
            on conflict (org_id, lower(display_name)) where archived_at is null do update set model_id = 'm' returning *),
          g as (insert into core.kyai_generation_runs (org_id, candidate_endpoint_id, prompt_set_id) select org_id, candidate_endpoint_id, $3 from c returning *),
          u as (insert into core.kyai_judge_runs (org_id, generation_run_id, judge_config_id) select org_id, generation_run_id, $4 from g returning *)
        insert into core.kyai_results (org_id, judge_run_id, candidate_endpoint_id, judge_config_id, prompt_set_id, n_expected, n_scored, n_unscored, score)
        select $1, judge_run_id, candidate_endpoint_id, $4, $3, $5, $6, $5::integer - $6::integer, $7 from u, c`,
        [orgId, name, Number(set?.['id']), Number(judge?.['id']), expected, scored, score],
      );
    };
    await verdict('again', 40, 1);
    await verdict('again', 40, 4.5);
    await verdict('best', 100, 4.6);
    await verdict('few', 9, 5);
    await verdict('some', 29, 5);
    await verdict('holes', 90, 5, 100);
    const rows = await read('v_kyai_leaderboard', 'true', 'rank nulls last, candidate_name');
    expect(
      rows.map((row) => [row['candidate_name'], row['score'], row['standing'], row['rank'], row['coverage']]),
    ).toEqual([
      ['best', 4.6, 'ranked', 1, 1],
      ['again', 4.5, 'ranked', 2, 1],
      ['few', 5, 'too_few', null, 1],
      ['holes', 5, 'incomplete', null, 0.9],
      ['some', 5, 'indicative', null, 1],
    ]);
  });
});
