import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface PostgresServer {
  /** `postgres://…` of the superuser's database `postgres`. */
  readonly url: string;
  /** Kills the server at once, as a power cut would; `start` brings it back. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

const startTimeoutMs = 30_000;
const run = promisify(execFile);

/**
 * Starts a throwaway PostgreSQL server on 127.0.0.1 at a free port, without a password. It writes nothing through to the
 * disk unless `isDurable`, so that a crash may lose what was acknowledged. Throws when no PostgreSQL is installed.
 */
export async function startPostgresServer(options: { isDurable?: boolean } = {}): Promise<PostgresServer> {
  const durability = options.isDurable === true ? 'on' : 'off';
  const bin = findBinaries();
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'yardstick-postgres-'));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const as = user === null ? {} : { uid: user.uid, gid: user.gid };
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await run(
      join(bin, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'postgres',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
        '--no-instructions',
      ],
      {
        ...as,
        cwd: folder,
      },
    );
    const port = await freePort();
    writeFileSync(
      join(data, 'postgresql.auto.conf'),
      [
        `port = ${port}`,
        "listen_addresses = '127.0.0.1'",
        `unix_socket_directories = '${folder}'`,
        'max_connections = 60',
        'shared_buffers = 32MB',
        `fsync = ${durability}`,
        `synchronous_commit = ${durability}`,
        `full_page_writes = ${durability}`,
        "timezone = 'UTC'",
      ].join('\n'),
    );
    let child: ChildProcess | null = null;
    // The server must not outlive the tests; SIGQUIT is its immediate shutdown.
    const killNow = (): void => {
      child?.kill('SIGQUIT');
      removeFolder();
    };
    process.once('exit', killNow);
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      const ending = child;
      child = null;
      if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
      const exited = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill(signal);
      await exited;
    };
    const server: PostgresServer = {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      crash: () => end('SIGQUIT'),
      async start() {
        child = spawn(join(bin, 'postgres'), ['-D', data], { ...as, cwd: folder, stdio: 'ignore' });
        await waitUntilReady(bin, port, child);
      },
      async stop() {
        await end('SIGINT');
        process.off('exit', killNow);
        removeFolder();
      },
    };
    await server.start();
    return server;
  } catch (error) {
    removeFolder();
    throw error;
  }
}

function findBinaries(): string {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_isready')),
  );
  if (found === undefined)
    throw new Error(
      'TEST_DATABASE=postgres needs PostgreSQL 15 or later: no initdb in PATH or /usr/lib/postgresql',
    );
  return found;
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`. */
function serverUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string): number => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    if (status !== 0)
      throw new Error('PostgreSQL does not run as root, and there is no user "postgres" to run it as');
    return Number(stdout);
  };
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function waitUntilReady(bin: string, port: number, child: ChildProcess): Promise<void> {
  const giveUpAt = Date.now() + startTimeoutMs;
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended at once with code ${child.exitCode}`);
    const isReady = await run(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await later(50);
  }
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL did not start within ${startTimeoutMs} ms`);
}
