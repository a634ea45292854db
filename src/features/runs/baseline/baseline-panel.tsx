import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JobAttempt } from '#contract/views/v-job-attempts.ts';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { grouped } from '#lib/grouped.ts';
import type { KnownIssues } from '#src/api/known-issues.ts';
import { runJobsQuery } from '#src/api/run-jobs-query.ts';
import { Button } from '#src/components/ui/button.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ScrollArea } from '#src/components/ui/scroll-area.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { launchesQuery, projectRunsQuery } from './baseline-queries.ts';
import { PairTable } from './pair-table.tsx';
import { runChanges, type RunChange } from './run-changes.ts';
import { hasLaunches, jobsNote, launchesNote, type LaunchesRead } from './run-notes.ts';
import { compareRuns } from './run-pairs.ts';

const NONE: readonly RunJobWithParams[] = [];

interface BaselinePanelProps {
  run: ProjectRunWithStatus;
  jobs: readonly RunJobWithParams[];
  /** Jobs of the run in all, when `jobs` are not all of them. */
  total: number;
  /** Of both runs: they are of one workspace. */
  issues: KnownIssues;
  /** Id of the baseline run; 0 while none is chosen. */
  base: number;
  onBaseChange: (base: number) => void;
  onClose: () => void;
}

/** The run against another of its project: each load that both measured, and what else differs between them. */
export function BaselinePanel({ run, jobs, total, issues, base, onBaseChange, onClose }: BaselinePanelProps) {
  const { org_id: orgId, project_id: projectId, run_id: runId } = run;
  const runs = useQuery(projectRunsQuery(orgId, projectId));
  const known = runs.data?.rows ?? [];
  const left = (runs.data?.total ?? known.length) - known.length;
  const others = known.filter((one) => one.run_id !== runId);
  const options = others.map((one) => ({ value: String(one.run_id), label: one.run_name }));
  // A shared link may name a run that is not among the latest.
  if (base !== 0 && options.every(({ value }) => value !== String(base)))
    options.unshift({ value: String(base), label: `run ${base}` });
  return (
    <Panel
      title="Against a baseline run"
      note="mean of sound repeats of the same load on the same deployment"
      actions={
        <>
          <CompactSelect
            label="Baseline run"
            value={base === 0 ? '' : String(base)}
            options={base === 0 ? [{ value: '', label: 'choose a run' }, ...options] : options}
            onValueChange={(value) => onBaseChange(Number(value))}
          />
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {runs.error !== null && runs.data === undefined ? (
        <ErrorState
          error={runs.error}
          title="The runs of the project could not be read"
          onRetry={() => void runs.refetch()}
        />
      ) : base !== 0 ? (
        <Against key={base} orgId={orgId} jobs={jobs} total={total} issues={issues} base={base} />
      ) : runs.isPending ? (
        <Skeleton className="m-3 h-16!" />
      ) : (
        <EmptyState
          title={others.length === 0 ? 'No other run in this project' : 'Which run is it set against?'}
        >
          {others.length === 0
            ? 'A second run of the same loads, with another version, image or flag, can be set beside this one.'
            : 'Each load that both runs measured is set side by side, with what else differs between them.'}
          {left > 0 &&
            ` The ${known.length} runs with the latest activity are offered; ${grouped(left)} older ones are not.`}
        </EmptyState>
      )}
    </Panel>
  );
}

interface AgainstProps extends Pick<BaselinePanelProps, 'jobs' | 'total' | 'issues' | 'base'> {
  orgId: string;
}

function Against({ orgId, jobs, total, issues, base }: AgainstProps) {
  const read = useQuery(runJobsQuery(orgId, base));
  const baseJobs = read.data?.rows ?? NONE;
  const [ownIds, baseIds] = [completedIds(jobs), completedIds(baseJobs)];
  const ownLaunches = useQuery(launchesQuery(orgId, ownIds));
  const baseLaunches = useQuery(launchesQuery(orgId, baseIds));
  const comparison = useMemo(() => compareRuns(jobs, baseJobs), [jobs, baseJobs]);
  const changes = useMemo(
    () =>
      runChanges(
        { jobs, attempts: ownLaunches.data ?? [] },
        { jobs: baseJobs, attempts: baseLaunches.data ?? [] },
      ),
    [jobs, baseJobs, ownLaunches.data, baseLaunches.data],
  );
  if (read.data === undefined)
    return read.error === null ? (
      <Skeleton className="m-3 h-40!" />
    ) : (
      <ErrorState
        error={read.error}
        title="The baseline could not be read"
        onRetry={() => void read.refetch()}
      />
    );
  if (baseJobs.length === 0)
    return (
      <EmptyState title="The baseline has no jobs">It may have been removed. Choose another run.</EmptyState>
    );
  const launches = [
    launchesOf(ownIds, ownLaunches.data, ownLaunches.isError),
    launchesOf(baseIds, baseLaunches.data, baseLaunches.isError),
  ] as const;
  const notes = [
    jobsNote(
      { read: jobs.length, total },
      { read: baseJobs.length, total: read.data.total ?? baseJobs.length },
    ),
    launchesNote(...launches),
  ].filter((note) => note !== null);
  const failed = [ownLaunches, baseLaunches].find(({ data, error }) => error !== null && data === undefined);
  return (
    <div className="grid grid-cols-1 divide-y divide-line">
      <PairTable orgId={orgId} comparison={comparison} issues={issues} />
      <ChangeTable changes={changes} hasLaunches={hasLaunches(...launches)} />
      {notes.length > 0 && <p className="px-3 py-1.5 text-xs text-ink-3">{notes.join(' ')}</p>}
      {failed !== undefined && (
        <ErrorState
          error={failed.error}
          title="What was launched could not be read"
          onRetry={() => void failed.refetch()}
        />
      )}
    </div>
  );
}

function ChangeTable({ changes, hasLaunches }: { changes: readonly RunChange[]; hasLaunches: boolean }) {
  if (changes.length === 0)
    return (
      <p className="px-3 py-2 text-sm text-ink-2">
        Nothing else differs: same hardware, software{hasLaunches ? ', options and launch' : ' and options'}.
      </p>
    );
  return (
    <ScrollArea label="What differs between the runs">
      <table className="w-full text-sm">
        <thead>
          <tr className="text-left text-xs text-ink-3">
            <th scope="col" className={CELL}>
              What differs
            </th>
            <th scope="col" className={CELL}>
              This run
            </th>
            <th scope="col" className={CELL}>
              Baseline
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ key, label, isCode, own, base }) => (
            <tr key={key} className="border-t border-line align-top">
              <th scope="row" className={`${CELL} text-left font-normal whitespace-nowrap`}>
                {isCode ? <code className="font-mono text-xs">{label}</code> : label}
              </th>
              <td className={`${CELL} break-words`}>{own}</td>
              <td className={`${CELL} break-words text-ink-2`}>{base}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

const CELL = 'px-3 py-1.5';

const completedIds = (jobs: readonly RunJobWithParams[]): number[] =>
  jobs.flatMap((job) => (job.status_code === 'completed' ? [job.job_id] : []));

const launchesOf = (
  ids: readonly number[],
  attempts: readonly JobAttempt[] | undefined,
  isError: boolean,
): LaunchesRead => ({
  completed: ids.length,
  attempts: attempts ?? null,
  hasFailed: isError && attempts === undefined,
});
