import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { grouped } from '#lib/grouped.ts';

/** What of a job names its series. Rows of the results views have these columns too. */
export type JobPoint = Pick<
  RunJobWithParams,
  | 'model_code'
  | 'gpu_model'
  | 'gpu_name'
  | 'gpu_count'
  | 'gpu_vendor'
  | 'gpu_architecture'
  | 'framework_code'
  | 'framework_version'
  | 'quantization_code'
  | 'server_hostname'
  | 'config_code'
  | 'input_sequence_length'
  | 'output_sequence_length'
  | 'provenance'
  | 'options'
>;

const VENDOR_WORD = /^(NVIDIA|AMD|Intel|Google) /;

/** "8 × H200 SXM 141GB", without the vendor; null where the hardware is not named. */
export function gpuText(job: Pick<JobPoint, 'gpu_name' | 'gpu_model' | 'gpu_count'>): string | null {
  const full = job.gpu_name ?? job.gpu_model;
  if (full === null) return null;
  const name = full.replace(VENDOR_WORD, '');
  return job.gpu_count === null ? name : `${job.gpu_count} × ${name}`;
}

/** "1,024 in / 512 out"; null where neither length is given. */
export function shapeText(
  job: Pick<JobPoint, 'input_sequence_length' | 'output_sequence_length'>,
): string | null {
  const { input_sequence_length: input, output_sequence_length: output } = job;
  if (input === null && output === null) return null;
  const print = (tokens: number | null) => (tokens === null ? '?' : grouped(tokens));
  return `${print(input)} in / ${print(output)} out`;
}

/** The server config's code or, for published figures, what the source says of parallelism: "TP8 EP8". */
export function configText(job: Pick<JobPoint, 'config_code' | 'options'>): string | null {
  if (job.config_code !== null) return job.config_code;
  const parts = (
    [
      ['tp', 'TP'],
      ['ep', 'EP'],
      ['dp_attention', 'DP'],
    ] as const
  ).flatMap(([key, word]) => {
    const value = job.options[key];
    return typeof value === 'number' && (value > 1 || key === 'tp') ? [`${word}${value}`] : [];
  });
  return parts.length === 0 ? null : parts.join(' ');
}
