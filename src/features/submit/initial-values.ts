import type { Framework, FrameworkVersion } from '#contract/views/catalogs.ts';
import type { Project } from '#contract/views/v-projects.ts';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import type { ViewState } from '#src/url/search.ts';
import { onlyConfig } from './choices.ts';
import type { JobToRepeat } from './job-to-repeat.ts';
import type { ValueChange } from './read-request.ts';
import type { submitSearch } from './submit-search.ts';
import type { SubmitValues } from './submit-schema.ts';
import { EMPTY_VALUES } from './submit-values.ts';

interface Known {
  search: ViewState<(typeof submitSearch)['shape']>;
  job: JobToRepeat | null;
  projects: readonly Project[];
  servers: readonly ServerCurrentStatus[];
  frameworks: readonly Framework[];
  versions: readonly FrameworkVersion[];
}

/** What the form starts with; asked once, when the page opens. What is known later changes nothing that stands in it. */
export function initialValues({ search, job, projects, servers, frameworks, versions }: Known): SubmitValues {
  const framework = frameworks.find((one) => one.launchable)?.framework_code ?? '';
  const only = onlyConfig(servers);
  const start = withChange(EMPTY_VALUES, {
    p_framework_code: framework,
    p_version: newestVersion(versions, framework),
    p_server_hostname: only?.hostname ?? '',
    p_config_code: only?.config_code ?? '',
  });
  const project =
    projects.find((one) => String(one.project_id) === search.project)?.project_name ?? search.project;
  return withChange(job === null ? start : withChange(start, job.values), {
    ...(project !== '' && { p_project_name: project }),
    ...Object.fromEntries(
      TEXTS.flatMap(([key, field]) => (search[key] === '' ? [] : [[field, search[key]]])),
    ),
    ...prefilledServer(search, servers),
  });
}

/** What the address gives as it stands; a text that is no number is the field's to refuse. */
const TEXTS = [
  ['model', 'p_model_code'],
  ['concurrency', 'p_concurrency'],
  ['isl', 'p_input_sequence_length'],
  ['osl', 'p_output_sequence_length'],
  ['repeats', 'p_repeats'],
] as const;

function prefilledServer(search: Known['search'], servers: readonly ServerCurrentStatus[]): ValueChange {
  if (search.server === '') return {};
  const configs = servers.filter((row) => row.hostname === search.server && row.config_code !== null);
  const config =
    configs.find((row) => row.config_code === search.config) ??
    (search.config === '' && configs.length === 1 ? configs[0] : undefined);
  return config === undefined
    ? {}
    : { p_server_hostname: config.hostname, p_config_code: config.config_code ?? '' };
}

/** The first of the list that is no nightly build. */
export function newestVersion(versions: readonly FrameworkVersion[], frameworkCode: string): string {
  const own = versions.filter((one) => one.framework_code === frameworkCode);
  return (own.find((one) => !one.version.startsWith('nightly')) ?? own[0])?.version ?? '';
}

/** `values` with some of them changed; options are merged, not replaced. */
export function withChange(values: SubmitValues, change: ValueChange): SubmitValues {
  return { ...values, ...change, p_options: { ...values.p_options, ...change.p_options } };
}
