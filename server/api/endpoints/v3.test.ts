import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { v3MappingSchema } from '#contract/v3.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';

let t: TestApp;
let me: SignedIn;
beforeAll(async () => {
  t = await openTestApp();
  me = await t.signIn();
});
afterAll(() => t.close());

describe('names of version 3', () => {
  it.each([
    ['benchmark_results', 'v_benchmark_results'],
    ['inferencemax_outputs', 'v_inferencex_outputs'],
    ['kyai_outputs', 'v_kyai_outputs'],
    ['server_status', 'v_server_current_status'],
    ['telemetry_summary', 'v_telemetry_job_summary'],
  ])('%s is gone, and %s is named', async (v3, v4) => {
    for (const url of [`/api/${v3}`, `/api/${v3}?limit=1`, `/api/v3/${v3}`, `/api/v3/${v3}?order=x`]) {
      const response = await t.app.inject({ url, headers: me.bearer });
      expect(response.statusCode, url).toBe(410);
      const body = errorBodySchema.parse(response.json());
      expect(body.code).toBe('not_found');
      expect(body.hint).toContain(`/api/${v4}`);
      expect(body.details).toMatchObject({ v4 });
      expect(response.headers['x-request-id']).toBeTruthy();
    }
  });

  it('are gone for every method and every other path of version 3', async () => {
    const post = await t.app.inject({
      method: 'POST',
      url: '/api/v3/rpc/anything',
      headers: me.bearer,
      payload: {},
    });
    expect(post.statusCode).toBe(410);
    expect(post.json<{ hint: string }>().hint).toContain('/api/versions/v3-mapping');
  });

  it('say nothing to nobody', async () => {
    expect((await t.app.inject({ url: '/api/benchmark_results' })).statusCode).toBe(401);
    expect((await t.app.inject({ url: '/api/v3/x' })).statusCode).toBe(401);
  });

  it('are mapped column by column', async () => {
    const response = await t.app.inject({ url: '/api/versions/v3-mapping', headers: me.bearer });
    const { gone_since: since, views } = v3MappingSchema.parse(response.json());
    expect(since).toBe('2026-05-15');
    expect(views.map(({ v3 }) => v3)).toEqual([
      'benchmark_results',
      'inferencemax_outputs',
      'kyai_outputs',
      'server_status',
      'telemetry_summary',
    ]);
    expect(views[0]?.columns).toContainEqual({
      v3: 'latency_p50_ms',
      v4: ['ttft_p50_ms', 'tpot_p50_ms'],
      note: 'split',
    });
  });
});

describe('endpoints of parts to come', () => {
  it.each([
    ['POST', '/api/cloud/onboard', 'cloud'],
    ['POST', '/api/ai-eval', 'reports'],
    ['GET', '/api/benchmark-report/1?ai=1', 'reports'],
    ['GET', '/api/run-report/1', 'reports'],
    ['GET', '/api/project-report/1', 'reports'],
    ['GET', '/api/project-run-report/1', 'reports'],
    ['GET', '/api/deterministic-benchmark-report/1', 'reports'],
    ['GET', '/api/deterministic-benchmark-report/1/pdf', 'reports'],
    ['GET', '/api/project-deterministic-benchmark-report/1', 'reports'],
    ['GET', '/api/project-deterministic-benchmark-report/1/pdf', 'reports'],
  ] as const)('%s %s says what it waits for', async (method, url, part) => {
    const response = await t.app.inject({ method, url, headers: me.bearer });
    expect(response.statusCode).toBe(404);
    expect(errorBodySchema.parse(response.json())).toMatchObject({ code: 'not_found' });
    expect(response.json<{ hint: string }>().hint).toContain(part);
    expect((await t.app.inject({ method, url })).statusCode).toBe(401);
  });
});
