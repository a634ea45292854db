import { queryOptions } from '@tanstack/react-query';
import { vInferencexOutputs, type CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { api } from '#src/api/api.ts';
import { pickColumns } from '#src/api/pick-columns.ts';
import { eq, type Condition, type ViewQuery } from '#src/api/view-query.ts';

const vEstimate = pickColumns(vInferencexOutputs, [
  'n',
  'job_ids',
  'tokens_per_sec',
  'confidence_interval_lower',
  'confidence_interval_upper',
]);
/** What jobs must have in common to be repeats of one another: the database looks at these jobs alone. */
const SHARED = [
  'provenance',
  'model_code',
  'gpu_model',
  'concurrency',
  'input_sequence_length',
  'output_sequence_length',
] as const;

function estimateOf(job: JobCurrentStatus): ViewQuery<CapacityEstimateRow> {
  const shared = SHARED.flatMap((key): [string, Condition][] =>
    job[key] === null ? [] : [[key, eq(job[key])]],
  );
  return {
    filters: {
      ...(Object.fromEntries(shared) as ViewQuery<CapacityEstimateRow>['filters']),
      org_id: eq(job.org_id),
      job_ids: { text: `cs.{${job.job_id}}` },
    },
  };
}

/** The capacity estimate that counts the job; null where none does. */
export const jobEstimateQuery = (job: JobCurrentStatus) =>
  queryOptions({
    queryKey: ['job-estimate', job.org_id, job.job_id, estimateOf(job)],
    queryFn: async ({ signal }) =>
      (await api().readView(vEstimate, vEstimate.query(estimateOf(job)), { signal })).rows[0] ?? null,
  });
