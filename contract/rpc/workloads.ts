import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';
import { jobToolSchema } from '#contract/jobs.ts';
import { benchLlmOptionsSchema } from '#contract/rpc/create-bench-llm-job.ts';
import { vProjects } from '#contract/views/v-projects.ts';
import { vScenarios, vWorkloads } from '#contract/views/workloads.ts';

const limit = z.int32().min(1).max(500).nullable().optional();
const scenarioCode = z
  .string()
  .regex(/^c[1-9]\d{0,4}-isl[1-9]\d{0,7}-osl[1-9]\d{0,7}$/, 'Write it as c64-isl1024-osl256.');

/** Projects of a workspace, newest first. */
export const listProjects = defineRpc(
  'list_projects',
  'viewer',
  z.object({ p_org_id: z.guid(), p_limit: limit }),
  z.array(vProjects.row),
);

/** Workloads of a workspace, newest first. */
export const listWorkloads = defineRpc(
  'list_workloads',
  'viewer',
  z.object({ p_org_id: z.guid(), p_limit: limit }),
  z.array(vWorkloads.row),
);

/** Scenarios of a workspace or of one workload. */
export const listScenarios = defineRpc(
  'list_scenarios',
  'viewer',
  z.object({ p_org_id: z.guid(), p_workload_code: z.string().nullable().optional(), p_limit: limit }),
  z.array(vScenarios.row),
);

/** Creates a workload; answers its workload_id. */
export const createWorkload = defineRpc(
  'create_workload',
  'engineer',
  z.object({
    p_owner_account_id: z.guid(),
    p_org_id: z.guid(),
    p_workload_code: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
        'Use letters, digits, dots, dashes, underscores; start with a letter or digit.',
      ),
    p_framework_code: z.string().min(1, 'Choose a framework.'),
    p_version: z.string().min(1, 'Choose a version.'),
    p_model_code: z.string().min(1, 'Choose a model.'),
    p_quantization_code: z.string().optional(),
    p_tool_code: jobToolSchema.optional(),
    p_workload_name: z.string().trim().max(200).nullable().optional(),
    /** Images of bench-vlm (keys as the parameters of create_bench_vlm_job without p_), audio_duration_bucket of bench-asr. */
    p_parameters: z.record(z.string(), z.unknown()).optional(),
    p_description: z.string().nullable().optional(),
  }),
  z.int(),
);

/** Adds a scenario to a workload, by its code or by its three numbers; answers its scenario_id. */
export const createScenario = defineRpc(
  'create_scenario',
  'engineer',
  z.object({
    p_owner_account_id: z.guid(),
    p_org_id: z.guid(),
    p_workload_code: z.string().min(1, 'Choose a workload.'),
    p_scenario_code: scenarioCode.nullable().optional(),
    p_concurrency: z.int32().min(1).max(16_384).nullable().optional(),
    p_input_sequence_length: z.int32().min(1).max(16_777_216).nullable().optional(),
    p_output_sequence_length: z.int32().min(1).max(16_777_216).nullable().optional(),
    p_description: z.string().nullable().optional(),
  }),
  z.int(),
);

/** Runs a scenario of a workload on a server that is ready; answers the ids of its jobs, one a repeat. */
export const executeScenario = defineRpc(
  'execute_scenario',
  'engineer',
  z.object({
    p_owner_account_id: z.guid(),
    p_org_id: z.guid(),
    p_project_name: z.string().trim().min(1, 'Enter a project name.').max(200),
    p_workload_code: z.string().min(1, 'Choose a workload.'),
    p_scenario_code: scenarioCode,
    p_config_code: z.string().min(1, 'Choose a server config.'),
    p_server_hostname: z.string().min(1, 'Choose a server.'),
    p_run_name: z.string().trim().max(200).nullable().optional(),
    p_job_name: z.string().trim().max(190).nullable().optional(),
    p_repeats: z.int32().min(1).max(20).optional(),
    p_options: benchLlmOptionsSchema.optional(),
  }),
  z.object({ scenario_id: z.int(), job_ids: z.array(z.int()) }),
);
