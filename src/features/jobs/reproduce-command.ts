import type { JobTool } from '#contract/jobs.ts';
import { benchLlmOptionsSchema } from '#contract/rpc/create-bench-llm-job.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { curlCommand } from '#src/api/curl-command.ts';

interface ReproduceInput {
  job: JobCurrentStatus;
  options: Record<string, unknown>;
  /** Whole address of the API, "https://host/api". */
  apiBase: string;
  /** Whose project it becomes: the caller. */
  accountId: string;
}

/** What each tool is asked for beside the others, as jobs keep it in their options. */
const TOOL_OPTIONS: Readonly<Record<JobTool, readonly string[]>> = {
  'bench-llm': [],
  'bench-vlm': [
    'images_per_request',
    'image_width',
    'image_height',
    'image_format',
    'image_content',
    'image_unique',
  ],
  'bench-asr': ['audio_duration_bucket'],
};

/** The body of the tool's RPC that submits this benchmark once more; null when the job lacks what it needs. */
export function repeatRequest({ job, options, accountId }: ReproduceInput): Record<string, unknown> | null {
  const needed = [
    job.framework_code,
    job.framework_version,
    job.config_code,
    job.server_hostname,
    job.concurrency,
    job.output_sequence_length,
  ];
  if (needed.includes(null)) return null;
  // The duration of speech takes the place of the input length.
  const hasInput = job.tool_code !== 'bench-asr';
  if (hasInput ? job.input_sequence_length === null : options['audio_duration_bucket'] == null) return null;
  const own = TOOL_OPTIONS[job.tool_code].filter((key) => options[key] != null);
  // What the platform adds to the options is no parameter of a request.
  const kept = benchLlmOptionsSchema.safeParse(options).data ?? {};
  return {
    p_owner_account_id: accountId,
    p_org_id: job.org_id,
    p_project_name: job.project_name,
    p_run_name: job.run_name,
    // A name has 200 characters at most.
    p_job_name: `${job.job_name.slice(0, 194)} again`,
    p_framework_code: job.framework_code,
    p_version: job.framework_version,
    p_model_code: job.model_code,
    ...(job.quantization_code !== null && { p_quantization_code: job.quantization_code }),
    p_config_code: job.config_code,
    p_server_hostname: job.server_hostname,
    p_concurrency: job.concurrency,
    ...(hasInput && { p_input_sequence_length: job.input_sequence_length }),
    p_output_sequence_length: job.output_sequence_length,
    ...Object.fromEntries(own.map((key) => [`p_${key}`, options[key]])),
    ...(Object.keys(kept).length > 0 && { p_options: kept }),
  };
}

/** The same as a curl command for a POSIX shell; the token is left to the environment. Null as for the request. */
export function reproduceCommand(input: ReproduceInput): string | null {
  const request = repeatRequest(input);
  if (request === null) return null;
  return curlCommand(`${input.apiBase}/rpc/create_${input.job.tool_code.replace('-', '_')}_job`, request);
}
