import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup';
/** Short, so that a process waits a moment for its next share and not a tenth of a second. */
const PERIOD_US = 20_000;

/**
 * Gives each process of its own a share of one processor (0.12 is 12 %) by Linux control groups, as a container's limit does, and
 * returns how to lift it; null where control groups are not there or may not be written (not Linux, not root).
 */
export function limitCpu(pids: readonly number[], share: number): (() => Promise<void>) | null {
  const groups: string[] = [];
  const lift = async (): Promise<void> => {
    for (const group of groups) {
      // A process leaves its group when it enters another; a group can go only when it is empty.
      for (const pid of pids) tryWrite(join(group, '..', 'cgroup.procs'), String(pid));
      for (let attempt = 0; attempt < 20; attempt += 1) {
        try {
          rmdirSync(group);
          break;
        } catch {
          await sleep(50);
        }
      }
    }
  };
  const quota = Math.round(PERIOD_US * share);
  for (const pid of pids) {
    const second = existsSync(join(ROOT, 'cgroup.controllers'));
    const group = join(ROOT, second ? '' : 'cpu', `yardstick-bench-${pid}`);
    try {
      mkdirSync(group);
      groups.push(group);
      if (second) writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`);
      else {
        writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
        writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
      }
      writeFileSync(join(group, 'cgroup.procs'), String(pid));
    } catch {
      void lift();
      return null;
    }
  }
  return lift;
}

function tryWrite(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    // The process has ended.
  }
}
