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

const values = z.array(z.number().nullable());

/** One metric of a device, a value a bucket; the extremes are null where each bucket is one sample, which `mean` then is. */
const telemetryMetricSchema = z.object({
  mean: values,
  min: values.nullable(),
  max: values.nullable(),
  /** When the extremes were, ms after `origin_at`. */
  min_at_ms: values.nullable(),
  max_at_ms: values.nullable(),
});

/** What one GPU, the engine or the host was sampled for. Per cent, W, GB (decimal), °C, MHz, requests. */
const telemetryDeviceSchema = z.object({
  source: z.enum(['gpu', 'host', 'engine']),
  gpu_index: z.int().nullable(),
  gpu_uuid: z.string().nullable(),
  /** Samples in the stretch, of which each bucket holds equally many. */
  samples: z.int(),
  is_thinned: z.boolean(),
  power_limit_w: z.number().nullable(),
  memory_total_gb: z.number().nullable(),
  /** Longest distance of two samples, s; null with one sample. */
  max_gap_s: z.number().nullable(),
  /** When the longest silence began, ms after `origin_at`. */
  max_gap_at_ms: z.number().nullable(),
  /** First sample of each bucket, ms after `origin_at`. */
  at_ms: z.array(z.number()),
  /** Samples in each bucket. */
  counts: z.array(z.int()),
  /** By metric of the registry; a metric without any value is absent. */
  metrics: z.record(z.string(), telemetryMetricSchema),
});
export type TelemetryDevice = z.infer<typeof telemetryDeviceSchema>;

/** Samples of a job's attempt (the latest unless named), thinned so that a chart can draw them and no spike is lost. */
export const getTelemetrySeries = defineRpc(
  'get_telemetry_series',
  'viewer',
  z.object({
    p_job_id: z.int32(),
    p_attempt: z.int32().nullable().optional(),
    p_from: z.string().nullable().optional(),
    p_to: z.string().nullable().optional(),
    /** Most buckets a device, 1 to 2,000; 600 unless given. */
    p_buckets: z.int32().min(1).max(2000).nullable().optional(),
  }),
  z.object({
    job_id: z.int(),
    attempt: z.int().nullable(),
    buckets_most: z.int(),
    /** Time of the first sample; null without any. */
    origin_at: z.string().nullable(),
    sample_count: z.int(),
    bucket_count: z.int(),
    devices: z.array(telemetryDeviceSchema),
  }),
);
export type TelemetrySeries = z.infer<typeof getTelemetrySeries.returns>;
