import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, intOrNull, numberOrNull, text, textOrNull, timestamp } from '#contract/views/fields.ts';
import { estimateIdentity } from '#contract/views/v-inferencex-outputs.ts';

/** How much of the hardware the capacity estimates use: telemetry of the measured windows (means over the repeats that have any) and MFU, which is 2 x active parameters x total tokens/s over the dense peak of the precision. Ranked among the same model, lengths and provenance. */
export const vHardwareUtilization = defineView(
  'v_hardware_utilization',
  z.object({
    ...estimateIdentity,
    confidence_interval_lower: numberOrNull,
    confidence_interval_upper: numberOrNull,
    total_tokens_per_sec: numberOrNull,
    tokens_per_sec_per_gpu: numberOrNull,
    telemetry_n: int,
    gpu_util_avg_pct: numberOrNull,
    gpu_util_lower_pct: numberOrNull,
    gpu_util_upper_pct: numberOrNull,
    gpu_util_imbalance_pct: numberOrNull,
    memory_used_avg_gb: numberOrNull,
    memory_used_max_gb: numberOrNull,
    memory_total_gb: numberOrNull,
    power_total_avg_w: numberOrNull,
    tokens_per_sec_per_watt: numberOrNull,
    joules_per_token: numberOrNull,
    temperature_max_c: numberOrNull,
    kv_cache_avg_pct: numberOrNull,
    peak_tflops: numberOrNull,
    mfu_pct: numberOrNull,
    citation: textOrNull,
    source_url: textOrNull,
    created_at: timestamp,
    workload_options: z.record(z.string(), z.unknown()),
    rank: intOrNull,
    compared_count: int,
    comparison_key: text,
  }),
);
export type HardwareUtilizationRow = z.infer<typeof vHardwareUtilization.row>;
