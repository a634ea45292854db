import { JOB_TOOLS, type JobTool } from '#contract/jobs.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { optionValues, type ValueChange } from './read-request.ts';

/** The parameters of a job that ran, to run again. The seed stays out, so that the prompts are new ones. */
export function valuesOfJob(job: RunJobWithParams): ValueChange {
  const { num_requests, ...options } = job.options;
  Reflect.deleteProperty(options, 'seed');
  const media = takeMedia(options);
  const usual = Math.max(100, 4 * (job.concurrency ?? 0));
  return {
    ...media,
    ...(isTool(job.tool_code) && { p_tool: job.tool_code }),
    p_project_name: job.project_name,
    p_run_name: job.run_name === 'default' ? '' : job.run_name,
    p_server_hostname: job.server_hostname ?? '',
    p_config_code: job.config_code ?? '',
    p_model_code: job.model_code,
    p_framework_code: job.framework_code ?? '',
    p_version: job.framework_version ?? '',
    p_quantization_code: job.quantization_code ?? 'fp16',
    p_concurrency: job.concurrency === null ? '' : String(job.concurrency),
    // Speech has none: the field keeps what it holds, as nobody sees it.
    ...(job.tool_code !== 'bench-asr' && {
      p_input_sequence_length: job.input_sequence_length === null ? '' : String(job.input_sequence_length),
    }),
    p_output_sequence_length: job.output_sequence_length === null ? '' : String(job.output_sequence_length),
    // The server's own default, which follows the concurrency when that is changed.
    p_options: optionValues(num_requests === usual ? options : { ...options, num_requests }),
  };
}

const isTool = (code: string): code is JobTool => JOB_TOOLS.some((tool) => tool === code);

const MEDIA = [
  ['images_per_request', 'p_images_per_request'],
  ['image_width', 'p_image_width'],
  ['image_height', 'p_image_height'],
  ['image_format', 'p_image_format'],
  ['image_content', 'p_image_content'],
  ['audio_duration_bucket', 'p_audio_duration_bucket'],
] as const;

/** What jobs keep of images and audio in their options, taken out of these: each has a field of its own. */
function takeMedia(options: Record<string, unknown>): ValueChange {
  const values: Record<string, string> = {};
  for (const [key, field] of MEDIA) {
    const value = options[key];
    if (typeof value === 'string' || typeof value === 'number') values[field] = String(value);
    Reflect.deleteProperty(options, key);
  }
  if (typeof options['image_unique'] === 'boolean')
    values['p_image_unique'] = options['image_unique'] ? 'yes' : 'no';
  // The ends of the bucket of durations, in seconds.
  for (const key of ['image_unique', 'audio_min_s', 'audio_max_s']) Reflect.deleteProperty(options, key);
  return values;
}
