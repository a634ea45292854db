import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { runJobsRead } from '#src/api/run-jobs-query.ts';
import { viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';

/** The read behind the page of a run. */
export const runCalls = (orgId: string, runId: number): readonly ApiCall[] => [
  viewCall(vRunJobsWithParams, runJobsRead(orgId, runId), 'Jobs of the run'),
];
