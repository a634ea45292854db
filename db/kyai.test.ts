import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_RPCS } from '#contract/rpc/all.ts';
import { seed } from '#db/seed.ts';
import { DatabaseError, type Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import { callRpc, createWorkspace, failureOf, type TestWorkspace } from '#testing/workspace.ts';

const system = { role: 'web_system' } as const;
let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;
let candidates: number[];
let judges: number[];
let promptSet: number;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  await seed(db);
});
afterAll(() => test.close());

const one = async (sql: string, ...params: (string | number)[]): Promise<number> =>
  Number(Object.values((await db.one(system, sql, params)).rows[0] ?? {})[0]);
const candidate = (name: string) =>
  one(
    `insert into core.kyai_candidate_endpoints (org_id, display_name, base_url, model_id, api_key_encrypted)
     values ($1, $2, 'http://127.0.0.1:1', 'm', 'enc:v1:secret') returning candidate_endpoint_id`,
    workspace.orgId,
    name,
  );
const judge = (name: string, mode = 'pointwise') =>
  one(
    `insert into core.kyai_judge_configs (org_id, judge_name, base_url, model_id, rubric, mode, api_key_encrypted)
     values ($1, $2, 'http://127.0.0.1:1', 'j', '{"criteria": []}', $3, 'enc:v1:secret') returning judge_config_id`,
    workspace.orgId,
    name,
    mode,
  );

beforeEach(async () => {
  workspace = await createWorkspace(db);
  candidates = [await candidate('a'), await candidate('b')];
  judges = [await judge('j')];
  promptSet = await one(
    `insert into core.kyai_prompt_sets (org_id, set_code, set_name, licence, source, content_sha256)
     values ($1, 'three', 'Three', 'CC0', 'test', $2) returning prompt_set_id`,
    workspace.orgId,
    '0'.repeat(64),
  );
  await db.one(
    system,
    `insert into core.kyai_prompts (prompt_set_id, ordinal, messages)
     select $1, n, jsonb_build_array(jsonb_build_object('role', 'user', 'content', 'q' || n)) from generate_series(1, 3) n`,
    [promptSet],
  );
});

const own = () => ({ p_owner_account_id: workspace.accountId, p_org_id: workspace.orgId });
const call = <T>(name: string, args: Record<string, unknown>, claims = workspace.claims) =>
  callRpc<T>(db, claims, name, args);
const checked = async <T>(name: string, args: Record<string, unknown>): Promise<T> => {
  const answer = await call<T>(name, args);
  ALL_RPCS.find((rpc) => rpc.name === name)?.returns.parse(answer);
  return answer;
};
const evaluation = (overrides: Record<string, unknown> = {}) => ({
  ...own(),
  p_project_name: 'Quality',
  p_evaluation_name: 'first',
  p_candidate_endpoint_ids: candidates,
  p_judge_config_ids: judges,
  p_prompt_set_id: promptSet,
  ...overrides,
});
const count = (table: string, where = 'true') =>
  one(`select count(*) from core.${table} t where t.org_id = $1 and ${where}`, workspace.orgId);

describe('create_kyai_evaluation', () => {
  it('writes down all the work before any of it is done', async () => {
    const id = await checked<number>(
      'create_kyai_evaluation',
      evaluation({ p_generation_repeats: 2, p_judge_repeats: 3 }),
    );
    expect(await count('kyai_generation_runs', `evaluation_id = ${id}`)).toBe(2);
    expect(await count('kyai_generation_outputs')).toBe(2 * 3 * 2);
    expect(await count('kyai_judge_runs', `evaluation_id = ${id}`)).toBe(2);
    expect(await count('kyai_outputs', `status_code = 'pending' and score is null`)).toBe(2 * 3 * 2 * 3);
    const { rows } = await db.one<{ manifest: unknown }>(
      system,
      'select manifest, status_code, manifest_sha256 from core.kyai_evaluations where evaluation_id = $1',
      [id],
    );
    expect(rows[0]).toMatchObject({
      status_code: 'pending',
      manifest: { mode: 'pointwise', judge_repeats: 3 },
    });
    expect(JSON.stringify(rows[0]?.manifest)).not.toContain('enc:v1');
    expect(await count('audit_log', `action = 'create_kyai_evaluation'`)).toBe(1);
  });

  it('compares pairs with the baseline, in both orders', async () => {
    const pairwise = await judge('pairs', 'pairwise');
    await call(
      'create_kyai_evaluation',
      evaluation({
        p_mode: 'pairwise',
        p_judge_config_ids: [pairwise],
        p_baseline_endpoint_id: candidates[0],
      }),
    );
    expect(await count('kyai_generation_runs')).toBe(2);
    expect(await count('kyai_judge_runs')).toBe(1);
    expect(await count('kyai_outputs')).toBe(3 * 2);
  });

  it('lets five be under way and says when to come back', async () => {
    const ids: number[] = [];
    for (let n = 1; n <= 5; n += 1)
      ids.push(await call<number>('create_kyai_evaluation', evaluation({ p_evaluation_name: `e${n}` })));
    const sixth = () => call<number>('create_kyai_evaluation', evaluation({ p_evaluation_name: 'e6' }));
    const error: unknown = await sixth().then(
      () => null,
      (fault: unknown) => fault,
    );
    if (!(error instanceof DatabaseError)) throw new Error('the sixth was let through');
    const raised = JSON.parse(error.message) as { code: string; details: string };
    expect(raised.code).toBe('rate_limited');
    expect(JSON.parse(raised.details)).toMatchObject({
      field: 'p_org_id',
      max: 5,
      active_evaluations: ids,
      retry_after_s: 30,
    });
    expect(JSON.parse(error.detail ?? '')).toEqual({ status: 429, headers: { 'Retry-After': '30' } });
    expect(await count('kyai_evaluations')).toBe(5);

    // Another workspace has slots of its own; one that has ended, or that nobody works on, frees its slot.
    await db.one(
      system,
      `update core.kyai_evaluations set status_code = 'completed' where evaluation_id = $1`,
      [ids[1] ?? 0],
    );
    expect(await sixth()).toBeGreaterThan(0);
    await db.one(
      system,
      `update core.kyai_slots set expires_at = now() - interval '1 second' where evaluation_id = $1`,
      [ids[3] ?? 0],
    );
    expect(
      await call<number>('create_kyai_evaluation', evaluation({ p_evaluation_name: 'e7' })),
    ).toBeGreaterThan(0);
    expect(await count('kyai_slots')).toBe(5);
  });

  it('gives the last slot to one of two calls at once', async () => {
    for (let n = 1; n <= 4; n += 1)
      await call('create_kyai_evaluation', evaluation({ p_evaluation_name: `e${n}` }));
    const both = await Promise.allSettled(
      ['x', 'y'].map((name) => call('create_kyai_evaluation', evaluation({ p_evaluation_name: name }))),
    );
    expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('answers the same evaluation for the same key', async () => {
    const id = await call<number>('create_kyai_evaluation', evaluation({ p_idempotency_key: 'k' }));
    expect(await call('create_kyai_evaluation', evaluation({ p_idempotency_key: 'k' }))).toBe(id);
    expect(
      await failureOf(
        call('create_kyai_evaluation', evaluation({ p_idempotency_key: 'k', p_judge_repeats: 2 })),
      ),
    ).toMatchObject({ code: 'conflict', details: { field: 'p_idempotency_key', evaluation_id: id } });
    expect(await count('kyai_evaluations')).toBe(1);
  });

  it('has a name once in a project', async () => {
    await call('create_kyai_evaluation', evaluation());
    expect(
      await failureOf(call('create_kyai_evaluation', evaluation({ p_evaluation_name: 'FIRST' }))),
    ).toMatchObject({ code: 'conflict', details: { field: 'p_evaluation_name' } });
  });

  it.each([
    ['p_evaluation_name', { p_evaluation_name: ' ' }],
    ['p_candidate_endpoint_ids', { p_candidate_endpoint_ids: [] }],
    ['p_judge_config_ids', { p_judge_config_ids: [] }],
    ['p_mode', { p_mode: 'x' }],
    ['p_baseline_endpoint_id', { p_mode: 'pairwise' }],
    ['p_baseline_endpoint_id', { p_baseline_endpoint_id: 1 }],
    ['p_generation_repeats', { p_generation_repeats: 0 }],
    ['p_judge_repeats', { p_judge_repeats: 21 }],
    ['p_max_cost_usd', { p_max_cost_usd: 0 }],
    ['p_idempotency_key', { p_idempotency_key: '' }],
    ['p_judge_config_ids', { p_mode: 'reference' }],
    ['p_project_name', { p_project_name: '' }],
  ])('refuses a wrong %s', async (field, overrides) => {
    expect(await failureOf(call('create_kyai_evaluation', evaluation(overrides)))).toMatchObject({
      code: 'validation_failed',
      details: { field },
    });
  });

  it('refuses a candidate named twice, and what does not exist', async () => {
    const twice = evaluation({ p_candidate_endpoint_ids: [candidates[0], candidates[0]] });
    expect(await failureOf(call('create_kyai_evaluation', twice))).toMatchObject({
      code: 'validation_failed',
    });
    for (const [field, value] of [
      ['p_candidate_endpoint_ids', [2147483647]],
      ['p_judge_config_ids', [2147483647]],
      ['p_prompt_set_id', 2147483647],
    ] as const)
      expect(await failureOf(call('create_kyai_evaluation', evaluation({ [field]: value })))).toMatchObject({
        code: 'not_found',
        details: { field },
      });
    const viewer = await workspace.member('viewer');
    expect(await failureOf(call('create_kyai_evaluation', evaluation(), viewer))).toMatchObject({
      code: 'forbidden',
    });
  });

  it('is refused when the judge tokens of the month are used up', async () => {
    await db.one(system, 'insert into core.quotas (org_id, judge_tokens_per_month) values ($1, 10)', [
      workspace.orgId,
    ]);
    await db.one(system, 'select core.add_judge_tokens($1, 10)', [workspace.orgId]);
    expect(await failureOf(call('create_kyai_evaluation', evaluation()))).toMatchObject({
      code: 'quota_exceeded',
    });
  });
});

describe('lists', () => {
  it('show endpoints and judges without their keys', async () => {
    const viewer = await workspace.member('viewer');
    for (const name of ['list_kyai_candidate_endpoints', 'list_kyai_judge_configs']) {
      const rows = await checked<Record<string, unknown>[]>(name, { p_org_id: workspace.orgId });
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every((row) => row['has_api_key'] === true)).toBe(true);
      expect(JSON.stringify(rows)).not.toContain('enc:v1');
      expect(await call(name, { p_org_id: workspace.orgId }, viewer)).toEqual(rows);
    }
  });
});

describe('generation and judge runs', () => {
  const generate = () =>
    checked<number>('create_kyai_generation_run', {
      ...own(),
      p_candidate_endpoint_id: candidates[0],
      p_prompt_set_id: promptSet,
      p_repeats: 2,
      p_seed: 7,
    });

  it('count what is done, and sum only what was reported', async () => {
    const id = await generate();
    const get = () =>
      checked<Record<string, unknown>>('get_kyai_generation_run', { p_generation_run_id: id });
    expect(await get()).toMatchObject({
      status_code: 'pending',
      evaluation_id: null,
      display_name: 'a',
      seed: 7,
      n_expected: 6,
      n_completed: 0,
      output_tokens: null,
      cost_usd: null,
    });
    await db.one(
      system,
      `update core.kyai_generation_outputs set status_code = 'completed', output_text = 'x', output_tokens = 5
       where generation_run_id = $1 and repeat_index = 0`,
      [id],
    );
    expect(await get()).toMatchObject({ n_completed: 3, output_tokens: 15, input_tokens: null });
  });

  it('judges stored answers again without asking the candidate', async () => {
    const generation = await generate();
    const runs = [
      await checked<number>('create_kyai_judge_run', {
        p_generation_run_id: generation,
        p_judge_config_id: judges[0],
      }),
      await checked<number>('create_kyai_judge_run', {
        p_generation_run_id: generation,
        p_judge_config_id: judges[0],
        p_judge_repeats: 2,
      }),
    ];
    expect(await count('kyai_generation_outputs')).toBe(6);
    const get = () => checked<Record<string, unknown>>('get_kyai_judge_run', { p_judge_run_id: runs[1] });
    expect(await get()).toMatchObject({
      n_expected: 12,
      n_scored: 0,
      n_unscored: 0,
      score: null,
      judge_name: 'j',
    });
    await db.one(
      system,
      `update core.kyai_outputs set status_code = 'completed', score = case when judge_repeat = 0 then 4 end,
         unscored_reason = case when judge_repeat = 1 then 'parse' end where judge_run_id = $1`,
      [runs[1] ?? 0],
    );
    await db.one(
      system,
      `insert into core.kyai_results (org_id, judge_run_id, candidate_endpoint_id, judge_config_id, prompt_set_id, n_expected, n_scored, n_unscored,
         score, confidence_interval_lower, confidence_interval_upper) values ($1, $2, $3, $4, $5, 12, 6, 6, 4, 3.5, 4.5)`,
      [workspace.orgId, runs[1] ?? 0, candidates[0] ?? 0, judges[0] ?? 0, promptSet],
    );
    expect(await get()).toMatchObject({
      n_scored: 6,
      n_unscored: 6,
      score: 4,
      confidence_interval_lower: 3.5,
      confidence_interval_upper: 4.5,
    });
  });

  it('refuses what cannot be judged', async () => {
    const generation = await generate();
    const judgeRun = (overrides: Record<string, unknown>) =>
      failureOf(
        call('create_kyai_judge_run', {
          p_generation_run_id: generation,
          p_judge_config_id: judges[0],
          ...overrides,
        }),
      );
    expect(await judgeRun({ p_judge_repeats: 0 })).toMatchObject({ details: { field: 'p_judge_repeats' } });
    expect(await judgeRun({ p_judge_config_id: 2147483647 })).toMatchObject({ code: 'not_found' });
    expect(await judgeRun({ p_judge_config_id: await judge('p', 'pairwise') })).toMatchObject({
      code: 'validation_failed',
      details: { field: 'p_judge_config_id' },
    });
    expect(await judgeRun({ p_judge_config_id: await judge('r', 'reference') })).toMatchObject({
      code: 'validation_failed',
    });
    await db.one(
      system,
      `update core.kyai_generation_runs set status_code = 'failed' where generation_run_id = $1`,
      [generation],
    );
    expect(await judgeRun({})).toMatchObject({ code: 'conflict', details: { field: 'p_generation_run_id' } });
    const empty = await one(
      `insert into core.kyai_prompt_sets (org_id, set_code, set_name, licence, source, content_sha256)
       values ($1, $2, 'Empty', 'CC0', 'test', $3) returning prompt_set_id`,
      workspace.orgId,
      `e-${randomUUID()}`,
      '1'.repeat(64),
    );
    expect(
      await failureOf(
        call('create_kyai_generation_run', {
          ...own(),
          p_candidate_endpoint_id: candidates[0],
          p_prompt_set_id: empty,
        }),
      ),
    ).toMatchObject({ code: 'validation_failed', details: { field: 'p_prompt_set_id' } });
  });
});
