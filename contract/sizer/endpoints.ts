import { z } from 'zod';
import { priceOverrideSchema, serviceTrainAnswerSchema } from '#contract/sizer/service.ts';

/** `GET /api/sizer/status`. */
export const sizerStatusSchema = z.object({
  enabled: z.boolean(),
  /** False: an administrator must set HARDWARE_SIZER_URL and SIZER_JWT_SECRET. */
  configured: z.boolean(),
  /** False: switched off for this workspace. */
  workspace_enabled: z.boolean(),
});

/** `GET /api/sizer/health` when the service answers. */
export const sizerHealthSchema = z.object({
  status: z.literal('ok'),
  model_version: z.string(),
  trained_on: z.string(),
  points: z.int(),
  gpus: z.int(),
  models: z.int(),
  agent_model: z.string().nullable(),
});

/** `GET /api/sizer/gpu-skus`. */
export const gpuSkusSchema = z.object({
  gpu_skus: z.array(
    z.object({
      gpu_model: z.string(),
      gpu_vram_gb: z.number(),
      vendor: z.string(),
      gpu_display_name: z.string(),
    }),
  ),
});

/** `POST /api/sizer/export`: completed, measured jobs become training points of the workspace; `withdraw` takes them back. */
export const sizerExportRequestSchema = z
  .object({
    org_id: z.guid().nullish(),
    action: z.enum(['export', 'withdraw']).default('export'),
    job_ids: z.array(z.int().positive()).min(1).max(1_000).optional(),
    project_run_id: z.int().positive().optional(),
    /** Results that a person brought in from elsewhere count too; default only those measured on this platform. */
    include_imported: z.boolean().default(false),
  })
  .refine((body) => (body.job_ids === undefined) !== (body.project_run_id === undefined), {
    error: 'Give either job_ids or project_run_id.',
    path: ['job_ids'],
  });

export const sizerExportJobSchema = z.object({
  export_job_id: z.guid(),
  org_id: z.guid(),
  action: z.enum(['export', 'withdraw', 'train']),
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  requested_by: z.guid().nullable(),
  jobs: z.int(),
  accepted: z.int(),
  /** Jobs that cannot become training points, and why: simulated, failed, without GPU, model or framework known to the sizer. */
  refused: z.array(z.object({ job_id: z.int().nullable(), reason: z.string() })),
  model_version: z.string().nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type SizerExportJob = z.infer<typeof sizerExportJobSchema>;

/** `GET /api/sizer/export-jobs?org_id=&limit=`: newest first. */
export const sizerExportJobsSchema = z.object({ export_jobs: z.array(sizerExportJobSchema) });

/** `POST /api/sizer/train`: answers 202 with the job that trains. */
export const sizerTrainRequestSchema = z.object({ org_id: z.guid().nullish() });

/** `?org_id=` of the reads: default the caller's primary workspace. */
export const sizerOrgQuerySchema = z.object({ org_id: z.guid().optional() });
export const sizerExportJobsQuerySchema = z.object({
  org_id: z.guid().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});

/** `GET /api/sizer/settings`: any member reads, admins change with `PUT`. */
export const sizerSettingsSchema = z.object({
  org_id: z.guid(),
  /** The switch of this workspace. */
  enabled: z.boolean(),
  /** USD a kilowatt-hour; null: the sizer's default, stated in each answer. */
  usd_per_kwh: z.number().nullable(),
  /** Colocation, USD a kilowatt and month; null: not counted. */
  colo_usd_per_kw_month: z.number().nullable(),
  /** Null: never changed. */
  updated_at: z.string().nullable(),
  /** Training points of this workspace: exported, and in the last training that ended well (null: none yet). */
  training_points: z.int(),
  trained_points: z.int().nullable(),
  trained_at: z.string().nullable(),
  model_version: z.string().nullable(),
});
export type SizerSettings = z.infer<typeof sizerSettingsSchema>;

/** `PUT /api/sizer/settings`: what is not given stays; null goes back to the default. */
export const sizerSettingsChangeSchema = z.object({
  org_id: z.guid().nullish(),
  enabled: z.boolean().optional(),
  usd_per_kwh: z.number().positive().max(10).nullish(),
  colo_usd_per_kw_month: z.number().positive().max(10_000).nullish(),
});

/** One price of `GET /api/sizer/prices`: the workspace's own, beside what the catalog says of that GPU. */
export const sizerPriceSchema = priceOverrideSchema.extend({
  org_id: z.guid(),
  gpu_display_name: z.string(),
  updated_at: z.string(),
});
export type SizerPrice = z.infer<typeof sizerPriceSchema>;
export const sizerPricesSchema = z.object({ prices: z.array(sizerPriceSchema) });

/** `PUT /api/sizer/prices/:gpu_model`: the whole price; a null figure keeps the catalog's. At least one is a number. */
export const sizerPriceChangeSchema = z
  .object({
    org_id: z.guid().nullish(),
    capex_server_usd_per_gpu: z.number().positive().max(1e8).nullish(),
    capex_gpu_usd: z.number().positive().max(1e8).nullish(),
    cloud_usd_h: z.number().positive().max(1e5).nullish(),
    /** Where the price comes from, such as a quote's number. */
    source: z.string().trim().min(1, 'Say where the price comes from, such as a quote.').max(300),
    as_of: z
      .string()
      .regex(/^\d{4}-\d{2}(?:-\d{2})?$/, 'Write the date as 2026-03 or 2026-03-31.')
      .nullish(),
  })
  .refine(
    (body) =>
      [body.capex_server_usd_per_gpu, body.capex_gpu_usd, body.cloud_usd_h].some((usd) => usd != null),
    { error: 'Give at least one price.', path: ['capex_server_usd_per_gpu'] },
  );

/**
 * `POST /api/sizer/models`: a model of the workspace's own from its Hugging Face `config.json`. What the file does not say
 * is asked, never guessed: send the same body again with `answers`.
 */
export const sizerModelRequestSchema = z.object({
  org_id: z.guid().nullish(),
  /** Text of config.json. */
  config: z.string().min(2).max(1_000_000),
  model_code: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{0,99}$/, 'A model code has 1 to 100 of a-z, 0-9, dot and dash.'),
  model_name: z.string().trim().min(3).max(200),
  hf_id: z
    .string()
    .regex(/^[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+$/, 'A hub id is such as org/name.')
    .nullish(),
  /** Answers to the questions of the call before, by field. */
  answers: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])).default({}),
});

/** What config.json does not say and the sizer needs. */
export const sizerModelQuestionSchema = z.object({
  field: z.string(),
  why: z.string(),
  question: z.string(),
});

export const sizerModelAnswerSchema = z.object({
  /** `needs_answers`: nothing was stored; `missing` asks. */
  status: z.enum(['created', 'needs_answers']),
  model_code: z.string(),
  model_name: z.string(),
  /** What was read so far, as in the catalog's schema. */
  facts: z.record(z.string(), z.unknown()),
  missing: z.array(sizerModelQuestionSchema),
  notes: z.array(z.string()),
});
export type SizerModelAnswer = z.infer<typeof sizerModelAnswerSchema>;

/** `POST /models/parse` of the service. */
export const serviceParseModelSchema = sizerModelRequestSchema.omit({ org_id: true });
export const serviceParsedModelSchema = sizerModelAnswerSchema
  .pick({ facts: true, missing: true, notes: true })
  .extend({ fault: z.string().nullable() });

/** `GET /training?org=` of the service: what it holds of a workspace. */
export const serviceTrainingSchema = z.object({
  org_id: z.guid(),
  points: z.int(),
  trained_at: z.string().nullable(),
  last: serviceTrainAnswerSchema.nullable(),
});
