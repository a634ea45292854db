import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { intOrNull, numberOrNull, textOrNull, timestampOrNull } from '#contract/views/fields.ts';
import { resultIdentity, resultMetrics, resultOrigin } from '#contract/views/result-fields.ts';

/** Figures of LLM benchmarks with token counts and the measured window. */
export const vBenchLlmOutputs = defineView(
  'v_bench_llm_outputs',
  z.object({
    ...resultIdentity,
    ...resultMetrics,
    total_input_tokens: intOrNull,
    total_output_tokens: intOrNull,
    token_count_source: textOrNull,
    input_tokens_mean: numberOrNull,
    output_tokens_mean: numberOrNull,
    measured_from: timestampOrNull,
    measured_to: timestampOrNull,
    ...resultOrigin,
  }),
);
export type BenchLlmOutput = z.infer<typeof vBenchLlmOutputs.row>;
