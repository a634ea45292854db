import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { provenanceSchema } from '#contract/jobs.ts';
import { int, intOrNull, numberOrNull, text, textOrNull, timestamp, uuid } from '#contract/views/fields.ts';

/** Telemetry of each GPU of a job over its measured window. Energy by trapezoids, interpolated at the edges of the window; null unless is_valid. */
export const vTelemetryPerGpuSummary = defineView(
  'v_telemetry_per_gpu_summary',
  z.object({
    job_id: int,
    gpu_index: int,
    org_id: uuid,
    project_id: int,
    run_id: int,
    job_name: text,
    provenance: provenanceSchema,
    server_id: intOrNull,
    server_hostname: textOrNull,
    gpu_model: textOrNull,
    gpu_name: textOrNull,
    gpu_uuid: textOrNull,
    samples: int,
    max_gap_s: numberOrNull,
    coverage_pct: numberOrNull,
    gpu_util_avg_pct: numberOrNull,
    gpu_util_p50_pct: numberOrNull,
    gpu_util_p95_pct: numberOrNull,
    gpu_util_max_pct: numberOrNull,
    memory_used_avg_gb: numberOrNull,
    memory_used_max_gb: numberOrNull,
    memory_total_gb: numberOrNull,
    memory_used_max_pct: numberOrNull,
    power_avg_w: numberOrNull,
    power_p95_w: numberOrNull,
    power_max_w: numberOrNull,
    power_limit_w: numberOrNull,
    energy_j: numberOrNull,
    temperature_avg_c: numberOrNull,
    temperature_max_c: numberOrNull,
    sm_clock_avg_mhz: numberOrNull,
    sm_clock_min_mhz: numberOrNull,
    is_valid: z.boolean(),
    invalid_reasons: z.array(z.string()),
    created_at: timestamp,
  }),
);
export type TelemetryPerGpuSummaryRow = z.infer<typeof vTelemetryPerGpuSummary.row>;
