import { METRICS, type MetricKey } from '#contract/metrics.ts';
import { toCsv, type CsvColumn, type CsvValue } from '#lib/csv.ts';
import { csvBlob, saveFile } from '#src/components/ui/save-file.ts';
import type { Sheet } from '#src/components/workbook/workbook.ts';
import type { JobColumn, JobLine, JobTable } from './jobs-rows.ts';

export type SelectedFile = 'csv' | 'xlsx';

/** What is seen of the selected results. */
export interface SelectedShown {
  readonly columns: JobTable['columns'];
  readonly lines: readonly JobLine[];
  /** Lines that are not shown, as all have the same there. */
  readonly same: number;
  readonly answer: JobTable['answer'];
}

interface Line {
  readonly label: string;
  readonly unit: string | null;
  /** A value of each result, and what stands beside it of the difference from the baseline. */
  readonly cells: readonly {
    readonly value: CsvValue;
    readonly meanOf?: number | null;
    readonly percent?: number | null;
    readonly reading?: string;
  }[];
}

const EVIDENCE = { clear: 'clear', unclear: 'within intervals', unknown: 'no interval' } as const;

/** What tells the results apart stands above the lines: none of it is missing where only lines that differ are shown. */
const HEADS: readonly { label: string; value: (column: JobColumn) => CsvValue }[] = [
  { label: 'Job id', value: ({ job }) => job.job_id },
  { label: 'Run id', value: ({ job }) => job.run_id },
  { label: 'Workspace id', value: ({ job }) => job.org_id },
  { label: 'Provenance', value: ({ job }) => job.provenance },
  { label: 'Repeats (n)', value: ({ repeats }) => repeats },
  { label: 'Baseline', value: ({ isBase }) => (isBase ? 'yes' : 'no') },
  { label: 'Unlike the baseline', value: ({ unlike }) => unlike.join('; ') || null },
  {
    label: 'Failed its self-check',
    value: ({ job }) => (job.is_valid ? null : job.invalid_reasons.join('; ') || 'yes'),
  },
];

/** Every line as it is exported. */
function exportLines({ columns, lines }: SelectedShown): Line[] {
  return [
    ...HEADS.map(({ label, value }): Line => ({
      label,
      unit: null,
      cells: columns.map((column) => ({ value: value(column) })),
    })),
    ...lines
      .filter(({ key }) => key !== 'provenance')
      .map(({ key, label, isMetric, cells }): Line => ({
        label: isMetric ? METRICS[key as MetricKey].label : label,
        unit: isMetric ? METRICS[key as MetricKey].unit || null : null,
        cells: cells.map(({ value, meanOf, difference }, index) => ({
          value,
          meanOf,
          ...(difference !== null && {
            percent: difference.relative === null ? null : difference.relative * 100,
            reading: [
              difference.direction,
              (columns[index]?.unlike.length ?? 0) > 0 ? 'unlike' : EVIDENCE[difference.evidence],
            ].join(', '),
          }),
        })),
      })),
  ];
}

/** A line a fact or metric; of each result its value with the repeats that it is the mean of, and of all but the baseline the difference in percent and how it reads. */
function exportColumns({ columns, lines }: SelectedShown): CsvColumn<Line>[] {
  return [
    { header: 'Line', value: ({ label }) => label },
    { header: 'Unit', value: ({ unit }) => unit },
    ...columns.flatMap(({ job, isBase }, index): CsvColumn<Line>[] => {
      const name = `${job.job_name} (job ${job.job_id})`;
      return [
        { header: name, value: ({ cells }) => cells[index]?.value },
        ...(lines.some(({ cells }) => cells[index]?.meanOf != null)
          ? [{ header: `${name}, mean of (n)`, value: ({ cells }: Line) => cells[index]?.meanOf }]
          : []),
        ...(isBase
          ? []
          : [
              { header: `${name}, from the baseline (%)`, value: ({ cells }: Line) => cells[index]?.percent },
              { header: `${name}, how it reads`, value: ({ cells }: Line) => cells[index]?.reading },
            ]),
      ];
    }),
  ];
}

/** The table as CSV, values of full precision. */
export const selectedCsv = (shown: SelectedShown): string => toCsv(exportColumns(shown), exportLines(shown));

/** The table as sheets of a workbook; the second says what it is. */
export function selectedSheets(shown: SelectedShown, address: string, at: string): readonly Sheet[] {
  const columns = exportColumns(shown);
  const headers = columns.map(({ header }) => header);
  const base = shown.columns.find(({ isBase }) => isBase);
  return [
    {
      name: 'Results',
      headers,
      widths: headers.map(({ length }) => Math.min(48, Math.max(14, length + 2))),
      rows: exportLines(shown).map((line) => columns.map(({ value }) => value(line))),
    },
    {
      name: 'About',
      headers: [],
      widths: [20, 80],
      rows: [
        ['What', 'Results side by side'],
        ['Results', shown.columns.length],
        ['Baseline', base === undefined ? 'none' : `${base.job.job_name} (job ${base.job.job_id})`],
        ['Lines', shown.same > 0 ? `only those that differ; ${shown.same} left out` : 'all'],
        ['Like with like', shown.answer.isLike ? 'yes' : `no: ${shown.answer.reasons.join('; ')}`],
        ['Figures', 'the mean of n repeats where a number stands beside, else the one result'],
        ['Differences', 'percent of the baseline; clear where 95 % intervals lie apart'],
        ['Made at (UTC)', at],
        ['Address', address],
        ['Empty cells', 'no value; a zero is a measured zero'],
      ],
    },
  ];
}

/** Hands what is seen of the selected results to the browser as a file. */
export async function saveSelected(kind: SelectedFile, shown: SelectedShown): Promise<void> {
  const at = new Date().toISOString();
  const file =
    kind === 'csv'
      ? csvBlob(selectedCsv(shown))
      : await (
          await import('#src/components/workbook/workbook.ts')
        ).workbook(selectedSheets(shown, window.location.href, at));
  saveFile(`compare-${at.slice(0, 10)}.${kind}`, file);
}
