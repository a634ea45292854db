import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';

/** Asks for a rented machine that runs a scenario; both ids are of records that are pending. */
export const createCloudExecutionRequest = defineRpc(
  'create_cloud_execution_request',
  'engineer',
  z.object({
    p_owner_account_id: z.guid(),
    p_org_id: z.guid(),
    p_project_name: z.string().trim().min(1, 'Enter a project name.').max(200),
    p_workload_code: z.string().min(1, 'Choose a workload.'),
    p_config_code: z.string().min(1, 'Choose a server config.'),
    p_scenario_code: z
      .string()
      .regex(/^c[1-9]\d{0,4}-isl[1-9]\d{0,7}-osl[1-9]\d{0,7}$/, 'Write it as c64-isl1024-osl256.'),
    /** false keeps the machine for further scenarios. */
    p_auto_terminate: z.boolean(),
    p_hf_token_id: z.int32().nullable().optional(),
  }),
  z.object({ execution_id: z.int(), request_id: z.int() }),
);

/** Stores a token of a model hub; answers its hf_token_id. Nobody can read it back. */
export const createHfToken = defineRpc(
  'create_hf_token',
  'engineer',
  z.object({
    p_org_id: z.guid(),
    p_token_name: z.string().trim().min(1, 'Enter a name.').max(120),
    p_token: z.string().min(1, 'Enter the token.'),
  }),
  z.int(),
  { secretParams: ['p_token'] },
);

/** How a model server comes up: argv for a program, `command` for a person, and the environment that belongs to it. */
export const resolveModelServerRuntimeContract = defineRpc(
  'resolve_model_server_runtime_contract',
  'account',
  z.object({
    p_framework_code: z.string().min(1, 'Choose a framework.'),
    p_framework_version: z.string().min(1, 'Choose a version.'),
    p_model_identifier: z.string().min(1, 'Name a model.'),
    p_engine_args_set_code: z.string().min(1, 'Choose an engine-argument set.'),
    p_bind_host: z.string().min(1, 'Enter a host.'),
    p_port: z.int32().min(1).max(65_535),
    p_launch_adapter: z.enum(['direct_process', 'container']),
    /** Empty for none. */
    p_container_image_override: z.string(),
  }),
  z.object({
    framework_code: z.string(),
    framework_version: z.string(),
    model: z.string(),
    engine_args_set_code: z.string(),
    template_code: z.string(),
    launch_adapter: z.enum(['direct_process', 'container']),
    container_image: z.string().nullable(),
    argv: z.array(z.string()),
    command: z.string(),
    runtime_env: z.record(z.string(), z.string()),
    health_path: z.string(),
    host: z.string(),
    port: z.int(),
    /** SHA-256 of argv and environment: the same contract has the same. */
    contract_sha256: z.string(),
  }),
);
