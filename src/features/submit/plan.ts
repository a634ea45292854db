import { readNumber } from '#src/components/form/number-text.ts';
import { readConcurrencies } from './concurrencies.ts';
import type { Plan } from './situation.ts';
import type { SubmitValues } from './submit-schema.ts';
import { isSame, MAX_REPEATS, plannedJobs, readShapes } from './sweep.ts';

/** The jobs that the fields ask for, as far as they hold numbers. */
export function planOf(values: SubmitValues): Plan {
  const read = readConcurrencies(values.p_concurrency);
  const concurrencies = typeof read === 'string' ? null : read;
  // Speech is sent no input length: the duration of the audio takes its place, and more lengths would be the same job.
  const isSpeech = values.p_tool === 'bench-asr';
  const isl = isSpeech ? 0 : countOf(values.p_input_sequence_length);
  const osl = countOf(values.p_output_sequence_length);
  const more = readShapes(isSpeech ? '' : values.p_more_shapes);
  const first = isl === null || osl === null ? null : { isl, osl };
  const shapes =
    first === null || typeof more === 'string'
      ? null
      : [first, ...more.filter((shape) => !isSame(shape, first))];
  // More are refused; a plan of millions of jobs would stop the page.
  const repeats = Math.min(countOf(values.p_repeats) ?? 1, MAX_REPEATS);
  const jobs =
    concurrencies === null || shapes === null
      ? []
      : plannedJobs({
          concurrencies,
          shapes,
          repeats,
          skipped: new Set(values.p_skip.split(' ').filter((code) => code !== '')),
          typedName: values.p_job_name,
          modelCode: values.p_model_code,
          quantizationCode: values.p_quantization_code,
          audio: isSpeech ? values.p_audio_duration_bucket : '',
        });
  return {
    isKnown: true,
    concurrencies,
    isl,
    osl,
    shapes,
    repeats,
    isList: (concurrencies?.length ?? 1) * (shapes?.length ?? 1) * repeats > 1,
    jobs,
    numRequests: countOf(values.p_options.num_requests),
    numWarmups: countOf(values.p_options.num_warmups, 0),
    names: jobs.map(({ name }) => name),
  };
}

/** A whole number of at least `least`, or null. */
function countOf(text: string, least = 1): number | null {
  const value = readNumber(text);
  return value !== undefined && Number.isInteger(value) && value >= least ? value : null;
}
