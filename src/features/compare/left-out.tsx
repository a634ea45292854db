import { grouped } from '#lib/grouped.ts';
import type { Compared } from './compare-queries.ts';

/** Says that a set is too large to be read whole; nothing where it was read whole. */
export function LeftOut({ set: { rows, total } }: { set: Compared<unknown> }) {
  if (total <= rows.length) return null;
  return (
    <p role="status" className="text-sm text-warn">
      The first {grouped(rows.length)} of {grouped(total)} estimates of this set are shown, lowest concurrency
      first: the best may be among the others.
    </p>
  );
}
