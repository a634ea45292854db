import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { estimateColumns } from '#contract/views/v-inferencex-outputs.ts';
import { int, intOrNull, numberOrNull, text } from '#contract/views/fields.ts';

/** Models beside each other on the same GPUs, framework, precision, concurrency, lengths and provenance. is_comparable: the set has more than one model. */
export const vModelComparison = defineView(
  'v_model_comparison',
  z.object({
    ...estimateColumns,
    relative_to_best: numberOrNull,
    rank: intOrNull,
    compared_count: int,
    is_comparable: z.boolean(),
    comparison_key: text,
  }),
);
export type ModelComparisonRow = z.infer<typeof vModelComparison.row>;
