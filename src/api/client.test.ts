/// <reference types="node" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiClient } from './client.ts';
import { ApiError } from './api-error.ts';
import { retryDelayMs, shouldRetry } from './query-client.ts';
import { contains, eq, gte, isIn, lte } from './view-query.ts';

const view = (name: string) => ({ name, row });
const row = z.object({ job_id: z.number(), job_name: z.string(), score: z.number().nullable() });
const account = {
  account_id: '6f1c1a52-5d1b-4d0c-9f0a-0a5b3f6c2d11',
  email: 'ada@example.org',
  display_name: 'Ada',
};

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}
type Handler = (request: Seen, response: ServerResponse) => void | Promise<void>;

let server: Server | null = null;

/** A real server on loopback; `seen` lists what reached it. */
async function serve(handler: Handler): Promise<{ base: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  server = createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const one: Seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: text === '' ? null : JSON.parse(text),
      };
      seen.push(one);
      await handler(one, response);
    })();
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, seen };
}

function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

const session = (token: string, expiresIn = 600) => ({ access_token: token, expires_in: expiresIn, account });
const refused = { code: 'unauthenticated', message: 'Token has ended', details: null, hint: null };

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

describe('session', () => {
  it('renews once for many requests at the same time', async () => {
    const { base, seen } = await serve(async ({ url }, response) => {
      if (url === '/api/auth/refresh') {
        await new Promise((resolve) => setTimeout(resolve, 30));
        answer(response, 200, session('t1'));
      } else answer(response, 200, []);
    });
    const client = new ApiClient({ apiBase: base });
    await Promise.all([1, 2, 3, 4, 5].map(() => client.readView(view('v_jobs'))));
    expect(seen.filter((one) => one.url === '/api/auth/refresh')).toHaveLength(1);
    const reads = seen.filter((one) => one.url === '/api/v_jobs');
    expect(reads).toHaveLength(5);
    expect(reads.every((one) => one.headers.authorization === 'Bearer t1')).toBe(true);
  });

  it('renews after a 401, sends the request again, and shares that renewal', async () => {
    let renewals = 0;
    const { base, seen } = await serve(({ url, headers }, response) => {
      if (url === '/api/auth/refresh') answer(response, 200, session(`t${(renewals += 1)}`));
      else if (headers.authorization === 'Bearer t1') answer(response, 401, refused);
      else answer(response, 200, [{ job_id: 1, job_name: 'a', score: null }]);
    });
    const client = new ApiClient({ apiBase: base });
    const pages = await Promise.all([client.readView(view('v_a')), client.readView(view('v_b'))]);
    expect(pages.map((page) => page.rows.length)).toEqual([1, 1]);
    expect(renewals).toBe(2);
    expect(seen.filter((one) => one.url !== '/api/auth/refresh')).toHaveLength(4);
  });

  it('tells once that the session is lost, and does not loop', async () => {
    const { base, seen } = await serve(({ url }, response) => {
      if (url === '/api/auth/sign-in') answer(response, 200, session('old'));
      else answer(response, 401, refused, { 'x-request-id': 'req-1' });
    });
    let lost = 0;
    const client = new ApiClient({ apiBase: base, onSignedOut: () => (lost += 1) });
    await client.signIn('/auth/sign-in', { email: 'a', password: 'b' });
    expect(client.session.account).toEqual(account);
    await expect(client.readView(view('v_jobs'))).rejects.toMatchObject({
      code: 'unauthenticated',
      requestId: 'req-1',
    });
    expect(lost).toBe(1);
    expect(client.session.account).toBeNull();
    expect(seen.map((one) => one.url)).toEqual(['/api/auth/sign-in', '/api/v_jobs', '/api/auth/refresh']);
  });

  it('keeps refused requests until the same person is signed in again, then sends them', async () => {
    let good = 't1';
    const { base, seen } = await serve(({ url, headers }, response) => {
      if (url === '/api/auth/sign-in') answer(response, 200, session(good));
      else if (url === '/api/auth/refresh' || headers.authorization !== `Bearer ${good}`)
        answer(response, 401, refused);
      else answer(response, 200, []);
    });
    let asked = 0;
    const client: ApiClient = new ApiClient({
      apiBase: base,
      onSignedOut: async () => {
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, 30));
        await client.signIn('/auth/sign-in', { email: 'a', password: 'b' });
        return true;
      },
    });
    await client.signIn('/auth/sign-in', { email: 'a', password: 'b' });
    good = 't2';
    const write = client.request('/rpc/save', z.array(z.unknown()), { method: 'POST', body: { typed: 'x' } });
    const pages = await Promise.all([client.readView(view('v_a')), client.readView(view('v_b'))]);
    expect(pages.map((page) => page.rows)).toEqual([[], []]);
    expect(await write).toEqual([]);
    expect(asked).toBe(1);
    const saves = seen.filter((one) => one.url === '/api/rpc/save');
    expect(saves.map((one) => one.headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
    expect(saves[1]?.body).toEqual({ typed: 'x' });
  });

  it('signs out at once also while the person is asked to sign in again', async () => {
    const { base, seen } = await serve(({ url }, response) => {
      if (url === '/api/auth/sign-out') response.writeHead(204).end();
      else answer(response, 401, refused);
    });
    let asked = 0;
    const client = new ApiClient({
      apiBase: base,
      onSignedOut: () => {
        asked += 1;
        return new Promise(() => undefined);
      },
    });
    const stop = new AbortController();
    const waiting = client.readView(view('v_a'), {}, { signal: stop.signal });
    await expect.poll(() => asked).toBe(1);
    const before = seen.length;
    await client.signOut();
    expect(seen.slice(before).map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/api/auth/sign-out'],
    ]);
    expect(asked).toBe(1);
    stop.abort();
    await expect(waiting).rejects.toThrow();
  });

  it('lets a request that waits for a sign-in be given up', async () => {
    const { base } = await serve((_, response) => answer(response, 401, refused));
    const client = new ApiClient({ apiBase: base, onSignedOut: () => new Promise(() => undefined) });
    const stop = new AbortController();
    const read = client.readView(view('v_jobs'), {}, { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await expect(read).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('does not sign out when the server is away during renewal', async () => {
    let away = false;
    const { base } = await serve(({ url }, response) => {
      if (away)
        answer(response, 503, { code: 'server_unavailable', message: 'Away', details: null, hint: null });
      else if (url === '/api/auth/sign-in') answer(response, 200, session('t1', 40));
    });
    let now = 0;
    const client = new ApiClient({ apiBase: base, now: () => now });
    await client.signIn('/auth/sign-in', { email: 'a', password: 'b' });
    away = true;
    now = 20_000;
    await expect(client.readView(view('v_jobs'))).rejects.toMatchObject({ status: 503 });
    expect(client.session.account).toEqual(account);
  });
});

describe('views', () => {
  it('sends filters, order and range, and reads rows and total', async () => {
    const { base, seen } = await serve(({ url }, response) => {
      if (url.startsWith('/api/auth')) answer(response, 200, session('t1'));
      else
        answer(response, 206, [{ job_id: 7, job_name: 'x', score: 2.5 }], {
          'content-range': '100-100/3573458',
        });
    });
    const client = new ApiClient({ apiBase: base });
    const page = await client.readView(view('v_jobs'), {
      filters: { job_id: isIn([1, 2]), score: [gte(1), lte(5)], job_name: contains('50%_a') },
      order: [{ column: 'score', direction: 'desc' }],
      select: ['job_id', 'job_name', 'score'],
      range: [100, 149],
      count: 'exact',
    });
    expect(page).toEqual({ rows: [{ job_id: 7, job_name: 'x', score: 2.5 }], total: 3_573_458 });
    const read = seen.at(-1);
    const params = new URL(read?.url ?? '', 'http://x').searchParams;
    expect([...params]).toEqual([
      ['job_id', 'in.(1,2)'],
      ['score', 'gte.1'],
      ['score', 'lte.5'],
      ['job_name', String.raw`ilike.*50\%\_a*`],
      ['select', 'job_id,job_name,score'],
      ['order', 'score.desc.nullslast'],
      ['offset', '100'],
      ['limit', '50'],
    ]);
    expect(read?.headers).toMatchObject({ prefer: 'count=exact' });
    // With one, a browser would take the answer uncompressed only.
    expect(read?.headers).not.toHaveProperty('range');
  });

  it('quotes list items that carry the dialect’s own signs', () => {
    expect(isIn(['a,b', 'c"d', 'plain-1.0', 'x (y)']).text).toBe(
      String.raw`in.("a,b","c\"d",plain-1.0,"x (y)")`,
    );
    expect(eq('a b').text).toBe('eq.a b');
  });

  it('answers no rows and the total when the range is past the end', async () => {
    const { base } = await serve(({ url }, response) => {
      if (url.startsWith('/api/auth')) answer(response, 200, session('t1'));
      else
        answer(
          response,
          416,
          { code: 'validation_failed', message: 'Range', details: null, hint: null },
          { 'content-range': '*/15' },
        );
    });
    expect(await new ApiClient({ apiBase: base }).readView(view('v_jobs'), { range: [100, 149] })).toEqual({
      rows: [],
      total: 15,
    });
  });
});

describe('errors', () => {
  const failing = (status: number, body: unknown, headers?: Record<string, string>) =>
    serve(({ url }, response) => {
      if (url.startsWith('/api/auth')) answer(response, 200, session('t1'));
      else answer(response, status, body, headers);
    });

  it('carries every field of the error body, and the request id', async () => {
    const details = { field: 'p_job_name', required_gb: 80 };
    const { base } = await failing(
      400,
      { code: 'validation_failed', message: 'Too big', details, hint: 'Use fp8' },
      { 'x-request-id': 'r9' },
    );
    const error: unknown = await new ApiClient({ apiBase: base })
      .callRpc(
        { name: 'create_x', params: z.object({ p_job_name: z.string() }), returns: z.number() },
        { p_job_name: 'a' },
      )
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'validation_failed',
      message: 'Too big',
      details,
      hint: 'Use fp8',
      status: 400,
      requestId: 'r9',
    });
  });

  it('names an answer that breaks the contract', async () => {
    const { base } = await failing(200, [{ job_id: 'seven' }], { 'x-request-id': 'r1' });
    await expect(new ApiClient({ apiBase: base }).readView(view('v_jobs'))).rejects.toMatchObject({
      code: 'bad_answer',
      requestId: 'r1',
    });
  });

  it('names a server that does not answer, and lets an abort through as an abort', async () => {
    const away = new ApiClient({ apiBase: 'http://127.0.0.1:1/api' });
    await expect(away.readView(view('v_jobs'))).rejects.toMatchObject({ code: 'offline', status: 0 });
    const { base } = await serve(({ url }, response) => {
      if (url.startsWith('/api/auth')) answer(response, 200, session('t1'));
    });
    const client = new ApiClient({ apiBase: base });
    await expect(
      client.readView(view('v_jobs'), {}, { signal: AbortSignal.timeout(50) }),
    ).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('asks a limited endpoint once, and again only after Retry-After', async () => {
    const { base, seen } = await failing(
      429,
      { code: 'rate_limited', message: 'Slow down', details: null, hint: null },
      { 'retry-after': '7' },
    );
    let now = 1_000;
    const client = new ApiClient({ apiBase: base, now: () => now });
    await expect(client.readView(view('v_jobs'))).rejects.toMatchObject({ status: 429, retryAfterS: 7 });
    now += 3_000;
    await expect(client.readView(view('v_jobs'), { limit: 5 })).rejects.toMatchObject({
      status: 429,
      retryAfterS: 4,
    });
    expect(seen.filter((one) => one.url.startsWith('/api/v_jobs'))).toHaveLength(1);
    now += 4_001;
    await expect(client.readView(view('v_jobs'))).rejects.toMatchObject({ status: 429 });
    expect(seen.filter((one) => one.url.startsWith('/api/v_jobs'))).toHaveLength(2);
  });

  it('retries only what may pass by itself, no sooner than asked', () => {
    const error = (status: number, retryAfterS: number | null = null) =>
      new ApiError({ code: 'x', message: '', status, retryAfterS });
    expect([400, 401, 403, 404, 409, 402, 500].map((status) => shouldRetry(0, error(status)))).not.toContain(
      true,
    );
    expect(shouldRetry(0, error(503))).toBe(true);
    expect(shouldRetry(2, error(503))).toBe(false);
    expect(shouldRetry(0, error(429, 5))).toBe(true);
    expect(shouldRetry(0, error(429, 6))).toBe(false);
    expect(retryDelayMs(0, error(429, 12))).toBeGreaterThanOrEqual(12_000);
    expect(retryDelayMs(1, error(503))).toBe(2000);
  });
});
