import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { formatMetric, metricHeader, type MetricKey } from '#contract/metrics.ts';
import { differenceText, type Comparability } from '#lib/compare/comparability.ts';
import { issueTexts, type KnownIssues } from '#src/api/known-issues.ts';
import { shapeText } from '#src/components/chart/job-text.ts';
import { DifferenceText } from '#src/components/results/difference-text.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { ScrollArea } from '#src/components/ui/scroll-area.tsx';
import type { DeploymentPair, RunComparison, RunPair } from './run-pairs.ts';

const CELL = 'px-3 py-1.5';

interface PairTableProps {
  orgId: string;
  comparison: RunComparison;
  issues: KnownIssues;
}

/** Each load that both runs measured, by the deployments that are set against each other. */
export function PairTable({ orgId, comparison, issues }: PairTableProps) {
  const { deployments, metrics, onlyOwn, onlyBase } = comparison;
  const pairs = deployments.flatMap((one) => one.pairs);
  if (pairs.length === 0)
    return (
      <EmptyState title="No load in common">
        A load is its lengths and its concurrency: {counted(onlyOwn, 'load')} here,{' '}
        {counted(onlyBase, 'load')} in the baseline, none the same with completed, valid jobs on both sides
        and one deployment to set it against.
      </EmptyState>
    );
  const shapes = new Set(pairs.map(lengthsOf));
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
          {deployments.map((deployment) => (
            <tbody key={deployment.key}>
              <DeploymentName deployment={deployment} columns={metrics.length + 1} />
              {deployment.pairs.map((pair) => (
                <PairRow
                  key={pair.key}
                  orgId={orgId}
                  pair={pair}
                  metrics={metrics}
                  issues={issues}
                  hasLengths={shape == null}
                  isUnlike={!deployment.likeness.isLike}
                />
              ))}
            </tbody>
          ))}
        </table>
      </ScrollArea>
      {onlyOwn + onlyBase > 0 && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-ink-3">
          Left out: {counted(onlyOwn, 'load')} of this run, {counted(onlyBase, 'load')} of the baseline; the
          other run has none like it, or several deployments that are as near.
        </p>
      )}
    </div>
  );
}

/** Which deployment the loads are of, where its figures come from and what of the baseline's is not the same; nothing where there is one, measured, and nothing differs. */
function DeploymentName({ deployment, columns }: { deployment: DeploymentPair; columns: number }) {
  const { name, provenances, likeness } = deployment;
  const differs = differsText(likeness);
  if (name === '' && provenances.length === 0 && differs === '') return null;
  return (
    <tr className="border-t border-line">
      <th scope="rowgroup" colSpan={columns} className={`${CELL} text-left font-medium`}>
        <span className="sticky left-3 inline-block max-w-[calc(100vw-4rem)] md:max-w-[calc(100vw-18rem)] break-words">
          {name}
          {provenances.map((one, at) => (
            <Fragment key={one}>
              {at > 0 ? ' against ' : ' '}
              <ProvenanceTag provenance={one} />
            </Fragment>
          ))}
          {differs !== '' && (
            <span
              className={likeness.isLike ? 'block font-normal text-ink-2' : 'block font-normal text-warn'}
            >
              {differs}
            </span>
          )}
        </span>
      </th>
    </tr>
  );
}

/** "Compared: precisions differ (fp8 and bf16)"; of unlike ones why. Values stand as this run, the baseline. */
const differsText = ({ isLike, reasons, compared }: Comparability): string =>
  isLike
    ? compared.map((one) => `What is compared: ${differenceText(one)}.`).join(' ')
    : `Not alike: ${reasons.join('; ')}. These differences are no measure of one change.`;

interface PairRowProps {
  orgId: string;
  pair: RunPair;
  metrics: readonly MetricKey[];
  issues: KnownIssues;
  hasLengths: boolean;
  isUnlike: boolean;
}

function PairRow({ orgId, pair, metrics, issues, hasLengths, isUnlike }: PairRowProps) {
  const { concurrency, jobs, cells } = pair;
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className={`${CELL} text-left font-normal whitespace-nowrap`}>
        {[
          hasLengths && lengthsOf(pair),
          concurrency !== null && `concurrency ${formatMetric('concurrency', concurrency)}`,
        ]
          .filter(Boolean)
          .join(', ') || 'any load'}
        <div className="text-xs text-ink-3">
          <JobLinks orgId={orgId} ids={jobs.own} /> against <JobLinks orgId={orgId} ids={jobs.base} />
        </div>
        {issueTexts(issues, [...jobs.own, ...jobs.base]).map((text) => (
          <div key={text} className="max-w-72 text-xs whitespace-normal text-warn">
            known issue: {text}
          </div>
        ))}
      </th>
      {metrics.map((metric) => {
        const cell = cells.get(metric);
        return (
          <td key={metric} className={`${CELL} text-right whitespace-nowrap`}>
            {formatMetric(metric, cell?.figure?.value ?? null)}
            <span className="text-ink-3"> / {formatMetric(metric, cell?.base?.value ?? null)}</span>
            {cell?.difference != null && <DifferenceText difference={cell.difference} isUnlike={isUnlike} />}
          </td>
        );
      })}
    </tr>
  );
}

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

const lengthsOf = ({ input, output }: RunPair): string =>
  shapeText({ input_sequence_length: input, output_sequence_length: output }) ?? 'any length';
