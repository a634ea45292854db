import type { BenchLlmResult, BenchProgress } from '#contract/worker/bench-llm-result.ts';
import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import { monotonicMs } from '#worker/bench/clock.ts';
import { chooseClient } from '#worker/bench/http/choose-client.ts';
import type { ProxySettings } from '#worker/bench/http/undici-client.ts';
import { runClosedLoop } from '#worker/bench/llm/closed-loop.ts';
import type { StreamMeasurement } from '#worker/bench/llm/measure.ts';
import { prepare } from '#worker/bench/llm/prepare.ts';
import { PromptBook } from '#worker/bench/llm/prompt-book.ts';
import { apiRoot } from '#worker/bench/llm/request-body.ts';
import { buildResult, type ServerSnapshots } from '#worker/bench/llm/result.ts';
import { scrape, type ServerSnapshot } from '#worker/bench/llm/server-metrics.ts';
import { createTokenCounter } from '#worker/bench/llm/tokenize.ts';
import { learnWordCosts } from '#worker/bench/llm/word-costs.ts';

/** Everything around a spec that a run needs. */
export interface BenchEnvironment {
  readonly apiKey: string | null;
  readonly proxy: ProxySettings;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: BenchProgress) => void;
  /** See LoopOptions; for tests. */
  readonly drainLimitMs?: number;
  readonly onMeasured?: (request: StreamMeasurement, index: number) => void;
}

/**
 * Runs one benchmark from probe to result. Failed requests are part of the result; throws ServerUnreachableError and
 * PreparationError before the first request of the run, and the signal's reason when it is aborted.
 */
export async function runBenchLlm(
  spec: BenchLlmSpec,
  environment: BenchEnvironment,
): Promise<BenchLlmResult> {
  const { apiKey, proxy, signal, onProgress, onMeasured, drainLimitMs } = environment;
  const startedAt = monotonicMs();
  const report = (phase: BenchProgress['phase'], done: number, total: number): void => {
    onProgress?.({ event: 'progress', phase, done, total, elapsed_s: (monotonicMs() - startedAt) / 1000 });
  };
  const client = chooseClient(new URL(spec.base_url), spec.concurrency, proxy);
  // Closing the client fails what is under way, so that an abort does not wait for a slow server.
  const onAbort = (): void => {
    client.close();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    report('preparing', 0, 1);
    const prepared = await abortable(signal, prepare(client, spec, apiKey));
    const counter = await abortable(signal, createTokenCounter(client, spec, prepared, apiKey));
    const costs =
      counter === null && !prepared.isEven
        ? await abortable(signal, learnWordCosts(client, spec, prepared))
        : null;
    const book = await abortable(signal, PromptBook.create(spec, { ...prepared, costs }, counter, signal));
    const root = apiRoot(spec.base_url);
    const before = await abortable(signal, scrape(client, root));
    report('preparing', 1, 1);

    let halfway: Promise<ServerSnapshot | null> = Promise.resolve(null);
    const record = await runClosedLoop({
      client,
      spec,
      book,
      signal,
      onProgress: ({ phase, done, total }) => {
        report(phase, done, total);
      },
      onHalfway: () => {
        if (before !== null) halfway = scrape(client, root);
      },
      ...(onMeasured ? { onMeasured } : {}),
      ...(drainLimitMs === undefined ? {} : { drainLimitMs }),
    });
    report('collecting', 0, 1);
    const after = before === null ? null : await abortable(signal, scrape(client, root));
    const snapshots: ServerSnapshots = { before, halfway: await halfway, after };
    const result = buildResult(spec, prepared, client.transport, record, snapshots, book.digest());
    report('collecting', 1, 1);
    return result;
  } finally {
    signal.removeEventListener('abort', onAbort);
    client.close();
  }
}

function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort);
    });
  });
}
