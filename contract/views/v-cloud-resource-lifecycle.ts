import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, intOrNull, number, text, textOrNull, timestamp, uuid } from '#contract/views/fields.ts';

/** Everything that happened to each provisioned machine, in order, with how long each state lasted (null for the one it is in). */
export const vCloudResourceLifecycle = defineView(
  'v_cloud_resource_lifecycle',
  z.object({
    cloud_resource_event_id: int,
    org_id: uuid,
    request_id: int,
    execution_id: int,
    project_id: int,
    job_id: intOrNull,
    status_code: text,
    current_status_code: text,
    provider_code: textOrNull,
    provider_resource_id: textOrNull,
    server_hostname: textOrNull,
    gpu_model: textOrNull,
    gpu_count: intOrNull,
    message: textOrNull,
    duration_s: number,
    since_request_s: number,
    is_latest: z.boolean(),
    created_at: timestamp,
  }),
);
export type CloudResourceLifecycleRow = z.infer<typeof vCloudResourceLifecycle.row>;
