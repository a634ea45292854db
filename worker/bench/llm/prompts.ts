import { createHash } from 'node:crypto';
import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import { createRandom, type Random } from '#lib/random.ts';
import { composeWords, ditherRound, type WordCosts } from '#worker/bench/llm/compose-words.ts';
import { PROMPT_WORDS } from '#worker/bench/llm/prompt-words.ts';

/** How many words make a prompt of so many tokens: tokens = overhead + tokensPerWord x words. */
export interface WordScale {
  readonly overhead: number;
  readonly tokensPerWord: number;
}

/** One word one token: the scale before calibration, and for servers that report no usage. */
export const UNSCALED: WordScale = { overhead: 0, tokensPerWord: 1 };

/** Streams of one seed, so that warm-up, measured and probe prompts never repeat each other. */
export type PromptKind = 'measured' | 'warmup' | 'probe';
const KINDS: Readonly<Record<PromptKind, number>> = { measured: 0, warmup: 1, probe: 2 };

/** What one request asks for. */
export interface PlannedRequest {
  readonly text: string;
  readonly inputLen: number;
  readonly outputLen: number;
}

/** Words for a prompt of `tokens` tokens, at least one: an input length of 1 never sends an empty prompt. */
export function wordsFor(tokens: number, scale: WordScale): number {
  return Math.max(1, Math.round((tokens - scale.overhead) / scale.tokensPerWord));
}

/** `count` random words separated by spaces. Any two prompts share next to no prefix, so no prefix cache can help. */
export function randomWords(random: Random, count: number): string {
  let text = '';
  for (let i = 0; i < count; i++) {
    if (i > 0) text += ' ';
    text += PROMPT_WORDS[random.integer(0, PROMPT_WORDS.length - 1)] ?? '';
  }
  return text;
}

/** The random numbers of prompt `index` of a kind: the same for the same seed, in whatever order they are made. */
export function promptRandom(seed: number, kind: PromptKind, index: number): Random {
  return createRandom(seed, index * 4 + KINDS[kind]);
}

function drawLength(random: Random, length: number, range: BenchLlmSpec['range']): number {
  if (range === null) return length;
  const [low, high] =
    range.mode === 'symmetric'
      ? [length * (1 - range.value), length * (1 + range.value)]
      : [length * range.value, length];
  const min = Math.max(1, Math.ceil(low - 1e-9));
  return random.integer(min, Math.max(min, Math.floor(high + 1e-9)));
}

/** Request `index` of a kind: lengths drawn first, then the words, all from the seed. */
export function planRequest(
  spec: Pick<BenchLlmSpec, 'seed' | 'input_len' | 'output_len' | 'range'>,
  kind: PromptKind,
  index: number,
  scale: WordScale,
  costs: WordCosts | null = null,
): PlannedRequest {
  const random = promptRandom(spec.seed, kind, index);
  const inputLen = drawLength(random, spec.input_len, spec.range);
  const outputLen = drawLength(random, spec.output_len, spec.range);
  if (costs !== null) return { text: composeWords(random, inputLen, costs), inputLen, outputLen };
  // One length asked for is one number of words or the next, so that the mean comes out where words are long.
  const words = Math.max(1, ditherRound(random, (inputLen - scale.overhead) / scale.tokensPerWord));
  return { text: randomWords(random, words), inputLen, outputLen };
}

/** Hex SHA-256 over prompts and output lengths in order: equal for runs that asked the same. */
export function createPromptsHash(): { add: (request: PlannedRequest) => void; digest: () => string } {
  const hash = createHash('sha256');
  return {
    add: ({ text, outputLen }) => {
      hash.update(`${outputLen}\n${text}\n`);
    },
    digest: () => hash.digest('hex'),
  };
}
