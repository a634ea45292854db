import { z } from 'zod';
import { jobPhaseSchema, launchKindSchema } from '#contract/jobs.ts';
import { workerHardwareSchema } from '#contract/worker/hardware.ts';

/**
 * The worker protocol: RPCs at `POST /api/rpc/worker_*` with the worker's bearer token.
 * A worker registers with a registration token (`ysr_…`) and gets a token of its own (`ysw_…`).
 * Every write names the attempt and its lease token; a lost lease answers `conflict` (409), and the worker stops the job.
 */
export const workerIntervalsSchema = z.object({
  sync_s: z.number(),
  log_s: z.number(),
  telemetry_s: z.number(),
  lease_ttl_s: z.number(),
});

export const workerRegister = {
  params: z.object({
    p_hostname: z.string().min(1).max(253),
    p_machine_id: z.string().min(8).max(128),
    p_boot_id: z.string().min(1).max(128),
    p_agent_version: z.string(),
    p_hardware: workerHardwareSchema,
    /** Kinds of model server this worker can bring up, and tools it has. */
    p_capabilities: z.object({ launch_kinds: z.array(launchKindSchema), tools: z.array(z.string()) }),
  }),
  returns: z.object({
    worker_id: z.guid(),
    org_id: z.guid(),
    server_id: z.int(),
    epoch: z.int(),
    access_token: z.string(),
    intervals: workerIntervalsSchema,
    /** Attempts that the platform still holds for this machine; the worker finishes each from its journal or gives it up. */
    open_attempts: z.array(z.object({ job_id: z.int(), attempt: z.int() })),
  }),
};

export const workerLeaseReportSchema = z.object({
  job_id: z.int(),
  attempt: z.int(),
  lease_token: z.string(),
  phase: jobPhaseSchema,
  progress: z.number().min(0).max(1).nullable(),
});

export const workerSync = {
  params: z.object({
    p_worker_id: z.guid(),
    p_epoch: z.int(),
    p_state: z.enum(['idle', 'busy', 'draining']),
    p_leases: z.array(workerLeaseReportSchema),
    p_now: z.string(),
  }),
  returns: z.object({
    server_time: z.string(),
    leases: z.array(
      z.object({
        job_id: z.int(),
        attempt: z.int(),
        expires_at: z.string().nullable(),
        lost: z.boolean(),
        cancel_requested: z.boolean(),
      }),
    ),
    commands: z.array(z.object({ kind: z.enum(['drain', 'resume', 'terminate']) })),
    next_sync_ms: z.int(),
    /** Pending jobs of this worker's server; a hint to claim at once. */
    pending_jobs: z.int(),
  }),
};

/** How the model server of a job comes up. */
export const launchSpecSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('simulated'),
    /** Preset of the simulated engine: a GPU of the catalog, how many, model and precision. */
    gpu_model: z.string(),
    gpu_count: z.int().min(1),
    model_code: z.string(),
    quantization_code: z.string(),
    max_model_len: z.int(),
    ready_timeout_s: z.number(),
  }),
  z.object({
    kind: z.literal('endpoint'),
    base_url: z.url(),
    served_model_name: z.string().nullable(),
    endpoint_api: z.enum(['completions', 'chat']),
    api_key: z.string().nullable(),
    ready_timeout_s: z.number(),
  }),
  z.object({
    kind: z.literal('process'),
    argv: z.array(z.string()).min(1),
    env: z.record(z.string(), z.string()),
    host: z.string(),
    port: z.int(),
    health_path: z.string(),
    served_model_name: z.string().nullable(),
    ready_timeout_s: z.number(),
  }),
]);
export type LaunchSpec = z.infer<typeof launchSpecSchema>;

export const claimedJobSchema = z.object({
  job_id: z.int(),
  attempt: z.int(),
  lease_token: z.string(),
  lease_expires_at: z.string(),
  tool_code: z.string(),
  job_name: z.string(),
  /** Fields of BenchLlmSpec that the job decides; the agent adds base_url, model and api_key_env. */
  bench: z.object({
    concurrency: z.int(),
    input_len: z.int(),
    output_len: z.int(),
    num_requests: z.int(),
    num_warmups: z.int().nullable(),
    max_duration_s: z.number().nullable(),
    seed: z.int(),
    options: z.record(z.string(), z.unknown()),
  }),
  launch: launchSpecSchema,
  limits: z.object({ max_runtime_s: z.number() }),
});
export type ClaimedJob = z.infer<typeof claimedJobSchema>;

export const workerClaimJob = {
  params: z.object({ p_worker_id: z.guid(), p_epoch: z.int(), p_claim_id: z.guid() }),
  returns: claimedJobSchema.nullable(),
};

const attemptParams = { p_job_id: z.int(), p_attempt: z.int(), p_lease_token: z.string() };

export const LOG_STREAMS = ['engine', 'bench', 'agent'] as const;
export const workerAppendLog = {
  params: z.object({
    ...attemptParams,
    p_stream: z.enum(LOG_STREAMS),
    p_seq: z.int().min(0),
    p_content: z.string().max(262_144),
  }),
  /** `next_seq` is the sequence number expected next: a repeat is a no-op, a gap is answered with what is missing. */
  returns: z.object({ next_seq: z.int(), truncated: z.boolean() }),
};

export const telemetryRowSchema = z.object({
  at: z.string(),
  source: z.enum(['gpu', 'host', 'engine']),
  gpu_index: z.int().nullable(),
  gpu_uuid: z.string().nullable(),
  gpu_util_pct: z.number().nullable(),
  memory_used_mb: z.number().nullable(),
  memory_total_mb: z.number().nullable(),
  power_w: z.number().nullable(),
  power_limit_w: z.number().nullable(),
  temperature_c: z.number().nullable(),
  sm_clock_mhz: z.number().nullable(),
  cpu_pct: z.number().nullable(),
  engine_running: z.number().nullable(),
  engine_waiting: z.number().nullable(),
  kv_cache_pct: z.number().nullable(),
});
export type TelemetryRow = z.infer<typeof telemetryRowSchema>;

export const workerPutTelemetry = {
  params: z.object({
    ...attemptParams,
    p_batch_id: z.guid(),
    p_rows: z.array(telemetryRowSchema).max(2_000),
  }),
  returns: z.object({ accepted: z.int() }),
};

export const workerPutResult = {
  /** `p_sha256` is the hex digest of the canonical text in `p_body_text`; the same digest again is fine, another one is `conflict`. */
  params: z.object({
    ...attemptParams,
    p_kind: z.literal('bench-llm'),
    p_sha256: z.string().length(64),
    p_body_text: z.string(),
  }),
  returns: z.object({ stored: z.boolean() }),
};

export const workerFinishJob = {
  params: z.object({
    ...attemptParams,
    p_status: z.enum(['completed', 'failed', 'cancelled']),
    /** Machine-readable cause of a failure: `engine_not_ready`, `engine_died`, `bench_failed`, `worker_restarted`, … */
    p_error_code: z.string().nullable(),
    p_message: z.string().nullable(),
    p_exit_code: z.int().nullable(),
    p_signal: z.string().nullable(),
    /** True for faults of the machine rather than of the benchmark: the job may be tried again. */
    p_retryable: z.boolean(),
    /** The resolved launch, secrets masked. */
    p_launch: z.record(z.string(), z.unknown()).nullable(),
  }),
  returns: z.object({ job_id: z.int(), status_code: z.string() }),
};
