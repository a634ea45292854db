import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AnswerError, parseRetryAfter, PlatformClient, PlatformError } from './platform-client.ts';

const rpc = { params: z.object({ p_x: z.int() }), returns: z.object({ y: z.int() }).nullable() };
let close: (() => void) | null = null;
afterEach(() => close?.());

async function clientOf(listener: RequestListener): Promise<PlatformClient> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  return new PlatformClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`);
}

describe('PlatformClient', () => {
  it('posts to the RPC with the bearer and parses the answer', async () => {
    const client = await clientOf((request, response) => {
      expect([request.method, request.url, request.headers.authorization]).toEqual([
        'POST',
        '/api/rpc/f',
        'Bearer t',
      ]);
      response.end('{"y":2}');
    });
    expect(await client.call('f', rpc, 't', { p_x: 1 })).toEqual({ y: 2 });
  });

  it('tells refusals from faults that pass', async () => {
    const body = { code: 'rate_limited', message: 'Slow down.', details: null, hint: null };
    const client = await clientOf((_, response) =>
      response.writeHead(429, { 'retry-after': '2', 'x-request-id': 'r1' }).end(JSON.stringify(body)),
    );
    const error: unknown = await client.call('f', rpc, 't', { p_x: 1 }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({
      status: 429,
      code: 'rate_limited',
      requestId: 'r1',
      retryAfterMs: 2000,
      isTransient: true,
      message: 'f: Slow down.',
    });
    expect(new PlatformError('x', { status: 409 }).isTransient).toBe(false);
    expect(new PlatformError('x', { status: 503 }).isTransient).toBe(true);
  });

  it('follows no redirect and reports a dead address', async () => {
    const client = await clientOf((_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    );
    await expect(client.call('f', rpc, 't', { p_x: 1 })).rejects.toMatchObject({
      status: null,
      isTransient: true,
    });
    await expect(
      new PlatformClient('http://127.0.0.1:1/api').call('f', rpc, 't', { p_x: 1 }),
    ).rejects.toMatchObject({ status: null });
  });

  it('keeps an answer that is not in the contract', async () => {
    const client = await clientOf((_, response) => response.end('{"y":"two"}'));
    await expect(client.call('f', rpc, 't', { p_x: 1 })).rejects.toBeInstanceOf(AnswerError);
    await expect(client.call('f', rpc, 't', { p_x: 1 })).rejects.toMatchObject({
      body: { y: 'two' },
      faults: [{ path: 'y', message: expect.stringContaining('expected number') as string }],
    });
  });
});

describe('parseRetryAfter', () => {
  it('reads seconds and dates', () => {
    expect(parseRetryAfter('1.5', 0)).toBe(1500);
    expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:10 GMT', 4000)).toBe(6000);
    expect(parseRetryAfter('Thu, 01 Jan 1970 00:00:10 GMT', 20_000)).toBe(0);
    expect(parseRetryAfter('soon', 0)).toBeNull();
    expect(parseRetryAfter(null, 0)).toBeNull();
  });
});
