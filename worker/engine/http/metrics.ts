/** Bucket bounds in seconds, wide enough for fast tokens and slow requests. */
const BUCKETS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120];

class Histogram {
  readonly #counts = new Array<number>(BUCKETS.length).fill(0);
  #sum = 0;
  #count = 0;

  observe(seconds: number): void {
    this.#sum += seconds;
    this.#count++;
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  render(name: string, labels: string): string[] {
    let cumulative = 0;
    return [
      `# TYPE ${name} histogram`,
      ...BUCKETS.map(
        (bound, i) => `${name}_bucket{${labels},le="${bound}"} ${(cumulative += this.#counts[i] ?? 0)}`,
      ),
      `${name}_bucket{${labels},le="+Inf"} ${this.#count}`,
      `${name}_sum{${labels}} ${this.#sum}`,
      `${name}_count{${labels}} ${this.#count}`,
    ];
  }
}

/** Running totals of the engine since its start. */
export class EngineMetrics {
  promptTokens = 0;
  generationTokens = 0;
  readonly finished: Record<'stop' | 'length' | 'abort', number> = { stop: 0, length: 0, abort: 0 };
  readonly timeToFirstToken = new Histogram();
  readonly interTokenLatency = new Histogram();
  readonly endToEnd = new Histogram();

  /** Prometheus text with the names of vLLM; what vLLM does not have starts with `sim:`. */
  render(state: {
    modelName: string;
    running: number;
    waiting: number;
    kvUsage: number;
    preemptions: number;
    prefixQueries: number;
    prefixHits: number;
    tickLagP99Ms: number | null;
  }): string {
    const labels = `model_name="${state.modelName.replace(/[\\"\n]/g, '\\$&')}"`;
    const one = (name: string, type: 'gauge' | 'counter', value: number) => [
      `# TYPE ${name} ${type}`,
      `${name}{${labels}} ${value}`,
    ];
    return [
      ...one('vllm:num_requests_running', 'gauge', state.running),
      ...one('vllm:num_requests_waiting', 'gauge', state.waiting),
      ...one('vllm:kv_cache_usage_perc', 'gauge', state.kvUsage),
      // The name before vLLM 0.10; samplers still look for it.
      ...one('vllm:gpu_cache_usage_perc', 'gauge', state.kvUsage),
      ...one('vllm:num_preemptions_total', 'counter', state.preemptions),
      ...one('vllm:prompt_tokens_total', 'counter', this.promptTokens),
      ...one('vllm:generation_tokens_total', 'counter', this.generationTokens),
      ...one('vllm:prefix_cache_queries_total', 'counter', state.prefixQueries),
      ...one('vllm:prefix_cache_hits_total', 'counter', state.prefixHits),
      '# TYPE vllm:request_success_total counter',
      ...Object.entries(this.finished).map(
        ([reason, count]) => `vllm:request_success_total{${labels},finished_reason="${reason}"} ${count}`,
      ),
      ...this.timeToFirstToken.render('vllm:time_to_first_token_seconds', labels),
      ...this.interTokenLatency.render('vllm:time_per_output_token_seconds', labels),
      ...this.endToEnd.render('vllm:e2e_request_latency_seconds', labels),
      ...one('sim:simulated', 'gauge', 1),
      ...(state.tickLagP99Ms === null
        ? []
        : one('sim:tick_lag_p99_seconds', 'gauge', state.tickLagP99Ms / 1000)),
      '',
    ].join('\n');
  }
}
