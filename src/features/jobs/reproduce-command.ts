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

/** The body of `create_bench_llm_job` that submits this benchmark once more; null when the job lacks what it needs. */
export function repeatRequest({ job, options, accountId }: ReproduceInput): Record<string, unknown> | null {
  const needed = [
    job.framework_code,
    job.framework_version,
    job.config_code,
    job.server_hostname,
    job.concurrency,
    job.input_sequence_length,
    job.output_sequence_length,
  ];
  if (job.tool_code !== 'bench-llm' || needed.includes(null)) return null;
  // What the platform adds to the options is no parameter of a request.
  const kept = benchLlmOptionsSchema.safeParse(options).data ?? {};
  return {
    p_owner_account_id: accountId,
    p_org_id: job.org_id,
    p_project_name: job.project_name,
    p_run_name: job.run_name,
    p_job_name: `${job.job_name} again`,
    p_framework_code: job.framework_code,
    p_version: job.framework_version,
    p_model_code: job.model_code,
    ...(job.quantization_code !== null && { p_quantization_code: job.quantization_code }),
    p_config_code: job.config_code,
    p_server_hostname: job.server_hostname,
    p_concurrency: job.concurrency,
    p_input_sequence_length: job.input_sequence_length,
    p_output_sequence_length: job.output_sequence_length,
    ...(Object.keys(kept).length > 0 && { p_options: kept }),
  };
}

/** The same as a curl command for a POSIX shell; the token is left to the environment. Null as for the request. */
export function reproduceCommand(input: ReproduceInput): string | null {
  const request = repeatRequest(input);
  if (request === null) return null;
  return curlCommand(`${input.apiBase}/rpc/create_bench_llm_job`, request);
}
