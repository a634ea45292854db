import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBodySchema } from '#contract/errors.ts';
import type { Role } from '#contract/jobs.ts';
import { SERVICE_TOKEN } from '#contract/sizer/service.ts';
import { seed } from '#db/seed.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';
import { SizerUpstream } from './sizer-upstream.ts';

const secret = randomBytes(32);
const SOLVE = {
  fit: { modality_code: 'llm' },
  solve_for: 'sizing_plan',
  features: { display_model: 'Llama-3.1-70B', conc: 4 },
};
const EMPTY_ANSWER = {
  status: 'completed',
  plan_type: 'capacity_sized',
  primary_recommendation: null,
  recommendations: [],
  rejected: [],
  fit_check: null,
  evaluated_profile: null,
  scalar_results: {},
  warnings: [],
  assumptions: [],
  clarification: null,
  model_version: 'v1',
};

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: { context?: Record<string, unknown>; request?: unknown; points?: unknown[] };
}

/** A service that answers what a test tells it. */
let service: Server;
let answerNext: (received: Received) => { status: number; body: string; afterMs?: number };
let received: Received[] = [];
let url: string;
let t: TestApp;
let owner: SignedIn;

const plain = (body: unknown, status = 200) => ({ status, body: JSON.stringify(body) });

beforeAll(async () => {
  service = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const body = (text === '' ? {} : JSON.parse(text)) as Received['body'];
      const call = { path: request.url ?? '', headers: request.headers, body };
      received.push(call);
      const { status, body: answer, afterMs = 0 } = answerNext(call);
      setTimeout(
        () => response.writeHead(status, { 'content-type': 'application/json' }).end(answer),
        afterMs,
      );
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  t = await openTestApp({ sizer: { url, secret } });
  await seed(t.db);
  owner = await t.signIn();
});
afterAll(async () => {
  await t.close();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});
beforeEach(() => {
  received = [];
  answerNext = () => plain(EMPTY_ANSWER);
});

const send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  person: SignedIn = owner,
  app: TestApp = t,
) =>
  app.app.inject({
    method,
    url: `/api/sizer/${path}`,
    headers: person.bearer,
    ...(payload === undefined ? {} : { payload }),
  });

/** Another member of the owner's workspace. */
async function member(role: Role): Promise<SignedIn> {
  const person = await t.signIn();
  await t.db.one(
    { role: 'web_system' },
    `with gone as (delete from core.memberships where account_id = $1::uuid)
     insert into core.memberships (org_id, account_id, role_code) values ($2::uuid, $1::uuid, $3)`,
    [person.accountId, owner.orgId, role],
  );
  return { ...person, orgId: owner.orgId };
}

describe('asking', () => {
  it('sends the question with the workspace, a token of its own, and the request id, never the caller’s token', async () => {
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/sizer/solve',
      headers: { ...owner.bearer, 'x-request-id': 'req-42' },
      payload: SOLVE,
    });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toEqual(EMPTY_ANSWER);
    const [call] = received;
    expect(call?.body.request).toEqual(SOLVE);
    expect(call?.body.context).toMatchObject({
      org_id: owner.orgId,
      prices: [],
      models: [],
      usd_per_kwh: null,
    });
    expect(call?.headers['x-request-id']).toBe('req-42');
    const token = call?.headers.authorization?.slice('Bearer '.length) ?? '';
    expect(`Bearer ${token}`).not.toBe(owner.bearer.authorization);
    const { payload } = await jwtVerify(token, secret, {
      issuer: SERVICE_TOKEN.issuer,
      audience: SERVICE_TOKEN.audience,
    });
    expect(payload).toMatchObject({ org_id: owner.orgId, request_id: 'req-42' });
    expect(Number(payload.exp) - Number(payload.iat)).toBeLessThanOrEqual(60);
  });

  it('passes the sizer’s own refusals through, with their status, details and hint', async () => {
    const body = {
      code: 'NO_VIABLE_RECOMMENDATION',
      message: 'No.',
      details: { rejected: [] },
      hint: 'Relax.',
    };
    answerNext = () => plain(body, 422);
    const response = await send('POST', 'solve', SOLVE);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual(body);
  });

  it('lets the service judge an empty question, and refuses an org_id that is none', async () => {
    answerNext = () => plain({ code: 'MISSING_SIZING_SIGNAL', message: 'x', details: null, hint: null }, 400);
    const empty = await send('POST', 'solve', {});
    expect(empty.json()).toMatchObject({ code: 'MISSING_SIZING_SIGNAL' });
    const bad = await send('POST', 'solve', { ...SOLVE, org_id: 'mine' });
    expect(bad.statusCode).toBe(400);
    expect(bad.json()).toMatchObject({
      code: 'validation_failed',
      details: { fields: { org_id: expect.any(String) as unknown } },
    });
  });

  it('does not know a workspace of others', async () => {
    const stranger = await t.signIn();
    for (const [method, path, payload] of [
      ['GET', `status?org_id=${stranger.orgId}`, undefined],
      ['GET', `gpu-skus?org_id=${stranger.orgId}`, undefined],
      ['POST', 'solve', { ...SOLVE, org_id: stranger.orgId }],
      ['POST', 'agent', { message: 'x', org_id: stranger.orgId }],
      ['GET', `settings?org_id=${stranger.orgId}`, undefined],
      ['GET', `prices?org_id=${stranger.orgId}`, undefined],
      ['PUT', 'settings', { org_id: stranger.orgId, enabled: false }],
      ['GET', `export-jobs?org_id=${stranger.orgId}`, undefined],
      ['POST', 'export', { org_id: stranger.orgId, job_ids: [1] }],
      ['POST', 'train', { org_id: stranger.orgId }],
    ] as const) {
      const response = await send(method, path, payload);
      expect(response.statusCode, `${method} ${path}`).toBe(404);
      expect(response.json()).toMatchObject({ code: 'not_found' });
    }
    expect(received).toEqual([]);
  });

  it('needs a token of a person', async () => {
    for (const path of ['status', 'health', 'gpu-skus', 'settings', 'export-jobs'])
      expect((await t.app.inject({ url: `/api/sizer/${path}` })).statusCode).toBe(401);
    const response = await t.app.inject({ method: 'POST', url: '/api/sizer/solve', payload: SOLVE });
    expect(response.statusCode).toBe(401);
  });
});

describe('a service that is away', () => {
  /** Each on an app of its own: the breaker remembers. */
  async function outcome(sizer: { url: string; secret: Uint8Array }, times = 1) {
    const app = await openTestApp({ sizer });
    const person = await app.signIn();
    const responses = [];
    for (let n = 0; n < times; n += 1) responses.push(await send('POST', 'solve', SOLVE, person, app));
    const log = app.logText();
    await app.close();
    return { responses, log };
  }
  function expectUnavailable(response: Awaited<ReturnType<typeof send>> | undefined) {
    expect(response?.statusCode, response?.body).toBe(503);
    expect(errorBodySchema.parse(response?.json()).code).toBe('SIZER_UPSTREAM_UNAVAILABLE');
    expect(Number(response?.headers['retry-after'])).toBeGreaterThan(0);
  }

  it('is SIZER_UPSTREAM_UNAVAILABLE with Retry-After when nobody listens, and is not asked again after five', async () => {
    const { responses, log } = await outcome({ url: 'http://127.0.0.1:1', secret }, 7);
    for (const response of responses) expectUnavailable(response);
    expect(log.match(/the sizing service failed/g)).toHaveLength(5);
    expect(responses.at(-1)?.headers['retry-after']).toBe('10');
  });

  it.each([
    ['nonsense', () => ({ status: 200, body: '<html>' })],
    ['another shape', () => plain({ status: 'fine' })],
    [
      'a fault of its own',
      () => plain({ code: 'internal', message: 'secret words', details: null, hint: null }, 500),
    ],
    [
      'a code that is no outcome',
      () => plain({ code: 'not_found', message: 'x', details: null, hint: null }, 404),
    ],
  ])('the same when it answers %s', async (_name, answer) => {
    answerNext = answer;
    const { responses } = await outcome({ url, secret });
    expectUnavailable(responses[0]);
    expect(responses[0]?.body).not.toContain('secret words');
  });

  it('says in the log that the secrets differ when it refuses our token', async () => {
    answerNext = () => plain({ code: 'unauthenticated', message: 'x', details: null, hint: null }, 401);
    const { responses, log } = await outcome({ url, secret });
    expectUnavailable(responses[0]);
    expect(log).toContain('SIZER_JWT_SECRET is not the same on both sides');
  });

  it('the same when it takes longer than the call waits', async () => {
    answerNext = () => ({ ...plain(EMPTY_ANSWER), afterMs: 500 });
    const faults: string[] = [];
    const upstream = new SizerUpstream({ url, secret }, (fault) => faults.push(fault));
    const call = upstream.call({
      method: 'GET',
      path: '/health',
      orgId: null,
      requestId: 'r',
      timeoutMs: 50,
      answer: z.unknown(),
    });
    await expect(call).rejects.toMatchObject({
      code: 'SIZER_UPSTREAM_UNAVAILABLE',
      headers: { 'Retry-After': '5' },
    });
    expect(faults).toEqual(['it did not answer in time']);
    await upstream.close();
  });

  it('keeps settings and prices of use', async () => {
    const app = await openTestApp({ sizer: { url: 'http://127.0.0.1:1', secret } });
    const person = await app.signIn();
    expect((await send('GET', 'settings', undefined, person, app)).statusCode).toBe(200);
    expect((await send('GET', 'prices', undefined, person, app)).json()).toEqual({ prices: [] });
    expect((await send('GET', 'status', undefined, person, app)).json()).toEqual({
      enabled: true,
      configured: true,
      workspace_enabled: true,
    });
    await app.close();
  });
});

describe('not configured, or switched off', () => {
  it('answers SIZER_NOT_CONFIGURED where nothing is configured', async () => {
    const app = await openTestApp();
    const person = await app.signIn();
    const status = await send('GET', 'status', undefined, person, app);
    expect(status.json()).toEqual({ enabled: false, configured: false, workspace_enabled: true });
    for (const [method, path, payload] of [
      ['GET', 'health', undefined],
      ['GET', 'gpu-skus', undefined],
      ['POST', 'solve', SOLVE],
      ['POST', 'agent', { message: 'x' }],
      ['POST', 'export', { job_ids: [1] }],
      ['POST', 'train', {}],
    ] as const) {
      const response = await send(method, path, payload, person, app);
      expect(response.statusCode, path).toBe(503);
      expect(response.json()).toMatchObject({ code: 'SIZER_NOT_CONFIGURED' });
    }
    await app.close();
  });

  it('answers the same for a workspace that switched it off, until it is on again', async () => {
    const person = await t.signIn();
    expect((await send('PUT', 'settings', { enabled: false }, person)).statusCode).toBe(200);
    expect((await send('GET', 'status', undefined, person)).json()).toEqual({
      enabled: false,
      configured: true,
      workspace_enabled: false,
    });
    const health = await send('GET', 'health', undefined, person);
    expect(health.statusCode).toBe(503);
    expect(health.json()).toMatchObject({ code: 'SIZER_NOT_CONFIGURED' });
    expect((await send('POST', 'solve', SOLVE, person)).statusCode).toBe(503);
    expect((await send('POST', 'solve', SOLVE)).statusCode).toBe(200);
    await send('PUT', 'settings', { enabled: true }, person);
    expect((await send('POST', 'solve', SOLVE, person)).statusCode).toBe(200);
  });
});

describe('roles', () => {
  const calls = {
    export: ['POST', 'export', { job_ids: [1] }],
    settings: ['PUT', 'settings', { usd_per_kwh: 0.2 }],
    price: ['PUT', 'prices/h100-sxm', { cloud_usd_h: 2, source: 'x' }],
    train: ['POST', 'train', {}],
  } as const;

  it.each([
    ['viewer', { export: 403, settings: 403, price: 403, train: 403 }],
    ['engineer', { export: 202, settings: 403, price: 403, train: 403 }],
    ['admin', { export: 202, settings: 200, price: 200, train: 202 }],
  ] as const)('%s may ask, and what its role says', async (role, expected) => {
    const person = await member(role);
    expect((await send('POST', 'solve', SOLVE, person)).statusCode).toBe(200);
    answerNext = () =>
      plain({
        model_version: 'v1',
        points: 0,
        added: 0,
        skipped: [],
        tpot_median_ape_before: null,
        tpot_median_ape_after: null,
      });
    for (const [name, status] of Object.entries(expected)) {
      const [method, path, payload] = calls[name as keyof typeof calls];
      const response = await send(method, path, payload, person);
      expect(response.statusCode, `${name}: ${response.body}`).toBe(status);
      if (status === 403) expect(response.json()).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    }
  });
});

describe('settings and prices', () => {
  it('are kept, changed in part, set back, told to the service, and audited', async () => {
    const person = await t.signIn();
    const first = await send('PUT', 'settings', { usd_per_kwh: 0.15, colo_usd_per_kw_month: 180 }, person);
    expect(first.json()).toMatchObject({ enabled: true, usd_per_kwh: 0.15, colo_usd_per_kw_month: 180 });
    const second = await send('PUT', 'settings', { usd_per_kwh: null }, person);
    expect(second.json()).toMatchObject({
      usd_per_kwh: null,
      colo_usd_per_kw_month: 180,
      training_points: 0,
      trained_at: null,
    });
    const price = { capex_server_usd_per_gpu: 34000, source: 'quote 4711', as_of: '2026-03-02' };
    const put = await send('PUT', 'prices/h100-sxm', price, person);
    expect(put.json()).toMatchObject({
      ...price,
      gpu_model: 'h100-sxm',
      cloud_usd_h: null,
      gpu_display_name: 'NVIDIA H100 SXM 80GB',
    });
    await send('POST', 'solve', SOLVE, person);
    expect(received.at(-1)?.body.context).toEqual({
      org_id: person.orgId,
      usd_per_kwh: null,
      colo_usd_per_kw_month: 180,
      models: [],
      prices: [{ ...price, gpu_model: 'h100-sxm', capex_gpu_usd: null, cloud_usd_h: null }],
    });
    expect(
      (await send('GET', 'prices', undefined, person)).json<{ prices: unknown[] }>().prices,
    ).toHaveLength(1);
    expect((await send('DELETE', 'prices/h100-sxm', undefined, person)).statusCode).toBe(204);
    expect((await send('DELETE', 'prices/h100-sxm', undefined, person)).statusCode).toBe(404);
    const { rows } = await t.db.one<{ action: string }>(
      { role: 'web_system' },
      `select action from core.audit_log where org_id = $1::uuid and action like 'sizer%' order by audit_id`,
      [person.orgId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'sizer_settings_changed',
      'sizer_settings_changed',
      'sizer_price_set',
      'sizer_price_removed',
    ]);
  });

  it('refuses a price without a figure, without a source, below 0, or for no GPU of the catalog', async () => {
    for (const [gpu, body, status] of [
      ['h100-sxm', { source: 'x' }, 400],
      ['h100-sxm', { cloud_usd_h: 2 }, 400],
      ['h100-sxm', { cloud_usd_h: -2, source: 'x' }, 400],
      ['h100-sxm', { cloud_usd_h: 2, source: 'x', as_of: 'March' }, 400],
      ['h900', { cloud_usd_h: 2, source: 'x' }, 404],
    ] as const)
      expect((await send('PUT', `prices/${gpu}`, body)).statusCode, JSON.stringify(body)).toBe(status);
  });
});

describe('models', () => {
  const MODEL = { config: '{}', model_code: 'our-8b', model_name: 'Our 8B' };
  const facts = {
    model_code: 'our-8b',
    model_name: 'Our 8B',
    layers: 32,
    total_params_b: 8.03,
    active_params_b: 8,
    max_context: 131072,
    kv_bytes_per_token_bf16_growing: 131072,
    kv_bytes_per_token_bf16_sliding_capped: 0,
    hf_id: null,
    sources: { architecture: 'config.json given by the workspace' },
  };

  it('asks what the file does not say and stores nothing', async () => {
    const missing = [{ field: 'max_context', why: 'not in the file', question: 'How many tokens?' }];
    answerNext = () => plain({ facts: { layers: 32 }, missing, notes: [], fault: null });
    const response = await send('POST', 'models', MODEL);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ status: 'needs_answers', missing });
    await send('POST', 'solve', SOLVE);
    expect(received.at(-1)?.body.context).toMatchObject({ models: [] });
  });

  it('stores a complete one, tells the service from then on, and shows it to this workspace alone', async () => {
    const person = await t.signIn();
    answerNext = () => plain({ facts, missing: [], notes: ['read'], fault: null });
    const response = await send('POST', 'models', { ...MODEL, answers: { max_context: 131072 } }, person);
    expect(response.statusCode, response.body).toBe(201);
    expect(received[0]?.body).toMatchObject({ config: '{}', answers: { max_context: 131072 } });
    answerNext = () => plain(EMPTY_ANSWER);
    await send('POST', 'solve', SOLVE, person);
    expect(received.at(-1)?.body.context).toMatchObject({ models: [facts] });
    const view = (who: SignedIn) =>
      t.app.inject({ url: '/api/v_sizer_reference_ai_models?model_code=eq.our-8b', headers: who.bearer });
    expect((await view(person)).json()).toMatchObject([
      { model_code: 'our-8b', model_params_b: 8.03, org_id: person.orgId },
    ]);
    expect((await view(owner)).json()).toEqual([]);
    answerNext = () => plain({ facts, missing: [], notes: [], fault: null });
    expect((await send('POST', 'models', MODEL, person)).statusCode).toBe(409);
    expect((await send('DELETE', 'models/our-8b')).statusCode).toBe(404);
    expect((await send('DELETE', 'models/our-8b', undefined, person)).statusCode).toBe(204);
    expect((await view(person)).json()).toEqual([]);
  });

  it('says what is wrong with a file that is no config.json', async () => {
    answerNext = () =>
      plain({ facts: {}, missing: [], notes: [], fault: 'This is a tokenizer_config.json.' });
    const response = await send('POST', 'models', MODEL);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      message: 'This is a tokenizer_config.json.',
    });
  });
});
