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
  uuidOrNull,
} from '#contract/views/fields.ts';

/** Models: the catalog (`org_id` null) and the workspace's own. Parameters in billions, context in tokens. */
export const aiModels = defineView(
  'ai_models',
  z.object({
    ai_model_id: int,
    org_id: uuidOrNull,
    model_code: text,
    model_name: text,
    hf_id: textOrNull,
    total_params_b: numberOrNull,
    active_params_b: numberOrNull,
    max_context: intOrNull,
    kv_bytes_per_token: numberOrNull,
    source: text,
    created_at: timestamp,
  }),
);
export type AiModel = z.infer<typeof aiModels.row>;

/** Accelerators: memory in GB, bandwidth in GB/s, power in W. */
export const gpuModels = defineView(
  'gpu_models',
  z.object({
    gpu_model: text,
    display_name: text,
    vendor: text,
    architecture: text,
    memory_gb: number,
    memory_bandwidth_gbps: numberOrNull,
    tdp_w: numberOrNull,
    source: text,
  }),
);
export type GpuModel = z.infer<typeof gpuModels.row>;

/** Serving frameworks; one that is not launchable serves only configs that name a running endpoint. */
export const frameworks = defineView(
  'frameworks',
  z.object({ framework_code: text, framework_name: text, launchable: z.boolean(), sort_order: int }),
);
export type Framework = z.infer<typeof frameworks.row>;

/** Versions of each framework, newest first by `sort_order`. */
export const frameworkVersions = defineView(
  'framework_versions',
  z.object({ framework_code: text, version: text, sort_order: int, created_at: timestamp }),
);
export type FrameworkVersion = z.infer<typeof frameworkVersions.row>;

/** Precisions: bytes per parameter of the weights. */
export const quantizations = defineView(
  'quantizations',
  z.object({ quantization_code: text, display_name: text, weight_bytes: number, sort_order: int }),
);
export type Quantization = z.infer<typeof quantizations.row>;

/** Server configs standing ready on a server. */
export const serverConfigInstances = defineView(
  'server_config_instances',
  z.object({
    server_config_instance_id: int,
    org_id: uuid,
    server_config_id: int,
    server_id: int,
    hostname: text,
    config_code: text,
    last_heartbeat_at: timestampOrNull,
    created_at: timestamp,
  }),
);

/** How frameworks are launched: argv with {placeholders}, what each precision adds, environment, health path, port. */
export const frameworkCommandTemplates = defineView(
  'framework_command_templates',
  z.object({
    framework_code: text,
    template_code: text,
    argv: z.array(z.string()),
    quantization_argv: z.record(z.string(), z.array(z.string())),
    runtime_env: z.record(z.string(), z.string()),
    health_path: text,
    default_port: int,
    source: text,
  }),
);
