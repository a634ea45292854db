import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { parseEngineArgs } from './config.ts';

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

function run(...args: string[]) {
  const main = new URL('./main.ts', import.meta.url).pathname;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', main, '--port', '0', '--time-scale', '0.01', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 20_000,
      killSignal: 'SIGKILL',
    },
  );
  children.push(child);
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  const listening = async () => {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return JSON.parse(line) as {
      event: string;
      port: number;
      base_url: string;
      model: string;
      simulated: boolean;
    };
  };
  return { child, exit, listening };
}

it('says where it listens, serves, and ends on SIGTERM', async () => {
  const { child, exit, listening } = run('--served-model-name', 'tiny', '--quantization', 'fp8');
  const said = await listening();
  expect(said).toEqual({
    event: 'listening',
    port: expect.any(Number) as number,
    base_url: `http://127.0.0.1:${said.port}`,
    model: 'tiny',
    simulated: true,
  });
  expect((await fetch(`${said.base_url}/health`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

it('ignores SIGTERM when told to', async () => {
  const { child, exit, listening } = run('--ignore-sigterm', 'true');
  const { base_url } = await listening();
  child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await fetch(`${base_url}/health`)).status).toBe(200);
  child.kill('SIGKILL');
  expect(await exit).toEqual([null, 'SIGKILL']);
});

it('dies at the n-th request as if killed for memory', async () => {
  const { exit, listening } = run('--crash-after-requests', '1');
  const { base_url } = await listening();
  const request = fetch(`${base_url}/v1/completions`, {
    method: 'POST',
    body: '{"prompt":"a","stream":true}',
  });
  await expect(request.then((response) => response.text())).rejects.toThrow();
  expect(await exit).toEqual([137, null]);
});

it('fails at start for lack of memory, and says so', async () => {
  const { child, exit } = run('--oom-at-start', 'true');
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  expect(await exit).toEqual([1, null]);
  expect(stderr).toContain('CUDA out of memory (simulated)');
});

it('reads flags and names the one that is wrong', () => {
  expect(
    parseEngineArgs(['--gpu', 'h200-sxm', '--gpu-count', '2', '--behaviour', '{"crlf":true}']),
  ).toMatchObject({
    gpu: 'h200-sxm',
    gpu_count: 2,
    max_num_seqs: 256,
    behaviour: { crlf: true, role_chunk: true },
  });
  expect(() => parseEngineArgs(['--gpu-count', 'two'])).toThrow('gpu_count');
  expect(() => parseEngineArgs(['--nonsense', '1'])).toThrow('--nonsense');
});
