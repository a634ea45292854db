import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JOB_TOOLS } from '#contract/jobs.ts';
import {
  AUDIO_DURATION_BUCKETS,
  createBenchAsrJob,
  createBenchVlmJob,
  IMAGE_CONTENTS,
  IMAGE_FORMATS,
} from '#contract/rpc/bench-media-jobs.ts';
import { createBenchLlmJob } from '#contract/rpc/create-bench-llm-job.ts';
import { withChange } from './initial-values.ts';
import { readRequest as readOver } from './read-request.ts';
import { planOf } from './plan.ts';
import { jobArguments, jobCall, schemaOf, submitSchema, type SubmitValues } from './submit-schema.ts';
import { readConcurrencies } from './concurrencies.ts';
import { EMPTY_VALUES } from './submit-values.ts';

const readRequest = (text: string) => readOver(text, EMPTY_VALUES);
const ORG = '11111111-1111-4111-8111-111111111111';
const ME = '22222222-2222-4222-8222-222222222222';
const FILLED = withChange(EMPTY_VALUES, {
  p_project_name: 'Project A',
  p_server_hostname: 'gpu-1',
  p_config_code: 'sim-h100x8',
  p_model_code: 'llama-3.1-8b',
  p_framework_code: 'vllm',
  p_version: '0.19.0',
  p_concurrency: '1, 8',
  p_input_sequence_length: '1,024',
});
const argumentsOf = (values: typeof EMPTY_VALUES, concurrency = 8) =>
  jobArguments(
    submitSchema.parse(values),
    { name: 'job', concurrency, isl: 1024, osl: 1024 },
    { orgId: ORG, accountId: ME },
  );
const messages = (values: typeof EMPTY_VALUES) =>
  Object.fromEntries(
    submitSchema.safeParse(values).error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [],
  );

it('reads one concurrency or a list', () => {
  expect(readConcurrencies('8')).toEqual([8]);
  expect(readConcurrencies(' 1, 8;32 8 ')).toEqual([1, 8, 32]);
  expect(readConcurrencies('')).toMatch(/how many/);
  expect(readConcurrencies('0')).toMatch(/"0" is no whole number/);
  // A thousands separator must not become a list.
  expect(readConcurrencies('1,024')).toMatch(/"024"/);
  expect(readConcurrencies('16385')).toBe('At most 16,384 requests in flight.');
  // The limit of the form is the contract's.
  const { p_concurrency: inFlight } = createBenchLlmJob.params.shape;
  expect(inFlight.safeParse(16_384).success).toBe(true);
  expect(inFlight.safeParse(16_385).error?.issues[0]?.message).toBe(readConcurrencies('16385'));
  expect(readConcurrencies(Array.from({ length: 33 }, (_, index) => index + 1).join(' '))).toMatch(
    /At most 32/,
  );
});

it('says what is missing on the field it is missing from', () => {
  expect(messages(EMPTY_VALUES)).toEqual({
    p_project_name: 'Enter a project name.',
    p_config_code: 'Choose where it runs.',
    p_model_code: 'Choose a model.',
    p_framework_code: 'Choose a framework.',
    p_version: 'Choose a version.',
  });
  expect(
    messages(withChange(FILLED, { p_options: { seed: '1.5', other: '{"top_k": 1}', ttft_ms: '0' } })),
  ).toEqual({
    'p_options.seed': 'Enter a whole number.',
    'p_options.ttft_ms': 'More than 0.',
    'p_options.other': 'Not known: top_k. Known: temperature, range, extra_body.',
  });
});

it('takes a name as long as the server does, and any seed that it gives', () => {
  expect(
    messages(withChange(FILLED, { p_job_name: 'x'.repeat(200), p_options: { seed: '2147483647' } })),
  ).toEqual({});
  expect(
    messages(withChange(FILLED, { p_job_name: 'x'.repeat(201), p_options: { seed: '2147483648' } })),
  ).toEqual({ p_job_name: 'At most 200 characters.', 'p_options.seed': 'At most 2,147,483,647.' });
});

it('makes a body that the contract takes, with only what was set', () => {
  const body = argumentsOf(FILLED);
  expect(createBenchLlmJob.params.parse(body)).toEqual({
    p_owner_account_id: ME,
    p_org_id: ORG,
    p_project_name: 'Project A',
    p_job_name: 'job',
    p_server_hostname: 'gpu-1',
    p_config_code: 'sim-h100x8',
    p_model_code: 'llama-3.1-8b',
    p_framework_code: 'vllm',
    p_version: '0.19.0',
    p_quantization_code: 'fp16',
    p_concurrency: 8,
    p_input_sequence_length: 1024,
    p_output_sequence_length: 1024,
  });
});

it('reads back every body it makes', () => {
  const values = withChange(FILLED, {
    p_run_name: 'nightly',
    p_concurrency: '8',
    p_input_sequence_length: '1024',
    p_options: {
      num_requests: '500',
      seed: '7',
      ignore_eos: false,
      tpot_ms: '50',
      other: '{"temperature":0.7,"range":{"mode":"symmetric","value":0.1}}',
    },
  });
  const body = argumentsOf(values);
  expect(body.p_options).toEqual({
    num_requests: 500,
    seed: 7,
    ignore_eos: false,
    goodput: { tpot_ms: 50 },
    temperature: 0.7,
    range: { mode: 'symmetric', value: 0.1 },
  });
  const { values: read, ignored } = readRequest(JSON.stringify(body));
  expect(ignored).toEqual([]);
  expect(argumentsOf(withChange(EMPTY_VALUES, read))).toEqual(body);
});

const count = (max: number, min = 1) => fc.integer({ min, max }).map(String);
const word = fc.stringMatching(/^[a-z][a-z0-9.-]{0,20}$/);
const optional = (text: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), text);
const milliseconds = optional(fc.integer({ min: 1, max: 10_000_000 }).map((n) => String(n / 1000)));
/** Forms of one job; what the tool does not show has its usual value. */
const forms: fc.Arbitrary<SubmitValues> = fc
  .record({
    p_tool: fc.constantFrom(...JOB_TOOLS),
    p_images_per_request: count(64),
    p_image_width: count(8192, 16),
    p_image_height: count(8192, 16),
    p_image_format: fc.constantFrom(...IMAGE_FORMATS),
    p_image_content: fc.constantFrom(...IMAGE_CONTENTS),
    p_image_unique: fc.constantFrom('yes' as const, 'no' as const),
    p_audio_duration_bucket: fc.constantFrom(...AUDIO_DURATION_BUCKETS),
    p_project_name: word,
    p_run_name: optional(word),
    p_job_name: word,
    p_server_hostname: word,
    p_config_code: word,
    p_model_code: word,
    p_framework_code: word,
    p_version: word,
    p_quantization_code: word,
    p_concurrency: count(16_384),
    p_input_sequence_length: count(16_777_216),
    p_output_sequence_length: count(16_777_216),
    p_more_shapes: fc.constant(''),
    p_repeats: fc.constant('1'),
    p_skip: fc.constant(''),
    p_options: fc.record({
      num_requests: optional(count(1_000_000)),
      num_warmups: optional(count(1_000_000, 0)),
      max_duration_s: optional(count(100_000)),
      seed: optional(count(1_000_000, 0)),
      ignore_eos: fc.boolean(),
      ttft_ms: milliseconds,
      tpot_ms: milliseconds,
      e2el_ms: milliseconds,
      other: fc.constantFrom(
        '',
        '{"temperature":0.7}',
        '{"range":{"mode":"symmetric","value":0.1},"extra_body":{"top_k":1}}',
      ),
    }),
  })
  .map((form) => {
    const { p_images_per_request, p_image_width, p_image_height, p_image_format } = EMPTY_VALUES;
    const { p_image_content, p_image_unique, p_audio_duration_bucket, p_input_sequence_length } =
      EMPTY_VALUES;
    const noImages = {
      ...{ p_images_per_request, p_image_width, p_image_height, p_image_format, p_image_content },
      p_image_unique,
    };
    if (form.p_tool === 'bench-asr') return { ...form, ...noImages, p_input_sequence_length };
    return { ...form, ...(form.p_tool === 'bench-llm' && noImages), p_audio_duration_bucket };
  });

it('gives the form that made a request back, whatever stood in the fields it is pasted over', () => {
  fc.assert(
    fc.property(forms, forms, (form, other) => {
      const [job] = planOf(form).jobs;
      if (job === undefined) throw new Error('no job');
      const { args } = jobCall(schemaOf[form.p_tool].parse(form), job, { orgId: ORG, accountId: ME });
      const { values, ignored } = readRequest(JSON.stringify(args, null, 2));
      expect(ignored).toEqual([]);
      expect(withChange({ ...other, p_more_shapes: '1/1', p_repeats: '3' }, values)).toEqual(form);
    }),
  );
});

it('takes the tool from what part of a body carries, and refuses a value that no field can hold', () => {
  expect(readRequest('{"p_image_width": 512, "p_image_unique": false, "p_image_format": "webp"}')).toEqual({
    values: { p_tool: 'bench-vlm', p_image_width: '512', p_image_unique: 'no' },
    ignored: ['p_image_format'],
  });
  expect(readRequest('{"p_audio_duration_bucket": "30-60s"}').values).toEqual({
    p_tool: 'bench-asr',
    p_audio_duration_bucket: '30-60s',
  });
  expect(readRequest('{"p_options": {"seed": 7}}').values).toEqual({ p_options: { seed: '7' } });
});

it('tells what of pasted JSON it could not use', () => {
  expect(readRequest('{"p_concurrency": 32, "p_runs": 3, "p_model_code": {}}')).toEqual({
    values: { p_concurrency: '32' },
    ignored: ['p_runs', 'p_model_code'],
  });
  expect(() => readRequest('{')).toThrow('This is not JSON');
  expect(() => readRequest('[1]')).toThrow('Paste one object');
  expect(() => readRequest('{"concurrency": 1}')).toThrow('No key of this object');
});

it('sends images to the tool for images, and a duration instead of an input length to the one for speech', () => {
  const job = { name: 'job', concurrency: 8, isl: 1024, osl: 256 };
  const caller = { orgId: ORG, accountId: ME };
  const callOf = (tool: 'bench-vlm' | 'bench-asr') =>
    jobCall(submitSchema.parse(withChange(FILLED, { p_tool: tool, p_image_unique: 'no' })), job, caller);
  const vlm = callOf('bench-vlm');
  expect(vlm).toMatchObject({
    tool: 'bench-vlm',
    args: { p_images_per_request: 1, p_image_width: 1024, p_image_format: 'png', p_image_unique: false },
  });
  expect(createBenchVlmJob.params.parse(vlm.args)).toMatchObject({ p_input_sequence_length: 1024 });
  const asr = callOf('bench-asr');
  expect(createBenchAsrJob.params.parse(asr.args)).toMatchObject({ p_audio_duration_bucket: '5-15s' });
  expect(asr.args).not.toHaveProperty('p_input_sequence_length');
  expect(asr.args).not.toHaveProperty('p_images_per_request');
});
