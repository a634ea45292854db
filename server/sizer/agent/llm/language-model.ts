/** An OpenAI-compatible chat endpoint that only reads messages. */
export interface LanguageModel {
  /** Base address up to and with `/v1`. */
  readonly url: string;
  /** Null: the endpoint asks for none. Never logged. */
  readonly key: string | null;
  readonly model: string;
  /** Milliseconds before the parser takes over; default 8000. */
  readonly timeoutMs?: number;
  /** For tests. */
  readonly fetch?: typeof fetch;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}

const MAX_ANSWER_BYTES = 200_000;

/**
 * The arguments of the one tool call that the endpoint answers with. Throws an Error with a short reason for anything else: a
 * refusal, prose, malformed JSON, a time-out, an HTTP error.
 */
export async function callTool(
  model: LanguageModel,
  system: string,
  messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[],
  tool: ToolSpec,
): Promise<unknown> {
  const send = model.fetch ?? fetch;
  let response: Response;
  try {
    response = await send(`${model.url.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(model.timeoutMs ?? 8_000),
      headers: {
        'content-type': 'application/json',
        ...(model.key === null ? {} : { authorization: `Bearer ${model.key}` }),
      },
      body: JSON.stringify({
        model: model.model,
        temperature: 0,
        messages: [{ role: 'system', content: system }, ...messages],
        tools: [{ type: 'function', function: tool }],
        tool_choice: { type: 'function', function: { name: tool.name } },
      }),
    });
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    throw new Error(isTimeout ? 'it did not answer in time' : 'it could not be reached', { cause: error });
  }
  if (!response.ok) throw new Error(`it answered with HTTP ${response.status}`);
  const text = await response.text().catch((error: unknown) => {
    throw new Error('its answer broke off', { cause: error });
  });
  if (text.length > MAX_ANSWER_BYTES) throw new Error('its answer was too long');
  return argumentsOf(text, tool.name);
}

function argumentsOf(text: string, name: string): unknown {
  const body = parsed(text, 'its answer was no JSON');
  const message = field(field(at(field(body, 'choices'), 0), 'message'), null);
  const refusal = field(message, 'refusal');
  if (typeof refusal === 'string' && refusal !== '') throw new Error('it refused');
  const calls = field(message, 'tool_calls');
  const call = Array.isArray(calls)
    ? calls.map((one) => field(one, 'function')).find((one) => field(one, 'name') === name)
    : undefined;
  const raw = field(call, 'arguments');
  if (typeof raw === 'object' && raw !== null) return raw;
  if (typeof raw !== 'string') throw new Error('it answered in prose');
  return parsed(raw, 'its tool call was no JSON');
}

function parsed(text: string, reason: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(reason, { cause: error });
  }
}

function field(value: unknown, key: string | null): unknown {
  if (key === null) return value;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function at(value: unknown, index: number): unknown {
  return Array.isArray(value) ? (value[index] as unknown) : undefined;
}
