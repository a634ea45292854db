import { getTelemetrySeries } from '#contract/rpc/telemetry.ts';
import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { vJobCurrentStatus, type JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vJobStatusHistory } from '#contract/views/v-job-status-history.ts';
import { eq } from '#src/api/view-query.ts';
import { endpointCall, rpcCall, viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';

/** The reads behind a job's page. */
export function jobCalls({ org_id: orgId, job_id: jobId }: JobCurrentStatus): readonly ApiCall[] {
  const filters = { org_id: eq(orgId), job_id: eq(jobId) };
  return [
    viewCall(vJobCurrentStatus, { filters }, 'Status of the job'),
    viewCall(vBenchmarkResults, { filters }, 'Its figures'),
    viewCall(
      vJobStatusHistory,
      { filters, order: [{ column: 'job_status_id', direction: 'asc' }] },
      'Every status and phase it had',
    ),
    rpcCall(getTelemetrySeries, { p_job_id: jobId }, 'Its telemetry, thinned without losing a spike'),
    endpointCall(`/jobs/${jobId}/logs.txt`, null, 'Its whole log, as text'),
  ];
}
