import { expect, it } from 'vitest';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { initialValues } from './initial-values.ts';
import { valuesOfJob } from './values-of-job.ts';
import { planOf } from './plan.ts';
import { jobCall, submitSchema } from './submit-schema.ts';
import { submitSearch } from './submit-search.ts';

const JOB = {
  project_name: 'P',
  run_name: 'grid',
  tool_code: 'bench-llm',
  server_hostname: 'gpu-1',
  config_code: 'tp2',
  model_code: 'm',
  framework_code: 'vllm',
  framework_version: '0.11.0',
  quantization_code: 'fp8',
  concurrency: 8,
  input_sequence_length: 1024,
  output_sequence_length: 512,
  options: { seed: 7, num_requests: 100, ignore_eos: false, temperature: 0.5 },
} as unknown as RunJobWithParams;

const valuesOf = (search: Parameters<typeof submitSearch.read>[0], job: RunJobWithParams | null) =>
  initialValues({
    search: submitSearch.read(search),
    job: job === null ? null : { id: 7, name: 'j', values: valuesOfJob(job) },
    projects: [],
    servers: [],
    frameworks: [],
    versions: [],
  });
/** The calls that the form makes for what stands in it. */
const callsOf = (values: ReturnType<typeof valuesOf>) =>
  planOf(values).jobs.map((job) => jobCall(submitSchema.parse(values), job, { orgId: 'o', accountId: 'a' }));

it('takes the load of the address, and all else of the job: project, run, server, software and settings', () => {
  const values = valuesOf({ from: '7', concurrency: '64', isl: '2048', osl: '128', repeats: '2' }, JOB);
  expect(callsOf(values)).toEqual(
    [1, 2].map((repeat) => ({
      tool: 'bench-llm',
      args: {
        p_org_id: 'o',
        p_owner_account_id: 'a',
        p_project_name: 'P',
        p_run_name: 'grid',
        p_job_name: expect.stringMatching(new RegExp(`^m-fp8-.*-r${repeat}$`)) as string,
        p_server_hostname: 'gpu-1',
        p_config_code: 'tp2',
        p_model_code: 'm',
        p_framework_code: 'vllm',
        p_version: '0.11.0',
        p_quantization_code: 'fp8',
        p_concurrency: 64,
        p_input_sequence_length: 2048,
        p_output_sequence_length: 128,
        // Another seed, and as many requests as are usual at that concurrency.
        p_options: { ignore_eos: false, temperature: 0.5 },
      },
    })),
  );
});

it('fills a load without a job too, a list of concurrencies as it stands', () => {
  const values = valuesOf({ concurrency: '1, 8', isl: '128', osl: 'many' }, null);
  expect(values).toMatchObject({
    p_concurrency: '1, 8',
    p_input_sequence_length: '128',
    p_output_sequence_length: 'many',
    p_repeats: '1',
  });
  expect(valuesOf({}, null)).toMatchObject({ p_concurrency: '8', p_output_sequence_length: '1024' });
});

it('repeats a job with its own tool: images and audio stand in their fields, not among the other settings', () => {
  const images = {
    images_per_request: 2,
    image_width: 512,
    image_height: 256,
    image_format: 'jpeg',
    image_content: 'noise',
    image_unique: false,
  };
  expect(callsOf(valuesOf({}, { ...JOB, tool_code: 'bench-vlm', options: images }))).toMatchObject([
    {
      tool: 'bench-vlm',
      args: {
        p_images_per_request: 2,
        p_image_width: 512,
        p_image_height: 256,
        p_image_format: 'jpeg',
        p_image_content: 'noise',
        p_image_unique: false,
        p_input_sequence_length: 1024,
      },
    },
  ]);
  const audio = { audio_duration_bucket: '15-30s', audio_min_s: 15, audio_max_s: 30 };
  const [call] = callsOf(
    valuesOf({}, { ...JOB, tool_code: 'bench-asr', input_sequence_length: null, options: audio }),
  );
  expect(call).toMatchObject({
    tool: 'bench-asr',
    args: { p_audio_duration_bucket: '15-30s', p_output_sequence_length: 512 },
  });
  expect(call?.args).not.toHaveProperty('p_input_sequence_length');
  expect(call?.args).not.toHaveProperty('p_options');
});
