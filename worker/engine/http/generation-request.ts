import { z } from 'zod';
import { type Behaviour, overlayBehaviour } from '../behaviour.ts';
import { naturalLength } from '../core/generated-text.ts';
import { encode, isTokenId } from '../core/tokenizer.ts';

/** A refusal, sent as vLLM's error body. */
export class RequestProblem extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** Tokens an image takes: a 24 x 24 grid of patches, as in LLaVA-1.5 at 336 pixels; the picture is not read. */
const IMAGE_TOKENS = 576;
const IMAGE_TOKEN_ID = 0;

const messageSchema = z.looseObject({
  role: z.string(),
  content: z.union([
    z.string(),
    z.null(),
    z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  ]),
});
type Message = z.infer<typeof messageSchema>;

const bodySchema = z.looseObject({
  model: z.string().nullish(),
  messages: z.array(messageSchema).min(1).optional(),
  stream: z.boolean().nullish(),
  stream_options: z
    .looseObject({ include_usage: z.boolean().nullish(), continuous_usage_stats: z.boolean().nullish() })
    .nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  min_tokens: z.int().min(0).nullish(),
  ignore_eos: z.boolean().nullish(),
  seed: z.int().nullish(),
  n: z.literal(1).nullish(),
});

/** A completion or chat request, understood. */
export interface GenerationRequest {
  readonly kind: 'chat' | 'completion';
  readonly promptTokens: readonly number[];
  /** Tokens that will be generated, and why they end there. */
  readonly outputTokens: number;
  readonly finishReason: 'stop' | 'length';
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly continuousUsage: boolean;
  /** Seed of the text: the request's own, else one from the prompt, so equal prompts get equal answers. */
  readonly seed: number;
  readonly behaviour: Behaviour;
}

/**
 * Reads a request body. Throws RequestProblem 400 for what the engine cannot do, 404 for another model.
 * The prompt of a completion is one text or one list of token ids.
 */
export function readGenerationRequest(
  kind: GenerationRequest['kind'],
  body: unknown,
  server: {
    modelName: string;
    maxModelLen: number;
    meanOutputTokens: number;
    seed: number;
    behaviour: Behaviour;
  },
): GenerationRequest {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) throw new RequestProblem(400, 'BadRequestError', z.prettifyError(parsed.error));
  const request = parsed.data;
  if (request.model && request.model !== server.modelName) {
    throw new RequestProblem(404, 'NotFoundError', `The model \`${request.model}\` does not exist.`);
  }
  const promptTokens = kind === 'chat' ? chatTokens(request.messages) : promptIds(request['prompt']);
  const room = server.maxModelLen - promptTokens.length;
  const asked =
    request.max_completion_tokens ?? request.max_tokens ?? (kind === 'chat' ? Math.max(1, room) : 16);
  if (asked > room) {
    throw new RequestProblem(
      400,
      'BadRequestError',
      `This model's maximum context length is ${server.maxModelLen} tokens. However, you requested ` +
        `${promptTokens.length + asked} tokens (${promptTokens.length} in the prompt, ${asked} in the completion).`,
    );
  }
  const behaviour = overlay(server.behaviour, request['sim']);
  const seed = server.seed + (request.seed ?? hashOf(promptTokens));
  const natural = Math.max(request.min_tokens ?? 0, naturalLength(seed, server.meanOutputTokens));
  const outputTokens = Math.min(
    asked,
    request.ignore_eos ? asked : natural,
    behaviour.stop_after_tokens ?? Number.POSITIVE_INFINITY,
  );
  return {
    kind,
    promptTokens,
    outputTokens,
    finishReason: outputTokens < asked ? 'stop' : 'length',
    stream: request.stream ?? false,
    includeUsage: request.stream_options?.include_usage ?? false,
    continuousUsage: request.stream_options?.continuous_usage_stats ?? false,
    seed,
    behaviour,
  };
}

/** Tokens of a chat: each message as `role: content` on a line, then the opening of the answer. */
export function chatTokens(messages: readonly Message[] | undefined): number[] {
  if (messages === undefined) throw new RequestProblem(400, 'BadRequestError', 'messages: required');
  return [...messages.flatMap(messageTokens), ...encode('assistant:')];
}

/** Parses the `messages` of a /tokenize body. Throws RequestProblem 400. */
export function readMessages(messages: unknown): number[] {
  const parsed = z.array(messageSchema).min(1).safeParse(messages);
  if (!parsed.success) throw new RequestProblem(400, 'BadRequestError', z.prettifyError(parsed.error));
  return chatTokens(parsed.data);
}

function messageTokens(message: Message): number[] {
  const parts =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : (message.content ?? []);
  const content = parts.flatMap((part) =>
    part.type === 'image_url'
      ? new Array<number>(IMAGE_TOKENS).fill(IMAGE_TOKEN_ID)
      : encode(part.text ?? ''),
  );
  return [...encode(`${message.role}: `), ...content, ...encode('\n')];
}

function promptIds(prompt: unknown): readonly number[] {
  const single: unknown =
    Array.isArray(prompt) && prompt.length === 1 && typeof prompt[0] !== 'number' ? prompt[0] : prompt;
  if (typeof single === 'string' && single !== '') return encode(single);
  if (Array.isArray(single) && single.length > 0) {
    if (single.every(isTokenId)) return single as number[];
    throw new RequestProblem(
      400,
      'BadRequestError',
      'prompt: one prompt, its token ids inside the vocabulary',
    );
  }
  throw new RequestProblem(400, 'BadRequestError', 'prompt: a text or a list of token ids, not empty');
}

function overlay(base: Behaviour, sim: unknown): Behaviour {
  try {
    return overlayBehaviour(base, sim);
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new RequestProblem(400, 'BadRequestError', `sim: ${z.prettifyError(error)}`);
    throw error;
  }
}

function hashOf(tokens: readonly number[]): number {
  let hash = 0x811c_9dc5;
  for (const token of tokens) hash = Math.imul(hash ^ token, 0x0100_0193);
  return hash >>> 0;
}
