import type { HttpClient } from '#worker/bench/http/client.ts';
import { fetchText } from '#worker/bench/llm/fetch-text.ts';

/** The few numbers of a server's `/metrics` that a run is cross-checked with; null where the server has none. */
export interface ServerSnapshot {
  readonly prefixHits: number | null;
  readonly prefixQueries: number | null;
  readonly running: number | null;
  readonly waiting: number | null;
}

/** Names by server: vLLM V1, vLLM V0, SGLang. */
const NAMES = {
  prefixHits: [
    'vllm:prefix_cache_hits_total',
    'vllm:gpu_prefix_cache_hits_total',
    'sglang:cached_tokens_total',
  ],
  prefixQueries: [
    'vllm:prefix_cache_queries_total',
    'vllm:gpu_prefix_cache_queries_total',
    'sglang:prompt_tokens_total',
  ],
  running: ['vllm:num_requests_running', 'sglang:num_running_reqs', 'llamacpp:requests_processing'],
  waiting: ['vllm:num_requests_waiting', 'sglang:num_queue_reqs', 'llamacpp:requests_deferred'],
} as const;

/** Sum over all label sets of the first name that a Prometheus text has, or null. */
export function readMetric(text: string, names: readonly string[]): number | null {
  for (const name of names) {
    let sum: number | null = null;
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
      if (at > 0 && text[at - 1] !== '\n') continue;
      const end = text.indexOf('\n', at);
      const match = /^(?:\{.*\})?\s+(\S+)/.exec(text.slice(at + name.length, end < 0 ? undefined : end));
      const value = match ? Number(match[1]) : NaN;
      if (Number.isFinite(value)) sum = (sum ?? 0) + value;
    }
    if (sum !== null) return sum;
  }
  return null;
}

const SCRAPE_TIMEOUT_MS = 3000;

/** Reads `/metrics` once; null when the server has none or does not answer in 3 s. Such numbers are cross-checks, never results. */
export async function scrape(client: HttpClient, root: string): Promise<ServerSnapshot | null> {
  const answer = await fetchText(
    client,
    { method: 'GET', path: `${root}/metrics`, headers: {}, body: null },
    SCRAPE_TIMEOUT_MS,
  );
  if (answer.kind === 'failed' || answer.status !== 200) return null;
  return {
    prefixHits: readMetric(answer.text, NAMES.prefixHits),
    prefixQueries: readMetric(answer.text, NAMES.prefixQueries),
    running: readMetric(answer.text, NAMES.running),
    waiting: readMetric(answer.text, NAMES.waiting),
  };
}

/** Share of prompt tokens that the prefix cache served between two snapshots, or null. */
export function prefixHitRate(before: ServerSnapshot | null, after: ServerSnapshot | null): number | null {
  if (
    before?.prefixHits == null ||
    before.prefixQueries == null ||
    after?.prefixHits == null ||
    after.prefixQueries == null
  )
    return null;
  const queries = after.prefixQueries - before.prefixQueries;
  return queries > 0 ? (after.prefixHits - before.prefixHits) / queries : null;
}
