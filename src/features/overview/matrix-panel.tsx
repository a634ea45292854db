import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { formatMetric, METRICS } from '#contract/metrics.ts';
import type { EstimateOutline, Estimates } from '#src/api/estimate-queries.ts';
import { knownIssuesQuery, NO_ISSUES, type KnownIssues } from '#src/api/known-issues.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { DifferenceText } from '#src/components/results/difference-text.tsx';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { shapeWords } from '#src/components/results/shape-words.ts';
import { unreadText } from '#src/components/results/unread-text.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Unread } from '#src/components/ui/error-state.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { ScrollArea } from '#src/components/ui/scroll-area.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { cellIssues, matrixOf, matrixShapes, type MatrixCell } from './matrix.ts';
import { overviewSearch } from './overview-search.ts';
import { ReadPart } from './read-part.tsx';

/** Rows and columns at most: more does not fit a glance; the leaderboard has them all. */
const [MOST_MODELS, MOST_GPUS] = [8, 7];
const METRIC = 'tokens_per_sec_per_gpu';

/** The best throughput per GPU of each model on each GPU, with its date, and under it how it stands against the published figure. */
export function MatrixPanel({ estimates }: { estimates: UseQueryResult<Estimates<EstimateOutline>> }) {
  const { orgId, user } = useWorkspace();
  const [view, setView] = useViewSearch(overviewSearch);
  const orgIds = useMemo(
    () => resultOrgIds(orgId, user.memberships, view.published),
    [orgId, user.memberships, view.published],
  );
  const issues = useQuery(knownIssuesQuery(orgIds));
  const rows = useMemo(
    () => (estimates.data?.rows ?? []).filter((row) => view.published || row.org_id === orgId),
    [estimates.data, view.published, orgId],
  );
  const shapes = useMemo(
    () => matrixShapes(rows.filter(({ provenance }) => provenance !== 'simulated')),
    [rows],
  );
  const shape = shapes.find((one) => one.shape === view.shape)?.shape ?? shapes[0]?.shape ?? '';
  const matrix = useMemo(() => matrixOf(rows, shape, orgId), [rows, shape, orgId]);
  const models = matrix.models.slice(0, MOST_MODELS);
  const gpus = matrix.gpus.slice(0, MOST_GPUS);
  const left = [
    matrix.models.length > models.length && counted(matrix.models.length - models.length, 'more model'),
    matrix.gpus.length > gpus.length && counted(matrix.gpus.length - gpus.length, 'more GPU'),
  ].filter((part) => part !== false);
  return (
    <Panel
      title={'Best output throughput per GPU'}
      note={[
        METRICS[METRIC].unit,
        'own before published, simulated left out',
        unreadText(estimates.data, 'deployment'),
      ]
        .filter((part) => part !== false)
        .join('; ')}
      actions={
        <>
          {shapes.length > 1 && (
            <CompactSelect
              label="Workload shape"
              value={shape}
              options={shapes.map((one) => ({
                value: one.shape,
                label: `${shapeWords(one.shape)} (${one.pairs})`,
              }))}
              onValueChange={(next) => setView({ shape: next })}
            />
          )}
          <ToggleChip pressed={view.published} onPressedChange={(published) => setView({ published })}>
            published results
          </ToggleChip>
        </>
      }
    >
      <Unread query={issues} what="Known issues of these results" className="p-3" />
      <ReadPart queries={[estimates]} failed="The results could not be read" className="h-72!">
        {models.length === 0 ? (
          <EmptyState title="No figures yet">
            The best figure of each model on each GPU stands here once a job on real hardware completes.
          </EmptyState>
        ) : (
          <ScrollArea label="Best output throughput per GPU by model and GPU">
            <table className="w-full text-sm">
              <thead>
                <tr className="text-xs text-ink-3">
                  <th scope="col" className="px-3 py-1.5 text-left font-medium">
                    Model
                  </th>
                  {gpus.map((gpu) => (
                    <th key={gpu} scope="col" className="px-3 py-1.5 text-right font-medium">
                      {matrix.gpuName(gpu)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {models.map((model) => (
                  <tr key={model} className="border-t border-line">
                    <th scope="row" className="px-3 py-1 text-left font-medium whitespace-nowrap">
                      <Link
                        to="/w/$orgId/leaderboard"
                        params={{ orgId }}
                        search={{ model, shape } as never}
                        className="text-ink"
                      >
                        {model}
                      </Link>
                    </th>
                    {gpus.map((gpu) => (
                      <td key={gpu} className="px-3 py-1 text-right">
                        <Cell
                          cell={matrix.at(model, gpu)}
                          of={`${model} on ${matrix.gpuName(gpu)}`}
                          issues={issues.data ?? NO_ISSUES}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="border-t border-line px-3 py-1.5 text-xs text-ink-3">
              Under a figure of your own: how far it is from the best published one of the same model, GPU and
              lengths, those like it first. In colour only where nothing else differs and the 95 % intervals
              lie apart; it leads to the two side by side.{' '}
              {left.length > 0 && `Not shown: ${left.join(', ')}; the leaderboard has them.`}
            </p>
          </ScrollArea>
        )}
      </ReadPart>
    </Panel>
  );
}

interface CellProps {
  cell: MatrixCell | null;
  of: string;
  issues: KnownIssues;
}

function Cell({ cell, of, issues }: CellProps) {
  const { orgId } = useWorkspace();
  if (cell === null) return <span className="text-ink-3">{NO_VALUE}</span>;
  const { best, value, against } = cell;
  const known = cellIssues(cell, issues);
  return (
    <div className="inline-grid justify-items-end whitespace-nowrap">
      <span className="flex items-baseline gap-1.5">
        <KnownIssue texts={known.best} />
        <Link
          to="/w/$orgId/jobs/$jobId"
          params={{ orgId: best.org_id, jobId: String(best.job_id) }}
          aria-label={`${of}: ${formatMetric(METRIC, value)} ${METRICS[METRIC].unit}`}
          title={`${value} ${METRICS[METRIC].unit}`}
          className="text-ink"
        >
          {formatMetric(METRIC, value)}
        </Link>
      </span>
      {against !== null && (
        <span className="flex items-baseline gap-1.5">
          <KnownIssue texts={known.against} what="published: known issue" />
          <Link
            to="/w/$orgId/compare"
            params={{ orgId }}
            search={{ jobs: `${against.row.job_id},${best.job_id}`, base: against.row.job_id } as never}
            className="no-underline hover:underline"
          >
            <span className="sr-only">{of} against the published figure: </span>
            <DifferenceText
              difference={against.difference}
              isUnlike={against.reasons.length > 0}
              reasons={against.reasons}
            />
          </Link>
        </span>
      )}
      <span className="text-2xs text-ink-3">
        {best.provenance === 'measured' ? '' : `${best.provenance}, `}
        {best.created_at.slice(0, 7)}
      </span>
    </div>
  );
}

/** What is known to be wrong with a figure; nothing where nothing is. */
function KnownIssue({ texts, what = 'known issue' }: { texts: readonly string[]; what?: string }) {
  return (
    texts.length > 0 && (
      <Badge tone="warn" title={texts.join('; ')}>
        {what}
      </Badge>
    )
  );
}
