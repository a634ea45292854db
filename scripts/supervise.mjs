// Keeps one child program running: starts it again when it dies, gives up when it says that starting is pointless.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Exit codes by which a program says that starting it again would not help: its settings are wrong (2), the platform refuses it (3). */
const DO_NOT_RESTART = [2, 3];

/**
 * Starts `command` and restarts it with growing pauses (1 s to 30 s) whenever it ends by itself. Output goes to
 * `logFile`; with `echo` to the terminal too. `onStart(child)` is called for every start, `onGiveUp(code, tail)` when it
 * ends with the code that forbids a restart.
 */
export function supervise({ name, command, args, env, cwd, logFile, echo, onStart, onGiveUp }) {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  let child;
  let stopping = false;
  let failures = 0;
  let timer;

  const start = () => {
    const startedAt = Date.now();
    let tail = '';
    // A group of its own: Ctrl-C reaches only the supervisor, which stops the programs in order.
    child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        log.write(chunk);
        if (echo) process.stderr.write(chunk);
        tail = (tail + chunk).slice(-4000);
      });
    }
    child.on('exit', (code, signal) => {
      if (stopping) return;
      if (DO_NOT_RESTART.includes(code)) {
        onGiveUp?.(code, tail);
        return;
      }
      failures = Date.now() - startedAt > 30_000 ? 1 : failures + 1;
      const pause = Math.min(30_000, 1000 * 2 ** (failures - 1));
      console.error(
        `${name} ended (${signal ?? `code ${code}`}); starting it again in ${pause / 1000} s. Log: ${logFile}`,
      );
      timer = setTimeout(start, pause);
    });
    onStart?.(child);
  };
  start();

  return {
    child: () => child,
    /** Tells the program something; one that is just dying is told nothing, and asks again when it is back. */
    send(message) {
      if (child?.connected) child.send(message, () => undefined);
    },
    /** Asks the program to end, and makes it after `graceMs`. */
    async stop(graceMs) {
      stopping = true;
      clearTimeout(timer);
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await ended;
      clearTimeout(killer);
    },
  };
}
