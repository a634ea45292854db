import { readNumber } from '#src/components/form/number-text.ts';
import { readConcurrencies } from './concurrencies.ts';
import type { Plan } from './situation.ts';
import type { SubmitValues } from './submit-schema.ts';
import { isSame, plannedJobs, readShapes } from './sweep.ts';

/** The jobs that the fields ask for, as far as they hold numbers. */
export function planOf(values: SubmitValues): Plan {
  const read = readConcurrencies(values.p_concurrency);
  const concurrencies = typeof read === 'string' ? null : read;
  const isl = countOf(values.p_input_sequence_length);
  const osl = countOf(values.p_output_sequence_length);
  const more = readShapes(values.p_more_shapes);
  const first = isl === null || osl === null ? null : { isl, osl };
  const shapes =
    first === null || typeof more === 'string'
      ? null
      : [first, ...more.filter((shape) => !isSame(shape, first))];
  const jobs =
    concurrencies === null || shapes === null
      ? []
      : plannedJobs({
          concurrencies,
          shapes,
          repeats: countOf(values.p_repeats) ?? 1,
          skipped: new Set(values.p_skip.split(' ').filter((code) => code !== '')),
          typedName: values.p_job_name,
          modelCode: values.p_model_code,
          quantizationCode: values.p_quantization_code,
        });
  return {
    isKnown: true,
    concurrencies,
    isl,
    osl,
    shapes,
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
