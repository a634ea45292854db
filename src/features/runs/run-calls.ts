import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { grouped } from '#lib/grouped.ts';
import { runJobsRead } from '#src/api/run-jobs-query.ts';
import { viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';
import { laterJobsRead } from './matrix/matrix-query.ts';

/** The reads behind the page of a run; of one with more jobs than a read holds also the matrix's next. */
export const runCalls = (
  orgId: string,
  runId: number,
  { read, total }: { read: number; total: number },
): readonly ApiCall[] => [
  viewCall(vRunJobsWithParams, runJobsRead(orgId, runId), 'Jobs of the run'),
  ...(total > read
    ? [
        viewCall(
          vRunJobsWithParams,
          laterJobsRead(orgId, runId, read),
          `Matrix: the jobs after the first ${grouped(read)}, a thousand at a time`,
        ),
      ]
    : []),
];
