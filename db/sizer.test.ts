import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sizerExportJobSchema } from '#contract/sizer/endpoints.ts';
import { trainingPointSchema } from '#contract/sizer/service.ts';
import { seed } from '#db/seed.ts';
import type { Database, Parameter } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createConfig, createWorkspace, registerWorker, type TestWorkspace } from '#testing/workspace.ts';

let test: TestDatabase;
let db: Database;
let mine: TestWorkspace;
let runId: number;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  await seed(db);
  mine = await createWorkspace(db, 'Mine');
  await registerWorker(db, mine, 'gpu-1', 'b2c3d4e5-0000-4000-8000-000000000001');
  await createConfig(db, mine, { p_config_code: 'tp4', p_tensor_parallel: 4 });
  const { rows } = await db.one<{ run_id: number }>(
    system,
    `with p as (insert into core.projects (org_id, project_name) values ($1, 'P') returning project_id)
     insert into core.runs (org_id, project_id, run_name) select $1, project_id, 'R' from p returning run_id`,
    [mine.orgId],
  );
  runId = Number(rows[0]?.run_id);
});
afterAll(() => test.close());

const system = { role: 'web_system' } as const;
let count = 0;

interface JobFacts {
  readonly job?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>> | null;
  /** What it was launched with. */
  readonly argv?: readonly string[];
  readonly config?: 'tp4';
}

/** A completed measured job that can be a training point, with changes. */
async function addJob({ job = {}, result = {}, argv, config }: JobFacts = {}): Promise<number> {
  count += 1;
  const facts = {
    job_name: `job ${count}`,
    tool_code: 'bench-llm',
    provenance: 'measured',
    framework_code: 'vllm',
    framework_version: '0.19.0',
    model_code: 'llama-3.1-70b',
    quantization_code: 'fp8',
    gpu_model: 'h100-sxm',
    gpu_count: 1,
    concurrency: 16,
    input_sequence_length: 1024,
    output_sequence_length: 256,
    status_code: 'completed',
    finished_at: '2026-03-02T23:30:00Z',
    options: {},
    ...job,
  };
  const { rows } = await db.one<{ job_id: number }>(
    system,
    `insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, framework_code, framework_version, model_code,
       quantization_code, gpu_model, gpu_count, concurrency, input_sequence_length, output_sequence_length, status_code, finished_at, options, server_config_id)
     select r.org_id, r.project_id, r.run_id, f.job_name, f.tool_code, f.provenance, f.framework_code, f.framework_version, f.model_code,
       f.quantization_code, f.gpu_model, f.gpu_count, f.concurrency, f.input_sequence_length, f.output_sequence_length, f.status_code, f.finished_at, f.options,
       (select server_config_id from core.server_configs c where c.org_id = r.org_id and c.config_code = $3)
     from core.runs r, jsonb_populate_record(null::core.jobs, $2::jsonb) f where r.run_id = $1 returning job_id`,
    [runId, JSON.stringify(facts), config ?? null],
  );
  const jobId = Number(rows[0]?.job_id);
  if (result !== null) {
    await db.one(
      system,
      `insert into core.results (job_id, org_id, tool_code, provenance, ttft_p50_ms, ttft_mean_ms, tpot_p50_ms, tpot_mean_ms, success_rate, is_valid, invalid_reasons, citation)
       select $1, $2, 'bench-llm', $4, f.ttft_p50_ms, f.ttft_mean_ms, f.tpot_p50_ms, f.tpot_mean_ms, f.success_rate, f.is_valid, f.invalid_reasons, 'c'
       from jsonb_populate_record(null::core.results, $3::jsonb) f`,
      [
        jobId,
        mine.orgId,
        JSON.stringify({
          ttft_p50_ms: 180.5,
          ttft_mean_ms: 200,
          tpot_p50_ms: 21.25,
          tpot_mean_ms: 23,
          success_rate: 1,
          is_valid: true,
          invalid_reasons: [],
          ...result,
        }),
        facts.provenance,
      ],
    );
  }
  if (argv !== undefined) {
    await db.one(
      system,
      `insert into core.job_attempts (job_id, attempt, org_id, worker_epoch, claim_id, lease_token_hash, lease_expires_at, claim_answer, outcome, launch)
       values ($1, 1, $2, 1, gen_random_uuid(), '', now(), '{}', 'completed', $3::jsonb)`,
      [jobId, mine.orgId, JSON.stringify({ argv })],
    );
  }
  return jobId;
}

async function call(expression: string, parameters: Parameter[], claims = mine.claims): Promise<unknown> {
  const { rows } = await db.one<{ answer: unknown }>(
    { ...system, claims },
    `select ${expression} as answer`,
    parameters,
  );
  return rows[0]?.answer;
}

async function exportJobs(jobIds: readonly number[], action = 'export', includeImported = false) {
  return sizerExportJobSchema.parse(
    await call('core.sizer_export($1::uuid, $2, $3::integer[], null, $4::boolean)', [
      mine.orgId,
      action,
      `{${jobIds.join(',')}}`,
      includeImported,
    ]),
  );
}

async function pointOf(jobId: number) {
  const { rows } = await db.one(system, 'select * from core.sizer_training_points where job_id = $1', [
    jobId,
  ]);
  return rows[0];
}

describe('export to the sizer', () => {
  it('makes a completed measured job a point, in the names and units of the training file', async () => {
    const jobId = await addJob();
    expect(await exportJobs([jobId])).toMatchObject({
      action: 'export',
      status: 'completed',
      jobs: 1,
      accepted: 1,
      refused: [],
    });
    expect(await pointOf(jobId)).toMatchObject({
      provenance: 'measured',
      model_code: 'llama-3.1-70b',
      gpu_model: 'h100-sxm',
      framework: 'vllm',
      framework_version: '0.19.0',
      measured_on: '2026-03-02',
      precision: 'fp8',
      isl: 1024,
      osl: 256,
      concurrency: 16,
      gpus: 1,
      tp: 1,
      pp: 1,
      dp_attention: 1,
      ep: 1,
      ttft_ms: 180.5,
      tpot_ms: 21.25,
    });
  });

  it('counts the same job once, however often it is exported, and takes it back', async () => {
    const jobId = await addJob();
    await exportJobs([jobId, jobId]);
    expect(await exportJobs([jobId])).toMatchObject({ jobs: 1, accepted: 1 });
    const points = async () =>
      Number(
        (
          await db.one<{ n: number }>(
            system,
            'select count(*)::integer as n from core.sizer_training_points where job_id = $1',
            [jobId],
          )
        ).rows[0]?.n,
      );
    expect(await points()).toBe(1);
    expect(await exportJobs([jobId], 'withdraw')).toMatchObject({ action: 'withdraw', accepted: 1 });
    expect(await points()).toBe(0);
    expect(await exportJobs([jobId], 'withdraw')).toMatchObject({ accepted: 0 });
  });

  it.each<[string, JobFacts, RegExp]>([
    ['a simulation', { job: { provenance: 'simulated' } }, /simulated/],
    ['a published figure', { job: { provenance: 'published' } }, /published/],
    ['an import, unasked', { job: { provenance: 'imported' } }, /include_imported/],
    ['another tool', { job: { tool_code: 'bench-asr' } }, /Only LLM/],
    ['a job that failed', { job: { status_code: 'failed' }, result: null }, /failed, not completed/],
    ['a job without a result', { result: null }, /no result/],
    [
      'a result that is not valid',
      { result: { is_valid: false, invalid_reasons: ['slow_client'] } },
      /not valid \(slow_client\)/,
    ],
    ['a run with failed requests', { result: { success_rate: 0.9 } }, /failed/],
    ['a GPU nobody named', { job: { gpu_model: null } }, /GPU/],
    ['a model without an architecture', { job: { model_code: 'my-model' } }, /architecture of "my-model"/],
    ['a framework it does not know', { job: { framework_code: 'openai' } }, /framework "openai"/],
    ['a precision nobody named', { job: { quantization_code: null } }, /precision "none named"/],
    ['GPUs that nobody says how they share', { job: { gpu_count: 8 } }, /tensor_parallel/],
    [
      'GPUs that are no replica',
      { job: { gpu_count: 8 }, config: 'tp4' },
      /8 GPUs are not one replica of tp 4/,
    ],
    ['speculative decoding', { argv: ['vllm', 'serve', '--speculative-config', '{}'] }, /speculative/],
    ['no TTFT', { result: { ttft_p50_ms: null, ttft_mean_ms: null } }, /TTFT/],
  ])('refuses %s and says why', async (_name, facts, reason) => {
    const jobId = await addJob(facts);
    const job = await exportJobs([jobId]);
    expect(job).toMatchObject({ jobs: 1, accepted: 0 });
    expect(job.refused).toEqual([{ job_id: jobId, reason: expect.stringMatching(reason) as unknown }]);
    expect(await pointOf(jobId)).toBeUndefined();
  });

  it('takes imports when asked, and means where there is no median', async () => {
    const jobId = await addJob({
      job: { provenance: 'imported' },
      result: { ttft_p50_ms: null, tpot_p50_ms: null },
    });
    expect(await exportJobs([jobId], 'export', true)).toMatchObject({ accepted: 1 });
    expect(await pointOf(jobId)).toMatchObject({ provenance: 'imported', ttft_ms: 200, tpot_ms: 23 });
  });

  it.each<[string, JobFacts, Record<string, number>]>([
    [
      'vLLM with data and expert parallelism',
      {
        job: { gpu_count: 8 },
        argv: [
          'vllm',
          'serve',
          '--tensor-parallel-size',
          '2',
          '--data-parallel-size=4',
          '--enable-expert-parallel',
        ],
      },
      { tp: 2, dp_attention: 4, ep: 8, pp: 1 },
    ],
    [
      'SGLang with attention data parallelism',
      {
        job: { gpu_count: 8, framework_code: 'sglang' },
        argv: ['python3', '--tp', '8', '--dp', '8', '--enable-dp-attention', '--ep-size', '8'],
      },
      { tp: 1, dp_attention: 8, ep: 8, pp: 1 },
    ],
    [
      'pipeline stages',
      { job: { gpu_count: 8 }, argv: ['vllm', '-tp', '4', '--pipeline-parallel-size', '2'] },
      { tp: 4, dp_attention: 1, ep: 1, pp: 2 },
    ],
    ['the server config', { job: { gpu_count: 4 }, config: 'tp4' }, { tp: 4, dp_attention: 1, ep: 1, pp: 1 }],
    [
      'what an import says',
      { job: { gpu_count: 2, options: { tensor_parallel: 2 } } },
      { tp: 2, dp_attention: 1, ep: 1, pp: 1 },
    ],
  ])('reads the parallelism of %s', async (_name, facts, expected) => {
    const jobId = await addJob(facts);
    expect(await exportJobs([jobId])).toMatchObject({ accepted: 1, refused: [] });
    expect(await pointOf(jobId)).toMatchObject(expected);
  });

  it('says that a job of another workspace is none, and does not find its run', async () => {
    const theirs = await createWorkspace(db, 'Theirs');
    const jobId = await addJob();
    const answer = await call(
      'core.sizer_export($1::uuid, $2, $3::integer[], null, false)',
      [theirs.orgId, 'export', `{${jobId}}`],
      theirs.claims,
    );
    expect(answer).toMatchObject({
      accepted: 0,
      refused: [{ job_id: jobId, reason: expect.stringContaining('no such job') as unknown }],
    });
    await expect(
      call(
        'core.sizer_export($1::uuid, $2, null, $3, false)',
        [theirs.orgId, 'export', runId],
        theirs.claims,
      ),
    ).rejects.toThrow(/"code": ?"not_found"/);
  });

  it('exports every job of a run', async () => {
    const answer = sizerExportJobSchema.parse(
      await call('core.sizer_export($1::uuid, $2, null, $3, false)', [mine.orgId, 'export', runId]),
    );
    expect(answer.jobs).toBe(count);
    expect(answer.accepted + answer.refused.length).toBe(count);
  });
});

describe('training', () => {
  const start = async () =>
    (await call('core.sizer_start_training($1::uuid)', [mine.orgId])) as {
      is_new: boolean;
      job: { export_job_id: string };
    };

  it('is one at a time, sends points in the form of the service, and writes down how it ended', async () => {
    const first = await start();
    expect(first.is_new).toBe(true);
    const second = await start();
    expect(second).toMatchObject({ is_new: false, job: { export_job_id: first.job.export_job_id } });
    const points = trainingPointSchema
      .array()
      .parse(await call('core.sizer_begin_training($1::uuid)', [first.job.export_job_id]));
    expect(points.length).toBeGreaterThan(5);
    expect(points.every((point) => point.point_id === `job-${point.job_id}`)).toBe(true);
    await call('core.sizer_end_training($1::uuid, $2, $3::jsonb, $4, null)', [
      first.job.export_job_id,
      points.length,
      '[]',
      'v2',
    ]);
    expect(await call('core.sizer_settings_of($1::uuid)', [mine.orgId])).toMatchObject({
      trained_points: points.length,
      model_version: 'v2',
      enabled: true,
    });
    expect((await start()).is_new).toBe(true);
  });

  it('that nobody finishes ends as failed after ten minutes, and another may start', async () => {
    const { job } = await start();
    await db.one(
      system,
      `update core.sizer_export_jobs set created_at = now() - interval '11 minutes' where export_job_id = $1`,
      [job.export_job_id],
    );
    expect((await start()).is_new).toBe(true);
    const { rows } = await db.one(
      system,
      'select status, error from core.sizer_export_jobs where export_job_id = $1',
      [job.export_job_id],
    );
    expect(rows).toEqual([{ status: 'failed', error: expect.stringContaining('Start it again') as unknown }]);
  });

  it('is for admins, export for engineers', async () => {
    const engineer = await mine.member('engineer');
    await expect(call('core.sizer_start_training($1::uuid)', [mine.orgId], engineer)).rejects.toThrow(
      /"code": ?"forbidden"/,
    );
    const viewer = await mine.member('viewer');
    await expect(
      call(
        'core.sizer_export($1::uuid, $2, $3::integer[], null, false)',
        [mine.orgId, 'export', '{1}'],
        viewer,
      ),
    ).rejects.toThrow(/"code": ?"forbidden"/);
  });
});
