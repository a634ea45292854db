import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { resultIdentity, resultMetrics, resultOrigin } from '#contract/views/result-fields.ts';

/** Figures of every completed job, whatever the tool. */
export const vBenchmarkResults = defineView(
  'v_benchmark_results',
  z.object({ ...resultIdentity, ...resultMetrics, ...resultOrigin }),
);
export type BenchmarkResult = z.infer<typeof vBenchmarkResults.row>;
