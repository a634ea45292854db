import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { ProcessIdentity } from './journal.ts';
import { readBootId } from './machine.ts';

/** Name of the variable that marks every process of a job: `<machine id>:<job>:<attempt>;`. */
export const MARKER = 'YARDSTICK_ATTEMPT';

interface ProcessStat {
  readonly state: string;
  readonly group: number;
  readonly startTicks: string;
}

/** State, process group and start time of a process; null when there is none (or no /proc). Fields: proc(5). */
function readStat(pid: number): ProcessStat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The command name, in parentheses, may hold spaces and parentheses itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, , group] = fields;
  const startTicks = fields[19];
  if (state === undefined || group === undefined || startTicks === undefined) return null;
  return { state, group: Number(group), startTicks };
}

/** When a process started, in a form that only compares; null when it is gone. */
export function readStartTicks(pid: number): string | null {
  if (process.platform === 'linux') return readStat(pid)?.startTicks ?? null;
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 5000 }).trim() ||
      null
    );
  } catch {
    return null;
  }
}

/** True when the very process of `identity` still runs: same boot, id and start time. A zombie counts as gone. */
export function isAlive(identity: ProcessIdentity): boolean {
  if (identity.boot_id !== readBootId() || identity.start_ticks === null) return false;
  if (readStartTicks(identity.pid) !== identity.start_ticks) return false;
  return process.platform !== 'linux' || readStat(identity.pid)?.state !== 'Z';
}

/** True while a process group has a member that is not a zombie. */
export function isGroupAlive(group: number): boolean {
  if (process.platform !== 'linux') return signalGroup(group, 0);
  return listPids().some((pid) => {
    const stat = readStat(pid);
    return stat?.group === group && stat.state !== 'Z';
  });
}

/** Sends a signal to a whole process group; false when there is no such group. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** Processes whose MARKER starts with `prefix`, wherever they moved; own process excepted. Linux only, else none. */
export function findMarked(prefix: string): number[] {
  if (process.platform !== 'linux') return [];
  const needle = `${MARKER}=${prefix}`;
  return listPids().filter((pid) => {
    if (pid === process.pid || readStat(pid)?.state === 'Z') return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1')
        .split('\0')
        .some((entry) => entry.startsWith(needle));
    } catch {
      return false;
    }
  });
}

/** Kills what an agent before this one left: the journal's processes with their groups, and everything that carries the marker. */
export function killLeftovers(identities: readonly ProcessIdentity[], markerPrefix: string): number[] {
  const killed = new Set<number>();
  for (const identity of identities) {
    if (!isAlive(identity)) continue;
    signalGroup(identity.pid, 'SIGKILL');
    killed.add(identity.pid);
  }
  for (const pid of findMarked(markerPrefix)) {
    try {
      process.kill(pid, 'SIGKILL');
      killed.add(pid);
    } catch {
      // Gone between the look and the signal.
    }
  }
  return [...killed];
}

function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
