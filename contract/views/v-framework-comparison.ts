import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { estimateColumns } from '#contract/views/v-inferencex-outputs.ts';
import { int, intOrNull, numberOrNull, text } from '#contract/views/fields.ts';

/** Frameworks and their versions beside each other for the same model, GPUs, precision, concurrency, lengths and provenance. is_comparable: the set has more than one framework. */
export const vFrameworkComparison = defineView(
  'v_framework_comparison',
  z.object({
    ...estimateColumns,
    relative_to_best: numberOrNull,
    rank: intOrNull,
    compared_count: int,
    is_comparable: z.boolean(),
    comparison_key: text,
  }),
);
export type FrameworkComparisonRow = z.infer<typeof vFrameworkComparison.row>;
