import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import type { TelemetryJobSummaryRow } from '#contract/views/v-telemetry-job-summary.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { FEW_ROWS, ViewTable } from '#src/components/table/view-table.tsx';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { late, useLate } from '#src/components/ui/late.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { summaryColumns } from './summary-columns.tsx';
import { summariesQuery } from './summaries-query.ts';
import { telemetrySearch } from './telemetry-search.ts';

const summariesRead = late(() => import('./summaries-read.ts'));
const JobTelemetry = lazyPart(
  () => import('./job-telemetry.tsx'),
  (part) => part.JobTelemetry,
);

/** Begins to fetch the code of one job's telemetry. */
export const loadJobTelemetry = (): Promise<void> => JobTelemetry.ahead();

const NO_ROWS: readonly TelemetryJobSummaryRow[] = [];

/** What GPUs, hosts and engines did while jobs ran: the list of jobs, or one of them. */
export function TelemetryPage() {
  const [view, setView] = useViewSearch(telemetrySearch);
  if (view.job > 0)
    return (
      <Suspense fallback={<Waiting />}>
        <JobTelemetry key={view.job} jobId={view.job} view={view} onViewChange={setView} />
      </Suspense>
    );
  return <JobList />;
}

function Waiting() {
  return (
    <Page>
      <PageHeader title="Telemetry" facts={[]} />
      <Skeleton className="h-160!" />
    </Page>
  );
}

function JobList() {
  const { orgId, membership } = useWorkspace();
  const [view, setView] = useViewSearch(telemetrySearch);
  const summaries = useQuery(summariesQuery(orgId));
  const columns = useMemo(() => summaryColumns(), []);
  const rows = summaries.data?.rows ?? NO_ROWS;
  const total = summaries.data?.total ?? rows.length;
  const read = useLate(summariesRead, total > FEW_ROWS);
  const windowed = useMemo(() => read?.summariesRead(orgId), [read, orgId]);
  return (
    <Page>
      <PageHeader
        title="Telemetry"
        facts={[
          summaries.data !== undefined && counted(total, 'job'),
          'means over the measured window of each; model load and warm-up left out',
        ]}
        actions={
          <ApiCallButton calls={async () => (await import('./telemetry-calls.ts')).summaryCalls(orgId)} />
        }
      />
      <Panel>
        <ViewTable
          label="Jobs with telemetry"
          viewKey="telemetry"
          columns={columns}
          rows={rows}
          total={total}
          windowed={windowed}
          rowId={(row) => String(row.job_id)}
          view={view}
          onViewChange={setView}
          onRowOpen={(row) => setView({ job: row.job_id }, { push: true })}
          isPending={summaries.isPending}
          error={summaries.data === undefined ? summaries.error : null}
          onRetry={() => void summaries.refetch()}
          fileName="telemetry"
          empty={
            <EmptyState
              title="No telemetry yet"
              actions={
                !membership.is_reference && (
                  <Link to="/w/$orgId/submit" params={{ orgId }} className={buttonStyles({})}>
                    Submit a benchmark
                  </Link>
                )
              }
            >
              {membership.is_reference
                ? 'Published results bring no samples of GPUs with them.'
                : 'A worker samples GPUs, host and engine once a second while a job runs. The job appears here when it has ended.'}
            </EmptyState>
          }
        />
      </Panel>
    </Page>
  );
}
