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
} from '#contract/views/fields.ts';

/** Machines asked of providers, with the execution they are for, their status and what they have cost since they were ready. */
export const vCloudProvisioningRequests = defineView(
  'v_cloud_provisioning_requests',
  z.object({
    request_id: int,
    org_id: uuid,
    execution_id: int,
    project_id: int,
    project_name: text,
    workload_id: int,
    workload_code: text,
    scenario_id: int,
    scenario_code: text,
    config_code: text,
    job_id: intOrNull,
    auto_terminate: z.boolean(),
    execution_status_code: text,
    status_code: text,
    error_message: textOrNull,
    provider_code: textOrNull,
    provider_resource_id: textOrNull,
    gpu_model: textOrNull,
    gpu_name: textOrNull,
    gpu_count: intOrNull,
    server_hostname: textOrNull,
    usd_per_hour: number,
    cost_usd_so_far: numberOrNull,
    provisioning_s: numberOrNull,
    ready_at: timestampOrNull,
    terminated_at: timestampOrNull,
    created_at: timestamp,
    updated_at: timestamp,
  }),
);
export type CloudProvisioningRequestsRow = z.infer<typeof vCloudProvisioningRequests.row>;
