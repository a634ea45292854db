import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { installLlama } from './install.ts';
import { type TinyModelOptions, tinyModel } from './tiny-gguf.ts';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 3000;
/** A forgotten server does not outlive a test run. */
const LIFETIME_MS = 10 * 60_000;

export interface LlamaServerHandle {
  readonly baseUrl: string;
  readonly model: string;
  stop: () => Promise<void>;
}

/**
 * Starts the real llama.cpp engine with a tiny random model behind the OpenAI API, in a process of its own with one
 * thread, on a free loopback port. The first call on a machine installs it (a few seconds). Throws on another
 * platform than linux-x64 and, with the process's stderr, when it does not come up within a minute.
 */
export async function startLlamaServer(
  options: { model?: TinyModelOptions; contextSize?: number; sequences?: number } = {},
): Promise<LlamaServerHandle> {
  const moduleUrl = await installLlama();
  const folder = await mkdtemp(join(tmpdir(), 'yardstick-llama-'));
  const modelPath = join(folder, 'tiny.gguf');
  await writeFile(modelPath, tinyModel(options.model));

  const entry = fileURLToPath(new URL('server-process.ts', import.meta.url));
  const size = { contextSize: options.contextSize ?? 1024, sequences: options.sequences ?? 16 };
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', entry, moduleUrl.href, modelPath, JSON.stringify(size)],
    { stdio: ['ignore', 'pipe', 'pipe'], timeout: LIFETIME_MS, killSignal: 'SIGKILL' },
  );
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(kill);
    await rm(folder, { recursive: true, force: true });
  };

  const lines = createInterface({ input: child.stdout });
  const listening = once(lines, 'line', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  const first = await Promise.race([listening, exited.then(() => null)]).catch(() => null);
  if (first === null) {
    await stop();
    throw new Error(`llama.cpp did not start: ${stderr.trim()}`);
  }
  const { port } = JSON.parse(String(first[0])) as { port: number };
  return { baseUrl: `http://127.0.0.1:${port}`, model: 'tiny-random-llama', stop };
}
