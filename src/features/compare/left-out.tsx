import type { Compared } from './compare-queries.ts';

/** Says that a set is too large to be read whole; nothing where it was read whole. */
export function LeftOut({ set: { rows, total } }: { set: Compared<unknown> }) {
  if (total <= rows.length) return null;
  return (
    <p role="status" className="text-sm text-warn">
      The first {rows.length.toLocaleString('en-US')} of {total.toLocaleString('en-US')} estimates of this set
      are shown, lowest concurrency first: the best may be among the others.
    </p>
  );
}
