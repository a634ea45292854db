import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { estimateColumns } from '#contract/views/v-inferencex-outputs.ts';
import { int, intOrNull, numberOrNull, text, textOrNull } from '#contract/views/fields.ts';

/** Precisions beside each other for the same model, GPUs, framework and version, concurrency, lengths and provenance. The baseline is the widest precision of the set; speedup is relative to it. */
export const vQuantizationComparison = defineView(
  'v_quantization_comparison',
  z.object({
    ...estimateColumns,
    relative_to_best: numberOrNull,
    rank: intOrNull,
    compared_count: int,
    is_comparable: z.boolean(),
    baseline_quantization_code: textOrNull,
    baseline_job_id: intOrNull,
    speedup: numberOrNull,
    comparison_key: text,
  }),
);
export type QuantizationComparisonRow = z.infer<typeof vQuantizationComparison.row>;
