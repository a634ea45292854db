import type { RowsAsked, WindowedRead } from './windowed-view.ts';

/** Rows of one answer at most. */
const ANSWER_ROWS = 1000;

/**
 * Reads all rows asked for, an answer at a time, while `take` wants more: it is told how many there are in all. A server
 * may answer fewer than asked.
 */
export async function allRows<Row>(
  read: WindowedRead<Row>['read'],
  asked: RowsAsked,
  take: (rows: readonly Row[], total: number) => boolean,
): Promise<void> {
  let [first, total] = [0, Infinity];
  while (first < total) {
    const page = await read(first, first + ANSWER_ROWS - 1, asked);
    total = page.total ?? total;
    if (page.rows.length === 0 || !take(page.rows, total)) return;
    first += page.rows.length;
  }
}
