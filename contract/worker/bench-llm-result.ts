import { z } from 'zod';

const stat = z.number().nullable();

/**
 * What `bench-llm` writes (`--result FILE`). The first block keeps the JSON names of `vllm bench serve`, so that
 * existing parsers read it; the second block is ours. Milliseconds, tokens, tokens/s. A statistic that cannot be
 * computed (no sample, p99 of fewer than 100) is null, never 0.
 */
export const benchLlmResultSchema = z.object({
  date: z.string(),
  backend: z.string(),
  label: z.string().nullable(),
  model_id: z.string(),
  tokenizer_id: z.string().nullable(),
  num_prompts: z.int(),
  request_rate: z.union([z.number(), z.literal('inf')]),
  burstiness: z.number(),
  max_concurrency: z.int(),
  duration: z.number(),
  completed: z.int(),
  /** Measured requests that were sent and did not complete, cancelled ones included: `completed + failed` is what was sent. */
  failed: z.int(),
  total_input_tokens: z.int(),
  total_output_tokens: z.int(),
  request_throughput: stat,
  request_goodput: stat,
  output_throughput: stat,
  total_token_throughput: stat,
  max_output_tokens_per_s: stat,
  max_concurrent_requests: z.int(),
  mean_ttft_ms: stat,
  median_ttft_ms: stat,
  std_ttft_ms: stat,
  p50_ttft_ms: stat,
  p90_ttft_ms: stat,
  p95_ttft_ms: stat,
  p99_ttft_ms: stat,
  'p99.9_ttft_ms': stat,
  mean_tpot_ms: stat,
  median_tpot_ms: stat,
  std_tpot_ms: stat,
  p50_tpot_ms: stat,
  p90_tpot_ms: stat,
  p95_tpot_ms: stat,
  p99_tpot_ms: stat,
  'p99.9_tpot_ms': stat,
  mean_itl_ms: stat,
  median_itl_ms: stat,
  std_itl_ms: stat,
  p50_itl_ms: stat,
  p90_itl_ms: stat,
  p95_itl_ms: stat,
  p99_itl_ms: stat,
  'p99.9_itl_ms': stat,
  mean_e2el_ms: stat,
  median_e2el_ms: stat,
  std_e2el_ms: stat,
  p50_e2el_ms: stat,
  p90_e2el_ms: stat,
  p95_e2el_ms: stat,
  p99_e2el_ms: stat,
  'p99.9_e2el_ms': stat,
  input_lens: z.array(z.int()).optional(),
  output_lens: z.array(z.int()).optional(),
  start_times: z.array(z.number()).optional(),
  ttfts: z.array(z.number()).optional(),
  itls: z.array(z.array(z.number())).optional(),
  errors: z.array(z.string()).optional(),

  schema_version: z.literal(1),
  tool: z.literal('bench-llm'),
  tool_version: z.string(),
  /** Which client carried the requests. */
  transport: z.enum(['raw-socket', 'undici']),
  /** Unix seconds of the measured window, to align telemetry. */
  started_at_unix: z.number(),
  ended_at_unix: z.number(),
  /** Inter-chunk latency: gaps between stream events as they arrived, whatever number of tokens they carried. */
  mean_icl_ms: stat,
  p50_icl_ms: stat,
  p90_icl_ms: stat,
  p95_icl_ms: stat,
  p99_icl_ms: stat,
  /** The part of the window with at least 95 % of the target concurrency in flight; null when there was none. */
  steady: z
    .object({ from_unix: z.number(), to_unix: z.number(), output_throughput: stat, request_throughput: stat })
    .nullable(),
  token_count_source: z.enum(['usage', 'chunks', 'mixed']),
  usage_missing: z.int(),
  tokens_mismatch: z.int(),
  /** Why requests ended; `ok` is the number completed. */
  status_counts: z.object({
    ok: z.int(),
    error_http: z.int(),
    error_stream: z.int(),
    truncated: z.int(),
    timeout: z.int(),
    cancelled: z.int(),
    no_token: z.int(),
    error_connect: z.int(),
  }),
  error_samples: z.array(z.object({ kind: z.string(), message: z.string(), count: z.int() })),
  input_len_actual: z.object({ min: stat, mean: stat, max: stat }),
  output_len_actual: z.object({ min: stat, mean: stat, max: stat }),
  /** True when the mean output length is off the asked one by more than 1 %. */
  osl_mismatch: z.boolean(),
  isl_mismatch: z.boolean(),
  /** The tool's judgement of itself: an invalid run is kept but flagged with its reasons. */
  self_check: z.object({
    valid: z.boolean(),
    reasons: z.array(z.string()),
    loop_delay_p99_ms: stat,
    send_late_p50_ms: stat,
    send_late_p99_ms: stat,
    cpu_share: stat,
    event_loop_utilization: stat,
    gc_share: stat,
    /** Share of the machine's CPU time taken by the hypervisor during the window (Linux). */
    cpu_steal_share: stat.optional(),
  }),
  goodput: z.object({ good_requests: z.int(), good_token_throughput: stat }).nullable(),
  warmup_requests: z.int(),
  concurrency_mean: stat,
  prompts_hash: z.string(),
  /** Tokens of requests handed over from the warm-up that arrived in the window; part of the throughputs, not of `total_output_tokens`. */
  handover_output_tokens: z.number().optional(),
  /** Send until the HTTP message ended, which a trailing usage event or a slow close makes later than E2EL. */
  mean_stream_close_ms: stat.optional(),
  p50_stream_close_ms: stat.optional(),
  /** Time to the first token of the answer itself, where reasoning precedes it. */
  mean_ttft_content_ms: stat.optional(),
  p50_ttft_content_ms: stat.optional(),
  /** What the server accepted of the request's optional parts. */
  request_features: z
    .object({ continuous_usage: z.boolean(), include_usage: z.boolean(), ignore_eos: z.boolean() })
    .optional(),
  /** Cross-checks from the server's own `/metrics`; null when it has none. */
  server_metrics: z
    .object({ prefix_cache_hit_rate: stat, running_halfway: stat, waiting_halfway: stat })
    .nullable()
    .optional(),
  /** Findings about the run that do not concern the tool itself, `code: text`. */
  warnings: z.array(z.string()).optional(),
  /** Why the run ended before its time, else null. */
  stopped: z.string().nullable().optional(),
  seed: z.int(),
  metadata: z.record(z.string(), z.string()),
});
export type BenchLlmResult = z.infer<typeof benchLlmResultSchema>;

/** One line on the tool's stdout while it runs (NDJSON); the agent turns it into phase and progress. */
export const benchProgressSchema = z.object({
  event: z.literal('progress'),
  phase: z.enum(['preparing', 'warming', 'measuring', 'collecting']),
  done: z.int(),
  total: z.int(),
  elapsed_s: z.number(),
});
export type BenchProgress = z.infer<typeof benchProgressSchema>;
