import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CODES, errorBodySchema, type ErrorCode } from '#contract/errors.ts';
import { SIZER_ERROR_CODES, type SizerErrorCode } from '#contract/sizer/errors.ts';
import { seed } from '#db/seed.ts';
import type { Database } from '#server/database/port.ts';
import { startSizerService, type SizerService } from '#testing/sizer-service.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';
import { createConfig, jobArguments, registerWorker, type TestWorkspace } from '#testing/workspace.ts';
import {
  SPECIFIED_ENDPOINTS,
  SPECIFIED_ERRORS,
  SPECIFIED_READS,
  SPECIFIED_RPCS,
  SPECIFIED_SIZER_ENDPOINTS,
  SPECIFIED_SIZER_ERRORS,
  SPECIFIED_SIZER_FIELDS,
  SPECIFIED_SIZER_VIEWS,
  SPECIFIED_VIEWS,
} from './specification-list.ts';

interface Schema {
  type?: string;
  format?: string;
  $ref?: string;
  allOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
}
type Paths = Record<
  string,
  Record<string, { requestBody?: { content: Record<string, { schema: Schema; example: object }> } }>
>;

const packagesFolder = mkdtempSync(join(tmpdir(), 'yardstick-specification-'));
let t: TestApp;
let me: SignedIn;
let paths: Paths;
let schemas: Record<string, Schema>;
let jobId: number;
let sizer: SizerService;
/** Set by the database's stand-in of the one test that needs a fault. */
let fault: Error | null = null;

beforeAll(async () => {
  const files = ['agent.js', 'bench-llm.js'].map((name) => {
    writeFileSync(join(packagesFolder, name), name);
    return { name, size: name.length, sha256: createHash('sha256').update(name).digest('hex') };
  });
  writeFileSync(join(packagesFolder, 'manifest.json'), JSON.stringify({ tag: 'site-1', files }));
  sizer = await startSizerService({ lifeMs: 180_000 });
  t = await openTestApp({
    packagesFolder,
    publicUrl: 'https://bench.example.org',
    sizer: sizer.settings,
  });
  await seed(t.db);
  me = await t.signIn();
  await addServer(me);
  const submitted = await rpc('create_bench_llm_job', jobArguments(workspaceOf(me)));
  jobId = submitted.json();
  const document = (await read('openapi.json')).json<{
    paths: Paths;
    components: { schemas: typeof schemas };
  }>();
  ({ paths } = document);
  ({ schemas } = document.components);
}, 60_000);
afterAll(async () => {
  await t.close();
  await sizer.stop();
  rmSync(packagesFolder, { recursive: true, force: true });
});

const rpc = (name: string, payload: object, headers: Record<string, string> = me.bearer) =>
  t.app.inject({ method: 'POST', url: `/api/rpc/${name}`, headers, payload });
const read = (query: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/api/${query}`, headers: { ...me.bearer, ...headers } });
const workspaceOf = (person: SignedIn): TestWorkspace => ({
  orgId: person.orgId,
  accountId: person.accountId,
  claims: { sub: person.accountId, role: 'web_user' },
  member: () => Promise.reject(new Error('one member is enough here')),
});

/** A schema that only names another is that other. */
function resolved(schema: Schema): Schema {
  const { $ref } = schema.allOf?.[0] ?? schema;
  return $ref === undefined ? schema : (schemas[$ref.split('/').at(-1) ?? ''] ?? schema);
}

async function addServer(person: SignedIn): Promise<void> {
  await registerWorker(t.db, workspaceOf(person), 'gpu-1', randomUUID());
  await createConfig(t.db, workspaceOf(person));
}

describe('procedures of the specification', () => {
  it.each(SPECIFIED_RPCS.filter(({ isHttp }) => isHttp !== true).map((each) => [each.name, each] as const))(
    '%s is there with its parameters and answers a call',
    async (name, { required = {}, optional = {}, shown = {} }) => {
      const content = paths[`/rpc/${name}`]?.['post']?.requestBody?.content['application/json'];
      expect(paths, 'in the reference').toHaveProperty([`/rpc/${name}`]);
      for (const [parameter, type] of Object.entries({ ...required, ...optional, ...shown })) {
        const schema = content?.schema.properties?.[parameter] ?? {};
        expect(resolved(schema), parameter).toMatchObject(
          type === 'uuid' ? { type: 'string', format: 'uuid' } : { type: type === 'text' ? 'string' : type },
        );
      }
      const needed = content?.schema.required ?? [];
      expect(needed).toEqual(expect.arrayContaining(Object.keys(required)));
      for (const parameter of Object.keys(optional)) expect(needed).not.toContain(parameter);
      const response = await rpc(name, content?.example ?? {});
      // Made-up ids are refused in the contract's words; a function that is not there has words of the dialect.
      expect(response.body).not.toMatch(/PGRST20[25]|42883/);
      expect([200, 204, 400, 402, 403, 404, 409, 503]).toContain(response.statusCode);
    },
  );

  it('mint_postgrest_write_jwt is there: off unless configured, and says so', async () => {
    const response = await rpc('mint_postgrest_write_jwt', {
      p_jwt_secret: 'x'.repeat(40),
      p_account_id: me.accountId,
      p_email: 'person-1@example.org',
      p_expires_in_seconds: 43_200,
    });
    expect(response.body).not.toMatch(/PGRST20[25]/);
    expect(response.statusCode).toBeLessThan(500);
  });

  it('get_current_user_context answers the account and a role in each workspace', async () => {
    expect((await rpc('get_current_user_context', {})).json()).toMatchObject({
      account_id: me.accountId,
      memberships: expect.arrayContaining([
        expect.objectContaining({ org_id: me.orgId, role: 'owner' }),
      ]) as unknown,
    });
  });

  it('a job is submitted, followed, listed and cancelled by the typical sequence', async () => {
    expect(jobId).toBeTypeOf('number');
    const status = (await rpc('get_job_status', { p_job_id: jobId })).json<Record<string, unknown>>();
    expect(status).toMatchObject({ status_code: 'pending', error_message: null });
    expect(status['status_at']).toBeTypeOf('string');
    for (const query of ['v_benchmark_results', 'v_telemetry_job_summary']) {
      const response = await read(`${query}?job_id=eq.${jobId}`);
      expect(response.statusCode, query).toBe(200);
      expect(response.json()).toEqual([]);
    }
    const listed = (await rpc('list_jobs_filtered', { p_status_code: 'pending' })).json<
      { job_id: number }[]
    >();
    expect(listed.map((each) => each.job_id)).toContain(jobId);
  });

  it('list_jobs_filtered takes at most 500', async () => {
    expect((await rpc('list_jobs_filtered', { p_limit: 500 })).statusCode).toBe(200);
    expect((await rpc('list_jobs_filtered', { p_limit: 501 })).statusCode).toBe(400);
  });
});

describe('views and tables of the specification', () => {
  it.each(Object.entries(SPECIFIED_VIEWS))('%s can be read, with %o', async (name, columns) => {
    const response = await read(
      `${name}?limit=1${columns.length === 0 ? '' : `&select=${columns.join(',')}`}`,
    );
    expect(response.body).not.toMatch(/PGRST205|42703/);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toBeInstanceOf(Array);
  });

  it.each(SPECIFIED_READS)('GET /%s %o', async (query, headers) => {
    const response = await read(query, headers);
    expect([200, 206]).toContain(response.statusCode);
    expect(response.headers['content-range']).toMatch(/^(?:\d+-\d+|\*)\/(?:\d+|\*)$/);
  });

  it('a range is answered with first, last and total, as the specification sends it', async () => {
    const { rows } = await t.db.one<{ n: number }>(
      { role: 'web_system' },
      'select count(*)::integer as n from core.ai_models where org_id is null',
    );
    const models = rows[0]?.n ?? 0;
    const response = await read('ai_models', { 'Range-Unit': 'items', Range: '0-1' });
    expect(response.headers['content-range']).toBe(`0-1/${models}`);
    expect(response.statusCode).toBe(206);
    expect(response.json()).toHaveLength(2);
  });

  it('a range with a count says first, last and total', async () => {
    const headers = { 'Range-Unit': 'items', Range: '0-4', Prefer: 'count=exact' };
    const response = await read('v_job_current_status?status_code=eq.pending', headers);
    expect(response.headers['content-range']).toMatch(/^0-\d+\/\d+$/);
  });

  it('PATCH /cloud_executions answers the changed rows', async () => {
    const response = await t.app.inject({
      method: 'PATCH',
      url: '/api/cloud_executions?execution_id=eq.1',
      headers: { ...me.bearer, prefer: 'return=representation' },
      payload: { startup_extra_args_cli: '--max-model-len 8192' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual([]);
  });
});

describe('endpoints of the specification', () => {
  it.each(SPECIFIED_ENDPOINTS)('%s %s is %s', async (method, path, kind) => {
    const response = await t.app.inject({
      method,
      url: path.replace('JOB', String(jobId)),
      headers: me.bearer,
      ...(path.endsWith('/bootstrap') ? { payload: { org_id: me.orgId, hostname: 'gpu-9' } } : {}),
    });
    if (kind === 'later') {
      expect(response.statusCode).toBe(404);
      expect(response.json<{ hint: string }>().hint).toMatch(/^It comes with /);
    } else {
      expect(response.body).not.toContain('PGRST205');
      expect(response.statusCode).toBe(method === 'POST' ? 201 : 200);
    }
  });

  it('there is no anonymous one but health, version and signing in', async () => {
    for (const [method, path] of SPECIFIED_ENDPOINTS) {
      if (path === '/api/health' || path === '/api/version') continue;
      const response = await t.app.inject({
        method,
        url: path.replace('JOB', String(jobId)),
        ...(method === 'POST' ? { payload: { org_id: me.orgId, hostname: 'gpu-9' } } : {}),
      });
      expect(response.statusCode, path).toBe(401);
    }
  });
});

/** What brings each error about; each answers the response. */
const CAUSES: Readonly<
  Record<ErrorCode, () => Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>>
> = {
  unauthenticated: () => t.app.inject({ url: '/api/v_projects' }),
  forbidden: async () => {
    const viewer = await t.signIn({ role: 'viewer' });
    return rpc(
      'create_project',
      { p_owner_account_id: viewer.accountId, p_org_id: viewer.orgId, p_project_name: 'x' },
      viewer.bearer,
    );
  },
  not_found: () => rpc('get_job_status', { p_job_id: 2_000_000_000 }),
  validation_failed: async () => {
    await createConfig(t.db, workspaceOf(me), { p_config_code: 'sim-h100x1', p_gpu_count: 1 });
    return rpc(
      'create_bench_llm_job',
      jobArguments(workspaceOf(me), {
        p_model_code: 'llama-3.1-405b',
        p_config_code: 'sim-h100x1',
        p_job_name: 'too big',
      }),
    );
  },
  conflict: async () => {
    const again = jobArguments(workspaceOf(me), { p_job_name: 'twice', p_run_name: 'one run' });
    await rpc('create_bench_llm_job', again);
    return rpc('create_bench_llm_job', again);
  },
  rate_limited: async () => {
    const limited = await openTestApp({ limits: true });
    const { bearer } = await limited.signIn();
    const call = () =>
      limited.app.inject({
        method: 'POST',
        url: '/api/rpc/get_current_user_context',
        headers: bearer,
        payload: {},
      });
    let last = await call();
    // 60 a minute, bursts to 120: however the minutes fall, one of these is too many.
    for (let n = 0; n < 260 && last.statusCode !== 429; n += 1) last = await call();
    await limited.close();
    return last;
  },
  quota_exceeded: async () => {
    const poor = await t.signIn();
    await addServer(poor);
    await t.db.one(
      { role: 'web_system' },
      'insert into core.quotas (org_id, gpu_hours_per_month) values ($1::uuid, 0)',
      [poor.orgId],
    );
    return rpc('create_bench_llm_job', jobArguments(workspaceOf(poor)), poor.bearer);
  },
  server_unavailable: async () => {
    const away = await t.signIn();
    await addServer(away);
    await t.db.one(
      { role: 'web_system' },
      `update core.workers set last_sync_at = now() - interval '1 day' where org_id = $1::uuid`,
      [away.orgId],
    );
    return rpc('create_bench_llm_job', jobArguments(workspaceOf(away)), away.bearer);
  },
  internal: async () => {
    const broken = await openTestApp();
    const { bearer } = await broken.signIn();
    const app = await openTestApp({ db: faulty(broken.db), ...broken.secrets });
    await app.app.inject({ url: '/api/jobs/1/logs.txt', headers: bearer });
    fault = new Error('a fault nobody foresaw');
    const response = await app.app.inject({ url: '/api/jobs/1/logs.txt', headers: bearer });
    fault = null;
    await app.close();
    await broken.close();
    return response;
  },
};

/** The database, save that reads for people fail with `fault` while there is one. */
function faulty(db: Database): Database {
  return new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      if (key !== 'one')
        return (...args: unknown[]): unknown => Reflect.apply(value, target, args) as unknown;
      return (...args: [{ role: string }, ...unknown[]]): unknown =>
        fault !== null && args[0].role === 'web_user'
          ? Promise.reject(fault)
          : (Reflect.apply(value, target, args) as unknown);
    },
  });
}

describe('errors of the specification', () => {
  it('are these, with these statuses', () => {
    expect(
      Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { status }]) => [code, status])),
    ).toEqual(SPECIFIED_ERRORS);
  });

  it.each(Object.entries(SPECIFIED_ERRORS) as [ErrorCode, number][])(
    '%s comes as %i, with the contract’s body and a request id',
    async (code, status) => {
      const response = await CAUSES[code]();
      expect(response.statusCode, response.body).toBe(status);
      const body = errorBodySchema.strict().parse(JSON.parse(response.body));
      expect(body.code).toBe(code);
      expect(response.headers['content-type']).toContain('application/json');
      expect(response.headers['x-request-id']).toBeTruthy();
      if (code === 'rate_limited') expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      if (code === 'internal') expect(response.body).not.toContain('foresaw');
      if (code === 'validation_failed') {
        const figures = Object.entries(body.details ?? {});
        expect(
          figures.filter(([name, value]) => name.endsWith('_gb') && typeof value === 'number').length,
        ).toBeGreaterThanOrEqual(2);
        expect(figures.map(([name]) => name)).toContain('suggestion');
      }
    },
    60_000,
  );
});

const callSizer = (
  method: 'GET' | 'POST',
  url: string,
  body: object | null,
  headers: Record<string, string> = me.bearer,
  app: TestApp = t,
) => app.app.inject({ method, url, headers, ...(body === null ? {} : { payload: body }) });

describe('operations of the sizer API', () => {
  it.each(SPECIFIED_SIZER_ENDPOINTS)('%s %s answers its fields', async (method, path, body, status) => {
    const response = await callSizer(method, path, body);
    expect(response.statusCode, response.body).toBe(status);
    const answer = response.json<Record<string, unknown>>();
    expect(Object.keys(answer)).toEqual(expect.arrayContaining([...(SPECIFIED_SIZER_FIELDS[path] ?? [])]));
    expect(paths, 'in the reference').toHaveProperty([path.replace('/api', ''), method.toLowerCase()]);
  });

  it.each(SPECIFIED_SIZER_ENDPOINTS)(
    '%s %s is not for anybody without a token',
    async (method, path, body) => {
      expect((await callSizer(method, path, body, {})).statusCode).toBe(401);
    },
  );

  it('gpu-skus has every accelerator of the reference view, with the specified fields', async () => {
    const { gpu_skus: skus } = (await callSizer('GET', '/api/sizer/gpu-skus', null)).json<{
      gpu_skus: Record<string, unknown>[];
    }>();
    const view = (await read('v_sizer_reference_gpu_models?select=gpu_model,gpu_vram_gb')).json<
      Record<string, unknown>[]
    >();
    expect(view.length).toBeGreaterThanOrEqual(32);
    expect(skus.map((sku) => sku['gpu_model']).sort()).toEqual(view.map((row) => row['gpu_model']).sort());
    for (const sku of skus) {
      expect(sku).toMatchObject({
        gpu_model: expect.any(String) as unknown,
        gpu_vram_gb: expect.any(Number) as unknown,
        vendor: expect.any(String) as unknown,
      });
    }
  });

  it.each(Object.entries(SPECIFIED_SIZER_VIEWS))('%s has %o first', async (view, columns) => {
    const rows = (await read(`${view}?limit=1`)).json<Record<string, unknown>[]>();
    expect(Object.keys(rows[0] ?? {}).slice(0, columns.length)).toEqual(columns);
  });

  it('examples of the reference work when they are sent', async () => {
    for (const path of ['/sizer/solve', '/sizer/agent', '/sizer/export', '/sizer/train', '/sizer/models']) {
      const example = paths[path]?.['post']?.requestBody?.content['application/json']?.example ?? null;
      const response = await callSizer('POST', `/api${path}`, example);
      expect(response.statusCode, `${path}: ${response.body.slice(0, 300)}`).toBeLessThan(300);
    }
  }, 60_000);
});

/** What brings each error of the sizer about. */
const SIZER_CAUSES: Readonly<
  Record<
    SizerErrorCode,
    () => Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>
  >
> = {
  SIZER_NOT_CONFIGURED: async () => {
    const without = await openTestApp();
    const { bearer } = await without.signIn();
    const response = await callSizer('GET', '/api/sizer/health', null, bearer, without);
    await without.close();
    return response;
  },
  SIZER_UPSTREAM_UNAVAILABLE: async () => {
    const away = await openTestApp({ sizer: { url: 'http://127.0.0.1:1', secret: sizer.settings.secret } });
    const { bearer } = await away.signIn();
    const response = await callSizer('GET', '/api/sizer/health', null, bearer, away);
    await away.close();
    return response;
  },
  MISSING_SIZING_SIGNAL: () =>
    callSizer('POST', '/api/sizer/solve', {
      fit: { modality_code: 'llm' },
      solve_for: 'sizing_plan',
      features: {},
    }),
  TRAINING_REQUIRED: () =>
    callSizer('POST', '/api/sizer/solve', {
      fit: { modality_code: 'llm' },
      solve_for: 'sizing_plan',
      features: { display_model: 'Llama-3.1-70B', framework: 'tgi', conc: 8, isl: 1024, osl: 256 },
    }),
  INSUFFICIENT_SCOPE: async () => {
    const viewer = await t.signIn({ role: 'viewer' });
    return callSizer('POST', '/api/sizer/train', {}, viewer.bearer);
  },
  NO_VIABLE_RECOMMENDATION: () =>
    callSizer('POST', '/api/sizer/solve', {
      fit: { modality_code: 'llm' },
      solve_for: 'sizing_plan',
      features: { display_model: 'DeepSeek-R1', conc: 512, isl: 4096, osl: 1024, budget_usd: 1_000 },
    }),
};

describe('errors of the sizer API', () => {
  it('are these, with these statuses', () => {
    expect(
      Object.fromEntries(Object.entries(SIZER_ERROR_CODES).map(([code, { status }]) => [code, status])),
    ).toEqual(SPECIFIED_SIZER_ERRORS);
  });

  it.each(Object.entries(SPECIFIED_SIZER_ERRORS) as [SizerErrorCode, number][])(
    '%s comes as %i, with the contract’s body and a request id',
    async (code, status) => {
      const response = await SIZER_CAUSES[code]();
      expect(response.statusCode, response.body).toBe(status);
      const body = errorBodySchema.strict().parse(JSON.parse(response.body));
      expect(body.code).toBe(code);
      expect(body.hint).toBeTruthy();
      expect(response.headers['x-request-id']).toBeTruthy();
      if (code === 'SIZER_UPSTREAM_UNAVAILABLE')
        expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      if (code === 'NO_VIABLE_RECOMMENDATION')
        expect(Object.keys(body.details ?? {})).toEqual(
          expect.arrayContaining(['rejected', 'smallest_relaxation']),
        );
    },
    60_000,
  );
});
