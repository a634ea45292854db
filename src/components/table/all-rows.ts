import type { RowsAsked, WindowedRead } from './windowed-view.ts';

/** Rows of one answer at most. */
const ANSWER_ROWS = 1000;

/**
 * Reads all rows asked for, an answer at a time and each row once, while `take` wants more: it is told how many there
 * were at first. Answers whether the list was seen to change: rows that come push those before them into the next answer,
 * which has them again. A server may answer fewer than asked; a full answer may have more behind it, as the list grows.
 */
export async function allRows<Row>(
  read: WindowedRead<Row>['read'],
  asked: RowsAsked,
  rowId: (row: Row) => string,
  take: (rows: readonly Row[], total: number) => boolean,
): Promise<boolean> {
  const taken = new Set<string>();
  const isNew = (row: Row) => taken.size < taken.add(rowId(row)).size;
  let [first, total, isFull, isChanged] = [0, Infinity, false, false];
  while (first < total || isFull) {
    const { rows, total: counted } = await read(first, first + ANSWER_ROWS - 1, asked);
    total = counted ?? total;
    const fresh = rows.filter(isNew);
    isChanged ||= fresh.length < rows.length;
    if (rows.length === 0 || !take(fresh, total)) break;
    first += rows.length;
    isFull = rows.length === ANSWER_ROWS;
  }
  return isChanged;
}
