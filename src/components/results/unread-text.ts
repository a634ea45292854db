import type { Estimates } from '#src/api/estimate-queries.ts';
import { counted } from '#src/components/ui/counted.ts';

/** "3 more estimates not read"; false where all were. */
export function unreadText(read: Estimates<unknown> | undefined, what = 'estimate'): string | false {
  const left = read === undefined ? 0 : read.total - read.rows.length;
  return left > 0 && `${counted(left, `more ${what}`)} not read`;
}
