import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';

const figure = z.number().nullable().optional();

/** One GPU over the measured window. Percent, MB, W, J, °C, MHz. */
const gpuSummarySchema = z.looseObject({
  gpu_index: z.int(),
  gpu_uuid: z.string().nullable(),
  samples: z.int(),
  gpu_util_avg_pct: figure,
  memory_used_max_mb: figure,
  power_avg_w: figure,
  energy_j: figure,
  temperature_max_c: figure,
  is_valid: z.boolean(),
  invalid_reasons: z.array(z.string()),
});

/** A job over its measured window; every figure is null while `is_summarized` is false. */
export const telemetrySummarySchema = z.looseObject({
  job_id: z.int(),
  org_id: z.guid(),
  run_id: z.int(),
  job_name: z.string(),
  is_summarized: z.boolean(),
  is_valid: z.boolean().nullable().optional(),
  invalid_reasons: z.array(z.string()).nullable().optional(),
  samples: figure,
  gpu_util_avg_pct: figure,
  memory_used_max_mb: figure,
  power_total_avg_w: figure,
  energy_j: figure,
  temperature_max_c: figure,
  joules_per_token: figure,
  gpus: z.array(gpuSummarySchema),
});

/** Telemetry of a job: totals and each GPU. */
export const getTelemetrySummaryForJob = defineRpc(
  'get_telemetry_summary_for_job',
  'viewer',
  z.object({ p_job_id: z.int32() }),
  telemetrySummarySchema,
);

/** Telemetry of a run: its jobs that have samples, and what they come to. */
export const getTelemetrySummaryForRun = defineRpc(
  'get_telemetry_summary_for_run',
  'viewer',
  z.object({ p_run_id: z.int32() }),
  z.object({
    run_id: z.int(),
    job_count: z.int(),
    summarized_count: z.int(),
    valid_count: z.int(),
    /** J of all jobs; null unless each that was sampled has its own. */
    energy_j: z.number().nullable(),
    /** W and percent, weighted by the measured time. */
    power_total_avg_w: z.number().nullable(),
    gpu_util_avg_pct: z.number().nullable(),
    memory_used_max_mb: z.number().nullable(),
    temperature_max_c: z.number().nullable(),
    jobs: z.array(telemetrySummarySchema),
  }),
);
