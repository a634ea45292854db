import { benchLlmResultSchema, type BenchLlmResult } from '#contract/worker/bench-llm-result.ts';

const LATENCIES = ['ttft', 'tpot', 'itl', 'e2el'] as const;
const STATISTICS = ['mean', 'median', 'std', 'p50', 'p90', 'p95', 'p99', 'p99.9'] as const;

/** A whole result file of bench-llm with plausible figures: 100 requests of 64 tokens in 10 s. */
export function benchResult(overrides: Partial<BenchLlmResult> = {}): BenchLlmResult {
  const statistics = Object.fromEntries(
    LATENCIES.flatMap((latency, i) => STATISTICS.map((statistic, k) => [`${statistic}_${latency}_ms`, statistic === 'p99.9' ? null : 10 * (i + 1) + k])),
  );
  return benchLlmResultSchema.parse({
    date: '20261127-120000', backend: 'openai', label: null, model_id: 'm', tokenizer_id: null, num_prompts: 100, request_rate: 'inf', burstiness: 1,
    max_concurrency: 8, duration: 10, completed: 100, failed: 0, total_input_tokens: 25_600, total_output_tokens: 6_400, request_throughput: 10,
    request_goodput: null, output_throughput: 640, total_token_throughput: 3_200, max_output_tokens_per_s: 700, max_concurrent_requests: 8,
    ...statistics,
    schema_version: 1, tool: 'bench-llm', tool_version: '0.1.0', transport: 'raw-socket', started_at_unix: 1_795_000_000, ended_at_unix: 1_795_000_010,
    mean_icl_ms: 20, p50_icl_ms: 20, p90_icl_ms: 21, p95_icl_ms: 22, p99_icl_ms: 23, steady: null, token_count_source: 'usage', usage_missing: 0,
    tokens_mismatch: 0,
    status_counts: { ok: 100, error_http: 0, error_stream: 0, truncated: 0, timeout: 0, cancelled: 0, no_token: 0, error_connect: 0 },
    error_samples: [], input_len_actual: { min: 256, mean: 256, max: 256 }, output_len_actual: { min: 64, mean: 64, max: 64 },
    osl_mismatch: false, isl_mismatch: false,
    self_check: { valid: true, reasons: [], loop_delay_p99_ms: 0.5, send_late_p50_ms: 0, send_late_p99_ms: 0.1, cpu_share: 0.1, event_loop_utilization: 0.1, gc_share: 0 },
    goodput: null, warmup_requests: 16, concurrency_mean: 7.9, prompts_hash: 'abc', seed: 1, metadata: {},
    ...overrides,
  });
}
