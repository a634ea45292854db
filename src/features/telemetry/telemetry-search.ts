import { chartParams } from '#src/components/chart/chart-params.ts';
import { tableParams } from '#src/components/table/table-params.ts';
import { choiceParam, defineSearch, integerParam, textParam } from '#src/url/search.ts';

/**
 * What of the telemetry page is in the URL: the job looked at (0: the list), the stretch of time, zoom, ruler and hidden
 * series; what was chosen of the list of jobs, kept for the way back, and of the table of a job's GPUs.
 */
export const telemetrySearch = defineSearch({
  job: integerParam(0, { min: 0 }),
  span: choiceParam(['window', 'all'], 'all'),
  ...chartParams(),
  ...tableParams({ id: 'created_at', desc: true }),
  gpus: textParam(),
});
