import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { SizerSettings } from '#server/api/sizer/sizer-upstream.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readySchema = z.object({ event: z.literal('ready'), port: z.int() });

/** The sizing service as a process of its own. */
export interface SizerService {
  /** What a control plane needs to reach it. */
  readonly settings: SizerSettings;
  /** The same as environment variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly dataFolder: string;
  /** Everything it printed so far. */
  log(): string;
  /** SIGTERM, waits for the end, and removes its folder unless `keepData`. */
  stop(options?: { readonly keepData?: boolean }): Promise<void>;
}

/**
 * Starts `server/sizer/main.ts` and waits until it is ready. Throws with its output when it ends before. It is killed after
 * `lifeMs` whatever happens, and with this process. A `previous` one's secret, port and data are used again.
 */
export async function startSizerService(options: {
  readonly lifeMs: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly previous?: SizerService;
}): Promise<SizerService> {
  const { previous } = options;
  const dataFolder = previous?.dataFolder ?? mkdtempSync(join(tmpdir(), 'yardstick-sizer-'));
  const secret = previous?.env['SIZER_JWT_SECRET'] ?? randomBytes(36).toString('base64url');
  const port = previous === undefined ? '0' : new URL(previous.settings.url).port;
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/sizer/main.ts')], {
    cwd: root,
    env: {
      ...process.env,
      SIZER_HOST: '127.0.0.1',
      SIZER_PORT: port,
      SIZER_JWT_SECRET: secret,
      SIZER_DATA: dataFolder,
      SIZER_THREADS: '1',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
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
  const ready = await new Promise<z.output<typeof readySchema>>((resolve, reject) => {
    child.on('message', (message) => {
      const parsed = readySchema.safeParse(message);
      if (parsed.success) resolve(parsed.data);
    });
    child.once('close', () => reject(new Error(`the sizing service did not start: ${log}`)));
  });
  const url = `http://127.0.0.1:${ready.port}`;
  return {
    settings: { url, secret: Buffer.from(secret) },
    env: { HARDWARE_SIZER_URL: url, SIZER_JWT_SECRET: secret },
    dataFolder,
    log: () => log,
    async stop({ keepData = false } = {}) {
      child.kill('SIGTERM');
      await ended;
      if (!keepData) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
