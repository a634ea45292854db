import { queryOptions } from '@tanstack/react-query';
import { isTerminal } from '#contract/jobs.ts';
import { vRunJobsWithParams, type RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api } from './api.ts';
import { eq, type ViewQuery } from './view-query.ts';

/** Jobs of a run that its charts draw at most; tables read beyond. */
const MOST_JOBS = 1000;
const POLL_MS = 10_000;

/** The jobs of a run in the order they were made. */
export const runJobsRead = (orgId: string, runId: number): ViewQuery<RunJobWithParams> => ({
  filters: { org_id: eq(orgId), run_id: eq(runId) },
  order: [{ column: 'job_id', direction: 'asc' }],
  range: [0, MOST_JOBS - 1],
  count: 'exact',
});

/** The jobs of a run in the order they were made, and how many there are; read again while some are under way. */
export const runJobsQuery = (orgId: string, runId: number) =>
  queryOptions({
    queryKey: ['run-jobs', orgId, runId],
    queryFn: ({ signal }) => api().readView(vRunJobsWithParams, runJobsRead(orgId, runId), { signal }),
    refetchInterval: (query) => (query.state.data?.rows.some(isUnderWay) === true ? POLL_MS : false),
  });

const isUnderWay = (job: RunJobWithParams) => !isTerminal(job.status_code);
