import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DifferenceText } from '#src/components/results/difference-text.tsx';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import type { JobCell, JobColumn, JobLine } from './jobs-rows.ts';

interface JobsTableProps {
  columns: readonly JobColumn[];
  lines: readonly JobLine[];
  /** The baseline as it was chosen; the columns follow a moment later. */
  chosenBase: number;
  onBase: (jobId: number) => void;
  onRemove: (jobId: number) => void;
}

const [LABEL_WIDTH, WIDTH] = [132, 196];
/** Columns drawn beyond those in view at least, at each side, and as many as come or go at once. */
const [SPARE, STEP] = [1, 4];

/** Results as columns, one line a fact or metric. Only columns in view are drawn, so that 200 stay quick. */
export function JobsTable({ columns, lines, chosenBase, onBase, onRemove }: JobsTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState({ first: 0, last: 12 });
  const look = (): void => {
    const { scrollLeft, clientWidth } = frame.current ?? { scrollLeft: 0, clientWidth: 0 };
    // By steps, so that not every column that comes into view draws anew.
    const first = Math.max(0, Math.floor((scrollLeft / WIDTH - SPARE) / STEP) * STEP);
    const last = Math.ceil(((scrollLeft + clientWidth) / WIDTH + SPARE) / STEP) * STEP;
    setWindow((before) => (before.first === first && before.last === last ? before : { first, last }));
  };
  useLayoutEffect(look, [columns.length]);
  const shown = columns.slice(window.first, window.last);
  const isThere = columns.some(({ job }) => job.job_id === chosenBase);
  const [before, after] = [window.first, Math.max(0, columns.length - window.last)];
  return (
    <div
      ref={frame}
      // Within the frame that scrolls: else it is painted once without the columns that come and once with them.
      onScroll={() => flushSync(look)}
      role="region"
      aria-label="Results side by side"
      tabIndex={0}
      className="overflow-x-auto outline-offset-[-2px]"
    >
      <table
        aria-label="Results side by side"
        aria-colcount={columns.length + 1}
        className="table-fixed border-separate border-spacing-0 text-sm tabular-nums [&_td]:border-t [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_td]:align-top [&_tbody_th]:border-t [&_tbody_th]:border-line"
        style={{ width: LABEL_WIDTH + columns.length * WIDTH }}
      >
        <thead>
          <tr>
            <th scope="col" style={{ width: LABEL_WIDTH }} className={clsx(LABEL, 'font-medium')}>
              Result
            </th>
            {gapOf(before)}
            {shown.map((column, index) => (
              <th
                key={column.job.job_id}
                scope="col"
                aria-colindex={before + index + 2}
                style={{ width: WIDTH }}
                className="px-2 py-1.5 text-left align-top font-normal"
              >
                <ColumnHead
                  column={column}
                  isBase={isThere ? column.job.job_id === chosenBase : column.isBase}
                  onBase={onBase}
                  onRemove={onRemove}
                />
              </th>
            ))}
            {gapOf(after)}
          </tr>
        </thead>
        <Lines lines={lines} columns={columns} first={window.first} last={window.last} />
      </table>
    </div>
  );
}

/** What stands for columns out of view. */
const gapOf = (count: number) =>
  count > 0 && <td aria-hidden style={{ width: count * WIDTH, minWidth: count * WIDTH }} />;

interface LinesProps extends Pick<JobsTableProps, 'columns' | 'lines'> {
  first: number;
  last: number;
}

const Lines = memo(function Lines({ columns, lines, first, last }: LinesProps) {
  const shown = columns.slice(first, last);
  const after = Math.max(0, columns.length - last);
  return (
    <tbody>
      {lines.map((line) => (
        <tr key={line.key}>
          <th scope="row" className={clsx(LABEL, 'font-normal')}>
            {line.label}
          </th>
          {gapOf(first)}
          {line.cells.slice(first, last).map((cell, index) => (
            <Cell
              key={shown[index]?.job.job_id ?? index}
              cell={cell}
              isMetric={line.isMetric}
              isUnlike={(shown[index]?.unlike.length ?? 0) > 0}
            />
          ))}
          {gapOf(after)}
        </tr>
      ))}
    </tbody>
  );
});

const LABEL =
  'sticky left-0 z-10 border-r border-line bg-surface px-3 py-1 text-left align-top text-xs text-ink-3';

function ColumnHead({
  column,
  isBase,
  onBase,
  onRemove,
}: { column: JobColumn; isBase: boolean } & Pick<JobsTableProps, 'onBase' | 'onRemove'>) {
  const { job, unlike, repeats } = column;
  return (
    <div className="grid gap-0.5">
      <div className="flex items-start gap-1">
        <Link
          to={`/w/${job.org_id}/jobs/${job.job_id}` as '/'}
          title={job.job_name}
          className="line-clamp-2 min-w-0 flex-1 font-medium break-words text-ink"
        >
          {job.job_name}
        </Link>
        <IconButton label={`Remove ${job.job_name}`} onClick={() => onRemove(job.job_id)}>
          <X aria-hidden />
        </IconButton>
      </div>
      <span className="text-xs text-ink-3">
        job {job.job_id}
        {repeats !== null && `, n = ${repeats}`}
      </span>
      {isBase ? (
        <span className="text-xs font-medium text-accent">baseline</span>
      ) : (
        <button
          type="button"
          onClick={() => onBase(job.job_id)}
          className="justify-self-start py-0.5 text-xs text-accent underline pointer-coarse:min-h-9"
        >
          make baseline
        </button>
      )}
      {unlike.length > 0 && (
        <span className="text-xs text-warn" title={unlike.join('\n')}>
          unlike the baseline
        </span>
      )}
      {!job.is_valid && (
        <span className="text-xs text-bad" title={job.invalid_reasons.join('\n')}>
          failed its self-check
        </span>
      )}
    </div>
  );
}

/** Scrolling brings in a column; the cells of the others stay. */
const Cell = memo(function Cell({
  cell,
  isMetric,
  isUnlike,
}: {
  cell: JobCell;
  isMetric: boolean;
  isUnlike: boolean;
}) {
  return (
    <td className={isMetric ? 'text-right' : 'break-words'} title={cell.exact ?? undefined}>
      {isMetric ? cell.text : <span className="line-clamp-3">{cell.text}</span>}
      {cell.meanOf !== null && <div className="text-xs text-ink-3">mean of {cell.meanOf}</div>}
      {cell.difference !== null && <DifferenceText difference={cell.difference} isUnlike={isUnlike} />}
    </td>
  );
});
