import { connect } from 'node:net';
import { z } from 'zod';
import type { LaunchSpec } from '#contract/worker/protocol.ts';
import { isHeaderValue } from '#worker/bench/http/header.ts';
import { PARENT_PIPE_ENV } from '#worker/parent-pipe.ts';
import { isSimulatedEngine } from '#worker/telemetry/sampler.ts';
import { childEnv } from './child-env.ts';
import { ChildGroup } from './child-group.ts';
import type { FileTail } from './file-tail.ts';
import { AttemptFailure } from './outcome.ts';
import { programArgv } from './programs.ts';
import { probeEndpoint, probeHealth, waitUntilReady } from './readiness.ts';
import { maskArgv, maskEnv, type SecretMasker } from './secret-masker.ts';
import type { Workspace } from './workspace.ts';

/** A model server that answers. `child` is null for one that was there before. */
export interface Engine {
  /** Root of its OpenAI API, without `/v1`. */
  readonly baseUrl: string;
  /** Name for requests; null takes the only one that the server lists. */
  readonly model: string | null;
  readonly api: 'completions' | 'chat' | null;
  readonly apiKey: string | null;
  readonly child: ChildGroup | null;
  readonly gpus: 'simulated' | 'local' | 'none';
  readonly visibleGpus: readonly string[] | null;
  /** What was started, secrets masked: kept with the attempt. */
  readonly record: Record<string, unknown>;
}

export interface LaunchContext {
  readonly workspace: Workspace;
  /** Value of the marker variable. */
  readonly marker: string;
  readonly env: NodeJS.ProcessEnv;
  readonly masker: SecretMasker;
  readonly tail: FileTail;
  readonly stopped: AbortSignal;
  /** Hears of the child before anything waits for it, so that it is known however the launch ends. */
  readonly onChild: (child: ChildGroup) => Promise<void>;
}

/** Brings up the model server of a job, or finds the one that it names, and waits until it is ready. Throws AttemptFailure. */
export function launchEngine(launch: LaunchSpec, context: LaunchContext): Promise<Engine> {
  if (launch.kind === 'simulated') return launchSimulated(launch, context);
  if (launch.kind === 'process') return launchProcess(launch, context);
  return attachEndpoint(launch, context);
}

/** Throws AttemptFailure for an endpoint whose address or key no request can carry; quotes neither. */
export function checkEndpoint(launch: LaunchSpec): void {
  if (launch.kind !== 'endpoint') return;
  const { username, password } = new URL(launch.base_url);
  if (username !== '' || password !== '')
    throw new AttemptFailure(
      'launch_refused',
      "The endpoint's address has a user name or password in it; give an API key instead.",
    );
  if (!isHeaderValue(launch.api_key?.trim() ?? ''))
    throw new AttemptFailure(
      'launch_refused',
      "The endpoint's API key has a character that no HTTP header may carry.",
    );
}

const listeningSchema = z.object({ event: z.literal('listening'), port: z.int().min(1).max(65_535) });

async function launchSimulated(
  launch: Extract<LaunchSpec, { kind: 'simulated' }>,
  context: LaunchContext,
): Promise<Engine> {
  const argv = [
    ...programArgv('engine'),
    '--gpu',
    launch.gpu_model,
    '--gpu-count',
    String(launch.gpu_count),
    '--model',
    launch.model_code,
    '--quantization',
    launch.quantization_code,
    '--max-model-len',
    String(launch.max_model_len),
    '--host',
    '127.0.0.1',
    '--port',
    '0',
  ];
  const child = await start(argv, { [PARENT_PIPE_ENV]: '1' }, context);
  let baseUrl = '';
  await waitUntilReady({
    ...watched(child, context),
    timeoutS: launch.ready_timeout_s,
    probe: async () => {
      await context.tail.read();
      const port = findPort(context.tail.lastLines());
      if (port === null)
        return { is: 'waiting', why: 'the simulated engine has not said which port it listens on' };
      baseUrl = `http://127.0.0.1:${port}`;
      return probeHealth(`${baseUrl}/health`);
    },
  });
  const record = { kind: 'simulated', simulated: true, argv, base_url: baseUrl };
  return {
    baseUrl,
    model: null,
    api: null,
    apiKey: null,
    child,
    gpus: 'simulated',
    visibleGpus: null,
    record,
  };
}

function findPort(lines: readonly string[]): number | null {
  for (const line of lines) {
    if (!line.startsWith('{')) continue;
    try {
      const parsed = listeningSchema.safeParse(JSON.parse(line));
      if (parsed.success) return parsed.data.port;
    } catch {
      // Another line that begins with a brace, or one that is not whole yet.
    }
  }
  return null;
}

async function launchProcess(
  launch: Extract<LaunchSpec, { kind: 'process' }>,
  context: LaunchContext,
): Promise<Engine> {
  const baseUrl = `http://${urlHost(launch.host)}:${launch.port}`;
  if (await isPortTaken(launch.host, launch.port)) {
    // Without this, the health check would find the other program and the benchmark would measure that.
    throw new AttemptFailure(
      'engine_port_busy',
      `Another program already listens on ${launch.host}:${launch.port}; the model server cannot use this port.`,
    );
  }
  const child = await start(launch.argv, launch.env, context);
  await waitUntilReady({
    ...watched(child, context),
    timeoutS: launch.ready_timeout_s,
    probe: () => probeHealth(baseUrl + launch.health_path),
  });
  const record = {
    kind: 'process',
    argv: maskArgv(launch.argv, context.masker),
    env: maskEnv(launch.env, context.masker),
    base_url: baseUrl,
  };
  const visible = launch.env['CUDA_VISIBLE_DEVICES']?.split(',').map((id) => id.trim()) ?? null;
  return {
    baseUrl,
    model: launch.served_model_name,
    api: null,
    apiKey: null,
    child,
    gpus: 'local',
    visibleGpus: visible,
    record,
  };
}

async function attachEndpoint(
  launch: Extract<LaunchSpec, { kind: 'endpoint' }>,
  context: LaunchContext,
): Promise<Engine> {
  const baseUrl = launch.base_url.replace(/\/+$/, '').replace(/\/v1$/, '');
  // A key pasted with its line end is meant without it.
  const apiKey = launch.api_key?.trim() ?? null;
  const headers = authorization(apiKey);
  await waitUntilReady({
    ...watched(null, context),
    timeoutS: launch.ready_timeout_s,
    probe: () => probeEndpoint(baseUrl, headers, launch.served_model_name),
  });
  const isSimulated = await isSimulatedEngine(baseUrl, headers);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);
  return {
    baseUrl,
    model: launch.served_model_name,
    api: launch.endpoint_api,
    apiKey,
    child: null,
    gpus: isSimulated ? 'simulated' : isHere ? 'local' : 'none',
    visibleGpus: null,
    record: {
      kind: 'endpoint',
      base_url: context.masker.mask(baseUrl),
      served_model_name: launch.served_model_name,
      ...(isSimulated ? { simulated: true } : {}),
    },
  };
}

/** The header that carries an API key; none without a key. */
export function authorization(apiKey: string | null): Record<string, string> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
}

async function start(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  context: LaunchContext,
): Promise<ChildGroup> {
  const log = context.workspace.log('engine');
  const child = new ChildGroup({
    argv,
    cwd: context.workspace.root,
    env: childEnv(context.env, context.marker, env),
    stdoutPath: log,
    stderrPath: log,
  });
  await context.onChild(child);
  return child;
}

function watched(child: ChildGroup | null, context: LaunchContext) {
  return {
    child,
    stopped: context.stopped,
    logTail: async () => {
      await context.tail.read();
      return context.tail.lastLines().map((line) => context.masker.mask(line));
    },
  };
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  return host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host;
}

/** True when something accepts connections there. */
function isPortTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: urlHost(host).replace(/[[\]]/g, '') });
    const end = (isTaken: boolean) => {
      socket.destroy();
      resolve(isTaken);
    };
    socket.setTimeout(1000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
