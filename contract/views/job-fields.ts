import { jobPhaseSchema, jobStatusSchema, jobToolSchema, provenanceSchema } from '#contract/jobs.ts';
import { intOrNull, numberOrNull, text, textOrNull, timestamp } from '#contract/views/fields.ts';

/** What a job was run with. */
export const jobParameters = {
  framework_code: textOrNull,
  framework_version: textOrNull,
  model_code: text,
  quantization_code: textOrNull,
  server_hostname: textOrNull,
  config_code: textOrNull,
  gpu_model: textOrNull,
  gpu_name: textOrNull,
  /** Vendor and architecture as the catalog spells them; charts colour by them. */
  gpu_vendor: textOrNull,
  gpu_architecture: textOrNull,
  gpu_count: intOrNull,
  concurrency: intOrNull,
  input_sequence_length: intOrNull,
  output_sequence_length: intOrNull,
};

export const jobState = {
  tool_code: jobToolSchema,
  status_code: jobStatusSchema,
  phase_code: jobPhaseSchema.nullable(),
  progress: numberOrNull,
  status_at: timestamp,
  error_code: textOrNull,
  error_message: textOrNull,
  provenance: provenanceSchema,
};
