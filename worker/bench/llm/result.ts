import type { BenchLlmResult } from '#contract/worker/bench-llm-result.ts';
import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import { unixSeconds } from '#worker/bench/clock.ts';
import type { LoopRecord } from '#worker/bench/llm/closed-loop.ts';
import { BUCKET_MS, type Collector } from '#worker/bench/llm/collector.ts';
import type { Outcome } from '#worker/bench/llm/measure.ts';
import type { Prepared } from '#worker/bench/llm/prepare.ts';
import type { LatencyStatistics } from '#worker/bench/llm/sample-set.ts';
import { judge } from '#worker/bench/llm/self-check.ts';
import { prefixHitRate, type ServerSnapshot } from '#worker/bench/llm/server-metrics.ts';

/** Version of the tool, in every result. */
export const TOOL_VERSION = '0.1.0';

/** `/metrics` before, halfway through and after the window; null where there was none. */
export interface ServerSnapshots {
  readonly before: ServerSnapshot | null;
  readonly halfway: ServerSnapshot | null;
  readonly after: ServerSnapshot | null;
}

/** Mean length off by more than this share of what was asked is a mismatch. */
const LENGTH_TOLERANCE = 0.01;
/** From this share of prompt tokens on, prefix caching distorts a run of random prompts. */
const PREFIX_HIT_LIMIT = 0.01;

const latencyKeys = (
  name: 'ttft' | 'tpot' | 'itl' | 'e2el',
  s: LatencyStatistics,
): Record<string, number | null> => ({
  [`mean_${name}_ms`]: s.mean,
  [`median_${name}_ms`]: s.p50,
  [`std_${name}_ms`]: s.std,
  [`p50_${name}_ms`]: s.p50,
  [`p90_${name}_ms`]: s.p90,
  [`p95_${name}_ms`]: s.p95,
  [`p99_${name}_ms`]: s.p99,
  [`p99.9_${name}_ms`]: s.p999,
});

/** Largest number of tokens in one second, seconds counted from the start of the window; null for less than one second. */
export function peakTokensPerSecond(buckets: Float64Array, windowMs: number): number | null {
  const perSecond = 1000 / BUCKET_MS;
  const seconds = Math.floor(windowMs / 1000);
  let peak: number | null = null;
  for (let second = 0; second < seconds; second++) {
    let tokens = 0;
    for (let i = 0; i < perSecond; i++) tokens += buckets[second * perSecond + i] ?? 0;
    peak = Math.max(peak ?? 0, tokens);
  }
  return peak;
}

function steadyWindow({ collector, windowFrom, plateau }: LoopRecord): BenchLlmResult['steady'] {
  if (plateau === null) return null;
  const first = Math.ceil((plateau.from - windowFrom) / BUCKET_MS);
  const last = Math.floor((plateau.to - windowFrom) / BUCKET_MS);
  if (last <= first) return null;
  const from = windowFrom + first * BUCKET_MS;
  const to = windowFrom + last * BUCKET_MS;
  let tokens = 0;
  for (let i = first; i < last; i++) tokens += collector.buckets[i] ?? 0;
  const requests = collector.completions.filter((at) => at >= from && at < to).length;
  const seconds = (to - from) / 1000;
  return {
    from_unix: unixSeconds(from),
    to_unix: unixSeconds(to),
    output_throughput: tokens / seconds,
    request_throughput: requests / seconds,
  };
}

function isOff(actual: { sum: number; count: number }, asked: { sum: number; count: number }): boolean {
  if (actual.count === 0 || asked.count === 0) return false;
  const askedMean = asked.sum / asked.count;
  return Math.abs(actual.sum / actual.count - askedMean) > LENGTH_TOLERANCE * askedMean;
}

function findWarnings(
  collector: Collector,
  record: LoopRecord,
  spec: BenchLlmSpec,
  snapshots: ServerSnapshots,
  isSimpleOsl: boolean,
): string[] {
  const warnings: string[] = [];
  const hitRate = prefixHitRate(snapshots.before, snapshots.after);
  if (hitRate !== null && hitRate >= PREFIX_HIT_LIMIT)
    warnings.push(
      `prefix_cache_hits: ${(hitRate * 100).toFixed(1)} % of prompt tokens came from the prefix cache`,
    );
  const waiting = snapshots.halfway?.waiting ?? 0;
  if (waiting > 0)
    warnings.push(
      `server_queue: ${waiting} requests waited in the server halfway through; TTFT holds their time in its queue`,
    );
  if (!isSimpleOsl) warnings.push('osl_mismatch: the mean output length is off by more than 1 %');
  if (isOff(collector.inputActual, collector.inputAsked))
    warnings.push('isl_mismatch: the mean input length is off by more than 1 %');
  if (collector.usageMissing > 0)
    warnings.push(
      `usage_missing: ${collector.usageMissing} answers had no token counts; events were counted`,
    );
  const cancelled = collector.outcomes.get('cancelled') ?? 0;
  if (cancelled > 0)
    warnings.push(
      `cancelled: ${cancelled} requests were still running long after max_duration_s and were ended; they count as failed`,
    );
  if (record.maxInFlight < spec.concurrency)
    warnings.push(`concurrency_not_reached: at most ${record.maxInFlight} requests were in flight`);
  if (record.stopped !== null) warnings.push(`stopped: ${record.stopped}`);
  return warnings;
}

function countOutcomes(collector: Collector): BenchLlmResult['status_counts'] {
  const at = (outcome: Outcome): number => collector.outcomes.get(outcome) ?? 0;
  return {
    ok: at('ok'),
    error_http: at('error_http'),
    error_stream: at('error_stream'),
    truncated: at('truncated'),
    timeout: at('timeout'),
    cancelled: at('cancelled'),
    no_token: at('no_token'),
    error_connect: at('error_connect'),
  };
}

/** The result document of a run; `promptsHash` is the book's digest. Throughputs are null for an empty window. */
export function buildResult(
  spec: BenchLlmSpec,
  prepared: Prepared,
  transport: BenchLlmResult['transport'],
  record: LoopRecord,
  snapshots: ServerSnapshots,
  promptsHash: string,
): BenchLlmResult {
  const { collector } = record;
  const seconds = (record.windowTo - record.windowFrom) / 1000;
  const counts = countOutcomes(collector);
  const rate = (amount: number): number | null => (seconds > 0 && counts.ok > 0 ? amount / seconds : null);
  const ttft = collector.ttft.statistics();
  const icl = collector.icl.statistics();
  const close = collector.streamClose.statistics();
  const content = collector.ttftContent.statistics();
  const self = judge(record.readings, ttft.p50);
  const isOslOff = isOff(collector.outputActual, collector.outputAsked);
  const details = collector.details;
  // Good requests scale with the window's requests, so that goodput and request throughput share their hand-over.
  const goodShare = counts.ok === 0 ? 0 : 1 / counts.ok;
  return {
    date: new Date(unixSeconds(record.windowFrom) * 1000).toISOString(),
    backend: spec.endpoint === 'chat' ? 'openai-chat' : 'openai',
    label: null,
    model_id: prepared.model,
    tokenizer_id: null,
    num_prompts: record.measuredSent,
    request_rate: 'inf',
    burstiness: 1,
    max_concurrency: spec.concurrency,
    duration: seconds,
    completed: counts.ok,
    failed: record.measuredSent - counts.ok,
    total_input_tokens: collector.totalInputTokens,
    total_output_tokens: collector.totalOutputTokens,
    request_throughput: rate(collector.windowRequests),
    request_goodput:
      spec.goodput === null ? null : rate(collector.windowRequests * collector.goodRequests * goodShare),
    output_throughput: rate(collector.windowOutputTokens),
    total_token_throughput: rate(collector.windowOutputTokens + collector.windowInputTokens),
    max_output_tokens_per_s: peakTokensPerSecond(collector.buckets, seconds * 1000),
    max_concurrent_requests: record.maxInFlight,
    ...(latencyKeys('ttft', ttft) as Pick<
      BenchLlmResult,
      Extract<keyof BenchLlmResult, `${string}_ttft_ms`>
    >),
    ...(latencyKeys('tpot', collector.tpot.statistics()) as Pick<
      BenchLlmResult,
      Extract<keyof BenchLlmResult, `${string}_tpot_ms`>
    >),
    ...(latencyKeys('itl', collector.itl.statistics()) as Pick<
      BenchLlmResult,
      Extract<keyof BenchLlmResult, `${string}_itl_ms`>
    >),
    ...(latencyKeys('e2el', collector.e2el.statistics()) as Pick<
      BenchLlmResult,
      Extract<keyof BenchLlmResult, `${string}_e2el_ms`>
    >),
    ...(details === null
      ? {}
      : {
          input_lens: details.inputLens,
          output_lens: details.outputLens,
          start_times: details.startTimes,
          ttfts: details.ttfts,
          itls: details.gaps,
          errors: details.errors,
        }),
    schema_version: 1,
    tool: 'bench-llm',
    tool_version: TOOL_VERSION,
    transport,
    started_at_unix: unixSeconds(record.windowFrom),
    ended_at_unix: unixSeconds(record.windowTo),
    mean_icl_ms: icl.mean,
    p50_icl_ms: icl.p50,
    p90_icl_ms: icl.p90,
    p95_icl_ms: icl.p95,
    p99_icl_ms: icl.p99,
    steady: steadyWindow(record),
    token_count_source:
      collector.usageMissing === 0 ? 'usage' : collector.usageKnown === 0 ? 'chunks' : 'mixed',
    usage_missing: collector.usageMissing,
    tokens_mismatch: collector.tokensMismatch,
    status_counts: counts,
    error_samples: [...collector.errorSamples.values()],
    input_len_actual: collector.inputActual.summary(),
    output_len_actual: collector.outputActual.summary(),
    osl_mismatch: isOslOff,
    isl_mismatch: isOff(collector.inputActual, collector.inputAsked),
    self_check: {
      valid: self.valid,
      reasons: [...self.reasons],
      loop_delay_p99_ms: self.loopDelayP99Ms,
      send_late_p50_ms: self.sendLateP50Ms,
      send_late_p99_ms: self.sendLateP99Ms,
      cpu_share: self.cpuShare,
      event_loop_utilization: self.eventLoopUtilization,
      gc_share: self.gcShare,
      cpu_steal_share: self.cpuStealShare,
    },
    goodput:
      spec.goodput === null
        ? null
        : { good_requests: collector.goodRequests, good_token_throughput: rate(collector.goodTokens) },
    warmup_requests: record.warmupsSent,
    concurrency_mean: record.concurrencyMean,
    prompts_hash: promptsHash,
    handover_output_tokens: collector.windowOutputTokens - collector.totalOutputTokens,
    mean_stream_close_ms: close.mean,
    p50_stream_close_ms: close.p50,
    mean_ttft_content_ms: content.mean,
    p50_ttft_content_ms: content.p50,
    request_features: {
      continuous_usage: prepared.features.continuousUsage,
      include_usage: prepared.features.includeUsage,
      ignore_eos: prepared.features.ignoreEos,
    },
    server_metrics:
      snapshots.before === null
        ? null
        : {
            prefix_cache_hit_rate: prefixHitRate(snapshots.before, snapshots.after),
            running_halfway: snapshots.halfway?.running ?? null,
            waiting_halfway: snapshots.halfway?.waiting ?? null,
          },
    warnings: findWarnings(collector, record, spec, snapshots, !isOslOff),
    stopped: record.stopped,
    seed: spec.seed,
    metadata: spec.metadata,
  };
}

/** Why a finished run does not count as a success, or null: no request succeeded, it was stopped, or too many failed. */
export function failureOf(result: BenchLlmResult, maxErrorRate: number): string | null {
  if (result.stopped != null) return result.stopped;
  if (result.completed === 0) return 'no request succeeded';
  const rate = result.failed / (result.failed + result.completed);
  return rate > maxErrorRate
    ? `${(rate * 100).toFixed(1)} % of requests failed, over the limit of ${maxErrorRate * 100} %`
    : null;
}
