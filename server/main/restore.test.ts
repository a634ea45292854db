import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open.ts';
import { takeLock } from '#server/database/pglite/lock-file.ts';
import { emptyDump } from '#testing/database.ts';
import { makeSqlFolder, notesSql } from '#testing/sql-folder.ts';
import { restore } from './restore.ts';
import { StartError } from './start-error.ts';

const system = { role: 'web_system' };
/** Each starts the engine once or twice, the empty archive even makes a cluster. */
const SLOW = { timeout: 90_000 };

/** The embedded engine only: a PostgreSQL server is restored with its own tools. */
describe('restore', () => {
  let home: string;
  /** With the row `saved`. */
  let backup: string;
  let folder: string;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'yardstick-restore-'));
    const db = await openDatabase({ dataDir: join(home, 'first'), loadFrom: await emptyDump() });
    const sql = makeSqlFolder(notesSql);
    await migrate(db, { dbFolder: sql.path });
    sql.remove();
    await db.one(system, "insert into core.notes (owner, body) values ('a', 'saved')");
    backup = (await db.backup()) ?? '';
    await db.one(system, "insert into core.notes (owner, body) values ('a', 'after')");
    await db.close();
  }, SLOW.timeout);
  afterAll(() => {
    rmSync(home, { recursive: true, force: true });
  });
  beforeEach(() => {
    folder = mkdtempSync(join(home, 'data-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
    restore(args, { YARDSTICK_DATA: folder, ...environment });
  async function notes(): Promise<string[]> {
    const db = await openDatabase({ dataDir: folder });
    try {
      const { rows } = await db.one<{ body: string }>(system, 'select body from core.notes order by body');
      return rows.map(({ body }) => body);
    } finally {
      await db.close();
    }
  }

  /** A database that is in the way: with the row `after` too, and a file to know it by. */
  function copyFirst(): void {
    cpSync(join(home, 'first', 'pglite'), join(folder, 'pglite'), { recursive: true });
    writeFileSync(join(folder, 'pglite', 'marker'), '');
  }

  it('fills an empty folder with what was backed up, and frees it', SLOW, async () => {
    await run([backup]);
    expect(readdirSync(folder)).toEqual(['pglite']);
    expect(await notes()).toEqual(['saved']);
  });

  it('refuses a database in the way, and with --replace keeps it aside', SLOW, async () => {
    copyFirst();
    await expect(run([backup])).rejects.toThrow(/holds a database already: with --replace/);
    const release = takeLock(join(folder, 'pglite.lock'), folder);
    await expect(run([backup, '--replace'])).rejects.toThrow(/in use by process \d+/);
    release();
    expect(readdirSync(folder)).toEqual(['pglite']);
    expect(existsSync(join(folder, 'pglite', 'marker'))).toBe(true);

    await run([backup, '--replace']);
    const [current = '', aside = ''] = readdirSync(folder).sort();
    expect([current, aside]).toEqual(['pglite', expect.stringMatching(/^pglite\.replaced-\d{4}-/)]);
    expect(existsSync(join(folder, aside, 'marker'))).toBe(true);
    expect(await notes()).toEqual(['saved']);
  });

  it.each([
    ['no archive', Buffer.from('hello')],
    ['an empty archive', gzipSync(Buffer.alloc(1_024))],
  ])('changes nothing for %s', SLOW, async (_what, content) => {
    copyFirst();
    const bad = join(folder, 'bad.tar.gz');
    writeFileSync(bad, content);
    const attempt = run([bad, '--replace']);
    await expect(attempt).rejects.toBeInstanceOf(StartError);
    await expect(attempt).rejects.toThrow(/bad\.tar\.gz cannot be restored: .+/);
    expect(readdirSync(folder).sort()).toEqual(['bad.tar.gz', 'pglite']);
    expect(existsSync(join(folder, 'pglite', 'marker'))).toBe(true);
  });

  it.each([
    [[], /^usage: restore FILE \[--replace\]$/],
    [['a', 'b'], /^usage/],
    [['--force', 'a'], /^usage/],
    [['/nowhere/at-all.tar.gz'], /^cannot read \/nowhere\/at-all\.tar\.gz$/],
    [[tmpdir()], /^cannot read/],
  ])('says how to use it: %j', async (args, message) => {
    await expect(run(args)).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not for a PostgreSQL server', async () => {
    const attempt = run([backup], { DATABASE_URL: 'postgres://somebody@127.0.0.1:1/none' });
    await expect(attempt).rejects.toThrow('restore is for the embedded database');
    expect(existsSync(join(folder, 'pglite'))).toBe(false);
  });
});
