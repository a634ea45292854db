import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import {
  int,
  intOrNull,
  number,
  numberOrNull,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
  uuidOrNull,
} from '#contract/views/fields.ts';

/** Accelerators that the sizer plans with: GB (decimal), GB/s, W, USD of the catalog. The first four are the specification's. */
export const vSizerReferenceGpuModels = defineView(
  'v_sizer_reference_gpu_models',
  z.object({
    gpu_model: text,
    gpu_display_name: text,
    gpu_vendor_code: text,
    gpu_vram_gb: number,
    gpu_architecture: text,
    memory_bandwidth_gbps: numberOrNull,
    tdp_w: numberOrNull,
    gpus_per_node: intOrNull,
    capex_server_usd_per_gpu: numberOrNull,
    capex_gpu_usd: numberOrNull,
    cloud_usd_h: numberOrNull,
    price_source: textOrNull,
    price_as_of: textOrNull,
    source: text,
    /** Facts that are guesses or that nobody checked against a datasheet. */
    guesses: z.array(text),
  }),
);
export type SizerGpuModelRow = z.infer<typeof vSizerReferenceGpuModels.row>;

/** Models that the sizer plans with: the catalog (`org_id` null) and the workspace's own. The first four are the specification's. */
export const vSizerReferenceAiModels = defineView(
  'v_sizer_reference_ai_models',
  z.object({
    model_code: text,
    model_name: text,
    model_params_b: numberOrNull,
    family_name: textOrNull,
    org_id: uuidOrNull,
    hf_id: textOrNull,
    active_params_b: numberOrNull,
    max_context: intOrNull,
    architecture: textOrNull,
    native_precision: textOrNull,
    source: text,
    guesses: z.array(text),
  }),
);
export type SizerAiModelRow = z.infer<typeof vSizerReferenceAiModels.row>;

/** Prices that each workspace uses instead of the catalog's, USD; null keeps the catalog's. */
export const vSizerPrices = defineView(
  'v_sizer_prices',
  z.object({
    org_id: uuid,
    gpu_model: text,
    gpu_display_name: text,
    capex_server_usd_per_gpu: numberOrNull,
    capex_gpu_usd: numberOrNull,
    cloud_usd_h: numberOrNull,
    price_source: text,
    price_as_of: textOrNull,
    updated_at: timestamp,
    updated_by_name: textOrNull,
  }),
);
export type SizerPricesRow = z.infer<typeof vSizerPrices.row>;

/** Whether each workspace uses the sizer, and its rates; a null rate is the sizer's own. */
export const vSizerSettings = defineView(
  'v_sizer_settings',
  z.object({
    org_id: uuid,
    enabled: z.boolean(),
    usd_per_kwh: numberOrNull,
    colo_usd_per_kw_month: numberOrNull,
    updated_at: timestampOrNull,
    updated_by_name: textOrNull,
  }),
);
export type SizerSettingsRow = z.infer<typeof vSizerSettings.row>;

/** Exports of results to the sizer, their withdrawals, and trainings. */
export const vSizerExportJobs = defineView(
  'v_sizer_export_jobs',
  z.object({
    export_job_id: uuid,
    org_id: uuid,
    action: z.enum(['export', 'withdraw', 'train']),
    status_code: z.enum(['pending', 'running', 'completed', 'failed']),
    requested_by: uuidOrNull,
    requested_by_name: textOrNull,
    job_count: int,
    accepted_count: int,
    refused: z.array(z.object({ job_id: int, reason: text })),
    model_version: textOrNull,
    error_message: textOrNull,
    created_at: timestamp,
    started_at: timestampOrNull,
    finished_at: timestampOrNull,
  }),
);
export type SizerExportJobsRow = z.infer<typeof vSizerExportJobs.row>;
