import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface RunningProduct {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The one-time sign-in link that was printed. */
  readonly link: string;
  /** Presses Enter at the terminal: another link. */
  newLink(): Promise<string>;
  readonly dataFolder: string;
  readonly process: ChildProcess;
  /** Ctrl-C, and waits for the end; the folder goes too. */
  stop(): Promise<void>;
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('no port'));
      });
    });
  });
}

/** Starts the product the way a person does, on a folder of its own, and waits for the printed link. Throws with the output when it does not come. */
export async function startProduct(
  options: {
    readonly env?: NodeJS.ProcessEnv;
    readonly args?: readonly string[];
    readonly limitMs?: number;
    /** A free one unless given. */
    readonly port?: number;
  } = {},
): Promise<RunningProduct> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'yardstick-product-'));
  const port = options.port ?? (await freePort());
  const child = spawn(
    process.execPath,
    ['scripts/start.mjs', '--port', String(port), '--data', dataFolder, ...(options.args ?? [])],
    {
      cwd: root,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    },
  );
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    }
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    const link = await printedLink(child, options.limitMs ?? 180_000);
    const newLink = () => {
      const link_ = printedLink(child, 30_000);
      child.stdin.write('\n');
      return link_;
    };
    return { url: `http://127.0.0.1:${port}`, link, newLink, dataFolder, process: child, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function printedLink(child: ChildProcess, limitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Error(`no sign-in link after ${limitMs / 1000} s:\n${output}`)),
      limitMs,
    );
    const done = () => {
      clearTimeout(timer);
      child.stdout?.off('data', read);
      child.stderr?.off('data', read);
      child.off('exit', onExit);
    };
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /Sign in \(works once\): (\S+)\n/.exec(output)?.[1];
      if (found === undefined) return;
      done();
      resolve(found);
    };
    const onExit = (code: number | null) => {
      done();
      reject(new Error(`npm start ended with ${code ?? 'a signal'}:\n${output}`));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', onExit);
  });
}
