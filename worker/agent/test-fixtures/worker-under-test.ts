import { spawn, type ChildProcess } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';
import type { WorkerPlatform } from '#testing/worker-platform.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A folder laid out as the worker ships: one bundle a program. `fake`: engine and bench are the scripts beside this file. */
export async function installWorker(programs: 'fake' | 'real'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yardstick-worker-'));
  const sources: [string, string][] = [['agent', here('../main.ts')]];
  if (programs === 'real')
    sources.push(['engine', here('../../engine/main.ts')], ['bench-llm', here('../../bench/main.ts')]);
  await build({
    entryPoints: Object.fromEntries(sources),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outdir: folder,
    logLevel: 'error',
    // Packages in CommonJS (undici) call require for Node's own modules.
    banner: {
      js: "import { createRequire as banneredRequire } from 'node:module'; const require = banneredRequire(import.meta.url);",
    },
  });
  await Promise.all([
    writeFile(join(folder, 'package.json'), '{"type":"module"}'),
    ...(programs === 'fake'
      ? [
          copyFile(here('./fake-engine.mjs'), join(folder, 'engine.js')),
          copyFile(here('./fake-bench.mjs'), join(folder, 'bench-llm.js')),
          copyFile(here('./result.json'), join(folder, 'result.json')),
        ]
      : []),
  ]);
  return folder;
}

/** One worker's folder and the agent processes that a test starts in it. */
export class WorkerUnderTest {
  readonly workDir: string;
  output = '';
  readonly #install: string;
  readonly #platform: WorkerPlatform;
  #child: ChildProcess | null = null;

  private constructor(install: string, workDir: string, platform: WorkerPlatform) {
    this.#install = install;
    this.workDir = workDir;
    this.#platform = platform;
  }

  static async create(install: string, platform: WorkerPlatform): Promise<WorkerUnderTest> {
    return new WorkerUnderTest(install, await mkdtemp(join(tmpdir(), 'yardstick-work-')), platform);
  }

  start(env: Record<string, string> = {}): void {
    const child = spawn(
      process.execPath,
      [
        join(this.#install, 'agent.js'),
        '--api',
        this.#platform.api,
        '--work-dir',
        this.workDir,
        '--hostname',
        'test-worker',
      ],
      {
        env: {
          PATH: process.env['PATH'] ?? '',
          YARDSTICK_WORKER_TOKEN: this.#platform.registrationToken,
          YARDSTICK_LOG_LEVEL: 'debug',
          YARDSTICK_KILL_INT_S: '0.5',
          YARDSTICK_KILL_TERM_S: '0.5',
          YARDSTICK_RETRY_CAP_S: '0.5',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    this.#child = child;
  }

  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  /** Sends a signal and resolves with the exit code (null when a signal ended it). */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null;
    const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    child.kill(signal);
    return exited;
  }

  /** Process ids of the job's children, newest first, as the journal has them. */
  async childPids(): Promise<number[]> {
    const schema = z.object({
      attempt: z.object({ processes: z.array(z.object({ pid: z.int() })) }).nullable(),
    });
    try {
      const journal = schema.parse(JSON.parse(await readFile(join(this.workDir, 'journal.json'), 'utf8')));
      return journal.attempt?.processes.map((p) => p.pid) ?? [];
    } catch {
      return [];
    }
  }

  /** Ends the agent and everything that it left. */
  async dispose(): Promise<void> {
    const pids = await this.childPids();
    await this.end('SIGKILL');
    for (const pid of pids) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // Gone already, as it should be.
      }
    }
    await rm(this.workDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
