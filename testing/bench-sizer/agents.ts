import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { SERVICE_TOKEN } from '#contract/sizer/service.ts';

/**
 * `tsx testing/bench-sizer/agents.ts [ROUNDS]`, the second half of `npm run bench:sizer`: twenty people ask the agent at the same moment.
 * Starts the program as it ships, bundled, with its default threads, and measures each answer from request to last byte. No message is asked twice, as the
 * service remembers its answers. Fails above 300 ms p99.
 */
const LIMIT_P99_MS = 300;
const WARM_UP_ROUNDS = 5;
const LIFE_MS = 240_000;
/** Of Linux' `/proc`: clock ticks a second, the same on every platform that Node runs on. */
const TICKS_PER_S = 100;
const ORG_ID = '00000000-0000-4000-8000-000000000001';

/** `n` makes every number another one. */
const MESSAGES: readonly ((n: number) => string)[] = [
  (n) =>
    `Llama-3.1-70B for ${60 + n} concurrent requests, ${1800 + 7 * n} input and ${400 + n} output tokens`,
  (n) =>
    `I want to serve Llama-3.1-8B with ${1024 + n} input tokens and ${128 + n} output tokens, concurrency 200`,
  (n) => `DeepSeek-R1, concurrency ${100 + n}, ${1000 + n} in, ${900 + n} out, budget $${600 + n}k`,
  (n) =>
    `gpt-oss-120b at ${15_000 + 10 * n} tokens per second in total, ${1000 + n} input tokens, 1000 output`,
  (n) => `Qwen3-32B, ${30 + n} concurrent requests, ${4000 + n} input tokens, ${600 + n} output tokens`,
  (n) =>
    `Size Qwen3-235B-A22B for ${90 + n} concurrent requests, ${2000 + n} input and ${300 + n} output tokens`,
  (n) => `Kimi-K2.5 on AMD only, concurrency ${16 + n}, ${1500 + n} input tokens, ${500 + n} output tokens`,
  (n) =>
    `Llama-3.1-405B for ${40 + n} concurrent requests with ${3000 + n} input and ${512 + n} output tokens`,
  (n) => `DeepSeek-V3 for ${150 + n} concurrent requests, ${2048 + n} input tokens, ${700 + n} output tokens`,
  (n) =>
    `Llama-3.1-70B in fp8 with vLLM, concurrency ${32 + n}, ${900 + n} input and ${250 + n} output tokens`,
  (n) => `gpt-oss-120b on H200, concurrency ${50 + n}, ${1200 + n} input tokens, ${350 + n} output tokens`,
  (n) =>
    `Qwen3-32B on B200 with SGLang, concurrency ${80 + n}, ${1700 + n} input and ${450 + n} output tokens`,
  (n) =>
    `Llama-3.1-8B for ${300 + n} concurrent requests at most 1 node, ${800 + n} input, ${200 + n} output tokens`,
  (n) =>
    `DeepSeek-R1 on at most 4 nodes, concurrency ${64 + n}, ${1300 + n} input and ${1100 + n} output tokens`,
  (n) =>
    `Llama-3.1-70B with p99 latency under 20 seconds, concurrency ${24 + n}, ${2200 + n} in, ${300 + n} out`,
  (n) =>
    `Qwen3-235B-A22B at ${8_000 + 10 * n} tokens per second, ${1400 + n} input tokens and ${600 + n} output`,
  (n) =>
    `Llama-3.1-405B, budget $${900 + n}k, concurrency ${20 + n}, ${1000 + n} input and ${400 + n} output tokens`,
  (n) =>
    `gpt-oss-120b, cheapest option, concurrency ${128 + n}, ${2500 + n} input and ${800 + n} output tokens`,
  (n) => `DeepSeek-V3 on NVIDIA only, concurrency ${70 + n}, ${1600 + n} input and ${900 + n} output tokens`,
  (n) => `Qwen3-32B in bf16, concurrency ${45 + n}, ${1100 + n} input tokens, ${550 + n} output tokens`,
];

const messageSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ready'), port: z.int() }),
  z.object({ event: z.literal('rehearsed') }),
]);
const answerSchema = z.object({ status: z.string(), assistant_message: z.string() });

interface Answered {
  readonly message: string;
  readonly tookMs: number;
  readonly isOk: boolean;
  readonly text: string;
}

/** Throws for a refusal or a question back, which would be quick for the wrong reason. */
function expectPlan({ message, isOk, text }: Answered): void {
  const answer = answerSchema.safeParse(isOk ? JSON.parse(text) : null);
  if (!answer.success || answer.data.status === 'needs_clarification')
    throw new Error(`no plan for “${message}”: ${answer.data?.assistant_message ?? text.slice(0, 300)}`);
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Processor time of a process so far, ms; null where the system has no `/proc`. */
function cpuMsOf(pid: number | undefined): number | null {
  const file = `/proc/${pid ?? 0}/stat`;
  if (!existsSync(file)) return null;
  // After the name in brackets, which may hold blanks: user and system ticks are the 12th and 13th.
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_S;
}

/** The port, once its threads have rehearsed as they do at each start. */
async function portOf(child: ChildProcess): Promise<number> {
  let log = '';
  let port: number | null = null;
  child.stderr?.on('data', (chunk) => (log += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('message', (sent) => {
      const message = messageSchema.parse(sent);
      if (message.event === 'ready') port = message.port;
      else if (port !== null) resolve(port);
    });
    child.once('close', () => reject(new Error(`the sizing service did not start: ${log}`)));
  });
}

/** The program, its thread and its trained model as one folder, below `dist` so that packages are found. */
async function bundled(): Promise<string> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const here = join(root, 'server/sizer');
  const dist = join(root, 'dist');
  mkdirSync(dist, { recursive: true });
  const folder = mkdtempSync(join(dist, 'bench-'));
  await build({
    entryPoints: { sizer: join(here, 'main.ts'), 'sizer-thread': join(here, 'thread.ts') },
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  copyFileSync(join(here, 'calibration/artifact.json'), join(folder, 'sizer-artifact.json'));
  return folder;
}

async function main(rounds: number): Promise<void> {
  const programs = await bundled();
  const dataFolder = mkdtempSync(join(tmpdir(), 'yardstick-bench-'));
  const secret = randomBytes(36).toString('base64url');
  const child = spawn(process.execPath, [join(programs, 'sizer.js')], {
    env: {
      ...process.env,
      SIZER_HOST: '127.0.0.1',
      SIZER_PORT: '0',
      SIZER_JWT_SECRET: secret,
      SIZER_DATA: dataFolder,
      SIZER_THREADS: '',
      SIZER_REHEARSAL_PERCENT: '100',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const killNow = () => void child.kill('SIGKILL');
  const timer = setTimeout(killNow, LIFE_MS);
  process.once('exit', killNow);
  try {
    const url = `http://127.0.0.1:${await portOf(child)}/agent`;
    const ask = async (message: string): Promise<Answered> => {
      const token = await new SignJWT({ org_id: ORG_ID, request_id: 'bench' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(SERVICE_TOKEN.issuer)
        .setAudience(SERVICE_TOKEN.audience)
        .setIssuedAt()
        .setExpirationTime('30s')
        .sign(Buffer.from(secret));
      const begun = performance.now();
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ context: { org_id: ORG_ID }, request: { message } }),
      });
      const text = await response.text();
      return { message, tookMs: performance.now() - begun, isOk: response.ok, text };
    };
    const round = async (n: number): Promise<number[]> => {
      const answers = await Promise.all(MESSAGES.map((messageOf) => ask(messageOf(n))));
      // Read when all have come: people's browsers do not share the service's processors.
      answers.forEach(expectPlan);
      return answers.map(({ tookMs }) => tookMs);
    };
    for (let n = 1; n <= WARM_UP_ROUNDS; n++) await round(n);
    const times: number[] = [];
    const cpuBefore = cpuMsOf(child.pid);
    for (let n = 1; n <= rounds; n++) times.push(...(await round(WARM_UP_ROUNDS + n)));
    const cpuAfter = cpuMsOf(child.pid);
    times.sort((a, b) => a - b);
    const p99 = percentile(times, 0.99);
    const cpu =
      cpuBefore === null || cpuAfter === null
        ? ''
        : `; ${((cpuAfter - cpuBefore) / times.length).toFixed(1)} ms of one core a turn`;
    process.stdout.write(
      `${times.length} agent turns, ${MESSAGES.length} at once on ${availableParallelism()} cores: p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (limit ${LIMIT_P99_MS})${cpu}\n`,
    );
    if (p99 > LIMIT_P99_MS) process.exitCode = 1;
  } finally {
    clearTimeout(timer);
    const ended = new Promise((resolve) => child.once('close', resolve));
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await ended;
    }
    process.off('exit', killNow);
    for (const folder of [dataFolder, programs]) rmSync(folder, { recursive: true, force: true });
  }
}

await main(Number(process.argv[2] ?? 10));
