import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { jobToolSchema, provenanceSchema } from '#contract/jobs.ts';
import {
  int,
  intOrNull,
  numberOrNull,
  text,
  textOrNull,
  timestampOrNull,
  uuid,
} from '#contract/views/fields.ts';
import { resultMetrics, resultOrigin } from '#contract/views/result-fields.ts';

/** Figures of speech benchmarks: real-time factors (processing over audio time), audio seconds a second (RTFx), error rates of words and characters as fractions. */
export const vBenchAsrOutputs = defineView(
  'v_bench_asr_outputs',
  z.object({
    job_id: int,
    org_id: uuid,
    project_id: int,
    project_name: text,
    run_id: int,
    run_name: text,
    job_name: text,
    tool_code: jobToolSchema,
    provenance: provenanceSchema,
    framework_code: textOrNull,
    framework_version: textOrNull,
    model_code: text,
    quantization_code: textOrNull,
    server_id: intOrNull,
    server_hostname: textOrNull,
    config_code: textOrNull,
    gpu_model: textOrNull,
    gpu_name: textOrNull,
    gpu_vendor: textOrNull,
    gpu_architecture: textOrNull,
    gpu_count: intOrNull,
    concurrency: intOrNull,
    audio_duration_bucket: textOrNull,
    output_sequence_length: intOrNull,
    parameters: z.record(z.string(), z.unknown()),
    statistic: text,
    num_requests: intOrNull,
    num_failed: intOrNull,
    success_rate: numberOrNull,
    duration_s: numberOrNull,
    ...resultMetrics,
    audio_seconds_total: numberOrNull,
    audio_seconds_per_sec: numberOrNull,
    rtf_p50: numberOrNull,
    rtf_p90: numberOrNull,
    rtf_p99: numberOrNull,
    word_error_rate: numberOrNull,
    character_error_rate: numberOrNull,
    measured_from: timestampOrNull,
    measured_to: timestampOrNull,
    ...resultOrigin,
  }),
);
export type BenchAsrOutputsRow = z.infer<typeof vBenchAsrOutputs.row>;
