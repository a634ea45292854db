import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import { vRunJobsWithParams, type RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { runJobsQuery, runJobsRead } from '#src/api/run-jobs-query.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { viewCall } from '#src/components/api-call/api-call.ts';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { CopyableId } from '#src/components/ui/facts.tsx';
import { ProvenanceTags } from '#src/components/ui/provenance-tag.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { StatusCounts } from '#src/components/ui/status-counts.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { RunChartPanel } from './run-chart.tsx';
import { RunJobsPanel } from './run-jobs-panel.tsx';
import { runSearch } from './run-search.ts';
import { runQuery } from './runs-queries.ts';

const NO_JOBS: readonly RunJobWithParams[] = [];
/** More names than this are counted instead. */
const MOST_NAMES = 3;

export function RunPage({ runId }: { runId: number }) {
  const { orgId } = useWorkspace();
  const { data: run } = useSuspenseQuery(runQuery(orgId, runId));
  return run === null ? null : <KnownRun run={run} />;
}

function KnownRun({ run }: { run: ProjectRunWithStatus }) {
  const { org_id: orgId, run_id: runId } = run;
  const { mayWrite } = useWorkspace();
  const [view, setView] = useViewSearch(runSearch);
  const read = useQuery(runJobsQuery(orgId, runId));
  const jobs = read.data?.rows ?? NO_JOBS;
  const total = read.data?.total ?? run.job_count;
  const last = jobs.at(-1);
  // Without any concurrency there is no curve; the table says all there is.
  const hasCurve = jobs.some((job) => job.concurrency !== null);
  return (
    <Page>
      <PageHeader
        title={run.run_name}
        facts={[
          <CopyableId key="id" label="run" id={runId} />,
          <StatusCounts key="counts" counts={run} />,
          named(run.models, 'model'),
          named(run.gpus, 'GPU model'),
          run.provenances !== null && <ProvenanceTags key="p" provenances={run.provenances} />,
          run.created_by_name !== null && `by ${run.created_by_name}`,
          run.last_activity_at !== null && (
            <span key="t">
              last activity <RelativeTime at={run.last_activity_at} />
            </span>
          ),
        ]}
        actions={
          <>
            <ApiCallButton
              calls={() => [viewCall(vRunJobsWithParams, runJobsRead(orgId, runId), 'Jobs of the run')]}
            />
            {mayWrite && (
              <Link
                to="/w/$orgId/submit"
                params={{ orgId }}
                search={{
                  project: run.project_name,
                  ...(last !== undefined && { from: String(last.job_id) }),
                }}
                className={buttonStyles({ variant: 'primary' })}
              >
                Submit to this run
              </Link>
            )}
          </>
        }
      />
      {read.data !== undefined && hasCurve && (
        <RunChartPanel jobs={jobs} total={total} view={view} onViewChange={setView} />
      )}
      <RunJobsPanel
        run={run}
        jobs={jobs}
        total={total}
        isPending={read.isPending}
        error={read.data === undefined ? read.error : null}
        onRetry={() => void read.refetch()}
        view={view}
        onViewChange={setView}
      />
    </Page>
  );
}

function named(names: readonly string[] | null, word: string): string | null {
  if (names === null) return null;
  return names.length <= MOST_NAMES ? names.join(', ') : counted(names.length, word);
}
