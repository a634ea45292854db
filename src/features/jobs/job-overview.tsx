import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { runJobsQuery } from '#src/api/run-jobs-query.ts';
import { ChartOutline } from '#src/components/chart/chart-outline.tsx';
import type { ChartView } from '#src/components/chart/chart-params.ts';
import { durationText } from '#src/components/ui/duration-text.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState, Unread } from '#src/components/ui/error-state.tsx';
import { Figures } from '#src/components/ui/facts.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { WhenReached } from '#src/components/ui/when-reached.tsx';
import { chartGrid, hasPercentiles } from './job-chart-places.ts';
import { jobFigures } from './job-figures.ts';
import { InvalidNotice } from './job-notices.tsx';
import { JobParameters } from './job-parameters.tsx';
import { JobSource } from './job-source.tsx';
import { JobTimeline } from './job-timeline.tsx';
import { jobOptionsQuery, jobResultQuery, type JobResult } from './jobs-queries.ts';

const JobCharts = lazyPart(
  () => import('./job-charts.tsx'),
  (part) => part.JobCharts,
);
export const JobEstimate = lazyPart(
  () => import('./job-estimate.tsx'),
  (part) => part.JobEstimate,
);
const ReproducePanel = lazyPart(
  () => import('./reproduce-panel.tsx'),
  (part) => part.ReproducePanel,
);

interface ChartsOfJob {
  view: ChartView;
  onViewChange: (change: Partial<ChartView>) => void;
}

const NO_JOBS: readonly RunJobWithParams[] = [];
const NO_OPTIONS: Record<string, unknown> = {};

/** Whether a completed job may be one of several alike, which an estimate counts together. */
export const isRepeatable = ({ tool_code: tool, provenance }: JobCurrentStatus): boolean =>
  tool === 'bench-llm' && provenance !== 'published';

/** What came out, how it went, what was asked, and how to ask again. */
export function JobOverview({ job, ...charts }: { job: JobCurrentStatus } & ChartsOfJob) {
  const isCompleted = job.status_code === 'completed';
  const result = useQuery({ ...jobResultQuery(job), enabled: isCompleted });
  const optionsRead = useQuery(jobOptionsQuery(job));
  const options = optionsRead.data ?? NO_OPTIONS;
  // Published figures did not run here: there is nothing to time and nothing to repeat.
  const ranHere = job.provenance === 'measured' || job.provenance === 'simulated';
  return (
    <>
      {isCompleted && result.isError && result.data === undefined && (
        <ErrorState
          error={result.error}
          title="The figures could not be read"
          onRetry={() => void result.refetch()}
        />
      )}
      {isCompleted && result.isPending && <Skeleton className="h-28!" />}
      {result.data === null && (
        <Panel>
          <EmptyState title="No figures">The job is completed, but no result is stored for it.</EmptyState>
        </Panel>
      )}
      {result.data != null && <Result job={job} result={result.data} {...charts} />}
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        {ranHere ? (
          <JobTimeline job={job} />
        ) : (
          result.data != null && <JobSource result={result.data} options={options} />
        )}
        <JobParameters job={job} options={options} result={result.data ?? null} />
      </div>
      <Unread query={optionsRead} what="The options of the job" />
      {ranHere && !optionsRead.isError && (
        <WhenReached outline={<Skeleton className="h-72!" />}>
          <ReproducePanel job={job} options={options} />
        </WhenReached>
      )}
    </>
  );
}

function Result({ job, result, ...charts }: { job: JobCurrentStatus; result: JobResult } & ChartsOfJob) {
  const figures = jobFigures(result);
  const neighbours = useQuery(runJobsQuery(job.org_id, job.run_id));
  const jobs = neighbours.data?.rows ?? NO_JOBS;
  // Both charts are shown at once: the second one takes half the width of the first.
  const count = Number(hasPercentiles(result)) + Number(neighbours.isPending || jobs.length > 1);
  const outline = (
    <div className={chartGrid(count)}>
      {Array.from({ length: count }, (_, index) => (
        <ChartOutline key={index} />
      ))}
    </div>
  );
  return (
    <>
      <InvalidNotice result={result} />
      <Panel
        title="Result"
        note={result.duration_s === null ? undefined : `measured for ${durationText(result.duration_s)}`}
        actions={<ProvenanceTag provenance={result.provenance} />}
      >
        {figures.length === 0 ? (
          <EmptyState title="The source gives none of the usual figures" />
        ) : (
          <Figures items={figures} />
        )}
        {isRepeatable(job) && (
          <div className="min-h-9 border-t border-line px-3 py-2 text-xs text-ink-2">
            <Suspense>
              <JobEstimate job={job} />
            </Suspense>
          </div>
        )}
      </Panel>
      <Unread query={neighbours} what="The other jobs of the run" />
      {neighbours.isPending ? (
        outline
      ) : (
        <Suspense fallback={outline}>
          <JobCharts job={job} result={result} neighbours={jobs} {...charts} />
        </Suspense>
      )}
    </>
  );
}
