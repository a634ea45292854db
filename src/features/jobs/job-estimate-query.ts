import { queryOptions } from '@tanstack/react-query';
import { vInferencexOutputs } from '#contract/views/v-inferencex-outputs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { api } from '#src/api/api.ts';
import { pickColumns } from '#src/api/pick-columns.ts';
import { eq } from '#src/api/view-query.ts';

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

/** The capacity estimate that counts the job; null where none does. */
export const jobEstimateQuery = (job: JobCurrentStatus) =>
  queryOptions({
    queryKey: ['job-estimate', job.org_id, job.job_id],
    queryFn: async ({ signal }) => {
      const alike = SHARED.flatMap((key) => (job[key] === null ? [] : [[key, eq(job[key])]]));
      const filters = {
        ...Object.fromEntries(alike),
        org_id: eq(job.org_id),
        job_ids: { text: `cs.{${job.job_id}}` },
      };
      return (await api().readView(vEstimate, vEstimate.query({ filters }), { signal })).rows[0] ?? null;
    },
  });
