import { z } from 'zod';
import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import { monotonicMs } from '#worker/bench/clock.ts';
import type { HttpClient } from '#worker/bench/http/client.ts';
import { fetchText } from '#worker/bench/llm/fetch-text.ts';
import {
  promptRandom,
  randomWords,
  wordsFor,
  type PlannedRequest,
  type WordScale,
} from '#worker/bench/llm/prompts.ts';
import type { Prepared } from '#worker/bench/llm/prepare.ts';
import { apiRoot, authorization } from '#worker/bench/llm/request-body.ts';

/** Tokens of a prompt as the server will bill them, or null when it would not say. */
export type TokenCounter = (text: string) => Promise<number | null>;

const answerSchema = z.object({ count: z.int().optional(), tokens: z.array(z.unknown()).optional() });
const TOKENIZE_TIMEOUT_MS = 10_000;
/** The last correction is a word of the right size or not; where words differ, several tries find one. */
const MAX_CORRECTIONS = 24;
const ALIGN_IN_PARALLEL = 8;

/**
 * A counter over the server's `/tokenize` (vLLM and SGLang: `prompt` or `messages`; llama.cpp: `content`), or null
 * where there is none. What it leaves out against `usage` (special tokens, template) is learnt from the reference.
 */
export async function createTokenCounter(
  client: HttpClient,
  spec: BenchLlmSpec,
  prepared: Prepared,
  apiKey: string | null,
): Promise<TokenCounter | null> {
  if (prepared.reference === null) return null;
  const ask: TokenCounter = async (text) => {
    const prompt =
      spec.endpoint === 'chat' ? { messages: [{ role: 'user', content: text }] } : { prompt: text };
    const answer = await fetchText(
      client,
      {
        method: 'POST',
        path: `${apiRoot(spec.base_url)}/tokenize`,
        headers: { 'content-type': 'application/json', ...authorization(apiKey) },
        body: Buffer.from(JSON.stringify({ model: prepared.model, content: text, ...prompt })),
      },
      TOKENIZE_TIMEOUT_MS,
    );
    if (answer.kind === 'failed' || answer.status !== 200) return null;
    try {
      const { count, tokens } = answerSchema.parse(JSON.parse(answer.text));
      return count ?? tokens?.length ?? null;
    } catch {
      return null;
    }
  };
  const counted = await ask(prepared.reference.text);
  if (counted === null) return null;
  const offset = prepared.reference.promptTokens - counted;
  return async (text) => {
    const tokens = await ask(text);
    return tokens === null ? null : tokens + offset;
  };
}

/** Adds and removes words until the prompt has exactly its length in tokens, or is as near as a few tries bring it. */
export async function alignPrompt(
  request: PlannedRequest,
  index: number,
  seed: number,
  scale: WordScale,
  count: TokenCounter,
): Promise<PlannedRequest> {
  // Far from the indices that make the prompts, so that added words do not repeat their beginnings.
  const random = promptRandom(seed, 'probe', 1_000_000 + index);
  let text = request.text;
  let best = { text, off: Number.POSITIVE_INFINITY };
  for (let i = 0; i < MAX_CORRECTIONS; i++) {
    const tokens = await count(text);
    if (tokens === null) break;
    const off = request.inputLen - tokens;
    if (Math.abs(off) < best.off) best = { text, off: Math.abs(off) };
    if (off === 0) break;
    const words = wordsFor(Math.abs(off), { overhead: 0, tokensPerWord: scale.tokensPerWord });
    if (off > 0) text = `${text} ${randomWords(random, words)}`;
    else {
      const kept = text.split(' ').slice(0, -words);
      if (kept.length === 0) break;
      text = kept.join(' ');
    }
  }
  return { ...request, text: best.text };
}

/** Aligns prompts in place (the first has number `from` of the run), a few at a time, until all are done or the deadline (monotonic milliseconds) has passed. */
export async function alignPrompts(
  requests: PlannedRequest[],
  from: number,
  seed: number,
  scale: WordScale,
  count: TokenCounter,
  deadlineMs: number,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests.length && monotonicMs() < deadlineMs) {
      const index = next++;
      const request = requests[index];
      if (request) requests[index] = await alignPrompt(request, from + index, seed, scale, count);
    }
  };
  await Promise.all(Array.from({ length: ALIGN_IN_PARALLEL }, work));
}
