import { z } from 'zod';
import { AUDIO_DURATION_BUCKETS, IMAGE_CONTENTS, IMAGE_FORMATS } from '#contract/rpc/bench-media-jobs.ts';
import type { SubmitValues } from './submit-schema.ts';

export type ValueChange = Partial<Omit<SubmitValues, 'p_options'>> & {
  p_options?: Partial<SubmitValues['p_options']>;
};

const texts = [
  'p_project_name',
  'p_run_name',
  'p_job_name',
  'p_server_hostname',
  'p_config_code',
  'p_model_code',
  'p_framework_code',
  'p_version',
  'p_quantization_code',
  'p_concurrency',
  'p_input_sequence_length',
  'p_output_sequence_length',
  'p_images_per_request',
  'p_image_width',
  'p_image_height',
] as const;
/** Fields that hold one of a few values. */
const CHOICES = [
  ['p_image_format', IMAGE_FORMATS],
  ['p_image_content', IMAGE_CONTENTS],
  ['p_audio_duration_bucket', AUDIO_DURATION_BUCKETS],
] as const;
/** What every call gives: with all of them it is a whole request, and what is not there has its usual value. */
const ALWAYS = [
  'p_project_name',
  'p_job_name',
  'p_server_hostname',
  'p_config_code',
  'p_model_code',
  'p_framework_code',
  'p_version',
  'p_concurrency',
  'p_output_sequence_length',
];
/** Who submits, and where, is decided by the page. */
const DECIDED_HERE = ['p_org_id', 'p_owner_account_id'];
const COUNTS = ['num_requests', 'num_warmups', 'max_duration_s', 'seed'] as const;
const LIMITS = ['ttft_ms', 'tpot_ms', 'e2el_ms'] as const;

const scalar = z.union([z.string(), z.number()]).transform(String);
const record = z.record(z.string(), z.unknown());

export interface PastedRequest {
  values: ValueChange;
  /** Keys that the form has no place for. */
  ignored: string[];
}

/**
 * Reads the body of `create_bench_llm_job`, or of the two for images and speech, whole or in part: a whole one gives the
 * form that makes it, where `usual` is that of a blank one. Throws Error with a sentence when it is none.
 */
export function readRequest(text: string, usual: SubmitValues): PastedRequest {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const parsed = record.safeParse(body);
  if (!parsed.success) throw new Error('Paste one object, with keys such as "p_model_code".');
  const isWhole = ALWAYS.every((key) => key in parsed.data);
  const values: ValueChange = isWhole ? { ...usual } : {};
  const ignored: string[] = [];
  for (const [key, value] of Object.entries(parsed.data)) {
    const name = texts.find((one) => one === key);
    const asText = scalar.safeParse(value);
    if (name !== undefined && (asText.success || value === null)) values[name] = asText.data ?? '';
    else if (key === 'p_options' && record.safeParse(value).success)
      values.p_options = { ...values.p_options, ...optionValues(record.parse(value)) };
    else if (key === 'p_image_unique' && typeof value === 'boolean')
      values.p_image_unique = value ? 'yes' : 'no';
    else if (choice(values, key, value)) continue;
    else if (!DECIDED_HERE.includes(key)) ignored.push(key);
  }
  if (Object.keys(values).length === 0)
    throw new Error('No key of this object is a parameter of create_bench_llm_job.');
  // The body does not name its call; what it carries beside text does.
  if ('p_audio_duration_bucket' in parsed.data) values.p_tool = 'bench-asr';
  else if (Object.keys(parsed.data).some((key) => key.startsWith('p_image'))) values.p_tool = 'bench-vlm';
  return { values, ignored };
}

/** Takes a value that its field can hold. */
function choice(values: ValueChange, key: string, value: unknown): boolean {
  const isKnown = CHOICES.some(([name, known]) => name === key && known.some((one) => one === value));
  if (isKnown) Object.assign(values, { [key]: value });
  return isKnown;
}

/** Stored options as the fields hold them; what has no field of its own goes to the JSON field. */
export function optionValues(stored: Record<string, unknown>): Partial<SubmitValues['p_options']> {
  const { ignore_eos, goodput, ...rest } = stored;
  const values: Partial<SubmitValues['p_options']> = {};
  for (const key of COUNTS) {
    const text = scalar.safeParse(rest[key]);
    if (text.success) values[key] = text.data;
    Reflect.deleteProperty(rest, key);
  }
  const limits = record.safeParse(goodput).data ?? {};
  for (const key of LIMITS) {
    const text = scalar.safeParse(limits[key]);
    if (text.success) values[key] = text.data;
  }
  if (typeof ignore_eos === 'boolean') values.ignore_eos = ignore_eos;
  const other = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  if (Object.keys(other).length > 0) values.other = JSON.stringify(other);
  return values;
}
