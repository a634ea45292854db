import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';
import { jobStatusSchema, launchKindSchema } from '#contract/jobs.ts';

/** Creates a project; answers its project_id. */
export const createProject = defineRpc(
  'create_project',
  'engineer',
  z.object({
    p_owner_account_id: z.guid(),
    p_org_id: z.guid(),
    p_project_name: z.string().trim().min(1, 'Enter a name.').max(200),
    p_description: z.string().nullable().optional(),
  }),
  z.int(),
);

/** Adds a model of the workspace's own beside the catalog; what is not given stays unknown. */
export const createAiModel = defineRpc(
  'create_ai_model',
  'engineer',
  z.object({
    p_org_id: z.guid(),
    p_model_code: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9._-]{0,99}$/,
        'Use a-z, 0-9, dot, dash, underscore; start with a letter or digit.',
      ),
    p_model_name: z.string().max(200),
    p_hf_id: z.string().nullable().optional(),
    p_total_params_b: z.number().positive().max(1_000_000).nullable().optional(),
    p_max_context: z.int32().positive().nullable().optional(),
    p_kv_bytes_per_token: z.number().positive().max(1_000_000_000).nullable().optional(),
  }),
  z.int(),
);

/** Adds a way to bring a model server up on a server; answers its server_config_id. */
export const createServerConfig = defineRpc(
  'create_server_config',
  'engineer',
  z.object({
    p_org_id: z.guid(),
    p_owner_account_id: z.guid(),
    p_config_code: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
        'Use letters, digits, dots, dashes, underscores; start with a letter or digit.',
      ),
    p_server_hostname: z.string().min(1, 'Choose a server.'),
    p_launch_kind: launchKindSchema,
    p_gpu_model: z.string().nullable().optional(),
    p_gpu_count: z.int32().min(1).max(4096).nullable().optional(),
    p_gpu_memory_gb: z.number().positive().max(100_000).nullable().optional(),
    p_tensor_parallel: z.int32().min(1).max(1024).nullable().optional(),
    p_endpoint_url: z
      .url({ protocol: /^https?$/, error: 'Enter an address such as http://127.0.0.1:8000, without /v1.' })
      .nullable()
      .optional(),
    p_endpoint_api: z.enum(['completions', 'chat']).optional(),
    p_endpoint_api_key: z.string().nullable().optional(),
    p_served_model_name: z.string().nullable().optional(),
    p_extra_args: z.array(z.string()).optional(),
    p_description: z.string().nullable().optional(),
  }),
  z.int(),
  { secretParams: ['p_endpoint_api_key'] },
);

/** Makes a token that workers register with; it is shown this once. It lives 30 days unless said otherwise; null: for ever. */
export const createWorkerRegistrationToken = defineRpc(
  'create_worker_registration_token',
  'engineer',
  z.object({
    p_org_id: z.guid(),
    p_name: z.string().trim().min(1, 'Enter a name.').max(120),
    p_expires_in_seconds: z.int32().min(60).max(31_536_000).nullable().optional(),
  }),
  z.object({ registration_token_id: z.guid(), token: z.string(), expires_at: z.string().nullable() }),
);

/** A registration token as lists show it: never the token. `expires_at` null: it does not expire. */
export const workerRegistrationTokenSchema = z.object({
  registration_token_id: z.guid(),
  name: z.string(),
  created_by: z.guid().nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type WorkerRegistrationToken = z.infer<typeof workerRegistrationTokenSchema>;

/** Registration tokens of a workspace, newest first, at most 500, ended ones too. */
export const listWorkerRegistrationTokens = defineRpc(
  'list_worker_registration_tokens',
  'engineer',
  z.object({ p_org_id: z.guid() }),
  z.array(workerRegistrationTokenSchema),
);

/** Ends a registration token; workers that registered with it go on. */
export const revokeWorkerRegistrationToken = defineRpc(
  'revoke_worker_registration_token',
  'engineer',
  z.object({ p_registration_token_id: z.guid() }),
  z.object({ registration_token_id: z.guid(), revoked_at: z.string() }),
);

/** Removes a worker and its token; `released` are the jobs it held and what became of them. */
export const removeWorker = defineRpc(
  'remove_worker',
  'engineer',
  z.object({ p_worker_id: z.guid() }),
  z.object({
    worker_id: z.guid(),
    released: z.array(z.object({ job_id: z.int(), status_code: jobStatusSchema })),
  }),
);

/** Says that a server config stands ready on its server. */
export const recordServerConfigInstanceHeartbeat = defineRpc(
  'record_server_config_instance_heartbeat',
  'worker',
  z.object({ p_server_config_instance_id: z.int32() }),
  z.object({ server_config_instance_id: z.int(), last_heartbeat_at: z.string() }),
);
