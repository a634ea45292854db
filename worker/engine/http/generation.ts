import type { ServerResponse } from 'node:http';
import { createTextSource } from '../core/generated-text.ts';
import { EventStream } from './event-stream.ts';
import type { GenerationRequest } from './generation-request.ts';

export interface GenerationIdentity {
  readonly id: string;
  readonly created: number;
  readonly modelName: string;
}

type Channel = 'content' | 'reasoning';

/** What the server does when a request's behaviour says that the engine must forget it. */
export type Forget = () => void;

/** Answers one request: `token()` for each generated token, the rest follows from the request and its behaviour. */
export class Generation {
  readonly #request: GenerationRequest;
  readonly #response: ServerResponse;
  readonly #stream: EventStream;
  readonly #identity: GenerationIdentity;
  readonly #nextPiece: () => string;
  readonly #forget: Forget;
  /** Start of every chunk, up to its `choices`. */
  readonly #head: string;
  #tokens = 0;
  #pending = '';
  #pendingTokens = 0;
  #pendingChannel: Channel = 'content';
  #hasSentText = false;
  #isDone = false;
  readonly #texts: Record<Channel, string> = { content: '', reasoning: '' };

  constructor(
    request: GenerationRequest,
    response: ServerResponse,
    identity: GenerationIdentity,
    forget: Forget,
  ) {
    this.#request = request;
    this.#response = response;
    this.#identity = identity;
    this.#forget = forget;
    this.#stream = new EventStream(response, request.behaviour);
    this.#nextPiece = createTextSource(request.seed);
    const object = request.kind === 'chat' ? 'chat.completion.chunk' : 'text_completion';
    const { id, created, modelName } = identity;
    this.#head = JSON.stringify({ id, object, created, model: modelName }).slice(0, -1);
  }

  /** Sends the headers of a stream and the chunks that come before any token. */
  open(): void {
    const { stream, kind, behaviour } = this.#request;
    if (!stream) return;
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    let text = '';
    if (kind === 'chat' && behaviour.role_chunk)
      text += this.#chunk('{"role":"assistant","content":""}', null);
    if (behaviour.empty_chunk) text += this.#chunk(this.#delta('content', ''), null);
    if (text === '') this.#response.flushHeaders();
    else this.#stream.write(text);
  }

  /** Takes the next generated token. */
  token(): void {
    if (this.#isDone) return;
    const { behaviour, outputTokens, stream } = this.#request;
    this.#tokens++;
    const channel: Channel =
      this.#request.kind === 'chat' && this.#tokens <= behaviour.reasoning_tokens ? 'reasoning' : 'content';
    const piece = this.#nextPiece();
    this.#texts[channel] += stream ? '' : piece;
    if (this.#disturb(piece, channel)) return;

    const isLast = this.#tokens >= outputTokens;
    if (!stream) {
      if (isLast) this.#answerWhole();
      return;
    }
    const switched = this.#pendingTokens > 0 && this.#pendingChannel !== channel ? this.#flush(null) : '';
    this.#hold(piece, channel);
    const size = this.#hasSentText
      ? behaviour.tokens_per_chunk
      : (behaviour.first_chunk_tokens ?? behaviour.tokens_per_chunk);
    if (isLast) this.#finish(switched + this.#flush(this.#request.finishReason));
    else if (this.#pendingTokens >= size) this.#stream.write(switched + this.#flush(null));
    else if (switched !== '') this.#stream.write(switched);
  }

  /** Applies the fault due after this token, if any; true when the answer ends (or stalls) here. */
  #disturb(piece: string, channel: Channel): boolean {
    const { behaviour, stream } = this.#request;
    const due = (after: number | null) => after === this.#tokens;
    const isFault =
      due(behaviour.error_after_tokens) ||
      due(behaviour.hang_after_tokens) ||
      due(behaviour.reset_after_tokens) ||
      due(behaviour.truncate_after_tokens);
    if (!isFault) return false;
    this.#isDone = true;
    this.#forget();
    if (stream) this.#hold(piece, channel);
    const text = stream ? this.#flush(null) : '';
    if (due(behaviour.hang_after_tokens)) {
      if (text !== '') this.#stream.write(text);
    } else if (due(behaviour.reset_after_tokens)) {
      if (text !== '') this.#response.write(text, () => this.#response.socket?.resetAndDestroy());
      else this.#response.socket?.resetAndDestroy();
    } else if (due(behaviour.error_after_tokens)) {
      this.#endWithError(text);
    } else if (stream) {
      this.#stream.end(text);
    } else {
      this.#response.destroy();
    }
    return true;
  }

  #endWithError(text: string): void {
    const error = {
      message: 'simulated engine failure',
      type: 'InternalServerError',
      param: null,
      code: 500,
    };
    const body = JSON.stringify({ error });
    if (!this.#request.stream) {
      this.#response.writeHead(500, { 'content-type': 'application/json' }).end(body);
      return;
    }
    this.#stream.end(text + this.#stream.frame(body) + this.#doneEvent());
  }

  #finish(text: string): void {
    this.#isDone = true;
    const { includeUsage, behaviour } = this.#request;
    const usage =
      includeUsage && behaviour.usage === 'own_chunk'
        ? this.#stream.frame(`${this.#head},"choices":[],"usage":${JSON.stringify(this.#usage())}}`)
        : '';
    this.#stream.end(text + usage + this.#doneEvent());
  }

  #hold(piece: string, channel: Channel): void {
    this.#pending += piece;
    this.#pendingTokens++;
    this.#pendingChannel = channel;
  }

  #flush(finishReason: string | null): string {
    const { includeUsage, continuousUsage, behaviour } = this.#request;
    const withUsage =
      (continuousUsage && behaviour.usage !== 'missing') ||
      (finishReason !== null && includeUsage && behaviour.usage === 'last_text_chunk');
    const chunk = this.#chunk(this.#delta(this.#pendingChannel, this.#pending), finishReason, withUsage);
    this.#pending = '';
    this.#pendingTokens = 0;
    this.#hasSentText = true;
    return chunk;
  }

  /** The part of a choice that carries text. Generated pieces are plain letters: no escaping. */
  #delta(channel: Channel, text: string): string {
    const field = channel === 'reasoning' ? this.#request.behaviour.reasoning_field : 'content';
    return `{"${field}":"${text}"}`;
  }

  #chunk(delta: string, finishReason: string | null, withUsage = false): string {
    const reason = finishReason === null ? 'null' : `"${finishReason}"`;
    const body =
      this.#request.kind === 'chat'
        ? `"delta":${delta},"logprobs":null`
        : `"text":${delta.slice('{"content":'.length, -1)},"logprobs":null`;
    const usage = withUsage ? `,"usage":${JSON.stringify(this.#usage())}` : '';
    return this.#stream.frame(
      `${this.#head},"choices":[{"index":0,${body},"finish_reason":${reason}}]${usage}}`,
    );
  }

  #doneEvent(): string {
    return this.#request.behaviour.done_event ? this.#stream.frame('[DONE]') : '';
  }

  #usage(): { prompt_tokens: number; completion_tokens: number; total_tokens: number } {
    const prompt = this.#request.promptTokens.length;
    return { prompt_tokens: prompt, completion_tokens: this.#tokens, total_tokens: prompt + this.#tokens };
  }

  #answerWhole(): void {
    this.#isDone = true;
    const { kind, behaviour, finishReason } = this.#request;
    const { id, created, modelName } = this.#identity;
    const { content, reasoning } = this.#texts;
    const choice =
      kind === 'chat'
        ? {
            message: {
              role: 'assistant',
              content,
              ...(reasoning === '' ? {} : { [behaviour.reasoning_field]: reasoning }),
            },
          }
        : { text: content };
    const body = JSON.stringify({
      id,
      object: kind === 'chat' ? 'chat.completion' : 'text_completion',
      created,
      model: modelName,
      choices: [{ index: 0, ...choice, logprobs: null, finish_reason: finishReason }],
      ...(behaviour.usage === 'missing' ? {} : { usage: this.#usage() }),
    });
    this.#response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }
}
