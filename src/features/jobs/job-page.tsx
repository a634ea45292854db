import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { gpuText } from '#src/components/chart/job-text.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { LinkTabs } from '#src/components/ui/link-tabs.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { reach } from '#src/components/ui/reach.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { StatusBadge } from '#src/components/ui/status-badge.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { CancelNotice, FailureNotice } from './job-notices.tsx';
import { JobEstimate, JobOverview } from './job-overview.tsx';
import { JOB_TABS, jobSearch, type JobTab } from './job-search.ts';
import { jobQuery } from './jobs-queries.ts';
import { JobWalk } from './job-walk.tsx';
import { RetryJobButton } from './retry-job-button.tsx';

const LogPanel = lazyPart(
  () => import('./log-panel.tsx'),
  (part) => part.LogPanel,
);
const TelemetryPanel = lazyPart(
  () => import('./telemetry-panel.tsx'),
  (part) => part.TelemetryPanel,
);
const AttemptsPanel = lazyPart(
  () => import('./attempts-panel.tsx'),
  (part) => part.AttemptsPanel,
);
const KnownIssuesNotice = lazyPart(
  () => import('#src/components/known-issues/known-issues-notice.tsx'),
  (part) => part.KnownIssuesNotice,
);
const MarkIssueDialog = lazyPart(
  () => import('#src/components/known-issues/mark-issue-dialog.tsx'),
  (part) => part.MarkIssueDialog,
);
const CancelJobDialog = lazyPart(
  () => import('./cancel-job-dialog.tsx'),
  (part) => part.CancelJobDialog,
);

/** Begins to fetch the code of a tab. */
export async function loadTab(tab: JobTab): Promise<void> {
  const parts = {
    // The overview's own comes with the page, but for the line under its figures.
    overview: JobEstimate,
    logs: LogPanel,
    telemetry: TelemetryPanel,
    attempts: AttemptsPanel,
  };
  await parts[tab].ahead();
}

const LABELS: Record<JobTab, string> = {
  overview: 'Overview',
  logs: 'Logs',
  telemetry: 'Telemetry',
  attempts: 'Attempts',
};

export function JobPage({ jobId }: { jobId: number }) {
  const { orgId } = useWorkspace();
  const { data: job } = useSuspenseQuery(jobQuery(orgId, jobId));
  return job && <KnownJob job={job} />;
}

function KnownJob({ job }: { job: JobCurrentStatus }) {
  const [view, setView] = useViewSearch(jobSearch);
  return (
    <Page>
      <PageHeader
        title={job.job_name}
        facts={[
          <StatusBadge key="status" status={job.status_code} phase={job.phase_code} />,
          job.cancel_requested_at !== null && !isTerminal(job.status_code) && (
            <Badge tone="warn">cancel requested</Badge>
          ),
          <ProvenanceTag key="provenance" provenance={job.provenance} />,
          <CopyableId key="id" label="job" id={job.job_id} />,
          job.model_code,
          gpuText(job),
          job.framework_code,
          job.owner_name !== null && `by ${job.owner_name}`,
          <WhenText key="when" job={job} />,
        ]}
        actions={
          <>
            <JobWalk orgId={job.org_id} runId={job.run_id} jobId={job.job_id} tab={view.tab} />
            <ApiCallButton calls={async () => (await import('./job-calls.ts')).jobCalls(job)} />
            <JobActions job={job} />
          </>
        }
      />
      <FailureNotice job={job} />
      <CancelNotice job={job} />
      {job.status_code === 'completed' && (
        <Suspense>
          <KnownIssuesNotice orgId={job.org_id} jobId={job.job_id} />
        </Suspense>
      )}
      <LinkTabs
        label="Parts of the job"
        tabs={JOB_TABS.map((tab) => ({
          label:
            tab === 'attempts' && job.attempt_count > 0 ? `Attempts (${job.attempt_count})` : LABELS[tab],
          search: jobSearch.write({ tab }),
          active: view.tab === tab,
        }))}
      />
      {view.tab === 'overview' ? (
        <JobOverview job={job} view={view} onViewChange={setView} />
      ) : (
        <Suspense fallback={<Skeleton className="h-80!" />}>
          {view.tab === 'logs' && <LogPanel job={job} view={view} onViewChange={setView} />}
          {view.tab === 'telemetry' && (
            <TelemetryPanel
              job={job}
              wanted={view.attempt}
              onAttemptChange={(attempt) => setView({ attempt })}
              view={view}
              onViewChange={setView}
            />
          )}
          {view.tab === 'attempts' && <AttemptsPanel job={job} />}
        </Suspense>
      )}
    </Page>
  );
}

function WhenText({ job }: { job: JobCurrentStatus }) {
  const at = job.finished_at ?? job.started_at ?? job.created_at;
  const word = job.finished_at ? job.status_code : job.started_at ? 'started' : 'submitted';
  // What a source measured, it measured long before it came here.
  return (
    <>
      {job.provenance === 'published' ? 'measured' : word} <RelativeTime at={at} />
    </>
  );
}

function JobActions({ job }: { job: JobCurrentStatus }) {
  const { orgId, mayWrite } = useWorkspace();
  const [isCancelling, setCancelling] = useState<boolean | null>(null);
  const [isMarking, setMarking] = useState<boolean | null>(null);
  if (!mayWrite) return null;
  const canClone = job.config_code !== null && job.provenance !== 'published';
  return (
    <>
      {!isTerminal(job.status_code) && job.cancel_requested_at === null && (
        <Button variant="danger" {...reach(CancelJobDialog.load)} onClick={() => setCancelling(true)}>
          Cancel
        </Button>
      )}
      <RetryJobButton job={job} />
      {job.status_code === 'completed' && (
        <Button
          title="Say what is wrong with its figures"
          {...reach(MarkIssueDialog.load)}
          onClick={() => setMarking(true)}
        >
          Known issue…
        </Button>
      )}
      {canClone && (
        <Link
          to="/w/$orgId/submit"
          params={{ orgId }}
          search={{ from: String(job.job_id) }}
          className={buttonStyles()}
        >
          Clone as new job
        </Link>
      )}
      <Suspense>
        {isCancelling !== null && (
          <CancelJobDialog job={job} open={isCancelling} onOpenChange={setCancelling} />
        )}
        {isMarking !== null && (
          <MarkIssueDialog
            orgId={job.org_id}
            jobIds={[job.job_id]}
            open={isMarking}
            onOpenChange={setMarking}
          />
        )}
      </Suspense>
    </>
  );
}
