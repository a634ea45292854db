import { formatMetric, METRICS, metricHeader, type MetricKey } from '#contract/metrics.ts';
import type { Figure } from '#lib/compare/difference.ts';
import { issueTexts, type KnownIssues } from '#src/api/known-issues.ts';
import { numberColumn, textColumn, type DataColumn } from '#src/components/table/data-columns.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import type { Estimate } from './deployments.ts';
import { provisionalText, rowNotes } from './estimate-notes.ts';
import { metricValueColumn } from './metric-value-column.tsx';

/** A row that stands on one estimate. */
interface OfEstimate {
  readonly estimate: Estimate;
}

/** What to know before trusting a row. */
export function notesColumn<Row extends OfEstimate>(nowMs: number, issues: KnownIssues): DataColumn<Row> {
  const notesOf = ({ estimate }: Row) => rowNotes(estimate, nowMs, issueTexts(issues, estimate.job_ids));
  return textColumn('notes', 'Notes', (row) => notesOf(row).join('; ') || null, {
    width: 190,
    cell: (row) => {
      const notes = notesOf(row);
      return notes.length === 0 ? (
        NO_VALUE
      ) : (
        <span className="inline-flex gap-1">
          {notes.map((note) => (
            <Badge key={note} tone="warn" title={note}>
              {note}
            </Badge>
          ))}
        </span>
      );
    },
  });
}

/** A column that is hidden at first and that no file goes without. */
export const inFiles = <Row,>(column: DataColumn<Row>): DataColumn<Row> => ({
  ...column,
  isShownByDefault: false,
  isExported: true,
});

interface FigureOptions {
  readonly id: string;
  readonly width: number;
  /** In place of the metric's own. */
  readonly description?: string;
  /** Whether one measurement alone is marked here, by "~". */
  readonly isMarked?: boolean;
}

/** A figure with its interval in one cell, and the ends of the interval for files. */
export function figureColumns<Row extends OfEstimate>(
  metric: MetricKey,
  figureOf: (row: Row) => Figure | null,
  { id, width, description, isMarked = false }: FigureOptions,
): DataColumn<Row>[] {
  const column = metricValueColumn<Row>(metric, (row) => figureOf(row)?.value ?? null);
  const end = (name: 'lower' | 'upper') =>
    inFiles({
      ...metricValueColumn<Row>(metric, (row) => figureOf(row)?.[name] ?? null),
      id: `${id}_${name}`,
      header: `${metricHeader(metric)}, ${name} end`,
      description: `The ${name} end of the 95 % interval`,
    });
  return [
    {
      ...column,
      id,
      width,
      description: description ?? column.description,
      cell: (row) => {
        const figure = figureOf(row);
        if (figure === null) return NO_VALUE;
        const { value, lower, upper } = figure;
        const doubt = isMarked ? provisionalText(row.estimate) : null;
        return (
          <span title={[`${value} ${METRICS[metric].unit}`.trim(), doubt ?? []].flat().join('; ')}>
            {doubt !== null && '~ '}
            {formatMetric(metric, value)}
            {lower !== null && (
              <span className="ml-1.5 text-xs text-ink-3">
                {formatMetric(metric, lower)}{' '}
                {upper === null ? 'or more' : `to ${formatMetric(metric, upper)}`}
              </span>
            )}
          </span>
        );
      },
    },
    end('lower'),
    end('upper'),
  ];
}

/** What a file says of each row whatever is shown: whether it is provisional, and where it is found again. */
export function fileColumns<Row extends OfEstimate>(): DataColumn<Row>[] {
  const id = (key: 'job_id' | 'run_id', header: string) =>
    numberColumn<Row>(key, header, ({ estimate }) => estimate[key], {
      cell: ({ estimate }) => String(estimate[key]),
    });
  return [
    textColumn<Row>('provisional', 'Provisional', ({ estimate }) => provisionalText(estimate), {
      width: 260,
    }),
    id('job_id', 'Job id'),
    textColumn<Row>('job_ids', 'Job ids of the repeats', ({ estimate }) => estimate.job_ids.join(' ')),
    id('run_id', 'Run id'),
  ].map(inFiles);
}
