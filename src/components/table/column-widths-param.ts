import { listParam, type Param } from '#src/url/search.ts';

/** Widths in px that a person gave to columns, by column; the others keep the usual. */
export type ColumnWidths = Readonly<Record<string, number>>;

export const [NARROWEST_PX, WIDEST_PX] = [48, 960];

/** A width within what a column can be, in whole px. */
export const clampWidth = (px: number): number => Math.round(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, px)));

/** Widths in the address, `column:px` each. What is no width is skipped; one out of bounds is brought within. */
export function widthsParam(): Param<ColumnWidths> {
  const list = listParam();
  return {
    fallback: {},
    read: (text) =>
      Object.fromEntries(
        list.read(text).flatMap((item): [string, number][] => {
          const [, column, px] = /^(.+):(\d{1,5})$/s.exec(item) ?? [];
          return column === undefined ? [] : [[column, clampWidth(Number(px))]];
        }),
      ),
    write: (widths) => list.write(Object.entries(widths).map(([column, px]) => `${column}:${px}`)),
  };
}
