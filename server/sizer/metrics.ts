/** Upper ends of the duration buckets, seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

interface Histogram {
  readonly counts: number[];
  sum: number;
  total: number;
}

/** Counts what the service answered, for Prometheus. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Histogram>();

  /** One answered request: `operation` is `solve`, `agent` …, `code` an error code or `ok`. */
  count(operation: string, code: string, seconds: number): void {
    const key = `operation="${operation}",code="${code}"`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
    const found = this.#durations.get(operation);
    const histogram = found ?? { counts: BUCKETS.map(() => 0), sum: 0, total: 0 };
    if (found === undefined) this.#durations.set(operation, histogram);
    for (const [i, end] of BUCKETS.entries())
      if (seconds <= end) histogram.counts[i] = (histogram.counts[i] ?? 0) + 1;
    histogram.sum += seconds;
    histogram.total += 1;
  }

  /** Prometheus text format 0.0.4. */
  toText(facts: { readonly modelVersion: string; readonly points: number }): string {
    const lines = [
      '# HELP sizer_model_info Version of the trained model.',
      '# TYPE sizer_model_info gauge',
      `sizer_model_info{version="${facts.modelVersion}"} 1`,
      '# HELP sizer_training_points Measured points behind the trained model.',
      '# TYPE sizer_training_points gauge',
      `sizer_training_points ${facts.points}`,
      '# HELP sizer_requests_total Requests answered, by operation and error code.',
      '# TYPE sizer_requests_total counter',
      ...[...this.#requests].map(([labels, n]) => `sizer_requests_total{${labels}} ${n}`),
      '# HELP sizer_request_duration_seconds Time to answer.',
      '# TYPE sizer_request_duration_seconds histogram',
    ];
    for (const [operation, { counts, sum, total }] of this.#durations) {
      const name = 'sizer_request_duration_seconds';
      for (const [i, end] of BUCKETS.entries())
        lines.push(`${name}_bucket{operation="${operation}",le="${end}"} ${counts[i] ?? 0}`);
      lines.push(`${name}_bucket{operation="${operation}",le="+Inf"} ${total}`);
      lines.push(`${name}_sum{operation="${operation}"} ${sum}`);
      lines.push(`${name}_count{operation="${operation}"} ${total}`);
    }
    return `${lines.join('\n')}\n`;
  }
}
