import { z } from 'zod';
import { defineView } from '#contract/define.ts';
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

/** Status of a cloud execution; `pending` until the provisioner picks it up. */
export const cloudExecutionStatusSchema = z.enum([
  'pending',
  'provisioning',
  'ready',
  'running',
  'completed',
  'failed',
  'cancelled',
]);

/** Status of a machine asked of a provider. */
export const cloudProvisioningStatusSchema = z.enum([
  'pending',
  'provisioning',
  'ready',
  'failed',
  'cancelled',
  'terminating',
  'terminated',
]);

/** Cloud executions. `startup_extra_args_cli` may be patched by engineers while the status is `pending`. */
export const cloudExecutions = defineView(
  'cloud_executions',
  z.object({
    execution_id: int,
    org_id: uuid,
    owner_account_id: uuidOrNull,
    project_id: int,
    project_name: text,
    workload_id: int,
    workload_code: text,
    config_code: text,
    scenario_id: int,
    scenario_code: text,
    auto_terminate: z.boolean(),
    hf_token_id: intOrNull,
    startup_extra_args_cli: text,
    status_code: cloudExecutionStatusSchema,
    error_message: textOrNull,
    server_hostname: textOrNull,
    job_id: intOrNull,
    created_at: timestamp,
    updated_at: timestamp,
  }),
);
export type CloudExecutionRow = z.infer<typeof cloudExecutions.row>;

/** Machines asked of providers for cloud executions. */
export const cloudProvisioningRequests = defineView(
  'cloud_provisioning_requests',
  z.object({
    request_id: int,
    org_id: uuid,
    execution_id: int,
    status_code: cloudProvisioningStatusSchema,
    error_message: textOrNull,
    provider_code: textOrNull,
    provider_resource_id: textOrNull,
    gpu_model: textOrNull,
    gpu_count: intOrNull,
    server_hostname: textOrNull,
    usd_per_hour: numberOrNull,
    ready_at: timestampOrNull,
    terminated_at: timestampOrNull,
    created_at: timestamp,
    updated_at: timestamp,
  }),
);
export type CloudProvisioningRequestRow = z.infer<typeof cloudProvisioningRequests.row>;
