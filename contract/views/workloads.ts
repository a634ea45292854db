import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { jobToolSchema } from '#contract/jobs.ts';
import { int, text, textOrNull, timestamp, uuid, uuidOrNull } from '#contract/views/fields.ts';

/** Workloads: what is benchmarked, with the number of their scenarios. */
export const vWorkloads = defineView(
  'v_workloads',
  z.object({
    workload_id: int,
    org_id: uuid,
    workload_code: text,
    workload_name: text,
    tool_code: jobToolSchema,
    framework_code: text,
    framework_version: text,
    model_code: text,
    quantization_code: text,
    /** Images of bench-vlm, the audio duration bucket of bench-asr. */
    parameters: z.record(z.string(), z.unknown()),
    description: textOrNull,
    owner_account_id: uuidOrNull,
    owner_name: textOrNull,
    scenario_count: int,
    created_at: timestamp,
  }),
);
export type WorkloadRow = z.infer<typeof vWorkloads.row>;

/** Points at which a workload is benchmarked: requests in flight, tokens in and out. */
export const vScenarios = defineView(
  'v_scenarios',
  z.object({
    scenario_id: int,
    org_id: uuid,
    workload_id: int,
    workload_code: text,
    tool_code: jobToolSchema,
    scenario_code: text,
    concurrency: int,
    input_sequence_length: int,
    output_sequence_length: int,
    description: textOrNull,
    owner_account_id: uuidOrNull,
    owner_name: textOrNull,
    created_at: timestamp,
  }),
);
export type ScenarioRow = z.infer<typeof vScenarios.row>;
