import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { launchKindSchema } from '#contract/jobs.ts';
import { workerHardwareSchema } from '#contract/worker/hardware.ts';
import {
  int,
  intOrNull,
  numberOrNull,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
  uuidOrNull,
} from '#contract/views/fields.ts';

export const SERVER_STATUSES = ['never_connected', 'offline', 'stale', 'draining', 'busy', 'online'] as const;

/** Servers and their configs, one row each; a server without a config has one row with nulls. */
export const vServerCurrentStatus = defineView(
  'v_server_current_status',
  z.object({
    server_id: int,
    org_id: uuid,
    hostname: text,
    server_description: textOrNull,
    server_config_id: intOrNull,
    server_config_instance_id: intOrNull,
    config_code: textOrNull,
    config_description: textOrNull,
    launch_kind: launchKindSchema.nullable(),
    gpu_model: textOrNull,
    gpu_name: textOrNull,
    gpu_count: intOrNull,
    gpu_memory_gb: numberOrNull,
    tensor_parallel: intOrNull,
    endpoint_url: textOrNull,
    endpoint_api: textOrNull,
    served_model_name: textOrNull,
    worker_id: uuidOrNull,
    agent_version: textOrNull,
    worker_state_code: textOrNull,
    hardware: workerHardwareSchema.nullable(),
    capabilities: z
      .object({ launch_kinds: z.array(launchKindSchema), tools: z.array(z.string()) })
      .nullable(),
    last_heartbeat_at: timestampOrNull,
    status_code: z.enum(SERVER_STATUSES),
    current_job_id: intOrNull,
    current_job_name: textOrNull,
    pending_count: int,
    created_at: timestamp,
  }),
);
export type ServerCurrentStatus = z.infer<typeof vServerCurrentStatus.row>;
