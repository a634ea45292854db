import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import {
  aiModelsQuery,
  frameworksQuery,
  frameworkVersionsQuery,
  quantizationsQuery,
} from '#src/api/catalog-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { chosenConfig, type Plan, type Situation } from './situation.ts';
import { quotaQuery, takenNamesQuery } from './submit-queries.ts';
import type { RunOfNames } from './taken-names.ts';
import type { SubmitValues } from './submit-schema.ts';
import { useSettled } from './use-settled.ts';

const REST_MS = 350;

/**
 * What the fields say together with what is known of servers, models and names. Reads only: no field is written here.
 * `asksQuota`: not for a form that is blank and untouched.
 */
export function useSituation(orgId: string, values: SubmitValues, plan: Plan, asksQuota: boolean): Situation {
  const { data: servers } = useSuspenseQuery(serversQuery(orgId));
  const { data: models } = useSuspenseQuery(aiModelsQuery(orgId));
  const { data: frameworks } = useSuspenseQuery(frameworksQuery);
  const { data: versions } = useSuspenseQuery(frameworkVersionsQuery);
  const { data: quantizations } = useSuspenseQuery(quantizationsQuery);

  const config = chosenConfig(servers, values);
  // Not all of the config: what changes every few seconds asks for nothing.
  const place = config && {
    config_code: config.config_code,
    launch_kind: config.launch_kind,
    gpu_count: config.gpu_count,
  };
  const quota = useQuery(quotaQuery(orgId, place, asksQuota ? plan.jobs.length : null));

  return {
    values,
    servers,
    frameworks,
    versions,
    quantizations,
    config,
    model: models.find((one) => one.model_code === values.p_model_code) ?? null,
    framework: frameworks.find((one) => one.framework_code === values.p_framework_code) ?? null,
    quantization: quantizations.find((one) => one.quantization_code === values.p_quantization_code) ?? null,
    ...plan,
    takenNames: useTakenNames(orgId, values, plan.names),
    quota: quota.data ?? null,
  };
}

function useTakenNames(
  orgId: string,
  values: SubmitValues,
  names: readonly string[],
): Situation['takenNames'] {
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
  // What could not be read is not none.
  return taken.data === undefined ? taken.error : new Set(taken.data);
}

function commonPrefix(names: readonly string[]): string {
  const [first = '', ...others] = names;
  let length = first.length;
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
