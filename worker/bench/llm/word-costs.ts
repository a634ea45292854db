import { createRandom } from '#lib/random.ts';
import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import { monotonicMs } from '#worker/bench/clock.ts';
import type { HttpClient } from '#worker/bench/http/client.ts';
import { composeWords, type WordCosts } from '#worker/bench/llm/compose-words.ts';
import { probe, PROBE_TOKENS, timeoutsOf, type Prepared } from '#worker/bench/llm/prepare.ts';
import { PROMPT_WORDS } from '#worker/bench/llm/prompt-words.ts';

/** Enough words that prompts do not begin alike, few enough that learning them takes seconds. */
const WORDS = 48;
const FEWEST_WORDS = 16;
const CHECKS = 8;
const IN_PARALLEL = 8;
const TIME_LIMIT_MS = 20_000;
/** What single prompts may be off by, beside their mean, as a share of the length asked. */
const SCATTER = 0.02;
/** A stream of random numbers that no prompt uses. */
const STREAM = 3;

/**
 * Measures the tokens of single words by short requests, so that prompts can be put together to an exact length. For
 * servers without `/tokenize` whose tokenizer gives words different numbers of tokens. Null when it takes too long or
 * when the tokens of words do not simply add up; the mean of `prepared.scale` serves then.
 */
export async function learnWordCosts(
  client: HttpClient,
  spec: BenchLlmSpec,
  prepared: Prepared,
): Promise<WordCosts | null> {
  const limits = timeoutsOf(spec);
  const deadline = monotonicMs() + TIME_LIMIT_MS;
  const maxTokens = Math.min(spec.output_len, PROBE_TOKENS);
  let sent = 0;
  const count = async (text: string): Promise<number | null> => {
    const id = `probe-word-${sent++}`;
    const { outcome, usagePromptTokens } = await probe(client, prepared.builder, text, maxTokens, id, limits);
    return outcome === 'ok' && usagePromptTokens >= 0 ? usagePromptTokens : null;
  };

  const candidates = drawWords(spec.seed);
  const [anchor = ''] = candidates;
  const alone = await count(anchor);
  if (alone === null) return null;
  // Twice the word behind the anchor: an odd difference shows a word that is not the same wherever it stands.
  const totals = await inParallel(candidates, deadline, (word) => count(`${anchor} ${word} ${word}`));
  const known = candidates.flatMap((word, i) => {
    const cost = ((totals[i] ?? Number.NaN) - alone) / 2;
    return Number.isInteger(cost) && cost >= 1 ? [{ word, cost }] : [];
  });
  const anchorCost = known.find(({ word }) => word === anchor)?.cost;
  if (known.length < FEWEST_WORDS || anchorCost === undefined) return null;
  const costs = {
    words: known.map(({ word }) => word),
    costs: known.map(({ cost }) => cost),
    overhead: alone - anchorCost,
  };
  return correctOverhead(costs, spec, deadline, count);
}

/** Whole prompts show what the first word and the template add on average; null when they scatter. */
async function correctOverhead(
  costs: WordCosts,
  spec: BenchLlmSpec,
  deadline: number,
  count: (text: string) => Promise<number | null>,
): Promise<WordCosts | null> {
  const random = createRandom(spec.seed, STREAM);
  const prompts = Array.from({ length: CHECKS }, () => composeWords(random, spec.input_len, costs));
  const costOf = new Map(costs.words.map((word, i) => [word, costs.costs[i] ?? 0]));
  const counted = await inParallel(prompts, deadline, count);
  const extras = prompts.flatMap((text, i) => {
    const tokens = counted[i];
    if (tokens === null || tokens === undefined) return [];
    return [tokens - text.split(' ').reduce((sum, word) => sum + (costOf.get(word) ?? 0), 0)];
  });
  if (extras.length < CHECKS) return null;
  const overhead = extras.reduce((sum, extra) => sum + extra, 0) / extras.length;
  const limit = Math.max(1, SCATTER * spec.input_len);
  return extras.every((extra) => Math.abs(extra - overhead) <= limit) ? { ...costs, overhead } : null;
}

function drawWords(seed: number): string[] {
  const random = createRandom(seed, STREAM);
  const words = new Set<string>();
  while (words.size < WORDS) words.add(PROMPT_WORDS[random.integer(0, PROMPT_WORDS.length - 1)] ?? '');
  return [...words];
}

/** Results in the order of `items`; those not begun by the deadline (monotonic milliseconds) are null. */
async function inParallel<T>(
  items: readonly T[],
  deadline: number,
  work: (item: T) => Promise<number | null>,
): Promise<(number | null)[]> {
  const results = items.map((): number | null => null);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length && monotonicMs() < deadline) {
      const index = next++;
      const item = items[index];
      if (item !== undefined) results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: IN_PARALLEL }, lane));
  return results;
}
