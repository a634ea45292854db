import { latencyKey, metricValue, type LatencyKind, type Percentile } from '#contract/metrics.ts';
import type { JobResult } from './jobs-queries.ts';

export const LATENCIES: readonly LatencyKind[] = ['ttft', 'tpot', 'itl', 'e2e'];
const STATISTICS: readonly Percentile[] = ['p50', 'p90', 'p95', 'p99'];

/** Whether a latency of the job has percentiles enough for a line. */
export function hasPercentiles(result: JobResult): boolean {
  return LATENCIES.some((kind) => {
    const filled = STATISTICS.filter((name) => metricValue(result, latencyKey(kind, name)) !== null);
    return filled.length > 1;
  });
}

/** The grid that one or two charts of a job stand in, and their outlines before. */
export const chartGrid = (count: number): string =>
  `grid items-start gap-3.5 ${count > 1 ? 'xl:grid-cols-2' : ''}`;
