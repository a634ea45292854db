import type { ViewPage } from '#src/api/client.ts';
import type { RowsAsked, WindowedRead } from './windowed-view.ts';

/** Rows of one answer at most. */
const ANSWER_ROWS = 1000;

/** All rows asked for, an answer at a time, the first with how many there are. A server may answer fewer than asked. */
export async function* allRows<Row>(
  read: WindowedRead<Row>['read'],
  asked: RowsAsked,
): AsyncGenerator<ViewPage<Row>, void> {
  let [first, total] = [0, Infinity];
  while (first < total) {
    const page = await read(first, first + ANSWER_ROWS - 1, asked);
    if (page.rows.length === 0) return;
    yield page;
    first += page.rows.length;
    total = page.total ?? total;
  }
}
