import { vRunJobsWithParams, type RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';
import { optionValues, type ValueChange } from './read-request.ts';

/** A job and what the fields hold when it is run again. */
export interface JobToRepeat {
  readonly id: number;
  readonly name: string;
  readonly values: ValueChange;
}

/** The job of that id; null when the workspace has none. */
export async function readJobToRepeat(
  orgId: string,
  jobId: number,
  signal: AbortSignal,
): Promise<JobToRepeat | null> {
  const { rows } = await api().readView(
    vRunJobsWithParams,
    { filters: { org_id: eq(orgId), job_id: eq(jobId) }, limit: 1 },
    { signal },
  );
  const [job] = rows;
  return job === undefined ? null : { id: job.job_id, name: job.job_name, values: valuesOfJob(job) };
}

/** The parameters of a job that ran, to run again. The seed stays out, so that the prompts are new ones. */
function valuesOfJob(job: RunJobWithParams): ValueChange {
  const { num_requests, ...options } = job.options;
  Reflect.deleteProperty(options, 'seed');
  const usual = Math.max(100, 4 * (job.concurrency ?? 0));
  return {
    p_project_name: job.project_name,
    p_run_name: job.run_name === 'default' ? '' : job.run_name,
    p_server_hostname: job.server_hostname ?? '',
    p_config_code: job.config_code ?? '',
    p_model_code: job.model_code,
    p_framework_code: job.framework_code ?? '',
    p_version: job.framework_version ?? '',
    p_quantization_code: job.quantization_code ?? 'fp16',
    p_concurrency: job.concurrency === null ? '' : String(job.concurrency),
    p_input_sequence_length: job.input_sequence_length === null ? '' : String(job.input_sequence_length),
    p_output_sequence_length: job.output_sequence_length === null ? '' : String(job.output_sequence_length),
    // The server's own default, which follows the concurrency when that is changed.
    p_options: optionValues(num_requests === usual ? options : { ...options, num_requests }),
  };
}
