import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseLocked, takeLock } from './lock-file.ts';

describe('takeLock', () => {
  let folder: string;
  let file: string;
  let children: ChildProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'yardstick-lock-'));
    file = join(folder, 'pglite.lock');
    children = [];
  });
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** A live process that is not this one. */
  function startOther(): number {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { stdio: 'ignore' });
    children.push(child);
    if (child.pid === undefined) throw new Error('no process');
    return child.pid;
  }
  const hold = (holder: object): void => writeFileSync(file, JSON.stringify(holder));
  const holder = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

  it('refuses a second taker, frees on release, and releases only its own', () => {
    const release = takeLock(file, folder);
    expect(() => takeLock(file, folder)).toThrow(DatabaseLocked);
    release();
    expect(existsSync(file)).toBe(false);
    const again = takeLock(file, folder);
    hold({ pid: process.pid + 1, started: '1', host: hostname() });
    again();
    expect(existsSync(file)).toBe(true);
  });

  it('names the live process and the folder', () => {
    const pid = startOther();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    hold({ pid, started, host: hostname() });
    expect(() => takeLock(file, folder)).toThrow(
      `the database in ${folder} is in use by process ${pid}: two processes`,
    );
    expect(holder()).toMatchObject({ pid });
  });

  it('takes over from a number that another process has got since', () => {
    hold({ pid: startOther(), started: '1', host: hostname() });
    const release = takeLock(file, folder);
    expect(holder()).toMatchObject({ pid: process.pid });
    release();
  });

  it('takes over from a dead process and from a file that was never filled', async () => {
    const pid = startOther();
    const child = children[0];
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child?.kill('SIGKILL');
    await gone;
    hold({ pid, started: '1', host: hostname() });
    takeLock(file, folder)();
    writeFileSync(file, '');
    takeLock(file, folder)();
    expect(existsSync(file)).toBe(false);
  });

  it('believes a lock of another machine for as long as it beats', () => {
    hold({ pid: 1, started: '1', host: 'elsewhere' });
    expect(() => takeLock(file, folder)).toThrow('process 1 on elsewhere');
    const old = new Date(Date.now() - 60_000);
    utimesSync(file, old, old);
    takeLock(file, folder)();
  });

  it('lets one process at a time take over, and forgets a takeover that died', () => {
    hold({ pid: 2 ** 22 + 1, started: '1', host: hostname() });
    const guard = `${file}.takeover`;
    mkdirSync(guard);
    expect(() => takeLock(file, folder)).toThrow(DatabaseLocked);
    const old = new Date(Date.now() - 60_000);
    utimesSync(guard, old, old);
    const release = takeLock(file, folder);
    expect(holder()).toMatchObject({ pid: process.pid });
    expect(existsSync(guard)).toBe(false);
    release();
  });
});
