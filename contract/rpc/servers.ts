import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';
import { jobToolSchema } from '#contract/jobs.ts';
import { serverConfigInstances } from '#contract/views/catalogs.ts';

/** Says which GPUs a server config has; once, for a config has one kind. Memory per GPU in GB. */
export const createServerConfigGpu = defineRpc(
  'create_server_config_gpu',
  'engineer',
  z.object({
    p_owner_account_id: z.guid(),
    p_org_id: z.guid(),
    p_server_config_id: z.int32(),
    p_gpu_model: z.string().min(1, 'Choose a GPU.'),
    p_gpu_count: z.int32().min(1).max(4096).optional(),
    p_gpu_memory_gb: z.number().positive().max(100_000).nullable().optional(),
  }),
  z.object({
    server_config_id: z.int(),
    gpu_model: z.string(),
    gpu_count: z.int(),
    gpu_memory_gb: z.number(),
  }),
);

/** Puts a server config on a server; answers its server_config_instance_id. */
export const createServerConfigInstance = defineRpc(
  'create_server_config_instance',
  'engineer',
  z.object({
    p_owner_account_id: z.guid(),
    p_org_id: z.guid(),
    p_server_config_id: z.int32(),
    p_server_hostname: z.string().min(1, 'Choose a server.'),
  }),
  z.int(),
);

/** Server configs standing ready, of a workspace or of one server, newest first. */
export const listServerConfigInstances = defineRpc(
  'list_server_config_instances',
  'viewer',
  z.object({
    p_org_id: z.guid(),
    p_server_hostname: z.string().nullable().optional(),
    p_limit: z.int32().min(1).max(500).nullable().optional(),
  }),
  z.array(serverConfigInstances.row),
);

/** Whether a server can take a job now, check by check; with a model also whether it fits. */
export const validateServerReadiness = defineRpc(
  'validate_server_readiness',
  'viewer',
  z.object({
    p_org_id: z.guid(),
    p_server_hostname: z.string().min(1, 'Choose a server.'),
    p_config_code: z.string().nullable().optional(),
    p_tool_code: jobToolSchema.optional(),
    p_model_code: z.string().nullable().optional(),
    p_quantization_code: z.string().nullable().optional(),
    p_concurrency: z.int32().min(1).max(16_384).optional(),
    p_input_sequence_length: z.int32().min(1).max(16_777_216).optional(),
    p_output_sequence_length: z.int32().min(1).max(16_777_216).optional(),
  }),
  z.object({
    server_id: z.int(),
    server_hostname: z.string(),
    config_code: z.string().nullable(),
    is_ready: z.boolean(),
    last_heartbeat_at: z.string().nullable(),
    checks: z.array(
      z.object({
        check: z.enum(['worker_heard', 'tool', 'config', 'launch_kind', 'free', 'context', 'memory']),
        ok: z.boolean(),
        message: z.string(),
      }),
    ),
  }),
);
