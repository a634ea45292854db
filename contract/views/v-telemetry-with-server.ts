import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, intOrNull, numberOrNull, text, textOrNull, timestamp, uuid } from '#contract/views/fields.ts';

/** Raw samples of GPU, host and engine while a job ran. GB are decimal, W, °C, MHz, per cent. */
export const vTelemetryWithServer = defineView(
  'v_telemetry_with_server',
  z.object({
    telemetry_id: int,
    org_id: uuid,
    job_id: int,
    job_name: text,
    run_id: int,
    project_id: int,
    attempt: int,
    server_id: intOrNull,
    hostname: textOrNull,
    sampled_at: timestamp,
    source: z.enum(['gpu', 'host', 'engine']),
    gpu_index: intOrNull,
    gpu_uuid: textOrNull,
    gpu_util_pct: numberOrNull,
    memory_used_gb: numberOrNull,
    memory_total_gb: numberOrNull,
    power_w: numberOrNull,
    power_limit_w: numberOrNull,
    temperature_c: numberOrNull,
    sm_clock_mhz: numberOrNull,
    cpu_pct: numberOrNull,
    engine_running: numberOrNull,
    engine_waiting: numberOrNull,
    kv_cache_pct: numberOrNull,
    created_at: timestamp,
  }),
);
export type TelemetrySample = z.infer<typeof vTelemetryWithServer.row>;
