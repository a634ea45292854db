import { z } from 'zod';
import { benchLlmOptionsSchema, createBenchLlmJob } from '#contract/rpc/create-bench-llm-job.ts';
import {
  AUDIO_DURATION_BUCKETS,
  createBenchVlmJob,
  IMAGE_CONTENTS,
  IMAGE_FORMATS,
} from '#contract/rpc/bench-media-jobs.ts';
import type { createBenchAsrJob } from '#contract/rpc/bench-media-jobs.ts';
import { jobToolSchema, type JobTool } from '#contract/jobs.ts';
import { numberText } from '#src/components/form/number-schema.ts';
import { readConcurrencies } from './concurrencies.ts';
import { MAX_NAME, MAX_REPEATS, readShapes, type Shape } from './sweep.ts';

const params = createBenchLlmJob.params.shape;
const images = createBenchVlmJob.params.shape;
const options = benchLlmOptionsSchema.shape;
const goodput = options.goodput.unwrap().shape;

/** Settings without a field of their own, as JSON. */
const otherOptionsSchema = benchLlmOptionsSchema
  .pick({ temperature: true, range: true, extra_body: true })
  .strict();

/** The form: the contract's parameters as text fields hold them; concurrency may be a list. */
export const submitSchema = z.object({
  p_tool: jobToolSchema,
  p_images_per_request: numberText(images.p_images_per_request),
  p_image_width: numberText(images.p_image_width),
  p_image_height: numberText(images.p_image_height),
  p_image_format: z.enum(IMAGE_FORMATS),
  p_image_content: z.enum(IMAGE_CONTENTS),
  p_image_unique: z.enum(['yes', 'no']),
  p_audio_duration_bucket: z.enum(AUDIO_DURATION_BUCKETS),
  p_project_name: params.p_project_name,
  p_run_name: z.string().trim().max(200, 'At most 200 characters.'),
  /** Empty: the suggested name. */
  p_job_name: z.string().trim().max(MAX_NAME, `At most ${MAX_NAME} characters.`),
  p_server_hostname: z.string(),
  p_config_code: z.string().min(1, 'Choose where it runs.'),
  p_model_code: params.p_model_code,
  p_framework_code: params.p_framework_code,
  p_version: z.string().trim().min(1, 'Choose a version.'),
  p_quantization_code: z.string().min(1, 'Choose a precision.'),
  p_concurrency: z.string().transform((text, context): number[] => {
    const read = readConcurrencies(text);
    if (typeof read !== 'string') return read;
    context.addIssue({ code: 'custom', message: read });
    return z.NEVER;
  }),
  p_input_sequence_length: numberText(params.p_input_sequence_length),
  p_output_sequence_length: numberText(params.p_output_sequence_length),
  /** Lengths beside those, for a sweep. */
  p_more_shapes: z.string().transform((text, context): Shape[] => {
    const read = readShapes(text);
    if (typeof read !== 'string') return read;
    context.addIssue({ code: 'custom', message: read });
    return z.NEVER;
  }),
  p_repeats: numberText(z.int().min(1).max(MAX_REPEATS)),
  /** Codes of the cells of the grid that are switched off. */
  p_skip: z.string(),
  p_options: z.object({
    num_requests: numberText(options.num_requests),
    num_warmups: numberText(options.num_warmups),
    max_duration_s: numberText(options.max_duration_s),
    seed: numberText(options.seed),
    ignore_eos: z.boolean(),
    ttft_ms: numberText(goodput.ttft_ms),
    tpot_ms: numberText(goodput.tpot_ms),
    e2el_ms: numberText(goodput.e2el_ms),
    other: z.string().transform((text, context): z.output<typeof otherOptionsSchema> => {
      const read = readOtherOptions(text);
      if (typeof read !== 'string') return read;
      context.addIssue({ code: 'custom', message: read });
      return z.NEVER;
    }),
  }),
});

/** What the fields hold. */
export type SubmitValues = z.input<typeof submitSchema>;
/** What was read from them. */
export type SubmitRequest = z.output<typeof submitSchema>;

const notShown = <Value>(value: Value) => z.string().transform((): Value => value);
const noImages = {
  p_images_per_request: notShown<number | undefined>(undefined),
  p_image_width: notShown<number | undefined>(undefined),
  p_image_height: notShown<number | undefined>(undefined),
};
/** The form as each tool shows it: what stands in a field that is not shown refuses nothing. */
export const schemaOf: Readonly<Record<JobTool, z.ZodType<SubmitRequest, SubmitValues>>> = {
  'bench-vlm': submitSchema,
  'bench-llm': submitSchema.extend(noImages),
  'bench-asr': submitSchema.extend({
    ...noImages,
    p_input_sequence_length: notShown(1),
    p_more_shapes: notShown<Shape[]>([]),
  }),
};
type LlmArguments = z.input<typeof createBenchLlmJob.params>;
/** A call and its body: which depends on the tool. */
export type JobCall =
  | { readonly tool: 'bench-llm'; readonly args: LlmArguments }
  | { readonly tool: 'bench-vlm'; readonly args: z.input<typeof createBenchVlmJob.params> }
  | { readonly tool: 'bench-asr'; readonly args: z.input<typeof createBenchAsrJob.params> };

function readOtherOptions(text: string): z.output<typeof otherOptionsSchema> | string {
  if (text.trim() === '') return {};
  try {
    const parsed = otherOptionsSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    if (issue?.code === 'unrecognized_keys')
      return `Not known: ${issue.keys.join(', ')}. Known: temperature, range, extra_body.`;
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`;
  } catch {
    return 'This is not JSON.';
  }
}

/** The body of the call for one job of the list. */
export function jobArguments(
  request: SubmitRequest,
  job: { name: string; concurrency: number; isl: number; osl: number },
  caller: { orgId: string; accountId: string },
): LlmArguments {
  const { ttft_ms, tpot_ms, e2el_ms, other, ignore_eos, ...numbers } = request.p_options;
  const limits = defined({ ttft_ms, tpot_ms, e2el_ms });
  const settings = defined({
    ...numbers,
    // True is what the load generator does anyway.
    ignore_eos: ignore_eos ? undefined : false,
    goodput: Object.keys(limits).length > 0 ? limits : undefined,
    ...other,
  });
  return {
    p_owner_account_id: caller.accountId,
    p_org_id: caller.orgId,
    p_project_name: request.p_project_name,
    ...(request.p_run_name !== '' && { p_run_name: request.p_run_name }),
    p_job_name: job.name,
    p_server_hostname: request.p_server_hostname,
    p_config_code: request.p_config_code,
    p_model_code: request.p_model_code,
    p_framework_code: request.p_framework_code,
    p_version: request.p_version,
    p_quantization_code: request.p_quantization_code,
    p_concurrency: job.concurrency,
    p_input_sequence_length: job.isl,
    p_output_sequence_length: job.osl,
    ...(Object.keys(settings).length > 0 && { p_options: settings }),
  };
}

/** The call that the form makes for one job, by its tool. */
export function jobCall(...[request, job, caller]: Parameters<typeof jobArguments>): JobCall {
  const args = jobArguments(request, job, caller);
  switch (request.p_tool) {
    case 'bench-llm':
      return { tool: 'bench-llm', args };
    case 'bench-vlm':
      return {
        tool: 'bench-vlm',
        args: {
          ...args,
          p_images_per_request: request.p_images_per_request,
          p_image_width: request.p_image_width,
          p_image_height: request.p_image_height,
          p_image_format: request.p_image_format,
          p_image_content: request.p_image_content,
          p_image_unique: request.p_image_unique === 'yes',
        },
      };
    case 'bench-asr': {
      // The duration of the audio takes the place of the input length.
      const rest: Omit<LlmArguments, 'p_input_sequence_length'> = { ...args };
      Reflect.deleteProperty(rest, 'p_input_sequence_length');
      return {
        tool: 'bench-asr',
        args: { ...rest, p_audio_duration_bucket: request.p_audio_duration_bucket },
      };
    }
  }
}

function defined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
