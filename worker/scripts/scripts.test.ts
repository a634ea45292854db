import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const startup = join(folder, 'worker-startup.sh');
const restore = join(folder, 'restic-restore.sh');
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

describe.skipIf(!isInstalled('shellcheck'))('shellcheck', () => {
  it.each([startup, restore])('finds nothing in %s', (file) => {
    const run = spawnSync('shellcheck', ['--shell=sh', file], { encoding: 'utf8', timeout: 30_000 });
    expect(run.stdout + run.stderr).toBe('');
    expect(run.status).toBe(0);
  });
});

/** A program that says how it was started and stays, as the agent does. */
const AGENT = `
import { readFileSync, statSync, writeFileSync } from 'node:fs';
const flags = process.argv.slice(2);
const tokenFile = flags[flags.indexOf('--token-file') + 1];
writeFileSync(process.env.SEEN, JSON.stringify({
  flags, token: readFileSync(tokenFile, 'utf8'), mode: (statSync(tokenFile).mode & 0o777).toString(8),
  hasTokenInEnvironment: process.env.YARDSTICK_WORKER_TOKEN !== undefined,
}));
setInterval(() => undefined, 1000);
setTimeout(() => process.exit(0), 30_000);
`;

interface Outcome {
  status: number;
  output: string;
}

describe.skipIf(!isInstalled('curl') || !isInstalled('openssl'))('worker-startup.sh', () => {
  let home: string;
  let server: Server;
  let asked: { url: string; authorization: string | undefined }[] = [];
  let files: Record<string, string>;
  let listing: { name: string; tag: string; file: string; size: number; sha256: string }[];

  beforeAll(async () => {
    const keys = mkdtempSync(join(tmpdir(), 'yardstick-tls-'));
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '1',
        '-subj',
        '/CN=bench.example.org',
        '-keyout',
        join(keys, 'key.pem'),
        '-out',
        join(keys, 'cert.pem'),
      ],
      { stdio: 'ignore', timeout: 20_000 },
    );
    const tls = { key: readFileSync(join(keys, 'key.pem')), cert: readFileSync(join(keys, 'cert.pem')) };
    rmSync(keys, { recursive: true });
    server = createServer(tls, (request, response) => {
      const url = request.url ?? '';
      asked.push({ url, authorization: request.headers.authorization });
      if (url === '/api/packages/?tag=site-1') response.end(JSON.stringify({ packages: listing }));
      else if (files[url] !== undefined) response.end(files[url]);
      else response.writeHead(404).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'yardstick-startup-'));
    const { port } = server.address() as AddressInfo;
    // curl finds the public name at this test's server.
    writeFileSync(
      join(home, '.curlrc'),
      `connect-to = "bench.example.org:443:127.0.0.1:${port}"\ninsecure\n`,
    );
    asked = [];
    const contents = { 'agent.js': AGENT, 'bench-llm.js': '// bench\n' };
    listing = Object.entries(contents).map(([file, content]) => ({
      name: `site-1.${file}`,
      tag: 'site-1',
      file,
      size: Buffer.byteLength(content),
      sha256: sha256(content),
    }));
    files = Object.fromEntries(
      Object.entries(contents).map(([file, content]) => [`/api/packages/site-1.${file}`, content]),
    );
  });
  afterEach(() => {
    const pidFile = join(home, 'worker', 'agent.pid');
    if (existsSync(pidFile)) {
      try {
        process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    rmSync(home, { recursive: true, force: true });
  });

  const run = (environment: Record<string, string>): Promise<Outcome> =>
    new Promise((resolve) => {
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        SEEN: join(home, 'seen.json'),
        YARDSTICK_WORKER_TOKEN: 'ysr_secret',
        PACKAGE_URL: 'https://bench.example.org',
        PACKAGE_TAG: 'site-1',
        YARDSTICK_HOSTNAME: 'gpu-01',
        INSTALL_DIR: join(home, 'worker'),
        WORKER_SERVICE: 'nohup',
        ...environment,
      };
      const child = execFile('sh', [startup], { env, timeout: 30_000 }, (error, stdout, stderr) => {
        const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ status, output: stdout + stderr });
      });
      child.stdin?.end();
    });

  it('installs a verified set and starts the agent with its token in a file', async () => {
    const { status, output } = await run({});
    expect(output).toContain('verified and installed');
    expect(status).toBe(0);
    // The script looks whether the agent lives; on a busy machine it has not said yet how it was started.
    const seen = await vi.waitFor<unknown>(() => JSON.parse(readFileSync(join(home, 'seen.json'), 'utf8')), {
      timeout: 20_000,
    });
    const worker = join(home, 'worker');
    expect(seen).toEqual({
      flags: [
        '--api',
        'https://bench.example.org/api',
        '--hostname',
        'gpu-01',
        '--work-dir',
        join(worker, 'work'),
        '--token-file',
        join(worker, 'token'),
      ],
      token: 'ysr_secret\n',
      mode: '600',
      hasTokenInEnvironment: false,
    });
    expect(statSync(worker).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(worker, 'packages/site-1/bench-llm.js'), 'utf8')).toBe('// bench\n');
    expect(output).not.toContain('ysr_secret');
    expect(asked.map(({ url }) => url)).toEqual([
      '/api/packages/?tag=site-1',
      '/api/packages/site-1.agent.js',
      '/api/packages/site-1.bench-llm.js',
    ]);
    expect(asked.every(({ authorization }) => authorization === 'Bearer ysr_secret')).toBe(true);
  });

  it('ends the agent it started before when it runs again', async () => {
    await run({});
    const first = Number(readFileSync(join(home, 'worker/agent.pid'), 'utf8'));
    expect((await run({})).status).toBe(0);
    expect(() => process.kill(first, 0)).toThrow();
    expect(Number(readFileSync(join(home, 'worker/agent.pid'), 'utf8'))).not.toBe(first);
  });

  describe('under systemd', () => {
    let units: string;
    const unit = () => readFileSync(join(units, 'yardstick-worker.service'), 'utf8');
    const calls = () => readFileSync(join(home, 'calls'), 'utf8').trim().split('\n');
    /** systemctl stands in, writing down what it is asked; `active`: its answer to whether the agent runs. */
    const runSystemd = (change: Record<string, string> = {}, active = 0) => {
      units = join(home, 'units');
      mkdirSync(units, { recursive: true });
      mkdirSync(join(home, 'bin'), { recursive: true });
      const script = `#!/bin/sh\nprintf '%s\\n' "$*" >>${join(home, 'calls')}\n[ "$1" != is-active ] || exit ${active}\n`;
      writeFileSync(join(home, 'bin/systemctl'), script, { mode: 0o755 });
      const PATH = `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`;
      return run({ WORKER_SERVICE: 'systemd', UNIT_DIR: units, PATH, ...change });
    };

    it('writes a unit that starts the agent with its token in a file, and starts it', async () => {
      const { status, output } = await runSystemd({ YARDSTICK_API: 'https://bench.example.org/a%20b/api' });
      expect(output).toContain('started as yardstick-worker.service');
      expect(status).toBe(0);
      expect(calls()).toEqual([
        'daemon-reload',
        'enable yardstick-worker.service',
        'restart yardstick-worker.service',
        'is-active --quiet yardstick-worker.service',
      ]);
      const node = execFileSync('sh', ['-c', 'command -v node'], { encoding: 'utf8' }).trim();
      const worker = join(home, 'worker');
      // "%" begins a specifier of systemd's, so it stands doubled.
      expect(unit()).toContain(
        `ExecStart=${node} ${worker}/packages/site-1/agent.js --api https://bench.example.org/a%%20b/api ` +
          `--hostname gpu-01 --work-dir ${worker}/work --token-file ${worker}/token\n`,
      );
      expect(unit()).toContain(`Environment=PATH=${join(home, 'bin')}:`);
      expect(unit()).not.toContain('ysr_secret');
      expect(readFileSync(join(worker, 'token'), 'utf8')).toBe('ysr_secret\n');
      expect(existsSync(join(worker, 'agent.pid'))).toBe(false);
    });

    it.skipIf(!isInstalled('systemd-analyze'))('writes a unit in which systemd finds no fault', async () => {
      await runSystemd({ YARDSTICK_API: 'https://bench.example.org/a%20b/api' });
      const file = join(units, 'yardstick-worker.service');
      const verify = () => {
        const { stderr } = spawnSync('systemd-analyze', ['verify', file], {
          encoding: 'utf8',
          timeout: 20_000,
        });
        // Units of the machine that this one needs may have faults of their own.
        return stderr.split('\n').filter((line) => line.includes('yardstick-worker'));
      };
      expect(verify()).toEqual([]);
      // It does look: a specifier that it does not know, as the address would have been.
      writeFileSync(file, unit().replaceAll('%%', '%'));
      expect(verify()).not.toEqual([]);
    });

    it('says so when the agent ends at once, or nothing may be written there', async () => {
      expect(await runSystemd({}, 3)).toMatchObject({ status: 6 });
      expect(await runSystemd({ UNIT_DIR: join(home, 'nowhere') })).toMatchObject({ status: 2 });
    });

    it('takes over from nohup and hands back to it', async () => {
      await run({});
      const first = Number(readFileSync(join(home, 'worker/agent.pid'), 'utf8'));
      expect((await runSystemd()).status).toBe(0);
      expect(() => process.kill(first, 0)).toThrow();
      expect((await runSystemd({ WORKER_SERVICE: 'nohup' })).status).toBe(0);
      expect(calls().at(-1)).toBe('disable --now yardstick-worker.service');
    });
  });

  it('installs nothing when a checksum is wrong', async () => {
    files['/api/packages/site-1.bench-llm.js'] = '// BENCH\n';
    const { status, output } = await run({});
    expect(status).toBe(5);
    expect(output).toContain('bench-llm.js does not have the size or the SHA-256');
    expect(existsSync(join(home, 'worker/packages/site-1'))).toBe(false);
    expect(existsSync(join(home, 'seen.json'))).toBe(false);
  });

  it('leaves nothing of a set when it is interrupted, and installs it the next time', async () => {
    const bin = join(home, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'curl'), '#!/bin/sh\nkill -TERM $PPID\nexit 1\n', { mode: 0o755 });
    const { status, output } = await run({ PATH: `${bin}:${process.env['PATH'] ?? ''}` });
    expect(output).toContain('interrupted; nothing was installed');
    expect(status).toBe(143);
    expect(readdirSync(join(home, 'worker/packages'))).toEqual([]);
    expect((await run({})).status).toBe(0);
    expect(readdirSync(join(home, 'worker/packages'))).toEqual(['site-1']);
  });

  it('installs nothing of a set that is incomplete, unknown or names files elsewhere', async () => {
    const whole = listing;
    listing = whole.slice(0, 1);
    expect(await run({})).toMatchObject({ status: 4 });
    listing = whole.map((each) => ({ ...each, file: `../../${each.file}` }));
    expect(await run({})).toMatchObject({ status: 4 });
    expect(await run({ PACKAGE_TAG: 'site-2' })).toMatchObject({ status: 4 });
    expect(existsSync(join(home, 'worker/packages/site-1'))).toBe(false);
  });

  it.each([
    'http://bench.example.org',
    'https://localhost:4600',
    'https://LOCALHOST',
    'https://user@127.0.0.1/',
    'https://10.0.0.8',
    'https://172.20.1.1:8443/x',
    'https://192.168.0.2',
    'https://[::1]:4600',
    'https://host.docker.internal',
    'https://gpu-host',
    'https://bench.internal',
    'bench.example.org',
  ])('refuses the address %s before anything else', async (address) => {
    expect(await run({ PACKAGE_URL: address })).toMatchObject({ status: 2 });
    expect(await run({ YARDSTICK_API: address })).toMatchObject({ status: 2 });
    expect(asked).toEqual([]);
    expect(existsSync(join(home, 'worker'))).toBe(false);
  });

  it.each([
    [{ PACKAGE_TAG: 'latest' }, 'PACKAGE_TAG'],
    [{ PACKAGE_TAG: '../x' }, 'PACKAGE_TAG'],
    [{ PACKAGE_TAG: '' }, 'PACKAGE_TAG'],
    [{ YARDSTICK_WORKER_TOKEN: '' }, 'YARDSTICK_WORKER_TOKEN'],
    [{ YARDSTICK_WORKER_TOKEN: 'ysw_other' }, 'YARDSTICK_WORKER_TOKEN'],
    [{ YARDSTICK_HOSTNAME: 'a b' }, 'YARDSTICK_HOSTNAME'],
    [{ INSTALL_DIR: 'relative' }, 'INSTALL_DIR'],
  ])('refuses %o', async (environment, name) => {
    const { status, output } = await run(environment);
    expect(status).toBe(2);
    expect(output).toContain(name);
  });
});

/** Stands in for restic: keeps the snapshots of a "repository" folder, one subfolder a tag. */
const RESTIC = `#!/bin/sh
command=$1
while [ $# -gt 0 ]; do
  case $1 in --tag) tag=$2 ;; --target) target=$2 ;; esac
  shift
done
[ "$RESTIC_PASSWORD" = right ] || { echo 'wrong password' >&2; exit 12; }
if [ "$command" = snapshots ]; then
  if [ -d "$RESTIC_REPOSITORY/$tag" ]; then echo '[{"short_id":"1a2b3c4d"}]'; else echo '[]'; fi
else
  mkdir -p "$target/srv" && cp -r "$RESTIC_REPOSITORY/$tag" "$target/srv/"
fi
`;

describe.skipIf(!isInstalled('sha256sum'))('restic-restore.sh', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'yardstick-restore-'));
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/restic'), RESTIC, { mode: 0o755 });
    mkdirSync(join(home, 'repository/site-1'), { recursive: true });
    writeFileSync(join(home, 'repository/site-1/agent.js'), 'agent');
    writeFileSync(join(home, 'repository/site-1/SHA256SUMS'), `${sha256('agent')}  agent.js\n`);
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const run = (environment: Record<string, string> = {}) =>
    spawnSync('sh', [restore], {
      encoding: 'utf8',
      timeout: 20_000,
      env: {
        PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
        RESTIC_REPOSITORY: join(home, 'repository'),
        RESTIC_PASSWORD: 'right',
        PACKAGE_TAG: 'site-1',
        RESTORE_DIR: join(home, 'out'),
        ...environment,
      },
    });

  it('restores a complete set and leaves nothing else behind', () => {
    expect(run()).toMatchObject({ status: 0 });
    expect(readFileSync(join(home, 'out/agent.js'), 'utf8')).toBe('agent');
    expect(readdirSync(home).filter((name) => name.startsWith('out.'))).toEqual([]);
  });

  it('restores nothing of a set that was changed or is incomplete', () => {
    writeFileSync(join(home, 'repository/site-1/agent.js'), 'other');
    expect(run()).toMatchObject({ status: 5 });
    rmSync(join(home, 'repository/site-1/agent.js'));
    expect(run()).toMatchObject({ status: 5 });
    rmSync(join(home, 'repository/site-1/SHA256SUMS'));
    expect(run()).toMatchObject({ status: 5 });
    expect(existsSync(join(home, 'out'))).toBe(false);
    expect(readdirSync(home).filter((name) => name.startsWith('out.'))).toEqual([]);
  });

  it('restores nothing of a set with a file that nobody vouches for', () => {
    writeFileSync(join(home, 'repository/site-1/extra.js'), 'unlisted');
    const { status, stderr } = run();
    expect(status).toBe(5);
    expect(stderr).toContain('files that its SHA256SUMS does not name');
    rmSync(join(home, 'repository/site-1/extra.js'));
    symlinkSync('/etc/passwd', join(home, 'repository/site-1/agent.js.map'));
    expect(run()).toMatchObject({ status: 5 });
    expect(readdirSync(home).filter((name) => name.startsWith('out'))).toEqual([]);
  });

  it.each([
    // While the folder of the run is being made, and while restic starts.
    ['mkdir', '/bin/mkdir "$@"\nkill -TERM $PPID\n'],
    ['restic', `case $1 in restore) kill -TERM $PPID; exec sleep 20 ;; esac\n${RESTIC}`],
  ])('leaves nothing when a signal comes in %s, and restores it the next time', (program, lines) => {
    const shim = join(home, 'shim');
    mkdirSync(shim);
    writeFileSync(join(shim, program), `#!/bin/sh\n${lines}`, { mode: 0o755 });
    const { status, stderr } = run({ PATH: `${shim}:${join(home, 'bin')}:${process.env['PATH'] ?? ''}` });
    expect(stderr).toContain('interrupted; nothing was restored');
    expect(status).toBe(143);
    expect(readdirSync(home).filter((name) => name.startsWith('out'))).toEqual([]);
    expect(run()).toMatchObject({ status: 0 });
  });

  it('takes an address of a folder with a slash at its end', () => {
    mkdirSync(join(home, 'out'));
    expect(run({ RESTORE_DIR: `${join(home, 'out')}//` })).toMatchObject({ status: 0 });
    expect(readdirSync(join(home, 'out')).sort()).toEqual(['SHA256SUMS', 'agent.js']);
    expect(run({ RESTORE_DIR: '/' })).toMatchObject({ status: 2 });
  });

  it('needs credentials that work, a tag that is there and an empty place', () => {
    expect(run({ RESTIC_PASSWORD: 'wrong' })).toMatchObject({ status: 4 });
    expect(run({ RESTIC_PASSWORD: '' })).toMatchObject({ status: 2 });
    expect(run({ PACKAGE_TAG: 'site-2' })).toMatchObject({ status: 4 });
    expect(run({ PACKAGE_TAG: 'latest' })).toMatchObject({ status: 2 });
    expect(run({ RESTORE_DIR: join(home, 'repository') })).toMatchObject({ status: 2 });
  });
});

/** Where restic is installed; the tests before this one run everywhere. */
describe.skipIf(!isInstalled('restic') || !isInstalled('sha256sum'))('restic-restore.sh with restic', () => {
  let home: string;
  let env: Record<string, string>;

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'yardstick-restic-'));
    env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      RESTIC_REPOSITORY: join(home, 'repository'),
      RESTIC_PASSWORD_FILE: join(home, 'password'),
      RESTIC_CACHE_DIR: join(home, 'cache'),
    };
    writeFileSync(join(home, 'password'), 'right\n');
    writeFileSync(join(home, 'wrong'), 'guessed\n');
    restic('init');
    const set = join(home, 'set');
    mkdirSync(set);
    for (const content of ['first', 'second']) {
      writeFileSync(join(set, 'agent.js'), content);
      writeFileSync(join(set, 'SHA256SUMS'), `${sha256(content)}  agent.js\n`);
      restic('backup', '--tag', 'site-1', set);
    }
    // What else is in the repository, and newer, is not of this tag.
    writeFileSync(join(set, 'agent.js'), 'untagged');
    restic('backup', set);
    const big = randomBytes(64 * 2 ** 20);
    writeFileSync(join(set, 'agent.js'), big);
    writeFileSync(join(set, 'SHA256SUMS'), `${createHash('sha256').update(big).digest('hex')}  agent.js\n`);
    restic('backup', '--tag', 'site-big', set);
  }, 60_000);
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const restic = (...args: string[]) =>
    execFileSync('restic', ['--quiet', ...args], { env, timeout: 30_000, stdio: 'pipe' });
  const run = (name: string, change: Record<string, string> = {}) =>
    spawnSync('sh', [restore], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...env, PACKAGE_TAG: 'site-1', RESTORE_DIR: join(home, name), ...change },
    });
  const left = (name: string) => readdirSync(home).filter((each) => each.startsWith(name));

  it('restores the newest set of the tag', () => {
    expect(run('out')).toMatchObject({ status: 0 });
    expect(readFileSync(join(home, 'out/agent.js'), 'utf8')).toBe('second');
    expect(left('out')).toEqual(['out']);
  });

  it('changes nothing with a wrong password, for a missing tag and for a missing repository', () => {
    const wrong = run('none', { RESTIC_PASSWORD_FILE: join(home, 'wrong') });
    expect(wrong).toMatchObject({ status: 4 });
    expect(wrong.stderr).toContain('cannot be queried with these credentials');
    const missing = run('none', { PACKAGE_TAG: 'site-2' });
    expect(missing).toMatchObject({ status: 4 });
    expect(missing.stderr).toContain('no snapshot with the tag site-2');
    expect(run('none', { RESTIC_REPOSITORY: join(home, 'nowhere') })).toMatchObject({ status: 4 });
    expect(left('none')).toEqual([]);
  });

  it('leaves nothing when it is interrupted, and restores it the next time', async () => {
    // Slow enough to be met: a restic that first waits, then is the real one.
    const bin = join(home, 'bin');
    mkdirSync(bin);
    const real = execFileSync('sh', ['-c', 'command -v restic'], { encoding: 'utf8' }).trim();
    writeFileSync(join(bin, 'restic'), `#!/bin/sh\n[ "$1" != restore ] || sleep 1\nexec ${real} "$@"\n`);
    chmodSync(join(bin, 'restic'), 0o755);
    const slow = { PACKAGE_TAG: 'site-big', PATH: `${bin}:${env['PATH'] ?? ''}` };
    const child = spawn('sh', [restore], {
      env: { ...env, ...slow, RESTORE_DIR: join(home, 'big') },
      timeout: 30_000,
    });
    const exit = new Promise((resolve) => child.once('exit', resolve));
    while (left('big').length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGTERM');
    expect(await exit).toBe(143);
    expect(left('big')).toEqual([]);
    expect(run('big', { PACKAGE_TAG: 'site-big' })).toMatchObject({ status: 0 });
    expect(statSync(join(home, 'big/agent.js')).size).toBe(64 * 2 ** 20);
    expect(left('big')).toEqual(['big']);
  });

  it('restores nothing of a repository that was damaged', () => {
    const packs = join(home, 'repository/data');
    for (const file of readdirSync(packs, { recursive: true, encoding: 'utf8' })) {
      const path = join(packs, file);
      if (!statSync(path).isFile() || statSync(path).size < 2 ** 20) continue;
      chmodSync(path, 0o600);
      const content = readFileSync(path);
      content.fill(0, 1000, 5000);
      writeFileSync(path, content);
    }
    expect(run('damaged', { PACKAGE_TAG: 'site-big' })).toMatchObject({ status: 5 });
    expect(left('damaged')).toEqual([]);
  });
});
