import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import {
  aiModelsQuery,
  frameworksQuery,
  frameworkVersionsQuery,
  quantizationsQuery,
} from '#src/api/catalog-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { readNumber } from '#src/components/form/number-text.ts';
import { chosenConfig, type Situation } from './preflight.ts';
import { takenNamesQuery } from './submit-queries.ts';
import type { RunOfNames } from './taken-names.ts';
import type { SubmitValues } from './submit-schema.ts';
import { readConcurrencies } from './concurrencies.ts';
import { isSame, plannedJobs, readShapes } from './sweep.ts';
import { useSettled } from './use-settled.ts';

const REST_MS = 350;

/** What the fields say together with what is known of servers, models and names. Reads only: no field is written here. */
export function useSituation(orgId: string, values: SubmitValues): Situation {
  const { data: servers } = useSuspenseQuery(serversQuery(orgId));
  const { data: models } = useSuspenseQuery(aiModelsQuery(orgId));
  const { data: frameworks } = useSuspenseQuery(frameworksQuery);
  const { data: versions } = useSuspenseQuery(frameworkVersionsQuery);
  const { data: quantizations } = useSuspenseQuery(quantizationsQuery);

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
  const names = jobs.map(({ name }) => name);
  return {
    values,
    servers,
    frameworks,
    versions,
    quantizations,
    config: chosenConfig(servers, values),
    model: models.find((one) => one.model_code === values.p_model_code) ?? null,
    framework: frameworks.find((one) => one.framework_code === values.p_framework_code) ?? null,
    quantization: quantizations.find((one) => one.quantization_code === values.p_quantization_code) ?? null,
    concurrencies,
    isl,
    osl,
    shapes,
    jobs,
    numRequests: countOf(values.p_options.num_requests),
    numWarmups: countOf(values.p_options.num_warmups, 0),
    names,
    takenNames: useTakenNames(orgId, values, names),
  };
}

function useTakenNames(
  orgId: string,
  values: SubmitValues,
  names: readonly string[],
): ReadonlySet<string> | null {
  const project = values.p_project_name.trim();
  const asked: RunOfNames | null =
    project === '' || (names[0] ?? '') === ''
      ? null
      : { project, run: values.p_run_name.trim() || 'default', prefix: commonPrefix(names) };
  const key = JSON.stringify(asked);
  const settled = useSettled(key, REST_MS);
  const taken = useQuery(takenNamesQuery(orgId, settled === key ? asked : null));
  // A new project has no names; one that is not chosen yet has none to clash with.
  if (asked === null) return new Set();
  // The check is a courtesy: where it fails the server still refuses a name that is taken.
  if (taken.isError) return new Set();
  return taken.data === undefined ? null : new Set(taken.data);
}

/** A whole number of at least `least`, or null. */
function countOf(text: string, least = 1): number | null {
  const value = readNumber(text);
  return value !== undefined && Number.isInteger(value) && value >= least ? value : null;
}

function commonPrefix(names: readonly string[]): string {
  const [first = '', ...others] = names;
  let length = first.length;
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
