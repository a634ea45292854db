import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { programArgs } from './programs.ts';
import type { SizerService } from './sizer-service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The control plane as a process of its own, the way a supervisor runs it. */
export interface ControlPlane {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly pid: number;
  /** A one-time sign-in link of the first owner. */
  signInLink(): Promise<string>;
  /** Everything on standard output (log lines) and standard error so far; empty when output was not kept. */
  log(): string;
  /** Null while it runs. */
  exitCode(): number | null;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>;
}

/**
 * Starts `server/main/main.ts` and waits until it is ready. Throws with its output when it ends before.
 * It is killed after `lifeMs` whatever happens, and with this process.
 */
export async function startControlPlane(options: {
  readonly env: Readonly<Record<string, string>>;
  readonly lifeMs: number;
  /** Arguments for Node itself, such as `--cpu-prof`. */
  readonly nodeArgs?: readonly string[];
  /** Default true; false throws the log away, so that this process does not spend time on it. */
  readonly keepLog?: boolean;
  /** The sizing service that it reaches; none: the sizer is not configured. */
  readonly sizer?: SizerService;
}): Promise<ControlPlane> {
  const keepLog = options.keepLog ?? true;
  const child = spawn(
    process.execPath,
    [...(options.nodeArgs ?? []), ...programArgs('server/main/main.ts')],
    {
      cwd: root,
      env: { ...process.env, PORT: '0', ...options.sizer?.env, ...options.env },
      stdio: ['ignore', keepLog ? 'pipe' : 'ignore', 'pipe', 'ipc'],
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += String(chunk)));
  const killNow = () => void child.kill('SIGKILL');
  const timer = setTimeout(killNow, options.lifeMs);
  process.once('exit', killNow);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      clearTimeout(timer);
      process.off('exit', killNow);
      resolve();
    });
  });
  const { port } = await message(child, 'ready', { port: z.int() }).catch((error: unknown) => {
    killNow();
    throw new Error(`the control plane did not start: ${log}`, { cause: error });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async signInLink() {
      const answer = message(child, 'sign-in-link', { url: z.string() });
      child.send({ type: 'sign-in-link' });
      return (await answer).url;
    },
    log: () => log,
    exitCode: () => child.exitCode,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function message<Shape extends z.ZodRawShape>(child: ChildProcess, event: string, shape: Shape) {
  const schema = z.object({ event: z.literal(event), ...shape });
  return new Promise<z.output<typeof schema>>((resolve, reject) => {
    const onMessage = (received: unknown) => {
      const parsed = schema.safeParse(received);
      if (!parsed.success) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(parsed.data);
    };
    const onExit = (code: number | null) => reject(new Error(`ended with ${code ?? 'a signal'}`));
    child.on('message', onMessage);
    child.once('exit', onExit);
  });
}
