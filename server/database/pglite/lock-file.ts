import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';

/** Who holds a lock. The start time tells a process from a later one that got the same number. */
interface Holder {
  readonly pid: number;
  readonly started: string | null;
  readonly host: string;
}

const beatMs = 5_000;
/** A lock of another machine (a shared volume, another container) is held while its file is younger than this. */
const foreignStaleMs = 30_000;
const takeoverStaleMs = 10_000;

/** Another live process has the data folder. */
export class DatabaseLocked extends Error {
  readonly pid: number;

  constructor(pid: number, host: string, dataDir: string) {
    const where = host === hostname() ? '' : ` on ${host}`;
    super(
      `the database in ${dataDir} is in use by process ${pid}${where}: two processes on one folder would destroy it. ` +
        'Stop that process, choose another folder, or use a PostgreSQL server (DATABASE_URL).',
    );
    this.name = 'DatabaseLocked';
    this.pid = pid;
  }
}

/**
 * Takes the lock file and returns the function that frees it. PGlite itself locks nothing, and a second process on one
 * folder leaves it unopenable. The lock of a dead process is taken over. Throws DatabaseLocked.
 */
export function takeLock(file: string, dataDir: string): () => void {
  const own: Holder = { pid: process.pid, started: startOf(process.pid), host: hostname() };
  if (!create(file, own)) takeOver(file, dataDir, own);
  const beat = setInterval(() => touch(file), beatMs);
  beat.unref();
  const release = (): void => {
    clearInterval(beat);
    process.off('exit', release);
    const holder = read(file);
    if (holder?.pid === own.pid && holder.started === own.started && holder.host === own.host)
      unlinkSync(file);
  };
  process.on('exit', release);
  return release;
}

function create(file: string, holder: Holder): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', 0o600);
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
  writeSync(descriptor, JSON.stringify(holder));
  closeSync(descriptor);
  return true;
}

/**
 * Only one process at a time looks at a stale lock and replaces it: without that, two that both saw it stale would each
 * remove the other's new one. The file is replaced by rename, so there is no moment without a lock.
 */
function takeOver(file: string, dataDir: string, own: Holder): void {
  const guard = `${file}.takeover`;
  if (!enterGuard(guard)) throw new DatabaseLocked(read(file)?.pid ?? 0, hostname(), dataDir);
  try {
    const holder = read(file);
    if (holder !== null && isAlive(file, holder)) throw new DatabaseLocked(holder.pid, holder.host, dataDir);
    const next = `${file}.${own.pid}`;
    create(next, own);
    renameSync(next, file);
  } finally {
    rmdirSync(guard);
  }
}

function enterGuard(guard: string): boolean {
  for (const isLastTry of [false, true]) {
    try {
      mkdirSync(guard);
      return true;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      if (isLastTry || Date.now() - statSync(guard).mtimeMs < takeoverStaleMs) return false;
      rmdirSync(guard);
    }
  }
  return false;
}

/** Null when the file is gone or was never fully written (its process died between making and filling it). */
function read(file: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const { pid, started, host } = value as Partial<Holder>;
    return typeof pid === 'number' && typeof host === 'string'
      ? { pid, started: started ?? null, host }
      : null;
  } catch {
    return null;
  }
}

function isAlive(file: string, holder: Holder): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(file).mtimeMs < foreignStaleMs;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
  return startOf(holder.pid) === holder.started;
}

/** When a process started, as text to compare; null when it is gone, a zombie, or the system does not tell. */
function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      // Fields after the command's closing bracket, which may itself hold brackets: state is the 1st, start the 20th.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? null : (fields[19] ?? null);
    }
    if (process.platform === 'win32') return null;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/** A beat that fails costs only the belief of another machine; it must not end the server. */
function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    return;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
