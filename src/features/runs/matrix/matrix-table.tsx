import { clsx } from 'clsx';
import { CircleAlert, Plus } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { formatMetric, METRICS, type MetricKey } from '#contract/metrics.ts';
import { grouped } from '#lib/grouped.ts';
import type { KnownIssues } from '#src/api/known-issues.ts';
import { jobHref } from '#src/components/chart/point-link.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { ScrollArea } from '#src/components/ui/scroll-area.tsx';
import { STATUS_LOOKS } from '#src/components/ui/status-badge.tsx';
import { stringifySearchText } from '#src/url/search-text.ts';
import { runSearch } from '../run-search.ts';
import { cellIssues, cellText, loadText } from './cell-text.ts';
import { gapSearch, type GapSearch } from './gap-search.ts';
import {
  isFault,
  shadeOf,
  type CellState,
  type JobMatrix,
  type MatrixBlock,
  type MatrixCell,
  type MatrixRow,
} from './job-matrix.ts';
import { HEIGHTS } from './matrix-loads.ts';
import { shadeColour } from './matrix-shade.ts';

/** Rows drawn at most; the CSV has all. */
const MOST_ROWS = 100;
/** Of a column with figures, in pixels. */
const [NARROWEST, WIDEST] = [100, 150];

interface MatrixTableProps {
  orgId: string;
  matrix: JobMatrix;
  metric: MetricKey | null;
  issues: KnownIssues;
  /** A run so big that its jobs are read in parts: the place keeps one height whatever comes. */
  isPart: boolean;
  /** All its jobs are at hand: what has none has none. */
  isWhole: boolean;
  /** Whether the person may submit jobs here: a gap leads there. */
  maySubmit: boolean;
  /** Below the grid, in its place. */
  after?: ReactNode;
  onOpen: (event: MouseEvent, cell: MatrixCell) => void;
  onSubmit: (event: MouseEvent, load: GapSearch) => void;
}

/** The grid itself: a row for each lengths of each deployment, a column for each concurrency. */
export function MatrixTable(props: MatrixTableProps) {
  const { orgId, matrix, metric, issues, isPart, isWhole, maySubmit, after, onOpen, onSubmit } = props;
  const { concurrencies, blocks } = matrix;
  const hasProvenances = new Set(blocks.map(({ provenance }) => provenance)).size > 1;
  const isNamed = blocks.length > 1 && !matrix.hasNames;
  const { drawn, left } = firstRows(blocks);
  const what = metric === null ? 'No figure yet' : METRICS[metric].label;
  return (
    <ScrollArea
      label="Job matrix"
      className={clsx(
        'max-h-[584px] print:h-auto print:max-h-none print:overflow-visible',
        isPart && 'h-[584px]',
      )}
    >
      <table
        className={clsx(
          'table-fixed border-separate border-spacing-0 text-sm tabular-nums',
          isNamed ? '[--first:136px] sm:[--first:232px]' : '[--first:92px]',
        )}
        style={{
          width: `min(100%, calc(var(--first) + ${concurrencies.length * WIDEST}px))`,
          minWidth: `calc(var(--first) + ${concurrencies.length * NARROWEST}px)`,
        }}
      >
        <caption className="sr-only">
          {what} and the states of the jobs, by {isNamed ? 'deployment' : 'lengths'} and concurrency
        </caption>
        <colgroup>
          <col className="w-(--first)" />
        </colgroup>
        <thead>
          <tr style={{ height: HEIGHTS.head }}>
            <td className={`${HEAD} left-0 z-20 pl-3 text-left`} aria-hidden>
              Concurrency
            </td>
            {concurrencies.map((concurrency) => (
              <th key={concurrency} scope="col" className={`${HEAD} px-2 text-right last:pr-3.5`}>
                <span className="sr-only">concurrency </span>
                {concurrency === null ? 'none given' : formatMetric('concurrency', concurrency)}
              </th>
            ))}
          </tr>
        </thead>
        {drawn.map(({ block, rows }) => (
          <tbody key={block.key}>
            {matrix.hasNames && (
              <BlockName block={block} columns={concurrencies.length + 1} hasProvenances={hasProvenances} />
            )}
            {rows.map((row) => (
              <tr key={row.key} style={{ height: HEIGHTS.row }}>
                <th
                  scope="row"
                  className="sticky left-0 z-10 bg-surface py-0 pr-1 pl-3 text-left text-xs font-normal"
                >
                  <RowName row={row} block={block} isNamed={isNamed} hasProvenances={hasProvenances} />
                </th>
                {row.cells.map((cell, at) => {
                  const concurrency = concurrencies[at] ?? null;
                  const load = loadText(concurrency, row, block);
                  const wanted =
                    cell === null && concurrency !== null && maySubmit && isWhole
                      ? gapSearch(row, concurrency)
                      : null;
                  return (
                    <td key={concurrency} className="p-0.5 last:pr-2">
                      {wanted !== null ? (
                        <GapLink orgId={orgId} load={load} search={wanted} onSubmit={onSubmit} />
                      ) : cell === null ? (
                        concurrency !== null && <Gap isKnown={isWhole} />
                      ) : (
                        <Cell
                          orgId={orgId}
                          cell={cell}
                          load={load}
                          metric={metric}
                          issues={issues}
                          extent={matrix.extent}
                          onOpen={onOpen}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {left > 0 && (
        <p className="px-3 py-1.5 text-xs text-ink-3">
          {counted(left, 'more row')} not drawn; the CSV and the table below have them.
        </p>
      )}
      {after}
    </ScrollArea>
  );
}

interface DrawnBlock {
  readonly block: MatrixBlock;
  readonly rows: readonly MatrixRow[];
}

function firstRows(blocks: readonly MatrixBlock[]): { drawn: DrawnBlock[]; left: number } {
  const drawn: DrawnBlock[] = [];
  let left = MOST_ROWS;
  for (const block of blocks) {
    if (left > 0) drawn.push({ block, rows: block.rows.slice(0, left) });
    left -= block.rows.length;
  }
  return { drawn, left: Math.max(0, -left) };
}

const HEAD = 'sticky top-0 z-10 bg-surface text-xs font-medium text-ink-3';
const TILE = 'flex h-10.5 min-w-0 flex-col items-end justify-center rounded px-1.5 leading-4.5';

interface BlockNameProps {
  block: MatrixBlock;
  columns: number;
  hasProvenances: boolean;
}

function BlockName({ block, columns, hasProvenances }: BlockNameProps) {
  const missing = block.missing.join(', ');
  return (
    <tr style={{ height: HEIGHTS.name }}>
      <th scope="rowgroup" colSpan={columns} className="border-t border-line p-0 text-left font-medium">
        <span className="sticky left-0 inline-flex max-w-[min(100%,calc(100vw-3rem))] items-center gap-2 px-3">
          <span className="truncate" title={block.name}>
            {block.name}
          </span>
          {hasProvenances && <ProvenanceTag provenance={block.provenance} />}
          {missing !== '' && (
            <small className="truncate text-xs font-normal text-warn" title={missing}>
              no job of {missing}
            </small>
          )}
        </span>
      </th>
    </tr>
  );
}

interface RowNameProps {
  row: MatrixRow;
  block: MatrixBlock;
  isNamed: boolean;
  hasProvenances: boolean;
}

function RowName({ row, block, isNamed, hasProvenances }: RowNameProps) {
  if (!isNamed)
    return row.lengths === null ? (
      'no lengths'
    ) : (
      <span className="whitespace-pre-line">{row.lengths.replace(' / ', '\n')}</span>
    );
  return (
    <span className="flex items-center gap-1.5">
      <span className="line-clamp-2 min-w-0 break-words" title={block.name}>
        {block.name}
      </span>
      {hasProvenances && <ProvenanceTag provenance={block.provenance} />}
    </span>
  );
}

/** A load that the grid has no job of, as far as its jobs are read. */
function Gap({ isKnown }: { isKnown: boolean }) {
  return (
    <span className={`${TILE} border border-dashed border-line-strong text-ink-3`}>
      {NO_VALUE}
      <span className="text-2xs">{isKnown ? 'no job' : 'not read'}</span>
    </span>
  );
}

interface GapLinkProps {
  orgId: string;
  load: string;
  search: GapSearch;
  onSubmit: MatrixTableProps['onSubmit'];
}

/** A gap that leads to Submit, filled with its load. */
function GapLink({ orgId, load, search, onSubmit }: GapLinkProps) {
  return (
    <a
      href={`/w/${orgId}/submit${stringifySearchText({ ...search })}`}
      onClick={(event) => onSubmit(event, search)}
      aria-label={`Submit ${load}: no job`}
      title={`Submit ${load}`}
      className={`${TILE} border border-dashed border-line-strong text-ink-3 no-underline hover:border-accent hover:text-accent`}
    >
      {NO_VALUE}
      <span className="flex items-center gap-0.5 text-2xs [&_svg]:size-3">
        <Plus aria-hidden />
        no job
      </span>
    </a>
  );
}

interface CellProps {
  orgId: string;
  cell: MatrixCell;
  load: string;
  metric: MetricKey | null;
  issues: KnownIssues;
  extent: JobMatrix['extent'];
  onOpen: MatrixTableProps['onOpen'];
}

/** The figure and the states of one load, with a sign where something is known to be wrong with it; leads to its job, or to its jobs in the table. */
function Cell({ orgId, cell, load, metric, issues, extent, onOpen }: CellProps) {
  const { figure, states, jobs } = cell;
  const [only, second] = jobs;
  // There is room for two; the label has them all.
  const shownStates = states.slice(0, states.length > 2 ? 1 : 2);
  const others = jobs.length - shownStates.reduce((sum, { count }) => sum + count, 0);
  const leads = second === undefined ? 'opens the job' : `shows the ${jobs.length} jobs`;
  const href =
    second === undefined && only !== undefined
      ? jobHref({ org_id: orgId, job_id: only.job_id })
      : stringifySearchText(runSearch.write({ filters: cell.filters }));
  return (
    <a
      href={href}
      onClick={(event) => onOpen(event, cell)}
      aria-label={`${load}: ${cellText(cell, metric, formatMetric, issues)}; ${leads}`}
      title={`${load}: ${cellText(cell, metric, (_, value) => String(value), issues)}`}
      className={clsx(
        TILE,
        'text-ink no-underline hover:outline-1 hover:outline-accent',
        figure === null && states.some(({ state }) => isFault(state)) && 'bg-bad-soft forced-colors:border',
        figure === null && states.every(({ state }) => !isFault(state)) && 'border border-line',
      )}
      style={
        figure !== null && extent !== null
          ? { backgroundColor: shadeColour(shadeOf(figure.value, extent)) }
          : undefined
      }
    >
      <span className="max-w-full truncate">
        {cellIssues(cell, issues).length > 0 && <CircleAlert aria-hidden className="mr-1 inline size-3" />}
        {metric === null ? NO_VALUE : formatMetric(metric, figure?.value)}
      </span>
      <span className="flex h-4.5 max-w-full items-center gap-1 overflow-hidden text-2xs whitespace-nowrap text-ink-2">
        {shownStates.map(({ state, count }) => (
          <State key={state} state={state} count={count} isAlone={states.length === 1} jobs={jobs.length} />
        ))}
        {others > 0 && `+${grouped(others)}`}
      </span>
    </a>
  );
}

interface StateProps {
  state: CellState;
  count: number;
  /** All jobs of the load are in it. */
  isAlone: boolean;
  jobs: number;
}

/** Icon, number and word; beside others there is room for number and word, of the completed for icon and number. */
function State({ state, count, isAlone, jobs }: StateProps) {
  const { icon: Icon, tone } =
    state === 'invalid' ? { icon: CircleAlert, tone: 'bad' as const } : STATUS_LOOKS[state];
  const number = jobs === 1 ? '' : grouped(count);
  if (state === 'completed')
    return (
      <span className="inline-flex items-center gap-0.5 [&_svg]:size-3">
        <Icon aria-hidden />
        {isAlone ? [number, 'completed'].filter(Boolean).join(' ') : number}
      </span>
    );
  return (
    <Badge tone={tone} className="px-1! text-2xs!">
      {isAlone && <Icon aria-hidden />}
      {[number, state].filter((part) => part !== '').join(' ')}
    </Badge>
  );
}
