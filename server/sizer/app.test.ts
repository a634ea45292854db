import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_TOKEN, type ServiceContext } from '#contract/sizer/service.ts';
import type { SolveResponse } from '#contract/sizer/solve-response.ts';
import { buildSizerApp } from './app.ts';
import type { SizerEngine } from './engine.ts';
import { createLogger } from './logger.ts';
import { SizerError } from './sizer-error.ts';

const secret = randomBytes(32);
const ORG = '7f3a1b52-6c0d-4e8f-9a21-5d4c3b2a1908';
const OTHER = '00000000-6c0d-4e8f-9a21-5d4c3b2a1908';
const ANSWER: SolveResponse = {
  status: 'completed',
  plan_type: 'model_fit_only',
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

/** An engine that answers what a test tells it; the real one has its own tests. */
let outcome: SolveResponse | Error = ANSWER;
let asked: { context: ServiceContext; request: unknown }[] = [];
const engine: SizerEngine = {
  health: () => ({
    status: 'ok',
    model_version: 'v1',
    trained_on: 'a file',
    points: 7,
    gpus: 1,
    models: 1,
    agent_model: null,
  }),
  rehearsed: Promise.resolve(),
  gpuSkus: () => ({ gpu_skus: [] }),
  models: () => [],
  solve(context, request) {
    asked.push({ context, request });
    if (outcome instanceof SizerError) return Promise.resolve(outcome);
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(JSON.stringify(outcome));
  },
  agent: () => Promise.resolve(new SizerError('TRAINING_REQUIRED', 'x')),
  parseModel: () => ({ facts: {}, missing: [], notes: [], fault: null }),
  train: () =>
    Promise.resolve({
      model_version: 'v1',
      points: 7,
      added: 0,
      skipped: [],
      tpot_median_ape_before: null,
      tpot_median_ape_after: null,
    }),
  training: (orgId) => Promise.resolve({ org_id: orgId, points: 0, trained_at: null, last: null }),
  close: () => Promise.resolve(),
};
const lines: string[] = [];
const app = buildSizerApp({
  engine,
  jwtSecret: secret,
  logger: createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } }),
});
beforeAll(() => app.ready());
afterAll(() => app.close());

interface TokenOptions {
  readonly key?: Uint8Array;
  readonly issuer?: string;
  readonly audience?: string;
  readonly issuedAt?: number;
  readonly lifeS?: number;
  readonly claims?: Record<string, unknown>;
}
const now = () => Math.floor(Date.now() / 1_000);

async function bearer(options: TokenOptions = {}): Promise<{ authorization: string }> {
  const issuedAt = options.issuedAt ?? now();
  const token = await new SignJWT({ org_id: ORG, request_id: 'r-1', ...options.claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(options.issuer ?? SERVICE_TOKEN.issuer)
    .setAudience(options.audience ?? SERVICE_TOKEN.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (options.lifeS ?? 30))
    .sign(options.key ?? secret);
  return { authorization: `Bearer ${token}` };
}

const solve = async (headers: Record<string, string>, orgId = ORG, request: unknown = { fit: {} }) =>
  app.inject({ method: 'POST', url: '/solve', headers, payload: { context: { org_id: orgId }, request } });

describe('the token of a call', () => {
  it('lets in what the control plane signed, and carries the request id through', async () => {
    const response = await solve({ ...(await bearer()), 'x-request-id': 'r-77' });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['x-request-id']).toBe('r-77');
    expect(response.json()).toEqual(ANSWER);
  });

  it.each<[string, TokenOptions]>([
    ['another secret', { key: randomBytes(32) }],
    ['another issuer', { issuer: 'yardstick' }],
    ['another audience', { audience: 'yardstick-api' }],
    ['a life that is over', { issuedAt: now() - 300 }],
    ['a life longer than a minute', { lifeS: 3_600 }],
    ['a birth in the future', { issuedAt: now() + 600 }],
    ['no workspace field', { claims: { org_id: undefined } }],
    ['a workspace that is no id', { claims: { org_id: 'mine' } }],
  ])('with %s is refused', async (_name, options) => {
    const response = await solve(await bearer(options));
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'unauthenticated' });
  });

  it('is needed, and no other scheme, algorithm or form is taken', async () => {
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`;
    for (const authorization of ['', 'Bearer x', 'Basic dTpw', `Bearer ${unsigned}`])
      expect((await solve({ authorization })).statusCode, authorization).toBe(401);
    expect((await app.inject({ method: 'POST', url: '/solve', payload: {} })).statusCode).toBe(401);
    for (const url of ['/gpu-skus', '/models', `/training?org=${ORG}`])
      expect((await app.inject({ url })).statusCode, url).toBe(401);
  });

  it('is good for its own workspace only', async () => {
    expect((await solve(await bearer(), OTHER)).statusCode).toBe(403);
    const training = await app.inject({ url: `/training?org=${OTHER}`, headers: await bearer() });
    expect(training.statusCode).toBe(403);
    expect((await solve(await bearer({ claims: { org_id: null } }))).statusCode).toBe(403);
  });
});

describe('answers', () => {
  it('hands the question over as it came, with the workspace', async () => {
    asked = [];
    await solve(await bearer(), ORG, { anything: [1] });
    expect(asked).toEqual([
      {
        context: { org_id: ORG, prices: [], models: [], usd_per_kwh: null, colo_usd_per_kw_month: null },
        request: { anything: [1] },
      },
    ]);
  });

  it('turns an outcome that is an error into its status and body', async () => {
    outcome = new SizerError('NO_VIABLE_RECOMMENDATION', 'Nothing.', {
      details: { rejected: [] },
      hint: 'Relax.',
    });
    const response = await solve(await bearer());
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({
      code: 'NO_VIABLE_RECOMMENDATION',
      message: 'Nothing.',
      details: { rejected: [] },
      hint: 'Relax.',
    });
    outcome = ANSWER;
  });

  it('keeps an unexpected fault to itself and its log', async () => {
    outcome = new Error('something inside');
    const response = await solve(await bearer());
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('inside');
    expect(lines.join('')).toContain('something inside');
    outcome = ANSWER;
  });

  it('refuses a body that is no question, too long, or no JSON', async () => {
    const headers = await bearer();
    const post = (payload: string | object, type = 'application/json') =>
      app.inject({ method: 'POST', url: '/solve', headers: { ...headers, 'content-type': type }, payload });
    expect((await post({ request: {} })).json()).toMatchObject({ code: 'validation_failed' });
    expect((await post('{')).statusCode).toBe(400);
    expect((await post('x', 'text/plain')).statusCode).toBe(415);
    expect((await post({ context: { org_id: ORG }, request: 'x'.repeat(1_100_000) })).statusCode).toBe(413);
    expect((await app.inject({ url: '/nowhere' })).statusCode).toBe(404);
  });

  it('logs who and how long, and nothing that people wrote', async () => {
    lines.length = 0;
    await solve({ ...(await bearer()), 'x-request-id': 'r-9' }, ORG, { message: 'our secret plan' });
    const line = lines
      .map((text) => JSON.parse(text) as Record<string, unknown>)
      .find((each) => each['msg'] === 'request');
    expect(line).toMatchObject({ request_id: 'r-9', org_id: ORG, path: '/solve', status: 200 });
    expect(lines.join('')).not.toContain('secret plan');
  });
});

describe('health and metrics', () => {
  it('need no token, but tell a wrong one', async () => {
    expect((await app.inject({ url: '/health' })).json()).toMatchObject({ status: 'ok', points: 7 });
    expect((await app.inject({ url: '/health', headers: await bearer() })).statusCode).toBe(200);
    const wrong = await app.inject({ url: '/health', headers: await bearer({ key: randomBytes(32) }) });
    expect(wrong.statusCode).toBe(401);
  });

  it('count solves, errors and durations', async () => {
    await solve(await bearer());
    outcome = new SizerError('MISSING_SIZING_SIGNAL', 'x');
    await solve(await bearer());
    outcome = ANSWER;
    const { body, headers } = await app.inject({ url: '/metrics' });
    expect(headers['content-type']).toContain('text/plain');
    const value = (name: string) =>
      Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
    expect(value('sizer_requests_total{operation="solve",code="ok"}')).toBeGreaterThanOrEqual(1);
    expect(value('sizer_requests_total{operation="solve",code="MISSING_SIZING_SIGNAL"}')).toBe(1);
    const total = value('sizer_request_duration_seconds_count{operation="solve"}');
    expect(value('sizer_request_duration_seconds_bucket{operation="solve",le="+Inf"}')).toBe(total);
    expect(body).toContain('sizer_model_info{version="v1"} 1');
  });
});
