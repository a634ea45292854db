import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout as later } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDump } from '#testing/database.ts';
import { makeSqlFolder, notesSql } from '#testing/sql-folder.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import type { Database } from '../port.ts';
import { DatabaseLocked } from './lock-file.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const openModule = new URL('../open.ts', import.meta.url).href;
const system = { role: 'web_system' };
const runaway = 'select count(*) from generate_series(1, 2000000000)';

// Each test starts the engine once to three times; beside other work a start alone takes ten seconds.
vi.setConfig({ testTimeout: 120_000 });

/** The embedded engine only; what both engines do is in ../database.test.ts. */
describe('the embedded database', () => {
  let loadFrom: string;
  /** A migrated database's folder, copied for each test. */
  let model: string;
  let folder: string;
  let children: ChildProcess[];
  let open: Database[];

  beforeAll(async () => {
    loadFrom = await emptyDump();
    model = mkdtempSync(join(tmpdir(), 'yardstick-pglite-model-'));
    const db = await openDatabase({ dataDir: model, loadFrom });
    const sql = makeSqlFolder(notesSql);
    await migrate(db, { dbFolder: sql.path });
    sql.remove();
    await db.close();
  });
  afterAll(() => {
    rmSync(model, { recursive: true, force: true });
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'yardstick-pglite-'));
    children = [];
    open = [];
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(open.map((db) => db.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  async function openFolder() {
    const db = await openDatabase({ dataDir: folder });
    open.push(db);
    return db;
  }
  function openMigrated() {
    cpSync(model, folder, { recursive: true });
    return openFolder();
  }
  /** Runs module code in another process; `db` is a database open on the folder. */
  function startChild(code: string): ChildProcess {
    const script = `import { openDatabase } from ${JSON.stringify(openModule)};
      const db = await openDatabase({ dataDir: ${JSON.stringify(folder)} });
      ${code}`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  }
  async function* linesOf(child: ChildProcess): AsyncGenerator<string> {
    if (child.stdout === null) throw new Error('no output');
    yield* createInterface({ input: child.stdout });
  }

  it('keeps its folder to itself, and its data over a restart', async () => {
    const db = await openMigrated();
    await db.one(system, "insert into core.notes (owner, body) values ('a', 'kept')");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'pglite')).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).sort()).toEqual(['pglite', 'pglite.lock']);
    await db.close();
    expect(readdirSync(folder)).toEqual(['pglite']);
    const again = await openFolder();
    const { rows } = await again.one(system, 'select body, session_user::text as session from core.notes');
    expect(rows).toEqual([{ body: 'kept', session: 'authenticator' }]);
  });

  it('refuses a second process, takes over after kill -9, and loses no acknowledged row', async () => {
    cpSync(model, folder, { recursive: true });
    const child = startChild(`for (let i = 1; ; i += 1) {
      await db.one({ role: 'web_system' }, 'insert into core.notes (owner, body) values ($1, $2)', ['child', String(i)]);
      process.stdout.write(i + '\\n');
    }`);
    let acknowledged = 0;
    let isRefused = false;
    for await (const line of linesOf(child)) {
      acknowledged = Number(line);
      if (acknowledged === 1) {
        await expect(openFolder()).rejects.toThrow(`in use by process ${child.pid ?? 0}`);
        await expect(openFolder()).rejects.toThrow(DatabaseLocked);
        isRefused = true;
      }
      if (acknowledged === 150) child.kill('SIGKILL');
    }
    expect(isRefused).toBe(true);
    expect(acknowledged).toBeGreaterThanOrEqual(150);
    const db = await openFolder();
    const { rows } = await db.one<{ n: number; last: number }>(
      system,
      'select count(*)::int as n, max(body::int) as last from core.notes',
    );
    const [found] = rows;
    // One more may have been committed than its acknowledgement was read.
    expect(found?.n).toBe(found?.last);
    expect(found?.n).toBeGreaterThanOrEqual(acknowledged);
  });

  it('starts again after a first start that was cut off', async () => {
    mkdirSync(join(folder, 'pglite.new', 'base'), { recursive: true });
    const db = await openDatabase({ dataDir: folder, loadFrom });
    open.push(db);
    expect((await db.admin((tx) => tx.query('select 1 as one'))).rows).toEqual([{ one: 1 }]);
    expect(readdirSync(folder).sort()).toEqual(['pglite', 'pglite.lock']);
  });

  it('lets others wait while the watchdog stops a runaway, then serves them, listeners too', async () => {
    const db = await openMigrated();
    const heard: string[] = [];
    await db.listen('news', (payload) => heard.push(payload));
    const ticks: number[] = [];
    const ticker = setInterval(() => ticks.push(performance.now()), 10);
    const stopped = db.one({ ...system, timeoutMs: 500 }, runaway).catch((error: unknown) => error);
    const waiting = [1, 2, 3].map((n) => db.one<{ n: number }>(system, 'select $1::int as n', [n]));
    expect(await stopped).toMatchObject({ sqlstate: '57014' });
    expect((await Promise.all(waiting)).map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3]);
    clearInterval(ticker);
    // The server's own event loop went on meanwhile.
    expect(ticks.length).toBeGreaterThan(20);
    await db.one(system, "select pg_notify('news', 'hello')");
    await expect.poll(() => heard).toEqual(['hello']);
  });

  it('says that an in-memory database is gone when the watchdog had to stop it', async () => {
    const db = await openDatabase({ memory: true, loadFrom });
    open.push(db);
    await db.admin((tx) => tx.script('create role web_system'));
    await expect(db.one({ ...system, timeoutMs: 200 }, runaway)).rejects.toMatchObject({ sqlstate: '57014' });
    await expect(db.one(system, 'select 1')).rejects.toMatchObject({
      sqlstate: '08006',
      message: expect.stringContaining('its data is gone') as string,
    });
  });

  it('backs up to a file that fills an empty folder, and drops old ones and halves', async () => {
    const db = await openMigrated();
    await db.one(system, "insert into core.notes (owner, body) values ('a', 'saved')");
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const old = ['1', '2', '3', '4', '5'].map((day) => `yardstick-2020-01-0${day}T00-00-00.000Z.tar.gz`);
    const halves = ['yardstick-2020-01-06T00-00-00.000Z.tar.gz.77.part', `${old[0] ?? ''}.78.part`];
    for (const name of [...old, ...halves, 'mine.tar.gz', 'mine.part'])
      writeFileSync(join(backups, name), '');
    const last = (await db.backup()) ?? '';
    await db.one(system, "insert into core.notes (owner, body) values ('a', 'after')");
    expect(readdirSync(backups).sort()).toEqual([
      'mine.part',
      'mine.tar.gz',
      ...old.slice(1),
      basename(last),
    ]);
    expect(statSync(last).mode & 0o777).toBe(0o600);
    const copy = join(folder, 'copy');
    const restored = await openDatabase({ dataDir: copy, loadFrom: last });
    open.push(restored);
    expect((await restored.one(system, 'select body from core.notes')).rows).toEqual([{ body: 'saved' }]);
    await restored.close();
    await expect(openDatabase({ dataDir: copy, loadFrom: last })).rejects.toThrow('holds a database already');
  });

  it('refuses a call of itself inside its own transaction', async () => {
    const db = await openMigrated();
    await expect(db.tx(system, () => db.one(system, 'select 1'))).rejects.toThrow(
      'called inside a transaction of itself',
    );
    await expect(db.admin(() => db.tx(system, () => Promise.resolve()))).rejects.toThrow(
      'called inside a transaction of itself',
    );
    let after: Promise<unknown> = Promise.resolve();
    await db.tx(system, async (tx) => {
      await tx.query('select 1');
      after = later(50).then(() => db.one(system, 'select 2 as two'));
    });
    expect(await after).toMatchObject({ rows: [{ two: 2 }] });
  });

  it('works as bundles, the thread beside the program', async () => {
    const out = join(repository, 'node_modules', '.cache', 'yardstick', `bundle-${process.pid}`);
    try {
      const main = `import { openDatabase } from ${JSON.stringify(fileURLToPath(openModule))};
        const db = await openDatabase({ memory: true, loadFrom: ${JSON.stringify(loadFrom)} });
        const { rows } = await db.admin((tx) => tx.query('select 40 + $1::int as n', [2]));
        console.log(rows[0].n);
        await db.close();`;
      const common = {
        bundle: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
        outdir: out,
      } as const;
      await build({
        ...common,
        stdin: { contents: main, resolveDir: repository, sourcefile: 'main.ts' },
        entryNames: 'main',
      });
      await build({
        ...common,
        entryPoints: { 'pglite-thread': fileURLToPath(new URL('thread.ts', import.meta.url)) },
      });
      const child = spawn(process.execPath, [fileURLToPath(pathToFileURL(join(out, 'main.js')))], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      const lines: string[] = [];
      for await (const line of linesOf(child)) lines.push(line);
      expect(lines).toEqual(['42']);
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });
});
