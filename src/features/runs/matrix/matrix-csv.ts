import { metricHeader, type MetricKey } from '#contract/metrics.ts';
import { NO_ISSUES, type KnownIssues } from '#src/api/known-issues.ts';
import { toCsv, type CsvColumn } from '#lib/csv.ts';
import { csvBlob, saveFile } from '#src/components/ui/save-file.ts';
import {
  CELL_STATES,
  type JobMatrix,
  type MatrixBlock,
  type MatrixCell,
  type MatrixRow,
} from './job-matrix.ts';
import { cellIssues } from './cell-text.ts';

interface Line {
  readonly block: MatrixBlock;
  readonly row: MatrixRow;
  readonly concurrency: number | null;
  readonly cell: MatrixCell | null;
}

/** The matrix as CSV: a line for each load, those without a job too, with full precision. */
export function matrixCsv(
  { blocks, concurrencies }: JobMatrix,
  metric: MetricKey | null,
  issues: KnownIssues = NO_ISSUES,
): string {
  const lines = blocks.flatMap((block) =>
    block.rows.flatMap((row) =>
      row.cells.flatMap((cell, at): Line[] => {
        const concurrency = concurrencies[at] ?? null;
        return cell === null && concurrency === null ? [] : [{ block, row, concurrency, cell }];
      }),
    ),
  );
  const columns: CsvColumn<Line>[] = [
    ...(blocks.length > 1
      ? [{ header: 'Deployment', value: ({ block }: Line) => block.name || block.provenance }]
      : []),
    { header: 'Provenance', value: ({ block }) => block.provenance },
    { header: metricHeader('input_sequence_length'), value: ({ row }) => row.input },
    { header: metricHeader('output_sequence_length'), value: ({ row }) => row.output },
    { header: 'Concurrency', value: ({ concurrency }) => concurrency },
    ...(metric === null
      ? []
      : [
          { header: metricHeader(metric), value: ({ cell }: Line) => cell?.figure?.value },
          { header: '95 % from', value: ({ cell }: Line) => cell?.figure?.lower },
          { header: '95 % to', value: ({ cell }: Line) => cell?.figure?.upper },
          { header: 'Jobs behind the figure', value: ({ cell }: Line) => cell?.n ?? 0 },
        ]),
    { header: 'Jobs', value: ({ cell }) => cell?.jobs.length ?? 0 },
    ...CELL_STATES.map((state): CsvColumn<Line> => ({
      header: state,
      value: ({ cell }) => cell?.states.find((one) => one.state === state)?.count ?? 0,
    })),
    { header: 'Job ids', value: ({ cell }) => cell?.jobs.map(({ job_id: id }) => id).join(' ') },
    {
      header: 'Known issues',
      value: ({ cell }) => (cell === null ? null : cellIssues(cell, issues).join('; ') || null),
    },
  ];
  return toCsv(columns, lines);
}

/** Hands the matrix to the browser as a file. */
export function saveMatrix(
  matrix: JobMatrix,
  metric: MetricKey | null,
  issues: KnownIssues,
  runId: number,
): void {
  saveFile(`run-${runId}-matrix.csv`, csvBlob(matrixCsv(matrix, metric, issues)));
}
