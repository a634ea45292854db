import { late } from '#src/components/ui/late.ts';
import type * as tools from './table-tools.ts';
import type * as words from './word-order.ts';

export type TableTools = typeof tools;

/** The order of texts: fetched where a table is sorted by some. */
export const wordOrder = late<typeof words>(() => import('./word-order.ts'));

/** What a table does once a person reaches for it, or once its address asks for it. */
export const tableTools = late<TableTools>(async () => {
  // Ahead of a press on a header. Where it fails, the table that is sorted tells it.
  wordOrder.load().catch(() => undefined);
  return import('./table-tools.ts');
});
