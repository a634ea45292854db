import type { RowsAsked, WindowedRead } from './windowed-view.ts';

/** Rows of one answer at most, and of an export in all. */
const [ANSWER_ROWS, EXPORT_ROWS] = [1000, 50_000];

/** All rows asked for, up to 50,000. */
export async function allRows<Row>(read: WindowedRead<Row>['read'], asked: RowsAsked): Promise<Row[]> {
  const rows: Row[] = [];
  for (let first = 0; first < EXPORT_ROWS; first += ANSWER_ROWS) {
    const page = await read(first, first + ANSWER_ROWS - 1, asked);
    rows.push(...page.rows);
    if (page.rows.length < ANSWER_ROWS) break;
  }
  return rows;
}
