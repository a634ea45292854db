import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let ticksPerSecond: number | null = null;

/** CPU seconds, user and system, that processes have used with all their threads since they began. Linux only: reads /proc. */
export function cpuSeconds(pids: readonly number[]): number {
  return [...cpuSecondsByPid(pids).values()].reduce((sum, seconds) => sum + seconds, 0);
}

/** The same for each; without those that have ended. */
export function cpuSecondsByPid(pids: readonly number[]): Map<number, number> {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const seconds = new Map<number, number>();
  for (const pid of pids) {
    const stat = readStat(pid);
    if (stat === null) continue;
    // The name, field 2, may hold spaces: fields count from after its parenthesis. utime and stime are 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    seconds.set(pid, (Number(fields[11]) + Number(fields[12])) / ticksPerSecond);
  }
  return seconds;
}

function readStat(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
}
