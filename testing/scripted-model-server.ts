import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One request as it arrived. */
export interface ScriptedRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Position among the requests that reached the script, from 0. */
  readonly index: number;
  /** Position among the requests of its connection, from 0. */
  readonly indexOnConnection: number;
}

/** Answers one request, byte by byte if need be. */
export type Script = (request: ScriptedRequest, reply: Reply) => void | Promise<void>;

/** A running server; close it in afterEach or afterAll. */
export interface ScriptedServer {
  readonly baseUrl: string;
  readonly port: number;
  /** Requests that reached the script. */
  readonly requests: readonly ScriptedRequest[];
  /** Connections accepted so far. */
  readonly connections: () => number;
  /** Most requests that were being answered by the script at once. */
  readonly maxConcurrent: () => number;
  readonly close: () => Promise<void>;
}

/** The answer side of one request. Nothing is sent that the script does not send. */
export class Reply {
  readonly #socket: net.Socket;
  readonly #onAnswered: () => void;
  #isChunked = false;

  /** `onAnswered` is called before the bytes that end the answer leave. */
  constructor(socket: net.Socket, onAnswered: () => void) {
    this.#socket = socket;
    this.#onAnswered = onAnswered;
  }

  /** Writes bytes as they are and lets the reader take them before it returns, so that they are one read of their own. */
  async raw(bytes: Buffer | string): Promise<void> {
    if (this.#socket.destroyed) return;
    this.#socket.write(bytes);
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Status line and headers; chunked unless `framing` says that the close ends the body. */
  async head(
    status = 200,
    headers: Record<string, string> = {},
    framing: 'chunked' | 'close' = 'chunked',
  ): Promise<void> {
    this.#isChunked = framing === 'chunked';
    const all = {
      'content-type': 'text/event-stream',
      ...(this.#isChunked ? { 'transfer-encoding': 'chunked' } : { connection: 'close' }),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    await this.raw(`HTTP/1.1 ${status} Scripted\r\n${lines.join('')}\r\n`);
  }

  /** One piece of the body as one chunk and one write. */
  async send(body: Buffer | string): Promise<void> {
    await this.raw(this.#isChunked ? chunk(body) : body);
  }

  /** Ends the body: the last chunk, or the connection. */
  async end(): Promise<void> {
    this.#onAnswered();
    if (this.#isChunked) await this.raw('0\r\n\r\n');
    else this.close();
  }

  /** A whole answer with a Content-Length. */
  async whole(status: number, body: string, headers: Record<string, string> = {}): Promise<void> {
    this.#onAnswered();
    const all = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    await this.raw(`HTTP/1.1 ${status} Scripted\r\n${lines.join('')}\r\n${body}`);
  }

  /** A whole event stream: head, each piece as one chunk, end. */
  async stream(pieces: readonly (Buffer | string)[]): Promise<void> {
    await this.head();
    for (const piece of pieces) await this.send(piece);
    await this.end();
  }

  async wait(ms: number): Promise<void> {
    await sleep(ms);
  }

  /** Orderly end of the connection (FIN). */
  close(): void {
    this.#socket.end();
  }

  /** Hard end of the connection (RST). */
  reset(): void {
    this.#socket.resetAndDestroy();
  }
}

/** The chunked framing of one piece of a body. */
export function chunk(body: Buffer | string): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

/** One `data:` event, LF line ends. */
export function event(data: unknown): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** The end mark of a stream. */
export const DONE = event('[DONE]');

/** A text completion event. */
export function textEvent(
  text: string,
  more: { finish?: string; usage?: object; logprobs?: object; token_ids?: number[] } = {},
): string {
  const { finish = null, usage, ...rest } = more;
  return event({
    id: 'x',
    object: 'text_completion',
    choices: [{ index: 0, text, finish_reason: finish, ...rest }],
    ...(usage ? { usage } : {}),
  });
}

/** A chat completion event with the given delta. */
export function chatEvent(delta: object, more: { finish?: string; usage?: object } = {}): string {
  const { finish = null, usage } = more;
  return event({
    id: 'x',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(usage ? { usage } : {}),
  });
}

/** The usage event that OpenAI sends last: no choices. */
export function usageEvent(promptTokens: number, completionTokens: number): string {
  return event({ id: 'x', choices: [], usage: usage(promptTokens, completionTokens) });
}

/** A usage object. */
export function usage(
  promptTokens: number,
  completionTokens: number,
): { prompt_tokens: number; completion_tokens: number; total_tokens: number } {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** Fields of a request body that scripts look at. */
export interface CompletionBody {
  readonly prompt?: string;
  readonly messages?: readonly { readonly content: string }[];
  readonly max_tokens: number;
  readonly ignore_eos?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean; readonly continuous_usage_stats?: boolean };
}

/** The JSON body of a completion request. */
export function completionBody(request: ScriptedRequest): CompletionBody {
  return JSON.parse(request.body) as CompletionBody;
}

/** Words of the prompt: what the well-behaved script counts as tokens. */
export function promptWords(request: ScriptedRequest): number {
  const { prompt, messages } = completionBody(request);
  return (prompt ?? messages?.[0]?.content ?? '').split(' ').filter((word) => word !== '').length;
}

/** A well-behaved server: one token an event, one word a token, `delayMs` before each, exact usage at the end. */
export function wellBehaved(delayMs = 0): Script {
  return async (request, reply) => {
    const { max_tokens } = completionBody(request);
    await reply.head();
    for (let i = 0; i < max_tokens; i++) {
      if (delayMs > 0) await reply.wait(delayMs);
      await reply.send(textEvent(' token', i === max_tokens - 1 ? { finish: 'length' } : {}));
    }
    await reply.send(usageEvent(promptWords(request), max_tokens) + DONE);
    await reply.end();
  };
}

/**
 * Starts a server on 127.0.0.1 that hands every POST to the script, answers `/v1/models` with one model, and 404
 * to any other GET that `gets` has no text for. `paths` are POST paths that the script wants besides completions.
 */
export async function startScriptedServer(
  script: Script,
  options: { gets?: Record<string, () => string>; paths?: Record<string, Script> } = {},
): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;
  let active = 0;
  let maxConcurrent = 0;

  const answer = async (request: ScriptedRequest, socket: net.Socket): Promise<void> => {
    let isActive = false;
    const answered = (): void => {
      if (isActive) active--;
      isActive = false;
    };
    const reply = new Reply(socket, answered);
    const other = options.paths?.[request.path];
    if (other) return other(request, reply);
    if (request.method === 'GET') {
      const text = request.path.endsWith('/v1/models')
        ? JSON.stringify({ data: [{ id: 'scripted' }] })
        : options.gets?.[request.path]?.();
      return text === undefined
        ? reply.whole(404, '{}')
        : reply.whole(200, text, { 'content-type': 'text/plain' });
    }
    if (!request.path.endsWith('completions')) return reply.whole(404, '{}');
    requests.push(request);
    isActive = true;
    maxConcurrent = Math.max(maxConcurrent, ++active);
    try {
      await script(request, reply);
    } finally {
      answered();
    }
  };

  const server = net.createServer({ noDelay: true }, (socket) => {
    connections++;
    sockets.add(socket);
    let pending: Buffer = Buffer.alloc(0);
    let indexOnConnection = 0;
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (data: Buffer) => {
      pending = pending.length === 0 ? data : Buffer.concat([pending, data]);
      for (let parsed = takeRequest(pending); parsed; parsed = takeRequest(pending)) {
        pending = parsed.rest;
        void answer(
          { ...parsed.request, index: requests.length, indexOnConnection: indexOnConnection++ },
          socket,
        ).catch((error: unknown) => {
          // A fault of the script must not look like a fault of the client.
          process.nextTick(() => {
            throw error;
          });
        });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 }, resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    maxConcurrent: () => maxConcurrent,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function takeRequest(
  bytes: Buffer,
): { request: Omit<ScriptedRequest, 'index' | 'indexOnConnection'>; rest: Buffer } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const [method = '', path = ''] = requestLine.split(' ');
  const headers = new Map(
    lines.map(
      (line) =>
        [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
    ),
  );
  const length = Number(headers.get('content-length') ?? 0);
  const bodyStart = headEnd + 4;
  if (bytes.length < bodyStart + length) return null;
  return {
    request: { method, path, headers, body: bytes.toString('utf8', bodyStart, bodyStart + length) },
    rest: Buffer.from(bytes.subarray(bodyStart + length)),
  };
}
