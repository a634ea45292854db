import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageListSchema } from '#contract/endpoints.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'yardstick-packages-'));
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

let t: TestApp;
let me: SignedIn;
beforeAll(async () => {
  const build = `import('./scripts/build.mjs').then((m) => m.bundleWorker(process.argv[1]))`;
  execFileSync(process.execPath, ['-e', build, folder], { cwd: root, timeout: 60_000 });
  t = await openTestApp({ packagesFolder: folder });
  me = await t.signIn();
}, 90_000);
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = me.bearer) => t.app.inject({ url, headers });
const list = async (query = '') =>
  packageListSchema.parse((await get(`/api/packages/${query}`)).json()).packages;

/** A set of two small programs in a folder of its own. */
function addSet(tag: string, change: { sha256?: string; leaveOut?: string } = {}): string {
  const own = join(folder, tag);
  mkdirSync(own);
  const files = ['agent.js', 'bench-llm.js'].map((name) => {
    const content = `// ${name} of ${tag}\n`;
    writeFileSync(join(own, name), content);
    return { name, size: content.length, sha256: change.sha256 ?? sha256(content) };
  });
  const kept = files.filter(({ name }) => name !== change.leaveOut);
  writeFileSync(join(own, 'manifest.json'), JSON.stringify({ tag, files: kept }));
  return own;
}

describe('GET /api/packages/', () => {
  it('lists the set that the build made, each file under a name of its own', async () => {
    const found = await list();
    expect(found.map(({ file }) => file)).toEqual(['agent.js', 'bench-llm.js', 'engine.js']);
    expect(new Set(found.map(({ tag }) => tag)).size).toBe(1);
    expect(found[0]?.tag).toMatch(/^worker-\d+\.\d+\.\d+-[0-9a-f]{12}$/);
    expect(found[0]?.name).toBe(`${found[0]?.tag ?? ''}.agent.js`);
  });

  it('picks one tag, and does not know others', async () => {
    const own = addSet('site-1');
    expect((await list('?tag=site-1')).map(({ name }) => name)).toEqual([
      'site-1.agent.js',
      'site-1.bench-llm.js',
    ]);
    const unknown = await get('/api/packages/?tag=latest');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toMatchObject({ code: 'not_found', details: { tag: 'latest' } });
    rmSync(own, { recursive: true });
  });

  it('leaves out sets that are incomplete, changed or not what they say', async () => {
    const before = await list();
    const wrong = addSet('wrong-sum', { sha256: 'a'.repeat(64) });
    const partial = addSet('partial', { leaveOut: 'bench-llm.js' });
    const changed = addSet('changed');
    expect((await list('?tag=changed')).length).toBe(2);
    appendFileSync(join(changed, 'agent.js'), '// more');
    const gone = addSet('gone');
    rmSync(join(gone, 'agent.js'));
    expect(await list()).toEqual(before);
    for (const own of [wrong, partial, changed, gone]) rmSync(own, { recursive: true });
  });

  it('is for anybody with a token, a machine that has not registered too', async () => {
    const { rows } = await t.db.one<{ made: { token: string } }>(
      { role: 'web_user', claims: { sub: me.accountId, role: 'web_user' } },
      `select api.create_worker_registration_token($1::uuid, 'machine') as made`,
      [me.orgId],
    );
    const registration = { authorization: `Bearer ${rows[0]?.made.token ?? ''}` };
    expect((await get('/api/packages/', registration)).statusCode).toBe(200);
    expect((await get('/api/scripts/worker-startup.sh', registration)).statusCode).toBe(200);
    expect((await get('/api/v_projects', registration)).statusCode).toBe(403);
    for (const url of [
      '/api/packages/',
      '/api/packages/x',
      '/api/scripts/restic-restore.sh',
      '/downloads/bench-llm',
    ])
      expect((await get(url, {})).statusCode, url).toBe(401);
    expect((await get('/api/packages/', { authorization: 'Bearer ysr_wrong' })).statusCode).toBe(401);
  });
});

describe('GET /api/packages/:filename', () => {
  it('answers the bytes with their checksum', async () => {
    const [first] = await list();
    const response = await get(`/api/packages/${first?.name ?? ''}`);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.length).toBe(first?.size);
    expect(sha256(response.rawPayload)).toBe(first?.sha256);
    expect(response.headers['x-checksum-sha256']).toBe(first?.sha256);
    const base64 = Buffer.from(first?.sha256 ?? '', 'hex').toString('base64');
    expect(response.headers['repr-digest']).toBe(`sha-256=:${base64}:`);
  });

  it.each([
    'manifest.json',
    'agent.js',
    'agent.js.map',
    '..%2f..%2fpackage.json',
    '%2e%2e%2fpackage.json',
    '..%5cpackage.json',
    '%00',
    'x'.repeat(90),
  ])('knows nothing but listed names: %s', async (name) => {
    const response = await get(`/api/packages/${name}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('GET /downloads/bench-llm', () => {
  it('is one file that runs with Node alone, under its own name', async () => {
    const response = await get('/downloads/bench-llm');
    expect(response.headers['content-disposition']).toBe('attachment; filename="bench-llm"');
    expect(response.headers['x-checksum-sha256']).toBe(sha256(response.rawPayload));
    const empty = mkdtempSync(join(tmpdir(), 'yardstick-download-'));
    const program = join(empty, 'bench-llm');
    writeFileSync(program, response.rawPayload);
    chmodSync(program, 0o755);
    const run = spawnSync(program, ['--help'], { cwd: empty, encoding: 'utf8', timeout: 20_000 });
    rmSync(empty, { recursive: true });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('bench-llm');
  });

  it('is not there without a set', async () => {
    const none = mkdtempSync(join(tmpdir(), 'yardstick-none-'));
    cpSync(join(folder, 'bench-llm.js'), join(none, 'bench-llm.js'));
    const other = await openTestApp({ packagesFolder: none, scriptsFolder: none });
    const { bearer } = await other.signIn();
    const download = await other.app.inject({ url: '/downloads/bench-llm', headers: bearer });
    expect(download.statusCode).toBe(404);
    expect((await other.app.inject({ url: '/api/packages/', headers: bearer })).json()).toEqual({
      packages: [],
    });
    const script = await other.app.inject({ url: '/api/scripts/worker-startup.sh', headers: bearer });
    expect(script.statusCode).toBe(404);
    await other.close();
    rmSync(none, { recursive: true });
  });
});

describe('GET /api/scripts/…', () => {
  it.each(['worker-startup.sh', 'restic-restore.sh'])(
    '%s is a shell script with its checksum',
    async (name) => {
      const response = await get(`/api/scripts/${name}`);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/x-shellscript; charset=utf-8');
      expect(response.headers['x-checksum-sha256']).toBe(sha256(response.rawPayload));
      expect(response.body).toMatch(/^#!\/bin\/sh\n/);
    },
  );
});
