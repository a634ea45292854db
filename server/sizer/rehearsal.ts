import type { AiModelFact } from '#catalog/ai-model-schema.ts';

/** Questions of a rehearsal. After about a hundred a turn costs what it costs after a thousand: a quarter of what the first ones do. */
const QUESTIONS = 120;

/** What people add to a model and a load; `n` makes every figure another one. */
const WISHES: readonly ((n: number) => string)[] = [
  () => '',
  (n) => `, budget $${300 + 10 * n}k`,
  (n) => `, p99 latency under ${8 + (n % 20)} seconds`,
  () => ' on NVIDIA only',
  (n) => `, ${4_000 + 100 * n} tokens per second in total`,
  () => ' in fp8 with vLLM',
  (n) => `, at most ${2 + (n % 4)} nodes`,
  () => ' on AMD',
  () => ' on H200, cheapest option',
  () => ' with SGLang, fewest GPUs',
  (n) => `, ${20 + n}% growth a year`,
];

/** How long a thread rests after an answer that took `tookMs`, so that its rehearsal takes `percent` of a processor; both ms. */
export function restMs(tookMs: number, percent: number): number {
  return tookMs * (100 / percent - 1);
}

/**
 * First messages that a solving thread answers before people ask, so that the first person does not wait for code to be
 * compiled. As varied as real ones: every model of the catalog in turn, with each kind of wish.
 */
export function rehearsalOf(models: readonly AiModelFact[]): string[] {
  return Array.from({ length: models.length === 0 ? 0 : QUESTIONS }, (_, n) => {
    const name = models[(n * 7) % models.length]?.model_name ?? '';
    const wish = WISHES[n % WISHES.length]?.(n) ?? '';
    return `${name} for ${8 + 5 * n} concurrent requests, ${512 + 37 * n} input and ${96 + 11 * n} output tokens${wish}`;
  });
}
