import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import type { OutgoingRequest } from '#worker/bench/http/client.ts';

/** Parts of a request that some servers refuse; each is dropped only after a 400 or 422 showed it. */
export interface RequestFeatures {
  /** `stream_options.continuous_usage_stats` (vLLM): token totals with every event. */
  readonly continuousUsage: boolean;
  /** `stream_options.include_usage` (OpenAI). */
  readonly includeUsage: boolean;
  /** `ignore_eos` (vLLM, SGLang, llama.cpp): generate exactly the output length. */
  readonly ignoreEos: boolean;
}

/** From most to least that is asked of a server. */
export function featureLadder(wantsIgnoreEos: boolean): readonly RequestFeatures[] {
  const steps = [
    { continuousUsage: true, includeUsage: true, ignoreEos: wantsIgnoreEos },
    { continuousUsage: false, includeUsage: true, ignoreEos: wantsIgnoreEos },
    { continuousUsage: false, includeUsage: false, ignoreEos: wantsIgnoreEos },
  ];
  return wantsIgnoreEos
    ? [
        ...steps,
        { continuousUsage: false, includeUsage: true, ignoreEos: false },
        { continuousUsage: false, includeUsage: false, ignoreEos: false },
      ]
    : steps;
}

/** Turns prompts into complete HTTP requests for one server, model and set of features. */
export class RequestBuilder {
  readonly #path: string;
  readonly #spec: BenchLlmSpec;
  readonly #model: string;
  readonly #features: RequestFeatures;
  readonly #headers: Readonly<Record<string, string>>;

  /** `apiKey` goes into the Authorization header and nowhere else. */
  constructor(spec: BenchLlmSpec, model: string, features: RequestFeatures, apiKey: string | null) {
    this.#spec = spec;
    this.#model = model;
    this.#features = features;
    this.#path = `${apiRoot(spec.base_url)}/v1/${spec.endpoint === 'chat' ? 'chat/completions' : 'completions'}`;
    this.#headers = {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...authorization(apiKey),
    };
  }

  /** One streamed completion of `maxTokens` tokens; `id` travels as X-Request-Id. `extra_body` overrides all but the prompt and streaming. */
  build(text: string, maxTokens: number, id: string): OutgoingRequest {
    const { continuousUsage, includeUsage, ignoreEos } = this.#features;
    const streamOptions = includeUsage
      ? { include_usage: true, ...(continuousUsage ? { continuous_usage_stats: true } : {}) }
      : null;
    const body = {
      model: this.#model,
      max_tokens: maxTokens,
      temperature: this.#spec.temperature,
      ...(ignoreEos ? { ignore_eos: true } : {}),
      ...this.#spec.extra_body,
      ...(this.#spec.endpoint === 'chat'
        ? { messages: [{ role: 'user', content: text }] }
        : { prompt: text }),
      stream: true,
      ...(streamOptions === null ? {} : { stream_options: streamOptions }),
    };
    return {
      method: 'POST',
      path: this.#path,
      headers: { ...this.#headers, 'x-request-id': id },
      body: Buffer.from(JSON.stringify(body)),
    };
  }
}

/** Path before `/v1` of a base URL: '' for `http://host:8000`, `/v1` and slashes at the end taken off. */
export function apiRoot(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** The bearer header for a key, or nothing. */
export function authorization(apiKey: string | null): Record<string, string> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
}
