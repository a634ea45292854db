import { queryOptions } from '@tanstack/react-query';
import {
  vTelemetryJobSummary,
  type TelemetryJobSummaryRow,
} from '#contract/views/v-telemetry-job-summary.ts';
import { api } from '#src/api/api.ts';
import { eq, type ViewQuery } from '#src/api/view-query.ts';

/** The latest jobs with telemetry. */
export const firstSummaries = (orgId: string): ViewQuery<TelemetryJobSummaryRow> => ({
  filters: { org_id: eq(orgId) },
  order: [
    { column: 'created_at', direction: 'desc' },
    { column: 'job_id', direction: 'desc' },
  ],
  range: [0, 199],
  count: 'exact',
});

/** The first rows and how many there are. */
export const summariesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['telemetry-summaries', orgId, 'first'],
    queryFn: ({ signal }) => api().readView(vTelemetryJobSummary, firstSummaries(orgId), { signal }),
  });
