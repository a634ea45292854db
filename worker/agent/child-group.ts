import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { sleep } from './backoff.ts';
import type { ProcessIdentity } from './journal.ts';
import { readBootId } from './machine.ts';
import { isGroupAlive, readStartTicks, signalGroup } from './process-table.ts';

/** How a process ended; `error` when it could not be started at all. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error: string | null;
}

/** Milliseconds before the next, harder signal. */
export interface KillLadder {
  readonly intMs: number;
  readonly termMs: number;
}

/** A little below the agent, so that heartbeats go out while a job takes every core. */
const CHILD_NICENESS = 2;
const AFTER_KILL_MS = 3000;
const POLL_MS = 50;

const living = new Set<number>();

/** Kills every group at once; for the moment before the agent itself exits. */
export function killAllGroups(): void {
  for (const group of living) signalGroup(group, 'SIGKILL');
}

/**
 * A child in a process group of its own whose output goes straight to files: nothing is lost when the agent dies, and
 * a chatty child never waits for it. Its stdin stays open as long as the agent lives: a child may watch it for the end.
 */
export class ChildGroup {
  readonly #child: ChildProcess;
  readonly identity: ProcessIdentity | null;
  /** Resolves when the first process of the group has ended. */
  readonly exited: Promise<Exit>;
  exit: Exit | null = null;

  constructor(options: {
    argv: readonly string[];
    cwd: string;
    env: Readonly<Record<string, string>>;
    stdoutPath: string;
    stderrPath: string;
  }) {
    const [command = '', ...args] = options.argv;
    // 'a': a file that was cut while the child writes must go on at its new end.
    const stdout = openSync(options.stdoutPath, 'a', 0o600);
    const stderr = openSync(options.stderrPath, 'a', 0o600);
    try {
      this.#child = spawn(command, args, {
        cwd: options.cwd,
        env: { ...options.env },
        detached: true,
        stdio: ['pipe', stdout, stderr],
      });
    } finally {
      closeSync(stdout);
      closeSync(stderr);
    }
    this.exited = new Promise((resolve) => {
      const end = (exit: Exit) => {
        this.exit ??= exit;
        resolve(this.exit);
      };
      this.#child.once('exit', (code, signal) => end({ code, signal, error: null }));
      this.#child.once('error', (error) => end({ code: null, signal: null, error: error.message }));
    });
    this.#child.stdin?.on('error', () => undefined);
    const pid = this.#child.pid;
    this.identity =
      pid === undefined ? null : { pid, start_ticks: readStartTicks(pid), boot_id: readBootId() };
    if (pid === undefined) return;
    living.add(pid);
    try {
      setPriority(pid, CHILD_NICENESS);
    } catch {
      // Best effort: some containers forbid it, and the child may be gone already.
    }
  }

  /** Ends the whole group: SIGINT, then SIGTERM, then SIGKILL. False when something of it outlived even that. */
  async stop(ladder: KillLadder): Promise<boolean> {
    const group = this.identity?.pid;
    if (group === undefined) return true;
    const steps: [NodeJS.Signals, number][] = [
      ['SIGINT', ladder.intMs],
      ['SIGTERM', ladder.termMs],
      ['SIGKILL', AFTER_KILL_MS],
    ];
    for (const [signal, waitMs] of steps) {
      if (this.exit !== null && !isGroupAlive(group)) break;
      signalGroup(group, signal);
      await this.#gone(group, waitMs);
    }
    const isGone = !isGroupAlive(group);
    if (isGone) living.delete(group);
    return isGone;
  }

  async #gone(group: number, waitMs: number): Promise<void> {
    const end = performance.now() + waitMs;
    while (performance.now() < end) {
      if (this.exit !== null && !isGroupAlive(group)) return;
      await Promise.race([sleep(Math.min(POLL_MS, waitMs)), ...(this.exit === null ? [this.exited] : [])]);
    }
  }
}

/** "exit code 3", "signal SIGKILL" or why it could not start. */
export function describeExit(exit: Exit): string {
  if (exit.error !== null) return exit.error;
  return exit.signal === null ? `exit code ${exit.code ?? '?'}` : `signal ${exit.signal}`;
}
