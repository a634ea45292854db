import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { startControlPlane, type ControlPlane } from '#testing/control-plane.ts';
import { testEngine } from '#testing/database.ts';
import { openTestOpenIdProvider, type TestOpenIdProvider } from '#testing/openid-provider.ts';
import { startPostgresServer, type PostgresServer } from '#testing/postgres-server.ts';
import { freePort } from '#testing/product.ts';

const LIMIT_MS = 120_000;
const HOST = 'bench.example.org';
const guide = readFileSync(fileURLToPath(new URL('../../docs/operating.md', import.meta.url)), 'utf8');
const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const canRun = testEngine === 'postgres' && isInstalled('nginx') && isInstalled('openssl');

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  json(): unknown;
}

/** Two API processes behind nginx with the configuration of docs/operating.md, as it stands there but for ports and paths. */
describe.skipIf(!canRun)('behind nginx with TLS', () => {
  const home = mkdtempSync(join(tmpdir(), 'yardstick-proxy-'));
  const stops: (() => unknown)[] = [];
  let postgres: PostgresServer;
  let provider: TestOpenIdProvider;
  let processes: ControlPlane[];
  let nginx: ChildProcess;
  let port: number;
  let agent: Agent;
  let env: Record<string, string>;
  const big = randomBytes(40 * 2 ** 20);

  beforeAll(async () => {
    postgres = await startPostgresServer({ isDurable: true });
    stops.push(() => postgres.stop());
    provider = await openTestOpenIdProvider(`https://${HOST}/api/auth/oidc/callback`);
    stops.push(() => provider.close());
    const packages = join(home, 'packages');
    mkdirSync(packages);
    for (const [file, content] of [
      ['agent.js', big],
      ['bench-llm.js', 'bench'],
    ] as const)
      writeFileSync(join(packages, file), content);
    writeFileSync(join(packages, 'manifest.json'), JSON.stringify(manifest(packages)));
    env = {
      DATABASE_URL: postgres.url,
      JWT_SECRET: randomBytes(32).toString('base64'),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      YARDSTICK_DATA: join(home, 'data'),
      PACKAGES_FOLDER: packages,
      PUBLIC_URL: `https://${HOST}`,
      TRUST_PROXY: '127.0.0.1',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    };
    processes = [];
    for (let i = 0; i < 2; i += 1) processes.push(await startControlPlane({ env, lifeMs: 300_000 }));
    stops.push(() => Promise.all(processes.map((each) => each.stop())));
    port = await freePort();
    nginx = await startNginx();
    stops.push(() => endNginx(nginx));
    agent = new Agent({ ca: readFileSync(join(home, 'cert.pem')), keepAlive: true });
    stops.push(() => agent.destroy());
  }, LIMIT_MS);
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    rmSync(home, { recursive: true, force: true });
  });

  async function startNginx(): Promise<ChildProcess> {
    const [key, cert] = [join(home, 'key.pem'), join(home, 'cert.pem')];
    const arguments_ = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=${HOST} -addext subjectAltName=DNS:${HOST}`;
    execFileSync('openssl', [...arguments_.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
    let site = /```nginx\n(.*?)```/s.exec(guide)?.[1] ?? '';
    for (const [i, from] of ['127.0.0.1:4601', '127.0.0.1:4602'].entries()) {
      expect(site).toContain(from);
      site = site.replace(from, new URL(processes[i]?.url ?? '').host);
    }
    site = site
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(home, name)};`)
      .join('\n');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const conf = `daemon off; ${user} pid ${join(home, 'nginx.pid')}; error_log ${join(home, 'error.log')};
      events {}\nhttp { access_log off; ${temporary}\n${site} }`;
    writeFileSync(join(home, 'nginx.conf'), conf);
    const child = spawn('nginx', ['-c', join(home, 'nginx.conf')], { stdio: 'ignore' });
    const isUp = () =>
      ask('/api/version').then(
        ({ status }) => status < 500,
        () => false,
      );
    agent = new Agent({ ca: readFileSync(cert) });
    for (let i = 0; i < 100 && !(await isUp()); i += 1) await pause(100);
    agent.destroy();
    return child;
  }

  function ask(
    path: string,
    options: {
      method?: string;
      headers?: Record<string, string>;
      body?: unknown;
      from?: string;
    } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { method = 'GET', headers = {}, body, from } = options;
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          agent,
          servername: HOST,
          headers: {
            host: HOST,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(from === undefined ? {} : { localAddress: from }),
          timeout: 60_000,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
          });
          response.on('error', reject);
          response.on('end', () => {
            const whole = Buffer.concat(chunks);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: whole,
              json: () => JSON.parse(whole.toString()) as unknown,
            });
          });
        },
      );
      asked.on('error', reject);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** The one Set-Cookie line of the name. */
  const cookie = (answer: Answer, name: string): string =>
    (answer.headers['set-cookie'] ?? []).find((line) => line.startsWith(`${name}=`)) ?? '';
  const pair = (line: string) => line.split(';', 1)[0] ?? '';

  async function signIn(): Promise<{ token: string; email: string; cookie: string }> {
    const link = (await processes[0]?.signInLink()) ?? '';
    expect(link.startsWith(`https://${HOST}/`)).toBe(true);
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
    const answer = await ask('/api/auth/link', { method: 'POST', body: { token } });
    expect(answer.status).toBe(200);
    const line = cookie(answer, 'ys_refresh');
    expect(line).toMatch(/; Path=\/api\/auth; HttpOnly; Secure; SameSite=Strict$/);
    const { access_token, account } = z
      .object({ access_token: z.string(), account: z.object({ email: z.string() }) })
      .parse(answer.json());
    return { token: access_token, email: account.email, cookie: pair(line) };
  }

  it(
    'signs in with a cookie for this site and TLS only, and keeps the session across processes',
    { timeout: LIMIT_MS },
    async () => {
      let { cookie: current } = await signIn();
      for (let i = 0; i < 4; i += 1) {
        const answer = await ask('/api/auth/refresh', {
          method: 'POST',
          headers: { cookie: current, origin: `https://${HOST}` },
        });
        expect(answer.status).toBe(200);
        current = pair(cookie(answer, 'ys_refresh'));
      }
      const foreign = await ask('/api/auth/refresh', {
        method: 'POST',
        headers: { cookie: current, origin: 'https://evil.example.org' },
      });
      expect(foreign.status).toBe(403);
      expect((await ask('/api/version')).headers['strict-transport-security']).toMatch(/^max-age=\d+/);
    },
  );

  it(
    'sends people to the OpenID provider and back to the public address, whichever process answers',
    { timeout: LIMIT_MS },
    async () => {
      const { email } = await signIn();
      provider.person = { sub: 'p-1', email, email_verified: true };
      const started = await ask('/api/auth/oidc/start?return=/runs', {
        headers: { 'x-forwarded-host': 'evil.example.org' },
      });
      expect(started.status).toBe(302);
      const start = new URL(started.headers.location ?? '');
      expect(start.origin).toBe(provider.issuer);
      expect(start.searchParams.get('redirect_uri')).toBe(`https://${HOST}/api/auth/oidc/callback`);
      const lines = started.headers['set-cookie'] ?? [];
      expect(lines).toHaveLength(1);
      // Lax: the way back from the provider comes from another site.
      expect(lines[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
      const callback = await throughProvider(start);
      expect(callback.origin).toBe(`https://${HOST}`);
      const back = await ask(callback.pathname + callback.search, {
        headers: { cookie: pair(lines[0] ?? '') },
      });
      expect(back.status).toBe(302);
      expect(back.headers.location).toBe('/runs');
      expect(cookie(back, 'ys_refresh')).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
    },
  );

  async function throughProvider(start: URL): Promise<URL> {
    const jar = new Map<string, string>();
    let url = start;
    for (let hop = 0; hop < 8 && url.origin === provider.issuer; hop += 1) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const line of response.headers.getSetCookie()) {
        const at = line.indexOf('=');
        jar.set(line.slice(0, at), pair(line.slice(at + 1)));
      }
      url = new URL(response.headers.get('location') ?? 'https://stuck.invalid', url);
    }
    return url;
  }

  it(
    'counts wrong passwords by the address of who asks, whatever header they send',
    { timeout: LIMIT_MS },
    async () => {
      const guess = async (from: string, i: number) =>
        (
          await ask('/api/auth/sign-in', {
            method: 'POST',
            body: { email: `somebody-${i}@example.org`, password: 'guess number one' },
            from,
            headers: { 'x-forwarded-for': `203.0.113.${i % 250}` },
          })
        ).status;
      // Each process counts for itself, so two processes take twice as many.
      let statuses: number[] = [];
      for (let i = 0; i < 120 && !statuses.includes(429); i += 10)
        statuses = statuses.concat(
          await Promise.all(Array.from({ length: 10 }, (_, j) => guess('127.0.0.2', i + j))),
        );
      expect(statuses).toContain(401);
      expect(statuses).toContain(429);
      expect(await guess('127.0.0.3', 1)).toBe(401);
    },
  );

  it('passes large downloads whole', { timeout: LIMIT_MS }, async () => {
    const { token } = await signIn();
    const headers = { authorization: `Bearer ${token}` };
    const listing = await ask('/api/packages/', { headers });
    const { packages } = z
      .object({ packages: z.array(z.looseObject({ name: z.string(), file: z.string() })) })
      .parse(listing.json());
    const name = packages.find(({ file }) => file === 'agent.js')?.name ?? '';
    const answer = await ask(`/api/packages/${name}`, {
      headers,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.equals(big)).toBe(true);
  });

  it(
    'passes the platform’s own refusals through: status, Retry-After, body, request id',
    { timeout: LIMIT_MS },
    async () => {
      const { token } = await signIn();
      const headers = { authorization: `Bearer ${token}` };
      const missing = await ask('/api/v_nothing', { headers: { ...headers, 'x-request-id': 'mine-1' } });
      expect(missing.status).toBe(404);
      expect(missing.json()).toMatchObject({ code: 'not_found' });
      await postgres.crash();
      try {
        // More often than nginx takes before it calls a process dead.
        for (let i = 0; i < 12; i += 1) {
          for (const answer of [
            await ask('/api/v_projects?limit=1', { headers }),
            await ask('/api/rpc/list_projects', { method: 'POST', headers, body: {} }),
          ]) {
            expect(`${answer.status} ${answer.body.toString()}`).toMatch(
              /^503 .*"code":"server_unavailable"/,
            );
            expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
            expect(answer.headers['x-request-id']).toBeTruthy();
          }
        }
      } finally {
        await postgres.start();
      }
      let status = 0;
      for (let i = 0; i < 100 && status !== 200; i += 1) {
        ({ status } = await ask('/api/v_projects?limit=1', { headers }));
        await pause(100);
      }
      expect(status).toBe(200);
    },
  );

  it('goes on with the other process while one stops and comes back', { timeout: LIMIT_MS }, async () => {
    const { token } = await signIn();
    const statuses: number[] = [];
    let isOver = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        statuses.push(
          (await ask('/api/v_projects?limit=1', { headers: { authorization: `Bearer ${token}` } })).status,
        );
        await pause(60);
      }
    });
    await pause(500);
    await processes[0]?.stop();
    await pause(2_000);
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(40), { timeout: 20_000 });
    isOver = true;
    await Promise.all(load);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});

function manifest(folder: string): unknown {
  const files = ['agent.js', 'bench-llm.js'].map((file) => {
    const content = readFileSync(join(folder, file));
    return { name: file, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  });
  return { tag: 'site-1', files };
}

async function endNginx(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill('SIGTERM')) await exited;
}
