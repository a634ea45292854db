import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatMetric, metricHeader } from '#contract/metrics.ts';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { runJobsQuery } from '#src/api/run-jobs-query.ts';
import { DifferenceText } from '#src/components/results/difference-text.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ScrollArea } from '#src/components/ui/scroll-area.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { launchesQuery, projectRunsQuery } from './baseline-queries.ts';
import { runChanges, type RunChange } from './run-changes.ts';
import { compareRuns, type RunComparison } from './run-pairs.ts';

const NONE: readonly RunJobWithParams[] = [];
/** Where these differ, a difference of figures has another cause than the run. */
const UNLIKE = new Set(['Provenance', 'Model', 'Statistic']);

interface BaselinePanelProps {
  run: ProjectRunWithStatus;
  jobs: readonly RunJobWithParams[];
  /** Id of the baseline run; 0 while none is chosen. */
  base: number;
  onBaseChange: (base: number) => void;
  onClose: () => void;
}

/** The run against another of its project: each load that both measured, and what else differs between them. */
export function BaselinePanel({ run, jobs, base, onBaseChange, onClose }: BaselinePanelProps) {
  const { org_id: orgId, project_id: projectId, run_id: runId } = run;
  const runs = useQuery(projectRunsQuery(orgId, projectId));
  const others = (runs.data ?? []).filter((one) => one.run_id !== runId);
  const options = others.map((one) => ({ value: String(one.run_id), label: one.run_name }));
  // A shared link may name a run that is not among the latest.
  if (base !== 0 && options.every(({ value }) => value !== String(base)))
    options.unshift({ value: String(base), label: `run ${base}` });
  return (
    <Panel
      title="Against a baseline run"
      note="mean of sound repeats of the same load"
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
        <Against key={base} orgId={orgId} jobs={jobs} base={base} />
      ) : runs.isPending ? (
        <Skeleton className="m-3 h-16!" />
      ) : (
        <EmptyState
          title={others.length === 0 ? 'No other run in this project' : 'Which run is it set against?'}
        >
          {others.length === 0
            ? 'A second run of the same loads, with another version, image or flag, can be set beside this one.'
            : 'Each load that both runs measured is set side by side, with what else differs between them.'}
        </EmptyState>
      )}
    </Panel>
  );
}

function Against({ orgId, jobs, base }: { orgId: string; jobs: readonly RunJobWithParams[]; base: number }) {
  const read = useQuery(runJobsQuery(orgId, base));
  const baseJobs = read.data?.rows ?? NONE;
  const ownLaunches = useQuery(launchesQuery(orgId, completedIds(jobs)));
  const baseLaunches = useQuery(launchesQuery(orgId, completedIds(baseJobs)));
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
  const unlike = changes.filter(({ key }) => UNLIKE.has(key)).map(({ label }) => label.toLowerCase());
  const launchError = ownLaunches.error ?? baseLaunches.error;
  return (
    <div className="grid grid-cols-1 divide-y divide-line">
      {unlike.length > 0 && (
        <p className="px-3 py-2 text-sm text-warn">
          Not alike: {unlike.join(', ')} of the two runs differ, so the figures are no measure of one change.
        </p>
      )}
      <PairTable orgId={orgId} comparison={comparison} isUnlike={unlike.length > 0} />
      <ChangeTable changes={changes} />
      {launchError !== null && <ErrorState error={launchError} title="What was launched could not be read" />}
    </div>
  );
}

function PairTable({
  orgId,
  comparison,
  isUnlike,
}: {
  orgId: string;
  comparison: RunComparison;
  isUnlike: boolean;
}) {
  const { pairs, metrics, onlyOwn, onlyBase } = comparison;
  if (pairs.length === 0)
    return (
      <EmptyState title="No load in common">
        A load is its lengths and its concurrency: {counted(onlyOwn, 'load')} here,{' '}
        {counted(onlyBase, 'load')} in the baseline, none the same with completed, valid jobs on both sides.
      </EmptyState>
    );
  const shapes = new Set(pairs.map((pair) => loadText(pair.input, pair.output)));
  // What all have in common stands once.
  const shape = shapes.size === 1 ? [...shapes][0] : null;
  return (
    <div>
      <ScrollArea label="Loads that both runs measured">
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">Each load with its figure, the baseline’s and the difference</caption>
          <thead>
            <tr className="text-left text-xs text-ink-3">
              <th scope="col" className={CELL}>
                Load{shape != null && `, ${shape}`}
              </th>
              {metrics.map((metric) => (
                <th key={metric} scope="col" className={`${CELL} text-right`}>
                  {metricHeader(metric)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <tr key={pair.key} className="border-t border-line align-top">
                <th scope="row" className={`${CELL} text-left font-normal whitespace-nowrap`}>
                  {[
                    shape == null && loadText(pair.input, pair.output),
                    pair.concurrency !== null && `concurrency ${pair.concurrency}`,
                  ]
                    .filter(Boolean)
                    .join(', ') || 'any load'}
                  <div className="text-xs text-ink-3">
                    <JobLinks orgId={orgId} ids={pair.jobs.own} /> against{' '}
                    <JobLinks orgId={orgId} ids={pair.jobs.base} />
                  </div>
                </th>
                {metrics.map((metric) => {
                  const cell = pair.cells.get(metric);
                  return (
                    <td key={metric} className={`${CELL} text-right whitespace-nowrap`}>
                      {formatMetric(metric, cell?.figure?.value ?? null)}
                      <span className="text-ink-3"> / {formatMetric(metric, cell?.base?.value ?? null)}</span>
                      {cell?.difference != null && (
                        <DifferenceText difference={cell.difference} isUnlike={isUnlike} />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {onlyOwn + onlyBase > 0 && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-ink-3">
          Left out: {counted(onlyOwn, 'load')} that only this run measured, {counted(onlyBase, 'load')} that
          only the baseline did.
        </p>
      )}
    </div>
  );
}

function ChangeTable({ changes }: { changes: readonly RunChange[] }) {
  if (changes.length === 0)
    return (
      <p className="px-3 py-2 text-sm text-ink-2">
        Nothing else differs: same hardware, software, options and launch.
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

function JobLinks({ orgId, ids }: { orgId: string; ids: readonly number[] }) {
  const [first] = ids;
  if (first === undefined) return null;
  return (
    <>
      <Link to="/w/$orgId/jobs/$jobId" params={{ orgId, jobId: String(first) }}>
        job {first}
      </Link>
      {ids.length > 1 && ` and ${ids.length - 1} more`}
    </>
  );
}

const loadText = (input: number | null, output: number | null): string =>
  input === null && output === null
    ? 'any length'
    : `${input?.toLocaleString('en-US') ?? '?'} in / ${output?.toLocaleString('en-US') ?? '?'} out`;

const completedIds = (jobs: readonly RunJobWithParams[]): number[] =>
  jobs.flatMap((job) => (job.status_code === 'completed' ? [job.job_id] : []));
