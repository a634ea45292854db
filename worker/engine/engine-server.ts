import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EngineConfig } from './config.ts';
import type { SimulatedEngine } from './core/engine.ts';
import { GpuTelemetry, type SimulatedGpuSample } from './core/gpu-telemetry.ts';
import type { KvBlocks } from './core/kv-blocks.ts';
import type { Scheduler, Sequence } from './core/scheduler.ts';
import { decode, encode, isTokenId } from './core/tokenizer.ts';
import { Generation } from './http/generation.ts';
import {
  type GenerationRequest,
  RequestProblem,
  readGenerationRequest,
  readMessages,
} from './http/generation-request.ts';
import { readJson, sendJson } from './http/json-body.ts';
import { EngineMetrics } from './http/metrics.ts';
import { loadEngine } from './load-engine.ts';

const TELEMETRY_INTERVAL_MS = 1000;

export interface EngineServer {
  readonly port: number;
  readonly baseUrl: string;
  readonly modelName: string;
  /** Ends every connection and the step loop. */
  close: () => Promise<void>;
}

/**
 * Starts the simulated engine and resolves when it listens (its /health may still answer 503). `crash` is called
 * where the configuration wants the process to die. Throws EngineStartError when the model cannot be loaded.
 */
export async function startEngineServer(
  config: EngineConfig,
  options: { crash: () => void; apiKey: string | null },
): Promise<EngineServer> {
  const handler = new EngineHandler(config, options);
  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 0 }, (request, response) => {
    void handler.handle(request, response);
  });
  await listen(server, config);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    baseUrl: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    modelName: handler.modelName,
    close: async () => {
      handler.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: Server, config: EngineConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // The default backlog of 511 would drop part of a wave of 1,000 new connections.
    server.listen({ port: config.port, host: config.host, backlog: 4096 }, resolve);
  });
}

class EngineHandler {
  readonly modelName: string;
  readonly #config: EngineConfig;
  readonly #crash: () => void;
  readonly #apiKey: string | null;
  readonly #kv: KvBlocks;
  readonly #scheduler: Scheduler;
  readonly #engine: SimulatedEngine;
  readonly #frontendMs: number;
  readonly #metrics = new EngineMetrics();
  readonly #telemetry: GpuTelemetry;
  readonly #sampler: NodeJS.Timeout;
  readonly #readyAt: number;
  readonly #startedAt = Math.floor(Date.now() / 1000);
  #samples: SimulatedGpuSample[];
  #requests = 0;

  constructor(config: EngineConfig, options: { crash: () => void; apiKey: string | null }) {
    const loaded = loadEngine(config);
    this.modelName = config.served_model_name ?? config.model;
    this.#config = config;
    this.#crash = options.crash;
    this.#apiKey = options.apiKey;
    this.#kv = loaded.kv;
    this.#scheduler = loaded.scheduler;
    this.#engine = loaded.engine;
    this.#frontendMs = loaded.stepTime.frontendMs * config.time_scale;
    this.#readyAt = performance.now() + config.startup_delay_ms;
    this.#telemetry = new GpuTelemetry({
      gpu: loaded.gpu,
      gpuCount: config.gpu_count,
      gpuMemoryUtilization: config.gpu_memory_utilization,
      now: performance.now(),
    });
    this.#samples = this.#telemetry.sample(this.#engine, performance.now(), new Date());
    this.#sampler = setInterval(() => {
      this.#samples = this.#telemetry.sample(this.#engine, performance.now(), new Date());
    }, TELEMETRY_INTERVAL_MS).unref();
  }

  close(): void {
    clearInterval(this.#sampler);
    this.#engine.close();
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      if (response.headersSent) {
        response.destroy();
      } else if (error instanceof RequestProblem) {
        sendJson(response, error.status, {
          error: { message: error.message, type: error.type, param: null, code: error.status },
        });
      } else {
        const message = error instanceof Error ? error.message : String(error);
        sendJson(response, 500, { error: { message, type: 'InternalServerError', param: null, code: 500 } });
      }
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const route = `${request.method ?? 'GET'} ${path}`;
    const isReady = performance.now() >= this.#readyAt;
    if (route === 'GET /health') {
      response.writeHead(isReady ? 200 : 503).end();
      return;
    }
    const watch = this.#watchRoutes[route];
    if (watch !== undefined) {
      watch(response);
      return;
    }
    if (!isReady) throw new RequestProblem(503, 'ServiceUnavailable', 'the engine is still starting');
    if (path.startsWith('/v1/')) this.#authorize(request);
    if (route === 'GET /v1/models') {
      sendJson(response, 200, { object: 'list', data: [this.#modelCard()] });
      return;
    }
    const post = this.#postRoutes[route];
    if (post === undefined) throw new RequestProblem(404, 'NotFoundError', `no ${route}`);
    post(await readJson(request), response);
  }

  /** Reads that answer even while the engine starts. */
  readonly #watchRoutes: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'GET /metrics': (response) =>
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(this.#renderMetrics()),
    'GET /version': (response) => sendJson(response, 200, { version: 'simulated' }),
    'GET /sim/telemetry': (response) => sendJson(response, 200, { simulated: true, samples: this.#samples }),
    'GET /sim/state': (response) => sendJson(response, 200, { simulated: true, ...this.#state() }),
  };

  readonly #postRoutes: Readonly<Record<string, (body: unknown, response: ServerResponse) => void>> = {
    'POST /v1/completions': (body, response) => this.#generate('completion', body, response),
    'POST /v1/chat/completions': (body, response) => this.#generate('chat', body, response),
    'POST /tokenize': (body, response) => sendJson(response, 200, this.#tokenize(body)),
    'POST /detokenize': (body, response) => sendJson(response, 200, { prompt: decode(readTokens(body)) }),
    'POST /reset_prefix_cache': (_body, response) => {
      this.#kv.resetPrefixCache();
      response.writeHead(200).end();
    },
  };

  #generate(kind: GenerationRequest['kind'], body: unknown, response: ServerResponse): void {
    const number = ++this.#requests;
    const request = readGenerationRequest(kind, body, {
      modelName: this.modelName,
      maxModelLen: this.#config.max_model_len,
      meanOutputTokens: this.#config.mean_output_tokens,
      seed: this.#config.seed,
      behaviour: this.#config.behaviour,
    });
    const { behaviour } = request;
    if (behaviour.fail_status !== null && number % behaviour.fail_every === 0) {
      if (behaviour.retry_after_s !== null) response.setHeader('retry-after', behaviour.retry_after_s);
      throw new RequestProblem(
        behaviour.fail_status,
        'SimulatedError',
        `simulated status ${behaviour.fail_status}`,
      );
    }

    const receivedAt = performance.now();
    let sequence: Sequence | null = null;
    let lastTokenAt = receivedAt;
    const forget = () => {
      if (sequence === null || sequence.state === 'ended') return;
      this.#engine.abort(sequence);
      this.#metrics.finished.abort++;
    };
    const identity = {
      id: `${kind === 'chat' ? 'chatcmpl' : 'cmpl'}-${randomBytes(12).toString('hex')}`,
      created: Math.floor(Date.now() / 1000),
      modelName: this.modelName,
    };
    const generation = new Generation(request, response, identity, forget);
    response.on('close', forget);

    const onToken = () => {
      const now = performance.now();
      if (lastTokenAt === receivedAt) {
        if (number === this.#config.crash_after_requests) {
          this.#crash();
          return;
        }
        this.#metrics.promptTokens += request.promptTokens.length;
        this.#metrics.timeToFirstToken.observe((now - receivedAt) / 1000);
      } else {
        this.#metrics.interTokenLatency.observe((now - lastTokenAt) / 1000);
      }
      lastTokenAt = now;
      this.#metrics.generationTokens++;
      if (sequence?.state === 'ended') {
        this.#metrics.finished[request.finishReason]++;
        this.#metrics.endToEnd.observe((now - receivedAt) / 1000);
      }
      generation.token();
    };
    const submit = () => {
      if (!response.destroyed)
        sequence = this.#engine.submit(request.promptTokens, request.outputTokens, onToken);
    };
    setTimeout(() => {
      if (!response.destroyed) generation.open();
    }, behaviour.header_delay_ms);
    setTimeout(submit, Math.max(this.#frontendMs, behaviour.header_delay_ms));
  }

  #authorize(request: IncomingMessage): void {
    if (this.#apiKey === null || request.headers.authorization === `Bearer ${this.#apiKey}`) return;
    throw new RequestProblem(401, 'AuthenticationError', 'Unauthorized');
  }

  #tokenize(body: unknown): { count: number; max_model_len: number; tokens: number[] } {
    const { prompt, messages } = body as { prompt?: unknown; messages?: unknown };
    const tokens = typeof prompt === 'string' ? encode(prompt) : readMessages(messages);
    return { count: tokens.length, max_model_len: this.#config.max_model_len, tokens };
  }

  #modelCard(): object {
    return {
      id: this.modelName,
      object: 'model',
      created: this.#startedAt,
      owned_by: 'simulated',
      root: this.#config.model,
      parent: null,
      max_model_len: this.#config.max_model_len,
    };
  }

  #state(): object {
    return {
      gpu: this.#config.gpu,
      gpu_count: this.#config.gpu_count,
      model: this.#config.model,
      quantization: this.#config.quantization,
      kv_blocks: this.#kv.totalBlocks,
      kv_usage: this.#kv.usage,
      running: this.#scheduler.runningCount,
      waiting: this.#scheduler.waitingCount,
      preemptions: this.#scheduler.preemptions,
      tick_lag: this.#engine.tickLag(),
    };
  }

  #renderMetrics(): string {
    return this.#metrics.render({
      modelName: this.modelName,
      running: this.#scheduler.runningCount,
      waiting: this.#scheduler.waitingCount,
      kvUsage: this.#kv.usage,
      preemptions: this.#scheduler.preemptions,
      prefixQueries: this.#kv.queriedTokens,
      prefixHits: this.#kv.hitTokens,
      tickLagP99Ms: this.#engine.tickLag()?.p99_ms ?? null,
    });
  }
}

function readTokens(body: unknown): number[] {
  const { tokens } = body as { tokens?: unknown };
  if (Array.isArray(tokens) && tokens.every(isTokenId)) return tokens as number[];
  throw new RequestProblem(400, 'BadRequestError', 'tokens: a list of ids inside the vocabulary');
}
