import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Every process of this machine with its command line. Linux only. */
export function listProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The command in parentheses may hold spaces; what follows it is state and parent.
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (state === 'Z') return [];
        return [
          {
            pid: Number(name),
            parent: Number(parent),
            command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
          },
        ];
      } catch {
        return []; // ended while it was being read
      }
    });
}

/** Processes whose command line holds all the given texts. */
export function findProcesses(...texts: readonly string[]): RunningProcess[] {
  return listProcesses().filter((process_) => texts.every((text) => process_.command.includes(text)));
}

/** Whether the working folder of a process is inside `folder`. */
export function worksBelow(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  } catch {
    return false;
  }
}
