import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SolveResponse } from '#contract/sizer/solve-response.ts';
import { seed } from '#db/seed.ts';
import { startSizerService, type SizerService } from '#testing/sizer-service.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';

let service: SizerService;
let t: TestApp;
let owner: SignedIn;

beforeAll(async () => {
  service = await startSizerService({ lifeMs: 170_000 });
  t = await openTestApp({ sizer: service.settings });
  await seed(t.db);
  owner = await t.signIn();
}, 60_000);
afterAll(async () => {
  await t.close();
  await service.stop();
});

const send = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, person: SignedIn = owner) =>
  t.app.inject({
    method,
    url: `/api/sizer/${path}`,
    headers: person.bearer,
    ...(payload === undefined ? {} : { payload }),
  });

const LOAD = {
  display_model: 'Qwen3-32B',
  framework: 'vllm',
  precision: 'fp8',
  allowed_gpu_models: ['h100-sxm'],
  decode_tp: 1,
  gpu_count: 1,
  conc: 24,
  isl: 1536,
  osl: 384,
};
const solve = async (features: object, person: SignedIn = owner): Promise<SolveResponse> => {
  const question = { fit: { modality_code: 'llm' }, solve_for: 'sizing_plan', features };
  const response = await send('POST', 'solve', question, person);
  expect(response.statusCode, response.body.slice(0, 500)).toBe(200);
  return response.json<SolveResponse>();
};
const scalars = async (person: SignedIn): Promise<SolveResponse> => {
  const question = {
    fit: { modality_code: 'llm' },
    solve_for_many: ['tpot_p50_ms', 'ttft_p50_ms'],
    features: LOAD,
  };
  const response = await send('POST', 'solve', question, person);
  expect(response.statusCode, response.body.slice(0, 500)).toBe(200);
  return response.json<SolveResponse>();
};

/** A completed job of a workspace with these times. */
async function addJob(person: SignedIn, changes: Record<string, unknown>, tpotMs: number): Promise<number> {
  const facts = {
    tool_code: 'bench-llm',
    provenance: 'measured',
    framework_code: 'vllm',
    framework_version: '0.19.0',
    model_code: 'qwen3-32b',
    quantization_code: 'fp8',
    gpu_model: 'h100-sxm',
    gpu_count: 1,
    concurrency: LOAD.conc,
    input_sequence_length: LOAD.isl,
    output_sequence_length: LOAD.osl,
    ...changes,
  };
  const { rows } = await t.db.one<{ job_id: number }>(
    { role: 'web_system' },
    `with p as (insert into core.projects (org_id, project_name) values ($1::uuid, 'P ' || gen_random_uuid()) returning project_id, org_id),
       r as (insert into core.runs (org_id, project_id, run_name) select org_id, project_id, 'R' from p returning run_id, project_id, org_id),
       j as (insert into core.jobs (org_id, project_id, run_id, job_name, tool_code, provenance, framework_code, framework_version, model_code,
           quantization_code, gpu_model, gpu_count, concurrency, input_sequence_length, output_sequence_length, status_code, finished_at)
         select r.org_id, r.project_id, r.run_id, 'J', f.tool_code, f.provenance, f.framework_code, f.framework_version, f.model_code,
           f.quantization_code, f.gpu_model, f.gpu_count, f.concurrency, f.input_sequence_length, f.output_sequence_length, 'completed', now()
         from r, jsonb_populate_record(null::core.jobs, $2::jsonb) f returning job_id, org_id, tool_code, provenance)
     insert into core.results (job_id, org_id, tool_code, provenance, ttft_p50_ms, tpot_p50_ms, success_rate)
     select job_id, org_id, tool_code, provenance, 400, $3::double precision, 1 from j returning job_id`,
    [person.orgId, JSON.stringify(facts), tpotMs],
  );
  return Number(rows[0]?.job_id);
}

/** Waits for the training to end; answers its row. */
async function trained(person: SignedIn): Promise<Record<string, unknown>> {
  const started = await send('POST', 'train', {}, person);
  expect(started.statusCode, started.body).toBe(202);
  const { export_job_id: id } = started.json<{ export_job_id: string }>();
  for (let n = 0; n < 200; n += 1) {
    const { export_jobs: jobs } = (await send('GET', 'export-jobs', undefined, person)).json<{
      export_jobs: Record<string, unknown>[];
    }>();
    const job = jobs.find((each) => each['export_job_id'] === id);
    if (job !== undefined && ['completed', 'failed'].includes(String(job['status']))) return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the training did not end');
}

describe('the control plane with the real sizing service', () => {
  it('answers health, accelerators, a plan and a conversation', async () => {
    expect((await send('GET', 'health')).json()).toMatchObject({ status: 'ok' });
    expect(
      (await send('GET', 'gpu-skus')).json<{ gpu_skus: unknown[] }>().gpu_skus.length,
    ).toBeGreaterThanOrEqual(32);
    const answer = await solve({ display_model: 'Llama-3.1-70B', conc: 32, isl: 1024, osl: 256 });
    expect(answer.primary_recommendation?.model_code).toBe('llama-3.1-70b');
    const turn = await send('POST', 'agent', {
      message: 'Llama-3.1-70B, 32 concurrent, 1024 in, 256 out',
      org_id: owner.orgId,
    });
    expect(turn.statusCode, turn.body.slice(0, 300)).toBe(200);
    expect(turn.json()).toMatchObject({
      status: 'solved',
      request: { org_id: owner.orgId, features: { conc: 32, isl: 1024, osl: 256 } },
    });
  });

  it('uses the workspace’s own price and names it, and nobody else’s', async () => {
    const features = { ...LOAD, gpu_count: null, decode_tp: null };
    const before = await solve(features);
    await send('PUT', 'prices/h100-sxm', { capex_server_usd_per_gpu: 12_345, source: 'quote 4711' });
    const after = await solve(features);
    const line = after.primary_recommendation?.bill_of_materials.find((each) => each.overridden);
    expect(line).toMatchObject({ source: expect.stringContaining('quote 4711') as unknown });
    expect(after.primary_recommendation?.capex_usd).not.toBe(before.primary_recommendation?.capex_usd);
    const stranger = await t.signIn();
    const theirs = await solve(features, stranger);
    expect(theirs.primary_recommendation?.capex_usd).toBe(before.primary_recommendation?.capex_usd);
    expect(theirs.primary_recommendation?.bill_of_materials.some((each) => each.overridden)).toBe(false);
  });

  it('sizes a model that was added from its config.json, for its workspace alone', async () => {
    const example = {
      architectures: ['LlamaForCausalLM'],
      model_type: 'llama',
      hidden_size: 4096,
      intermediate_size: 14_336,
      num_hidden_layers: 32,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      head_dim: 128,
      vocab_size: 128_256,
      max_position_embeddings: 131_072,
      tie_word_embeddings: false,
      torch_dtype: 'bfloat16',
    };
    const body = { config: JSON.stringify(example), model_code: 'our-llama-8b', model_name: 'Our Llama 8B' };
    const added = await send('POST', 'models', body);
    expect(added.statusCode, added.body).toBe(201);
    const features = { display_model: 'Our Llama 8B', conc: 8, isl: 1024, osl: 256 };
    const answer = await solve(features);
    expect(answer.primary_recommendation?.model_code).toBe('our-llama-8b');
    // 8.03 billion parameters, as of Llama 3.1 8B.
    expect(answer.fit_check?.total_params_b).toBeCloseTo(8.03, 1);
    const stranger = await t.signIn();
    expect(await solve(features, stranger)).toMatchObject({ status: 'needs_clarification' });
    const halved = Object.fromEntries(Object.entries(example).filter(([key]) => key !== 'num_hidden_layers'));
    const asked = await send('POST', 'models', {
      ...body,
      config: JSON.stringify(halved),
      model_code: 'half',
    });
    expect(asked.statusCode).toBe(200);
    expect(asked.json()).toMatchObject({ status: 'needs_answers', missing: [{ field: 'layers' }] });
    const wrong = await send('POST', 'models', {
      ...body,
      config: '{"tokenizer_class": "x"}',
      model_code: 'wrong',
    });
    expect(wrong.statusCode).toBe(400);
  });
});

describe('training', () => {
  it('makes answers lean on the workspace’s own measurements, name their jobs, and change nobody else’s', async () => {
    const [mine, theirs] = [await t.signIn(), await t.signIn()];
    const before = await scalars(mine);
    const shipped = before.scalar_results['tpot_p50_ms']?.value ?? 0;
    expect(shipped).toBeGreaterThan(0);
    // A machine that is half as fast as the model thinks, measured at four loads around the question.
    const jobs = await Promise.all(
      [12, 20, 28, 40].map((concurrency) => addJob(mine, { concurrency }, 2 * shipped)),
    );
    const simulated = await addJob(mine, { provenance: 'simulated' }, 9_999);
    const exported = await send('POST', 'export', { job_ids: [...jobs, simulated] }, mine);
    expect(exported.json()).toMatchObject({
      accepted: 4,
      refused: [{ job_id: simulated, reason: expect.stringContaining('simulated') as unknown }],
    });
    expect((await scalars(mine)).scalar_results['tpot_p50_ms']?.value).toBe(shipped);

    const job = await trained(mine);
    expect(job).toMatchObject({
      action: 'train',
      status: 'completed',
      jobs: 4,
      accepted: 4,
      refused: [],
      error: null,
    });
    const after = await scalars(mine);
    expect(after.model_version).toBe(job['model_version']);
    expect(after.model_version).not.toBe(before.model_version);
    const leaned = after.scalar_results['tpot_p50_ms']?.value ?? 0;
    expect(leaned / shipped).toBeGreaterThan(1.6);
    expect(leaned / shipped).toBeLessThan(2.2);

    const plan = await solve({ ...LOAD, latency_slo: 'batch' }, mine);
    const near = plan.primary_recommendation?.nearest_points ?? [];
    expect(jobs).toContain(near[0]?.job_id);
    expect(near[0]).toMatchObject({ provenance: 'measured' });
    expect(near.map((point) => point.job_id)).not.toContain(simulated);

    expect((await scalars(theirs)).scalar_results['tpot_p50_ms']?.value).toBe(shipped);
    const theirPlan = await solve({ ...LOAD, latency_slo: 'batch' }, theirs);
    expect(theirPlan.primary_recommendation?.nearest_points.every((point) => point.job_id === null)).toBe(
      true,
    );

    expect((await send('GET', 'settings', undefined, mine)).json()).toMatchObject({
      training_points: 4,
      trained_points: 4,
      model_version: after.model_version,
    });
  }, 60_000);

  it('survives a restart of the service, and is undone by withdraw and train', async () => {
    const mine = await t.signIn();
    const shipped = (await scalars(mine)).scalar_results['tpot_p50_ms']?.value ?? 0;
    const jobs = await Promise.all(
      [16, 24, 32].map((concurrency) => addJob(mine, { concurrency }, 2 * shipped)),
    );
    await send('POST', 'export', { job_ids: jobs }, mine);
    await trained(mine);
    const leaned = (await scalars(mine)).scalar_results['tpot_p50_ms']?.value ?? 0;
    expect(leaned).toBeGreaterThan(1.5 * shipped);

    const before = service;
    await before.stop({ keepData: true });
    const away = await send(
      'POST',
      'solve',
      { fit: { modality_code: 'llm' }, solve_for: 'sizing_plan', features: LOAD },
      mine,
    );
    expect(away.statusCode).toBe(503);
    service = await startSizerService({ lifeMs: 120_000, previous: before });
    expect((await scalars(mine)).scalar_results['tpot_p50_ms']?.value).toBe(leaned);

    const withdrawn = await send('POST', 'export', { action: 'withdraw', job_ids: jobs }, mine);
    expect(withdrawn.json()).toMatchObject({ action: 'withdraw', accepted: 3 });
    expect(await trained(mine)).toMatchObject({ status: 'completed', jobs: 0, accepted: 0 });
    expect((await scalars(mine)).scalar_results['tpot_p50_ms']?.value).toBe(shipped);
  }, 60_000);

  it('says why when the service is away', async () => {
    const app = await openTestApp({ sizer: { url: 'http://127.0.0.1:1', secret: service.settings.secret } });
    const person = await app.signIn();
    const start = await app.app.inject({
      method: 'POST',
      url: '/api/sizer/train',
      headers: person.bearer,
      payload: {},
    });
    expect(start.statusCode).toBe(202);
    let job: { status: string; error: string | null } | undefined;
    for (let n = 0; n < 100 && job?.status !== 'failed'; n += 1) {
      const list = await app.app.inject({ url: '/api/sizer/export-jobs', headers: person.bearer });
      [job] = list.json<{ export_jobs: { status: string; error: string | null }[] }>().export_jobs;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(job).toMatchObject({ status: 'failed', error: 'The sizer could not answer now.' });
    await app.close();
  });
});
