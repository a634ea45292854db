import { getTelemetrySeries } from '#contract/rpc/telemetry.ts';
import { vTelemetryJobSummary } from '#contract/views/v-telemetry-job-summary.ts';
import { vTelemetryPerGpuSummary } from '#contract/views/v-telemetry-per-gpu-summary.ts';
import { vTelemetryWithServer } from '#contract/views/v-telemetry-with-server.ts';
import { eq } from '#src/api/view-query.ts';
import { rpcCall, viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';
import { firstSummaries } from './summaries-query.ts';

/** The read behind the list of jobs. */
export const summaryCalls = (orgId: string): readonly ApiCall[] => [
  viewCall(vTelemetryJobSummary, firstSummaries(orgId), 'Telemetry of each job over its measured window'),
];

/** The reads behind a job's telemetry, and the one of every raw sample. */
export function telemetryCalls(orgId: string, jobId: number): readonly ApiCall[] {
  const filters = { org_id: eq(orgId), job_id: eq(jobId) };
  return [
    viewCall(vTelemetryJobSummary, { filters }, 'Means over the measured window'),
    viewCall(
      vTelemetryPerGpuSummary,
      { filters, order: [{ column: 'gpu_index', direction: 'asc' }] },
      'The same for each GPU',
    ),
    rpcCall(getTelemetrySeries, { p_job_id: jobId }, 'The traces, thinned without losing a spike'),
    viewCall(
      vTelemetryWithServer,
      { filters, order: [{ column: 'telemetry_id', direction: 'asc' }], range: [0, 999] },
      'Every raw sample, a thousand at a time',
    ),
  ];
}
