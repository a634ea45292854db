import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { processIdentitySchema, type ProcessIdentity } from './journal.ts';
import { isGroupAlive, killLeftovers } from './process-table.ts';
import { programArgv } from './programs.ts';

/** First argument that makes the agent's program a watchdog; the second is the marker of the attempt. */
export const WATCHDOG_COMMAND = 'watch-attempt';

const RELEASED = 'released';
/** Something may fork while it is killed, and a process in a system call of its driver takes its time to end. */
const KILL_FOR_MS = 10_000;
const KILL_EVERY_MS = 200;

/**
 * A process beside the agent that kills an attempt's processes when the agent ends without doing so: model servers do
 * not watch their parent, and one that outlives a killed agent holds its GPUs until the agent's next start.
 */
export class Watchdog {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** To be started before the attempt's first process: from then on, everything that carries the marker is known. */
  static start(marker: string): Watchdog {
    const [command = '', ...args] = programArgv('agent');
    // In a session of its own: a terminal's Ctrl-C, and a signal to the agent's group, are not for it.
    const child = spawn(command, [...args, WATCHDOG_COMMAND, marker], {
      detached: true,
      cwd: '/',
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // Without a watchdog the job runs as well as with it.
    child.on('error', () => undefined);
    child.stdin.on('error', () => undefined);
    child.unref();
    return new Watchdog(child);
  }

  /** Names the processes whose groups are to end with the agent. */
  watch(processes: readonly ProcessIdentity[]): void {
    this.#child.stdin?.write(`${JSON.stringify(processes)}\n`);
  }

  /** The attempt's processes are gone: nothing is left to watch. */
  release(): void {
    this.#child.stdin?.end(`${RELEASED}\n`);
  }
}

/** The watchdog's own program: resolves when the agent released it, or is gone and the attempt's processes are, too. */
export async function runWatchdog(marker: string): Promise<void> {
  // Who ends the agent by a signal to all of its processes must not end this one first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  let processes: ProcessIdentity[] = [];
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === RELEASED) return;
    try {
      processes = z.array(processIdentitySchema).parse(JSON.parse(line));
    } catch {
      // The agent died within this line; the marker finds what it would have named.
    }
  }
  const end = performance.now() + KILL_FOR_MS;
  do {
    const killed = killLeftovers(processes, marker);
    if (killed.length === 0 && !processes.some(({ pid }) => isGroupAlive(pid))) return;
    await sleep(KILL_EVERY_MS);
  } while (performance.now() < end);
}
