import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { estimateColumns } from '#contract/views/v-inferencex-outputs.ts';
import { int, numberOrNull, text } from '#contract/views/fields.ts';

/** One deployment and workload over concurrency: speedup and efficiency against its lowest concurrency, gain over the step before. */
export const vConcurrencyScaling = defineView(
  'v_concurrency_scaling',
  z.object({
    ...estimateColumns,
    concurrency: int,
    base_concurrency: int,
    speedup: numberOrNull,
    scaling_efficiency: numberOrNull,
    gain_over_previous: numberOrNull,
    is_peak: z.boolean(),
    compared_count: int,
    is_comparable: z.boolean(),
    comparison_key: text,
  }),
);
export type ConcurrencyScalingRow = z.infer<typeof vConcurrencyScaling.row>;
