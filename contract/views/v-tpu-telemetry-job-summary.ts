import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { provenanceSchema } from '#contract/jobs.ts';
import { int, intOrNull, numberOrNull, text, textOrNull, timestamp, uuid } from '#contract/views/fields.ts';

/** Telemetry of jobs on TPUs over the measured window: duty cycle and HBM per chip. */
export const vTpuTelemetryJobSummary = defineView(
  'v_tpu_telemetry_job_summary',
  z.object({
    job_id: int,
    org_id: uuid,
    project_id: int,
    project_name: text,
    run_id: int,
    run_name: text,
    job_name: text,
    provenance: provenanceSchema,
    attempt: int,
    server_id: intOrNull,
    server_hostname: textOrNull,
    model_code: text,
    tpu_model: text,
    tpu_name: text,
    window_from: timestamp,
    window_to: timestamp,
    chip_count_expected: intOrNull,
    chip_count_seen: int,
    samples: int,
    max_gap_s: numberOrNull,
    coverage_pct: numberOrNull,
    duty_cycle_avg_pct: numberOrNull,
    duty_cycle_max_pct: numberOrNull,
    hbm_used_avg_gb: numberOrNull,
    hbm_used_max_gb: numberOrNull,
    hbm_total_gb: numberOrNull,
    power_total_avg_w: numberOrNull,
    energy_j: numberOrNull,
    is_valid: z.boolean(),
    invalid_reasons: z.array(z.string()),
    created_at: timestamp,
  }),
);
export type TpuTelemetryJobSummaryRow = z.infer<typeof vTpuTelemetryJobSummary.row>;
