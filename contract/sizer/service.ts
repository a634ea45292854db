import { z } from 'zod';

/** A price that a workspace set instead of the catalog's. USD; null keeps the catalog's. */
export const priceOverrideSchema = z.object({
  gpu_model: z.string(),
  capex_server_usd_per_gpu: z.number().positive().nullable(),
  capex_gpu_usd: z.number().positive().nullable(),
  cloud_usd_h: z.number().positive().nullable(),
  source: z.string().max(300),
  as_of: z.string().max(30).nullable(),
});
export type PriceOverride = z.infer<typeof priceOverrideSchema>;

/** What the control plane says about the workspace with each call: the service holds no database. */
export const serviceContextSchema = z.object({
  org_id: z.guid(),
  prices: z.array(priceOverrideSchema).max(500).default([]),
  /** Models of the workspace's own, as in the catalog's schema (`AiModelFact`); the service validates them. */
  models: z.array(z.record(z.string(), z.unknown())).max(500).default([]),
  usd_per_kwh: z.number().positive().nullable().default(null),
  colo_usd_per_kw_month: z.number().positive().nullable().default(null),
});
export type ServiceContext = z.infer<typeof serviceContextSchema>;

export const serviceSolveSchema = z.object({ context: serviceContextSchema, request: z.unknown() });
export const serviceAgentSchema = z.object({ context: serviceContextSchema, request: z.unknown() });

/** One measured point of a workspace on its way into training; names and units of the training file. */
export const trainingPointSchema = z.object({
  point_id: z.string(),
  job_id: z.int(),
  provenance: z.enum(['measured', 'imported']),
  model_code: z.string(),
  gpu_model: z.string(),
  framework: z.string(),
  framework_version: z.string().nullable(),
  measured_on: z.string(),
  precision: z.string(),
  isl: z.int().positive(),
  osl: z.int().positive(),
  concurrency: z.int().positive(),
  gpus: z.int().positive(),
  tp: z.int().positive(),
  pp: z.int().positive().default(1),
  dp_attention: z.int().positive().default(1),
  ep: z.int().positive().default(1),
  ttft_ms: z.number().positive(),
  tpot_ms: z.number().positive(),
});
export type TrainingPoint = z.infer<typeof trainingPointSchema>;

/** `POST /train` of the service: the workspace's points stand beside the shipped ones from then on. */
export const serviceTrainSchema = z.object({
  context: serviceContextSchema,
  points: z.array(trainingPointSchema).max(50_000),
});
export const serviceTrainAnswerSchema = z.object({
  model_version: z.string(),
  points: z.int(),
  added: z.int(),
  skipped: z.array(z.object({ point_id: z.string(), reason: z.string() })),
  /** Median absolute percentage error of the new points before and after, held out one by one; null without points. */
  tpot_median_ape_before: z.number().nullable(),
  tpot_median_ape_after: z.number().nullable(),
});
export type ServiceTrainAnswer = z.infer<typeof serviceTrainAnswerSchema>;

/**
 * The token of a call to the service: an HS256 JWT signed with SIZER_JWT_SECRET, made by the control plane for each call.
 * It carries `org_id` (null for calls that are about no workspace) and `request_id`; a caller's own token never travels on.
 */
export const SERVICE_TOKEN = {
  issuer: 'yardstick-control-plane',
  audience: 'yardstick-sizer',
  /** Longest life that the service takes, seconds. */
  maxLifeS: 60,
} as const;

export const serviceClaimsSchema = z.object({
  org_id: z.guid().nullable(),
  request_id: z.string().min(1).max(100),
});
export type ServiceClaims = z.infer<typeof serviceClaimsSchema>;
