import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { openTestApp, OWN_PAGE, type SignedIn, type TestApp } from '#testing/test-app.ts';
import { listen } from './server.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
let t: TestApp;
let me: SignedIn;
let webRoot: string;
beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'yardstick-web-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Yardstick</title>');
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(webRoot, 'assets', 'index-abc123.js'), `console.log('${'x'.repeat(4_000)}');`);
  writeFileSync(join(webRoot, 'assets', 'table-abc123.js'), 'as it is');
  writeFileSync(join(webRoot, 'assets', 'table-abc123.js.br'), brotliCompressSync('from the build'));
  writeFileSync(join(webRoot, 'assets', 'table-abc123.js.map'), '{}');
  writeFileSync(join(webRoot, '.secret'), 'no');
  t = await openTestApp({ webRoot, corsOrigins: ['https://pages.example.org'] });
  t.app.get('/api/broken', () => {
    throw new Error('internal detail: /etc/passwd');
  });
  me = await t.signIn();
});
afterAll(async () => {
  await t.close();
  rmSync(webRoot, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers });
/** The port; one app listens once. */
let port: Promise<number> | null = null;
const listening = () => (port ??= listen(t.app, { host: '127.0.0.1', port: 0 }));
const json = { 'content-type': 'application/json' };
const page = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' };

describe('errors', () => {
  it.each([
    [400, 'validation_failed', 'POST', '/api/auth/sign-in', json, '{'],
    [400, 'validation_failed', 'POST', '/api/auth/sign-in', json, ''],
    [400, 'validation_failed', 'POST', '/api/auth/sign-in', json, '[]'],
    [400, 'validation_failed', 'GET', '/%zz', {}, undefined],
    [415, 'validation_failed', 'POST', '/api/auth/sign-in', { 'content-type': 'text/plain' }, '{}'],
    [413, 'validation_failed', 'POST', '/api/auth/sign-in', json, `"${'x'.repeat(70_000)}"`],
    [401, 'unauthenticated', 'GET', '/api/v_projects', {}, undefined],
    [401, 'unauthenticated', 'GET', '/api/nothing', {}, undefined],
    [403, 'forbidden', 'POST', '/api/auth/refresh', {}, undefined],
    [404, 'not_found', 'GET', '/api', {}, undefined],
    [404, 'not_found', 'GET', '/assets/gone.js', {}, undefined],
    [404, 'not_found', 'POST', '/projects', json, '{}'],
    [500, 'internal', 'GET', '/api/broken', {}, undefined],
  ] as const)('%i %s: %s %s', async (status, code, method, url, headers, body) => {
    const response = await t.app.inject({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    expect(response.statusCode).toBe(status);
    expect(errorBodySchema.parse(response.json()).code).toBe(code);
    expect(response.headers['x-request-id']).toMatch(UUID);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body).not.toContain('passwd');
    if (status === 401) expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('answers an unknown view of a signed-in caller with not_found', async () => {
    const response = await get('/api/v_nothing', me.bearer);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found' });
    expect(response.headers['x-request-id']).toMatch(UUID);
  });

  it('writes the cause of an unexpected error to the log only', async () => {
    await get('/api/broken', { 'x-request-id': 'find-me-1' });
    const line = t
      .logText()
      .split('\n')
      .find((each) => each.includes('find-me-1') && each.includes('passwd'));
    expect(line).toContain('"level":"error"');
  });

  it.each([
    ['no HTTP', 'NONSENSE\r\n\r\n'],
    ['an expectation', 'GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n', 417],
    ['without a host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('answers what is %s with the same body and header', async (_what, sent, status = 400) => {
    const port = await listening();
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(sent));
      let text = '';
      socket
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => resolve(text))
        .on('error', reject);
    });
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/i);
    expect(errorBodySchema.parse(JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? '')).code).toBe(
      'validation_failed',
    );
  });

  it('refuses a body of the data API that is not UTF-8, rather than storing what it makes of it', async () => {
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/rpc/create_project',
      headers: { ...me.bearer, ...json },
      payload: Buffer.concat([Buffer.from('{"p_project_name":"'), Buffer.from([0xff]), Buffer.from('"}')]),
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'validation_failed', message: 'The body is not UTF-8.' });
  });
});

describe('request ids', () => {
  it('takes a sane one, replaces any other, and answers one always', async () => {
    expect((await get('/api/version', { 'x-request-id': 'trace-1.2:3_4' })).headers['x-request-id']).toBe(
      'trace-1.2:3_4',
    );
    for (const odd of ['with space', 'x'.repeat(101), '<script>', '-dash', '"quoted"']) {
      expect((await get('/api/version', { 'x-request-id': odd })).headers['x-request-id'], odd).toMatch(UUID);
    }
    expect((await get('/index.html')).headers['x-request-id']).toMatch(UUID);
    expect((await get('/api/v_projects', me.bearer)).headers['x-request-id']).toMatch(UUID);
  });
});

describe('the log', () => {
  it('has one line per request, with who and how, and no secret', async () => {
    const before = t.logText().length;
    const password = 'hunter2-very-secret';
    await t.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { email: 'who@example.org', password },
    });
    await get('/api/v_projects?project_name=eq.top-secret', { ...me.bearer, 'x-request-id': 'log-1' });
    await get('/api/jobs/77/logs.txt', me.bearer);
    await t.app.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { cookie: me.cookie, ...OWN_PAGE },
    });
    const text = t.logText().slice(before);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter((line) => line['msg'] === 'request')).toHaveLength(4);
    expect(lines.find((line) => line['request_id'] === 'log-1')).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/api/v_projects',
      status: 200,
      ms: expect.any(Number) as number,
      account_id: me.accountId,
    });
    expect(lines.find((line) => line['path'] === '/api/jobs/77/logs.txt')).toMatchObject({
      job_id: 77,
      status: 404,
    });
    const secrets = [
      password,
      'who@example.org',
      'top-secret',
      me.bearer.authorization.slice(-40),
      me.cookie.slice(-40),
      'eyJ',
      'ysf_',
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
  });
});

describe('the web pages', () => {
  it('answers index.html, not to be stored, for every address that a person opens', async () => {
    for (const url of ['/', '/projects/1?tab=jobs', '/sign-in', '/apiary']) {
      const response = await get(url, page);
      expect(response.statusCode, url).toBe(200);
      expect(response.body, url).toContain('<title>Yardstick</title>');
      expect(response.headers['cache-control'], url).toBe('no-store');
    }
    expect((await get('/projects', { accept: '*/*', 'sec-fetch-mode': 'cors' })).statusCode).toBe(404);
    expect((await get('/api/projects', page)).statusCode).toBe(401);
  });

  it('lets hashed files be kept for a year, asks again for the others, hides dot files', async () => {
    const hashed = await get('/assets/index-abc123.js', { 'accept-encoding': 'br' });
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers['content-encoding']).toBe('br');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
    for (const url of ['/.secret', '/..%2f..%2fetc/passwd', '/assets/../.secret', '/assets/']) {
      expect((await get(url)).statusCode, url).toBe(404);
    }
  });

  it('sends what the build compressed to whom takes it', async () => {
    const built = await get('/assets/table-abc123.js', { 'accept-encoding': 'gzip, br' });
    expect(built.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(built.headers['content-type']).toContain('javascript');
    expect(built.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(built.rawPayload).toString()).toBe('from the build');
    // Where its source map is, which the script itself does not say.
    expect(built.headers['sourcemap']).toBe('table-abc123.js.map');
    expect((await get('/assets/index-abc123.js')).headers['sourcemap']).toBeUndefined();
    const plain = await get('/assets/table-abc123.js', { 'accept-encoding': 'identity' });
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'as it is']);
  });

  it('says where the API is', async () => {
    const response = await get('/config.json');
    expect(response.json()).toEqual({ apiBase: '/api' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('may load nothing from another host, nor be framed', async () => {
    const { headers } = await get('/', page);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|unsafe-eval|upgrade-insecure/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('are left out when they are not built, and the API answers all the same', async () => {
    const bare = await openTestApp({ webRoot: join(webRoot, 'nowhere') });
    try {
      const response = await bare.app.inject({ url: '/', headers: page });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({
        code: 'not_found',
        hint: expect.stringContaining('/api') as string,
      });
      expect((await bare.app.inject({ url: '/api/health' })).statusCode).toBe(200);
    } finally {
      await bare.close();
    }
  });
});

describe('pages of other origins', () => {
  it('may call when they are listed, with cookies, and read the headers they need', async () => {
    const origin = 'https://pages.example.org';
    const preflight = await t.app.inject({
      method: 'OPTIONS',
      url: '/api/v_projects',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': expect.stringContaining('Authorization') as string,
    });
    const actual = await get('/api/v_projects', { ...me.bearer, origin });
    expect(actual.headers['access-control-expose-headers']).toContain('Content-Range');
    const refresh = await t.app.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { origin, 'sec-fetch-site': 'cross-site', cookie: 'ys_refresh=ysf_x' },
    });
    expect(refresh.statusCode).toBe(401);
  });

  it('get nothing when they are not', async () => {
    const origin = 'https://evil.example';
    const preflight = await t.app.inject({
      method: 'OPTIONS',
      url: '/api/v_projects',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    expect(
      (await get('/api/v_projects', { ...me.bearer, origin })).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });
});

describe('an overloaded server', () => {
  it('refuses with 503 and Retry-After, and still says how it is', async () => {
    const busy = await openTestApp({ pressure: { maxEventLoopDelayMs: 0, maxRssBytes: 1 } });
    try {
      await busy.app.ready();
      // The plugin measures once a second.
      await expect
        .poll(async () => (await busy.app.inject({ url: '/api/version' })).statusCode, { timeout: 5_000 })
        .toBe(503);
      const refused = await busy.app.inject({ url: '/api/version' });
      expect(refused.headers['retry-after']).toBe('5');
      expect(refused.headers['x-request-id']).toMatch(UUID);
      expect(errorBodySchema.parse(refused.json()).code).toBe('server_unavailable');
      expect((await busy.app.inject({ url: '/api/health' })).statusCode).toBe(200);
    } finally {
      await busy.close();
    }
  });
});

describe('a server that stops', () => {
  it('ends what is in flight and takes nothing new', async () => {
    const stopping = await openTestApp();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isReached: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (isReached = resolve));
    stopping.app.get('/api/slow', async () => {
      isReached();
      await held;
      return { done: true };
    });
    const port = await listen(stopping.app, { host: '127.0.0.1', port: 0 });
    const slow = fetch(`http://127.0.0.1:${port}/api/slow`);
    await reached;
    const closed = stopping.app.close();
    await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/api/version`)).rejects.toThrow(), {
      timeout: 10_000,
    });
    release();
    const answer = await slow;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ done: true });
    await closed;
    await stopping.close();
  });
});
