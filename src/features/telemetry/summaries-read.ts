import {
  vTelemetryJobSummary,
  type TelemetryJobSummaryRow,
} from '#contract/views/v-telemetry-job-summary.ts';
import { eq } from '#src/api/view-query.ts';
import { windowedView, type WindowedRead } from '#src/components/table/windowed-view.ts';

/** Jobs with telemetry, in windows. */
export function summariesRead(orgId: string): WindowedRead<TelemetryJobSummaryRow> {
  return windowedView({
    view: vTelemetryJobSummary,
    queryKey: ['telemetry-summaries', orgId],
    own: () => ({ org_id: eq(orgId) }),
    last: { column: 'job_id', direction: 'desc' },
  });
}
