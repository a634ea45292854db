import type { z } from 'zod';
import type { ViewContract } from '#contract/define.ts';
import type { ViewQuery } from './view-query.ts';

/** A view of which some columns are read: its rows have these alone, and each query names them. */
export interface PickedView<Whole extends z.ZodObject, Row extends z.ZodObject> extends ViewContract<Row> {
  /** A query of the view, which may filter and sort by columns that are not sent, as one of these columns. */
  readonly query: (whole: Omit<ViewQuery<z.output<Whole>>, 'select'>) => ViewQuery<z.output<Row>>;
}

/** Reads some columns of a view, for pages that read many rows and little of each. */
export function pickColumns<Whole extends z.ZodObject, const Column extends keyof Whole['shape'] & string>(
  view: ViewContract<Whole>,
  columns: readonly Column[],
): PickedView<Whole, z.ZodObject<Pick<Whole['shape'], Column>>> {
  type Row = z.ZodObject<Pick<Whole['shape'], Column>>;
  return {
    name: view.name,
    // What `pick` answers for a list that is not written out is not known to its types.
    row: view.row.pick(
      Object.fromEntries(columns.map((column) => [column, true])) as never,
    ) as unknown as Row,
    query: (whole) => ({ ...whole, select: columns }) as unknown as ViewQuery<z.output<Row>>,
  };
}
