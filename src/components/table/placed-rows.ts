/** Rows by their place in the view. */
export interface PlacedRows<Row> {
  /** How many rows the view has, loaded or not. */
  readonly count: number;
  /** The row of a place; undefined while it is not loaded. */
  readonly at: (place: number) => Row | undefined;
  /** Loaded rows in the view's order. */
  readonly loaded: () => Row[];
}
