import { numberColumn, textColumn, type DataColumn } from '#src/components/table/data-columns.tsx';

interface OfEstimate {
  readonly n: number;
  readonly job_id: number;
  readonly job_ids: readonly number[];
  readonly run_id: number;
}

/** A column that is hidden at first and that no file goes without. */
export const inFiles = <Row,>(column: DataColumn<Row>): DataColumn<Row> => ({
  ...column,
  isShownByDefault: false,
  isExported: true,
});

/** Why a figure and its rank are only provisional; null where they stand. */
export const provisionalText = ({ n }: Pick<OfEstimate, 'n'>): string | null =>
  n < 2 ? 'one measurement, so no interval: it may change' : null;

/** What a file says of each estimate whatever is shown: whether it is provisional, and where it is found again. */
export function fileColumns<Row extends OfEstimate>(): DataColumn<Row>[] {
  const id = (key: 'job_id' | 'run_id', header: string) =>
    numberColumn<Row>(key, header, (row) => row[key], { cell: (row) => String(row[key]) });
  return [
    textColumn<Row>('provisional', 'Provisional', provisionalText, { width: 260 }),
    id('job_id', 'Job id'),
    textColumn<Row>('job_ids', 'Job ids of the repeats', (row) => row.job_ids.join(' ')),
    id('run_id', 'Run id'),
  ].map(inFiles);
}
