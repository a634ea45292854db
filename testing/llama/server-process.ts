import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { LlamaModel, LlamaModule, LlamaSequence, Token } from './llama-module.ts';

/**
 * An OpenAI-compatible server over llama.cpp, run as `server-process.ts MODULE_URL MODEL_PATH OPTIONS_JSON`.
 * Prints one JSON line when it listens.
 */
const MODEL_NAME = 'tiny-random-llama';
/** With more, ggml's threads spin at a barrier and starve each other on a busy machine. */
const THREADS = 1;

const optionsSchema = z.strictObject({ contextSize: z.int().min(64), sequences: z.int().min(1) });

const requestSchema = z.looseObject({
  model: z.string().nullish(),
  prompt: z.union([z.string(), z.array(z.int())]).optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).optional(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  ignore_eos: z.boolean().nullish(),
  temperature: z.number().min(0).nullish(),
  seed: z.int().nullish(),
});
type LlamaRequest = z.infer<typeof requestSchema>;

class LlamaServer {
  readonly #model: LlamaModel;
  readonly #contextSize: number;
  readonly #sequences: readonly LlamaSequence[];
  readonly #free: LlamaSequence[];
  readonly #queue: ((sequence: LlamaSequence) => void)[] = [];
  #running = 0;
  #served = 0;
  #promptTokens = 0;

  constructor(model: LlamaModel, sequences: readonly LlamaSequence[], contextSize: number) {
    this.#model = model;
    this.#sequences = sequences;
    this.#free = [...sequences];
    this.#contextSize = contextSize;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (`${request.method ?? ''} ${request.url ?? ''}`) {
      case 'GET /health':
        sendJson(response, 200, { status: 'ok' });
        return;
      case 'GET /v1/models':
        sendJson(response, 200, {
          object: 'list',
          data: [
            { id: MODEL_NAME, object: 'model', owned_by: 'llama.cpp', max_model_len: this.#contextSize },
          ],
        });
        return;
      case 'GET /metrics':
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(this.#metrics());
        return;
      case 'POST /v1/completions':
        await this.#generate('completion', await readRequest(request), response);
        return;
      case 'POST /v1/chat/completions':
        await this.#generate('chat', await readRequest(request), response);
        return;
      default:
        sendError(response, 404, `no ${request.method ?? ''} ${request.url ?? ''}`);
    }
  }

  async #generate(
    kind: 'chat' | 'completion',
    request: LlamaRequest,
    response: ServerResponse,
  ): Promise<void> {
    const prompt = this.#promptOf(kind, request);
    const limit = request.max_completion_tokens ?? request.max_tokens ?? 16;
    if (prompt.length === 0 || prompt.length + limit > this.#contextSize) {
      sendError(
        response,
        400,
        `context of ${this.#contextSize} tokens: prompt ${prompt.length}, asked ${limit}`,
      );
      return;
    }
    const base = {
      id: `${kind === 'chat' ? 'chatcmpl' : 'cmpl'}-${++this.#served}`,
      object: kind === 'chat' ? 'chat.completion.chunk' : 'text_completion',
      created: Math.floor(Date.now() / 1000),
      model: MODEL_NAME,
    };
    const send = (body: object) => response.write(`data: ${JSON.stringify({ ...base, ...body })}\n\n`);
    const sequence = await this.#take();
    this.#running++;
    const before = {
      input: sequence.tokenMeter.usedInputTokens,
      output: sequence.tokenMeter.usedOutputTokens,
    };
    const tokens: Token[] = [];
    let finishReason: 'length' | 'stop' = 'length';
    try {
      await sequence.clearHistory();
      if (request.stream) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        if (kind === 'chat') send({ choices: [choice(kind, '', null, { role: 'assistant' })] });
      }
      const generation = sequence.evaluate(prompt, {
        temperature: request.temperature ?? 1,
        yieldEogToken: true,
        ...(typeof request.seed === 'number' ? { seed: request.seed } : {}),
      });
      for await (const token of generation) {
        if (response.destroyed) return;
        if (!request.ignore_eos && this.#model.isEogToken(token)) {
          finishReason = 'stop';
          break;
        }
        tokens.push(token);
        const isLast = tokens.length === limit;
        if (request.stream) {
          const text = this.#model.detokenize([token], false, tokens.slice(-5, -1));
          send({ choices: [choice(kind, text, isLast ? 'length' : null)] });
        }
        if (isLast) break;
      }
    } finally {
      // The meter books the last prompt token as output: its logits are the first generated token.
      const sampled = sequence.tokenMeter.usedOutputTokens - before.output;
      this.#promptTokens += sequence.tokenMeter.usedInputTokens - before.input + Math.min(1, sampled);
      this.#running--;
      this.#give(sequence);
    }
    const usage = {
      prompt_tokens: prompt.length,
      completion_tokens: tokens.length,
      total_tokens: prompt.length + tokens.length,
    };
    if (request.stream) {
      if (finishReason === 'stop') send({ choices: [choice(kind, '', 'stop')] });
      if (request.stream_options?.include_usage) send({ choices: [], usage });
      response.end('data: [DONE]\n\n');
      return;
    }
    const text = this.#model.detokenize(tokens);
    const whole =
      kind === 'chat'
        ? { index: 0, message: { role: 'assistant', content: text }, finish_reason: finishReason }
        : { index: 0, text, finish_reason: finishReason };
    sendJson(response, 200, { ...base, object: base.object.replace('.chunk', ''), choices: [whole], usage });
  }

  #promptOf(kind: 'chat' | 'completion', request: LlamaRequest): Token[] {
    if (kind === 'chat') {
      const lines = (request.messages ?? []).map(({ role, content }) => `${role}: ${content}\n`);
      return lines.length === 0 ? [] : this.#model.tokenize(`${lines.join('')}assistant: `);
    }
    const { prompt = '' } = request;
    return typeof prompt === 'string' ? this.#model.tokenize(prompt) : prompt;
  }

  #take(): Promise<LlamaSequence> {
    const sequence = this.#free.pop();
    return sequence ? Promise.resolve(sequence) : new Promise((resolve) => this.#queue.push(resolve));
  }

  #give(sequence: LlamaSequence): void {
    const next = this.#queue.shift();
    if (next) next(sequence);
    else this.#free.push(sequence);
  }

  /**
   * Names of llama.cpp's own server, but for the number of requests, which that does not have. Token counts come from
   * the engine's meter, not from what was streamed; generated ones as they are, prompts as their requests end.
   */
  #metrics(): string {
    const generated = this.#sequences.reduce((sum, { tokenMeter }) => sum + tokenMeter.usedOutputTokens, 0);
    return [
      `llamacpp:prompt_tokens_total ${this.#promptTokens}`,
      `llamacpp:tokens_predicted_total ${generated}`,
      `llamacpp:requests_total ${this.#served}`,
      `llamacpp:requests_processing ${this.#running}`,
      `llamacpp:requests_deferred ${this.#queue.length}`,
      '',
    ].join('\n');
  }
}

function choice(
  kind: 'chat' | 'completion',
  text: string,
  finishReason: string | null,
  extra: object = {},
): object {
  const part = kind === 'chat' ? { delta: { ...extra, content: text } } : { text };
  return { index: 0, ...part, finish_reason: finishReason };
}

async function readRequest(request: IncomingMessage): Promise<LlamaRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return requestSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else sendJson(response, status, { error: { message, type: 'invalid_request_error', code: status } });
}

const [moduleUrl = '', modelPath = '', optionsJson = '{}'] = process.argv.slice(2);
const options = optionsSchema.parse(JSON.parse(optionsJson));
const { getLlama } = (await import(moduleUrl)) as LlamaModule;
const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'warn', maxThreads: THREADS });
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ ...options, batchSize: 512, threads: THREADS });
const sequences = Array.from({ length: options.sequences }, () => context.getSequence());
const llamaServer = new LlamaServer(model, sequences, options.contextSize);
const server = createServer((request, response) => {
  llamaServer.handle(request, response).catch((error: unknown) => {
    sendError(
      response,
      error instanceof z.ZodError || error instanceof SyntaxError ? 400 : 500,
      String(error),
    );
  });
});
process.on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(
    `${JSON.stringify({ event: 'listening', port: (server.address() as AddressInfo).port })}\n`,
  );
});
