import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  chunk,
  startScriptedServer,
  type Script,
  type ScriptedServer,
} from '#testing/scripted-model-server.ts';
import { chooseClient, isProxyExempt } from '#worker/bench/http/choose-client.ts';
import type { HttpClient, OutgoingRequest } from '#worker/bench/http/client.ts';
import { createRawClient } from '#worker/bench/http/raw-client.ts';
import { createUndiciClient, type ProxySettings } from '#worker/bench/http/undici-client.ts';

const POST: OutgoingRequest = {
  method: 'POST',
  path: '/v1/completions',
  headers: { 'x-test': '1' },
  body: Buffer.from('{"a":1}'),
};
const NO_PROXY: ProxySettings = { httpProxy: null, httpsProxy: null, noProxy: null };

interface Seen {
  status: number;
  body: string;
  outcome: string;
  stamps: number[];
  sends: number;
}

let server: ScriptedServer;
let client: HttpClient;
const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function serve(script: Script, create: (url: URL) => HttpClient): Promise<void> {
  server = await startScriptedServer(script);
  client = create(new URL(server.baseUrl));
  open.push(server.close, client.close);
}

function exchange(request = POST, onBody?: (abort: () => void) => void): Promise<Seen> {
  return new Promise((resolve) => {
    const seen: Seen = { status: 0, body: '', outcome: '', stamps: [], sends: 0 };
    const parts: Buffer[] = [];
    const done = (outcome: string): void => {
      seen.body = Buffer.concat(parts).toString();
      // Later callbacks would show up in the outcome.
      seen.outcome += outcome;
      setTimeout(() => {
        resolve(seen);
      }, 10);
    };
    const running = client.send(request, {
      onSent: (at) => {
        seen.sends++;
        seen.stamps.push(at);
      },
      onHead: (head, at) => {
        seen.status = head.status;
        seen.stamps.push(at);
      },
      onBody: (buffer, start, end, at) => {
        parts.push(Buffer.from(buffer.subarray(start, end)));
        seen.stamps.push(at);
        onBody?.(() => {
          running.abort();
          done('aborted');
        });
      },
      onEnd: (at) => {
        seen.stamps.push(at);
        done('end');
      },
      onFailure: (kind, message) => {
        done(`${kind}: ${message}`);
      },
    });
  });
}

const CLIENTS: [string, (url: URL) => HttpClient][] = [
  ['raw-socket', createRawClient],
  ['undici', (url) => createUndiciClient(url, 8, null)],
];

describe.each(CLIENTS)('%s client', (transport, create) => {
  it('refuses what would break out of its line, without quoting it', async () => {
    await serve((_request, reply) => reply.stream(['ok']), create);
    const observer = {
      onSent: () => undefined,
      onHead: () => undefined,
      onBody: () => undefined,
      onEnd: () => undefined,
      onFailure: (_kind: string, message: string) => {
        throw new Error(message);
      },
    };
    const attempts: Partial<OutgoingRequest>[] = [
      { headers: { authorization: 'Bearer sekret\r\nx-evil: 1' } },
      { headers: { authorization: 'Bearer sekret\u2013' } },
      { headers: { authorization: 'Bearer sekret\0' } },
      { headers: { 'x-evil: 1\r\nx-sekret': '1' } },
      { path: '/v1 HTTP/1.1\r\nx-sekret: 1' },
    ];
    for (const attempt of attempts) {
      let message = '';
      try {
        client.send({ ...POST, ...attempt }, observer);
      } catch (error) {
        message = String(error);
      }
      if (transport === 'raw-socket') expect(message).toMatch(/^TypeError: .* character that .* may/);
      expect(message).not.toContain('sekret');
    }
    expect(await exchange({ ...POST, headers: { 'x-test': 'caf\u00e9\t1' } })).toMatchObject({ body: 'ok' });
    expect(server.requests).toHaveLength(1);
  });

  it('sends the request as given and streams the answer in order of time', async () => {
    await serve((_request, reply) => reply.stream(['one ', 'two ', 'three']), create);
    const seen = await exchange();
    expect(seen).toMatchObject({ status: 200, body: 'one two three', outcome: 'end', sends: 1 });
    expect([...seen.stamps].sort((a, b) => a - b)).toEqual(seen.stamps);
    expect(client.transport).toBe(transport);
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/v1/completions', body: '{"a":1}' });
    expect(server.requests[0]?.headers.get('host')).toBe(`127.0.0.1:${server.port}`);
    expect(server.requests[0]?.headers.get('x-test')).toBe('1');
  });

  it('reuses a connection after a complete answer, also after an error answer', async () => {
    await serve(
      (request, reply) => (request.index === 0 ? reply.whole(503, 'busy') : reply.stream(['ok'])),
      create,
    );
    expect((await exchange()).status).toBe(503);
    expect((await exchange()).body).toBe('ok');
    expect((await exchange()).body).toBe('ok');
    expect(server.connections()).toBe(1);
  });

  it('opens a connection for each request under way, without a limit', async () => {
    let waiting: (() => void)[] = [];
    await serve(async (_request, reply) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 8) for (const go of waiting.splice(0)) go();
      });
      await reply.stream(['x']);
    }, create);
    waiting = [];
    const all = await Promise.all(Array.from({ length: 8 }, () => exchange()));
    expect(all.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => 'end'));
    expect(server.maxConcurrent()).toBe(8);
  });

  it('obeys Connection: close', async () => {
    await serve((_request, reply) => reply.whole(200, 'x', { connection: 'close' }), create);
    for (let i = 0; i < 3; i++) expect(await exchange()).toMatchObject({ outcome: 'end', body: 'x' });
    expect(server.connections()).toBe(3);
  });

  it('sends again on a fresh connection when the server had closed the idle one', async () => {
    // The server answers as if it kept the connection, then drops the next request unread.
    await serve(
      (request, reply) => (request.indexOnConnection === 0 ? reply.whole(200, 'x') : reply.reset()),
      create,
    );
    expect(await exchange()).toMatchObject({ outcome: 'end' });
    expect(await exchange()).toMatchObject({ outcome: 'end', body: 'x', sends: 2 });
    expect(server.connections()).toBe(2);
  });

  it('does not send again when the answer had begun', async () => {
    await serve(async (request, reply) => {
      if (request.index === 0) return reply.whole(200, 'x');
      await reply.raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n');
      reply.reset();
    }, create);
    await exchange();
    const seen = await exchange();
    expect(seen.outcome).toMatch(/^closed: /);
    expect(seen.sends).toBe(1);
    expect(server.requests).toHaveLength(2);
  });

  it('takes the close as the end of a body without framing, and as a fault inside one with', async () => {
    await serve(async (request, reply) => {
      await reply.head(200, {}, request.index === 0 ? 'close' : 'chunked');
      await reply.send('part');
      reply.close();
    }, create);
    expect(await exchange()).toMatchObject({ outcome: 'end', body: 'part' });
    expect((await exchange()).outcome).toMatch(/^closed: /);
  });

  it('says when nobody listens or nothing was answered', async () => {
    await serve((_request, reply) => {
      reply.reset();
    }, create);
    expect((await exchange()).outcome).toMatch(/^connect: /);
    await server.close();
    expect((await exchange()).outcome).toMatch(/^connect: .*ECONNREFUSED/);
  });

  it('hears nothing more after abort, also from within a callback', async () => {
    await serve(async (_request, reply) => {
      await reply.head();
      for (let i = 0; i < 5; i++) await reply.send('x');
      await reply.end();
    }, create);
    const seen = await exchange(POST, (abort) => {
      abort();
    });
    expect(seen).toMatchObject({ outcome: 'aborted', body: 'x' });
    expect((await exchange()).outcome).toBe('end');
  });

  it('reads an answer cut at every byte', async () => {
    const answer = Buffer.concat([
      Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
      chunk('data: é🙂\n\n'),
      Buffer.from('0\r\n\r\n'),
    ]);
    await serve(async (_request, reply) => {
      for (const byte of answer) await reply.raw(Buffer.of(byte));
    }, create);
    expect(await exchange()).toMatchObject({ outcome: 'end', body: 'data: é🙂\n\n' });
  });

  it('sends large bodies whole', async () => {
    await serve((request, reply) => reply.whole(200, String(request.body.length)), create);
    const seen = await exchange({ ...POST, body: Buffer.alloc(2_000_000, 97) });
    expect(seen.body).toBe('2000000');
  });
});

describe('raw-socket client', () => {
  it('gives up on bytes that are not HTTP', async () => {
    await serve((_request, reply) => reply.raw('SSH-2.0-OpenSSH\r\n\r\n'), createRawClient);
    expect((await exchange()).outcome).toMatch(/^protocol: /);
  });
});

describe('chooseClient', () => {
  it('takes raw sockets for plain http without a proxy, undici otherwise', () => {
    const proxied = { ...NO_PROXY, httpProxy: 'http://127.0.0.1:1' };
    const pick = (url: string, proxy = NO_PROXY) => {
      const chosen = chooseClient(new URL(url), 4, proxy);
      chosen.close();
      return chosen.transport;
    };
    expect(pick('http://10.0.0.1:8000')).toBe('raw-socket');
    expect(pick('https://10.0.0.1')).toBe('undici');
    expect(pick('http://10.0.0.1:8000', proxied)).toBe('undici');
    expect(pick('http://127.0.0.1:8000', proxied)).toBe('raw-socket');
  });

  it('reads NO_PROXY', () => {
    const url = new URL('http://gpu.example.org:8000');
    for (const list of [
      '*',
      'example.org',
      '.example.org',
      '*.example.org',
      'x, GPU.example.org',
      'gpu.example.org:8000',
    ])
      expect(isProxyExempt(url, list)).toBe(true);
    for (const list of [null, '', 'ample.org', 'gpu.example.org:80', 'example.com'])
      expect(isProxyExempt(url, list)).toBe(false);
  });

  it('goes through an HTTP proxy', async () => {
    await serve((_request, reply) => reply.stream(['through']), createRawClient);
    let tunnels = 0;
    const proxy = net.createServer((socket) => {
      socket.once('data', (data: Buffer) => {
        tunnels++;
        // Whatever host is asked for, the tunnel leads to the scripted server.
        expect(data.toString('latin1')).toMatch(/^CONNECT model\.invalid:80 /);
        const upstream = net.connect(server.port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.pipe(upstream).pipe(socket);
        });
        upstream.on('error', () => socket.destroy());
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    open.push(() => void proxy.close());
    const { port } = proxy.address() as net.AddressInfo;
    client.close();
    client = chooseClient(new URL('http://model.invalid'), 2, {
      ...NO_PROXY,
      httpProxy: `http://127.0.0.1:${port}`,
    });
    open.push(client.close);
    expect(await exchange()).toMatchObject({ outcome: 'end', body: 'through' });
    expect(tunnels).toBe(1);
  });
});
