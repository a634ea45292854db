import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { intOrNull, numberOrNull, textOrNull, timestampOrNull } from '#contract/views/fields.ts';
import { resultIdentity, resultMetrics, resultOrigin } from '#contract/views/result-fields.ts';

/** Figures of image benchmarks: those of LLM benchmarks, images a second, tokens of an image and the time to upload one request. parameters holds the image settings of the job. */
export const vBenchVlmOutputs = defineView(
  'v_bench_vlm_outputs',
  z.object({
    ...resultIdentity,
    ...resultMetrics,
    parameters: z.record(z.string(), z.unknown()),
    images_per_request: numberOrNull,
    images_per_sec: numberOrNull,
    image_tokens_mean: numberOrNull,
    upload_p50_ms: numberOrNull,
    upload_p99_ms: numberOrNull,
    total_input_tokens: intOrNull,
    total_output_tokens: intOrNull,
    token_count_source: textOrNull,
    measured_from: timestampOrNull,
    measured_to: timestampOrNull,
    ...resultOrigin,
  }),
);
export type BenchVlmOutputsRow = z.infer<typeof vBenchVlmOutputs.row>;
