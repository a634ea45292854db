/** What one streamed event says about a generation; -1 where a number is not said. */
export interface EventFacts {
  /** Message of an in-band error, else null. */
  error: string | null;
  /** The event has a non-empty `choices`. */
  hasChoices: boolean;
  /** Text of some channel: content, reasoning, tool call, refusal. */
  hasText: boolean;
  /** Text of the answer itself (content or completion text). */
  hasContent: boolean;
  /** Tokens in this event by its own word (logprobs or token ids). */
  listedTokens: number;
  finishReason: string | null;
  /** Running or final totals from `usage`. */
  completionTokens: number;
  promptTokens: number;
}

/** Finish reasons by which a server says that it gave up, not that the answer is complete. */
const FAILED_FINISHES = new Set(['error', 'abort', 'aborted', 'cancelled', 'canceled']);

const TEXT_CHANNELS = ['content', 'text', 'reasoning_content', 'reasoning', 'thinking', 'refusal'] as const;

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The message of an OpenAI-like error value: an object with `message`, or a bare string. */
export function errorMessage(error: unknown): string {
  if (typeof error === 'string') return error;
  if (isObject(error) && typeof error['message'] === 'string') return error['message'];
  return JSON.stringify(error);
}

const isFilled = (value: unknown): boolean =>
  (typeof value === 'string' || Array.isArray(value)) && value.length > 0;

function hasCall(call: unknown): boolean {
  if (!isObject(call)) return false;
  const body = isObject(call['function']) ? call['function'] : call;
  return isFilled(body['name']) || isFilled(body['arguments']);
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : -1;
}

function listed(choice: Json): number {
  const ids = choice['token_ids'];
  if (Array.isArray(ids)) return ids.length;
  const logprobs = choice['logprobs'];
  if (!isObject(logprobs)) return -1;
  const list = logprobs['content'] ?? logprobs['tokens'];
  return Array.isArray(list) ? list.length : -1;
}

function readChoice(choice: Json, facts: EventFacts): void {
  const delta = isObject(choice['delta']) ? choice['delta'] : choice;
  for (const channel of TEXT_CHANNELS) {
    if (!isFilled(delta[channel])) continue;
    facts.hasText = true;
    if (channel === 'content' || channel === 'text') facts.hasContent = true;
  }
  const calls = delta['tool_calls'];
  if ((Array.isArray(calls) && calls.some(hasCall)) || hasCall(delta['function_call'])) facts.hasText = true;
  const tokens = listed(choice);
  if (tokens >= 0) facts.listedTokens = Math.max(0, facts.listedTokens) + tokens;
  const finish = choice['finish_reason'];
  if (typeof finish === 'string' && finish !== '') {
    facts.finishReason = finish;
    if (FAILED_FINISHES.has(finish)) facts.error = `finish_reason ${finish}`;
  }
}

/**
 * Reads one event of a chat or text completion stream. Usage is looked at whatever else the event has; a role-only
 * or empty delta has no text. Throws SyntaxError when the data is not JSON.
 */
export function readStreamEvent(name: string, data: string): EventFacts {
  const facts: EventFacts = {
    error: null,
    hasChoices: false,
    hasText: false,
    hasContent: false,
    listedTokens: -1,
    finishReason: null,
    completionTokens: -1,
    promptTokens: -1,
  };
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch (error) {
    if (name !== 'error') throw error;
    facts.error = data;
    return facts;
  }
  if (!isObject(event)) {
    if (name === 'error') facts.error = data;
    return facts;
  }
  const error = event['error'];
  if (error !== undefined && error !== null) facts.error = errorMessage(error);
  else if (name === 'error' || event['object'] === 'error') facts.error = errorMessage(event);
  const usage = event['usage'];
  if (isObject(usage)) {
    facts.completionTokens = count(usage['completion_tokens']);
    facts.promptTokens = count(usage['prompt_tokens']);
  }
  const choices = event['choices'];
  if (Array.isArray(choices)) {
    for (const choice of choices as unknown[]) {
      if (!isObject(choice)) continue;
      facts.hasChoices = true;
      readChoice(choice, facts);
    }
  }
  return facts;
}
