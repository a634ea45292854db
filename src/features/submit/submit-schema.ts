import { z } from 'zod';
import { benchLlmOptionsSchema, createBenchLlmJob } from '#contract/rpc/create-bench-llm-job.ts';
import { numberText } from '#src/components/form/number-text.ts';

const params = createBenchLlmJob.params.shape;
const options = benchLlmOptionsSchema.shape;
const goodput = options.goodput.unwrap().shape;

/** Jobs one submission may make: at under 20 a minute a longer list would take minutes. */
export const MAX_JOBS = 32;

/** Settings without a field of their own, as JSON. */
const otherOptionsSchema = benchLlmOptionsSchema
  .pick({ temperature: true, range: true, extra_body: true })
  .strict();

/** The form: the contract's parameters as text fields hold them; concurrency may be a list. */
export const submitSchema = z.object({
  p_project_name: params.p_project_name,
  p_run_name: z.string().trim().max(200, 'At most 200 characters.'),
  /** Empty: the suggested name. */
  p_job_name: z.string().trim().max(190, 'At most 190 characters.'),
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
export type JobArguments = z.input<typeof createBenchLlmJob.params>;

export const EMPTY_VALUES: SubmitValues = {
  p_project_name: '',
  p_run_name: '',
  p_job_name: '',
  p_server_hostname: '',
  p_config_code: '',
  p_model_code: '',
  p_framework_code: '',
  p_version: '',
  p_quantization_code: 'fp16',
  p_concurrency: '8',
  p_input_sequence_length: '1024',
  p_output_sequence_length: '1024',
  p_options: {
    num_requests: '',
    num_warmups: '',
    max_duration_s: '',
    seed: '',
    ignore_eos: true,
    ttft_ms: '',
    tpot_ms: '',
    e2el_ms: '',
    other: '',
  },
};

/** "8" or "1, 8, 32": the concurrencies, each once; or what is wrong with the text. */
export function readConcurrencies(text: string): number[] | string {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length === 0) return 'Enter how many requests are in flight.';
  // "1,024" would otherwise be read as 1 and 24.
  const bad = words.find((word) => !/^[1-9]\d*$/.test(word));
  if (bad !== undefined) return `"${bad}" is no whole number from 1; a list is written 1, 8, 32.`;
  const numbers = [...new Set(words.map(Number))];
  for (const number of numbers) {
    const checked = params.p_concurrency.safeParse(number);
    if (!checked.success) return checked.error.issues[0]?.message ?? 'Not valid.';
  }
  return numbers.length > MAX_JOBS ? `At most ${MAX_JOBS} values at once.` : numbers;
}

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

/** The body of the call for one concurrency. */
export function jobArguments(
  request: SubmitRequest,
  job: { name: string; concurrency: number },
  caller: { orgId: string; accountId: string },
): JobArguments {
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
    p_input_sequence_length: request.p_input_sequence_length,
    p_output_sequence_length: request.p_output_sequence_length,
    ...(Object.keys(settings).length > 0 && { p_options: settings }),
  };
}

function defined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
