import type { JobLog } from '#contract/views/v-job-logs.ts';
import { chartParams } from '#src/components/chart/chart-params.ts';
import { tableParams } from '#src/components/table/table-params.ts';
import { choiceParam, defineSearch, integerParam } from '#src/url/search.ts';

/** As the contract has them; not imported from there, as search parameters are in everybody's first load. */
export const STREAMS = ['engine', 'bench', 'agent'] as const satisfies readonly JobLog['stream'][];

export const JOB_TABS = ['overview', 'logs', 'telemetry', 'attempts'] as const;
export type JobTab = (typeof JOB_TABS)[number];

export const jobSearch = defineSearch({
  tab: choiceParam(JOB_TABS, 'overview'),
  /** Log shown: its stream (auto is the most telling that has lines) and attempt (0 is the latest), and what is searched in it is `find`, as in tables. */
  stream: choiceParam([...STREAMS, 'auto'], 'auto'),
  attempt: integerParam(0, { min: 0 }),
  ...chartParams(),
  ...tableParams(),
});
