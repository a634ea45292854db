import type { ColumnLayout } from './column-layout.ts';
import type { ColumnWidths } from './column-widths-param.ts';

/** A table's header as it is at a press, and the ways to change it. */
export interface TableHeadState<Row> {
  readonly scroller: HTMLElement | null;
  readonly layout: ColumnLayout<Row>;
  /** Chosen widths. */
  readonly widths: ColumnWidths;
  /** Shows widths while they are dragged; null for those of the view. */
  readonly onDraw: (widths: ColumnWidths | null) => void;
  readonly onWidths: (widths: ColumnWidths) => void;
  /** All shown columns in another order. */
  readonly onOrder: (ids: string[]) => void;
}

export interface HeadState<Row> extends TableHeadState<Row> {
  readonly scroller: HTMLElement;
}
